"""Seed 1's algorithm made correct: one character at a time, a dense map, one `str.find` loop for each quote.

The reference of the benchmarks and an oracle for the folds. It is written from the list of folds alone
(decisions.md#folds) and shares no code with `core.text.canonical`; it is slow and plain on purpose.
"""

import re
import unicodedata
from hashlib import sha256
from typing import NamedTuple

from core.evidence.evidence_map import EvidenceMap
from core.transcripts.transcript import TranscriptPair

UNSEEN = {
    *(0x00AD, 0x061C, 0x180E, 0xFEFF, 0xE0001),
    *range(0x200B, 0x2010),
    *range(0x202A, 0x202F),
    *range(0x2060, 0x2065),
    *range(0x2066, 0x2070),
    *range(0xE0020, 0xE0080),
}
LIGATURES = {0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl", 0xFB05: "st", 0xFB06: "st"}
APOSTROPHES = set("'\u2019\u2018\u201b\u02bc\u00b4`\u2032")
OTHER_MARKS = set(
    '"\u201c\u201d\u201e\u201f\u00ab\u00bb\u2039\u203a\u201a\u2033\u2036\u2035\u300c\u300d\u300e\u300f\u301d\u301e\u301f'
    "\ufe41\ufe42\ufe43\ufe44\uff62\uff63\u2e42\u275b\u275c\u275d\u275e\u276e\u276f\U0001f676\U0001f677\U0001f678"
)
HYPHENS = set("-\u2010\u2011\u2212\ufe63")
DASHES = set("\u2014\u2015\u2013\u2012\u2e3a")


class Unit(NamedTuple):
    """One canonical character and the stretch of the original it came from."""

    char: str
    start: int
    end: int


def _letters(cluster: str) -> str:
    text = "".join(
        LIGATURES.get(ord(char), chr(ord(char) - 0xFEE0) if 0xFF01 <= ord(char) <= 0xFF5E else char)
        for char in cluster
        if ord(char) not in UNSEEN
    )
    while True:
        again = unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())
        if again == text:
            return text
        text = again


def _joins(char: str) -> bool:
    return unicodedata.category(char).startswith("M") or 0x1160 <= ord(char) <= 0x11FF


def _clusters(text: str) -> list[Unit]:
    """Apply the folds 1 to 3: a character with all that joins it is one cluster."""
    units: list[Unit] = []
    start = 0
    while start < len(text):
        end = start + 1
        look = end
        while look < len(text) and (_joins(text[look]) or ord(text[look]) in UNSEEN):
            look += 1
            if _joins(text[look - 1]):
                end = look
        units += [Unit(char, start, end) for char in _letters(text[start:end])]
        start = end
    return units


def _is_inner(unit: Unit | None) -> bool:
    if unit is None or unit.char in APOSTROPHES:  # U+02BC is a letter to Unicode; here it is a mark
        return False
    return unit.char.isalnum() or unicodedata.category(unit.char).startswith("M")


def _marks(units: list[Unit]) -> list[Unit]:
    """Apply fold 4, and the hyphens and the ellipsis of fold 5."""
    out: list[Unit] = []
    for index, unit in enumerate(units):
        char = unit.char
        if char in APOSTROPHES:
            before = units[index - 1] if index else None
            after = units[index + 1] if index + 1 < len(units) else None
            char = "'" if _is_inner(before) and _is_inner(after) else '"'
        elif char in OTHER_MARKS:
            char = '"'
        elif char in HYPHENS:
            char = "-"
        out += [unit._replace(char=part) for part in ("..." if char == "\u2026" else char)]
    return out


def _is_sign(units: list[Unit], index: int, run_start: int) -> bool:
    if units[index].char not in ("-", "\u2013") or index + 1 >= len(units):
        return False
    after = units[index + 1].char
    free = index > run_start and units[index - 1].char.isspace()
    return free and (after.isdigit() or unicodedata.category(after) == "Sc")


def _run(run: list[Unit]) -> list[Unit]:
    """Apply the folds 5 and 6 to one run of white space and dashes that holds no sign."""
    text = "".join(unit.char for unit in run)
    hyphens = text.count("-")
    whole = (run[0].start, run[-1].end)
    if (
        any(char in DASHES for char in text)
        or hyphens > 1
        or (hyphens == 1 and text[0].isspace() and text[-1].isspace())
    ):
        return [Unit("-", *whole)]
    folded = re.sub(r"\s+", " ", text)
    # What stays as it is keeps its own places.
    return run if folded == text else [Unit(char, *whole) for char in folded]


def canonical_units(text: str) -> list[Unit]:
    """Return the canonical form of a text, character by character, each with where it came from."""
    units = _marks(_clusters(text))
    while units and units[0].char.isspace():
        del units[0]
    while units and units[-1].char.isspace():
        del units[-1]
    out: list[Unit] = []
    index = 0
    while index < len(units):
        end = index
        while end < len(units) and (units[end].char.isspace() or units[end].char in DASHES or units[end].char == "-"):
            end += 1
        if end == index:
            out.append(units[index])
            index += 1
            continue
        run = units[index:end]
        if _is_sign(units, end - 1, index):
            body = _run(run[:-1])
            out += body
            if body[-1].char == "-":
                out.append(Unit(" ", body[-1].end, body[-1].end))
            out.append(run[-1]._replace(char="-"))
        else:
            out += _run(run)
        index = end
    return out


def canonicalize(text: str) -> str:
    """Return the canonical form of a text."""
    return "".join(unit.char for unit in canonical_units(text))


def _cuts_word(raw: str, offset: int) -> bool:
    inside = raw[max(0, offset - 1) : offset + 1]
    return len(inside) == 2 and inside[0].isalnum() and inside[1].isalnum()


def build(evidence_map: EvidenceMap, transcript: TranscriptPair) -> dict[str, str]:
    """Return the slice of each quote id: seed 1's loops over the pieces above."""
    raw = transcript.raw
    units = canonical_units(raw)
    text = "".join(unit.char for unit in units)
    turns = [(turn.span.start, turn.span.end, turn.speaker or "") for turn in transcript.turns]
    found: dict[str, str] = {}
    for chapter in evidence_map.chapters:
        for claim in chapter.claims:
            for support in claim.support:
                needle = canonicalize(support.quote).strip('.,;:!?" ')
                start = text.find(needle) if needle else -1
                while start >= 0:
                    first, last = units[start].start, units[start + len(needle) - 1].end
                    whole = not _cuts_word(raw, first) and not _cuts_word(raw, last)
                    if whole and any(a <= first and last <= b and name == support.speaker for a, b, name in turns):
                        speaker_id = support.speaker.casefold().replace(" ", "_")
                        key = sha256(f"{speaker_id}|{needle}".encode()).hexdigest()[:16]
                        found.setdefault(key, raw[first:last])
                    start = text.find(needle, start + 1)
    return found
