"""Additions: passages of the transcript that a person adds to the evidence map, and takes back."""

from collections.abc import Iterable
from typing import NamedTuple

from core.enforcement.results import ChapterDraft, Decision, QuotationFinding
from core.errors import BadInput
from core.generation.line import Line
from core.map_making.acts.act_records import AddPassage
from core.map_making.acts.make_act import already_made
from core.whitelist.additions import Addition, propose_addition
from workbench.store import Session, StoredAct
from workbench.ui.common import page_context

_NOT_READ = "the session has no transcript or no evidence map to prove it with"
_NO_CLAIM = "the evidence map no longer has its claim"
_NOT_PROVEN = "it is not proven in the transcript that the session has now"


class ActiveAddition(NamedTuple):
    """An addition that nobody took back, by its number among the acts; `why` says why it does not count, "" where it
    does."""

    number: int
    addition: Addition
    why: str


def offer_of(line: Line, draft: ChapterDraft, decision: Decision) -> Addition:
    """Return the addition of words that are in the transcript and not whitelisted, into the chapters that the draft
    was written from. Raises BadInput where they cannot be proven, or no claim is there for them."""
    index_map = line.merged.index_map
    return propose_addition(
        decision.original,
        decision.sentence,
        [old for old in sorted(index_map) if index_map[old] == index_map.get(draft.chapter_index)],
        evidence_map=line.evidence_map,
        transcript=line.transcript,
        roster=line.roster,
    )


def offers(line: Line, draft: ChapterDraft) -> tuple[tuple[Decision, Addition], ...]:
    """Return the passages of a chapter that can be added, each once: only those that would be proven."""
    found: dict[str, tuple[Decision, Addition]] = {}
    for decision in draft.enforcement.decisions:
        if decision.finding is not QuotationFinding.VERBATIM_NOT_WHITELISTED:
            continue
        try:
            addition = offer_of(line, draft, decision)
        except BadInput:
            continue
        found.setdefault(addition.evidence_id, (decision, addition))
    return tuple(found.values())


def _chapter_of(line: Line, addition: Addition) -> int | None:
    """Return the index of the chapter where an addition stands in the line's own map, None where it stands nowhere."""
    for index, chapter in enumerate(line.evidence_map.chapters):
        if any(one.evidence_id == addition.evidence_id for claim in chapter.claims for one in claim.support):
            return index
    return None


def _why_not(line: Line | None, addition: Addition) -> str:
    if line is None:
        return _NOT_READ
    if _chapter_of(line, addition) is None:
        return _NO_CLAIM
    proven = any(addition.evidence_id in quote.source_evidence_ids for quote in line.whitelist)
    return "" if proven else _NOT_PROVEN


def active_additions(line: Line | None, acts: Iterable[StoredAct]) -> tuple[ActiveAddition, ...]:
    """Return every addition that was not taken back, and whether it counts in the session's present line; None where
    the session has none."""
    made = ((one.number, one.act.addition) for one in acts if isinstance(one.act, AddPassage) and not one.undone)
    return tuple(ActiveAddition(number, addition, _why_not(line, addition)) for number, addition in made)


def additions_of(line: Line, draft: ChapterDraft, acts: Iterable[StoredAct]) -> tuple[ActiveAddition, ...]:
    """Return the active additions of the chapters that a draft was made of, and those whose chapter is gone: these
    belong to no chapter, so they are returned for every one. `line` has its chapters joined as the draft's run."""
    index_map = line.merged.index_map
    here = (index_map.get(draft.chapter_index), None)
    found = ((one, _chapter_of(line, one.addition)) for one in active_additions(line, acts))
    return tuple(one for one, chapter in found if (index_map.get(chapter) if chapter is not None else None) in here)


def add(session: Session, addition: Addition) -> None:
    """Store an addition; where that cannot be, the next page says why."""
    page_context.change(
        lambda: page_context.store().acts.add(
            session.session_id, already_made(AddPassage(addition=addition)), transcript=session.transcript
        ),
        "The passage is in the evidence map now, and counts as a proven quote.",
    )


def take_back(session_id: str, number: int) -> None:
    """Take an addition back; where that cannot be, the next page says why."""
    page_context.change(
        lambda: page_context.store().acts.undo(session_id, number),
        "The passage was removed from the evidence map.",
    )
