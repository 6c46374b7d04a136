"""A place of the evidence map in words, and what stands there."""

import re

from core.evidence.evidence_map import EvidenceMap, Support

_STEP = re.compile(r"(chapters|claims|support|speakers)\[(\d{1,9})\]")
_NAMES = {"chapters": "chapter", "claims": "claim", "support": "quote", "speakers": "speaker"}
_WHOLE = {"speakers": "Its speakers"}


def _steps(place: str) -> dict[str, int]:
    return {name: int(number) for name, number in _STEP.findall(place)}


def support_at(evidence: EvidenceMap, place: str) -> Support | None:
    """Return the quote that a place (`chapters[0].claims[1].support[2].speaker`, from 0) lies in, None for none."""
    at = _steps(place)
    if "support" not in at:
        return None
    return evidence.chapters[at["chapters"]].claims[at["claims"]].support[at["support"]]


def what_stands_at(evidence: EvidenceMap, place: str) -> tuple[str, str]:
    """Return a place as people count it, and the quote, claim, title or name that stands there, "" for none."""
    at = _steps(place)
    where = ", ".join(f"{_NAMES[name]} {number + 1}" for name, number in at.items())
    if support := support_at(evidence, place):
        what = support.quote
    elif "claims" in at:
        what = evidence.chapters[at["chapters"]].claims[at["claims"]].claim
    elif "chapters" in at:
        what = evidence.chapters[at["chapters"]].title
    else:
        what = evidence.speakers[at["speakers"]].speaker_name if "speakers" in at else ""
    return sentence(where) or _WHOLE.get(place, "The whole map"), what


def sentence(words: str) -> str:
    """Return words with a capital at their beginning."""
    return words[:1].upper() + words[1:]
