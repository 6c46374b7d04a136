"""One place of a reply where JSON may begin: read strictly, else leniently, else known to be broken or cut off."""

import re
from enum import Enum
from typing import Any, NamedTuple

from core.llm.json_output.reader import LenientReading, ReadingEnd, read_leniently
from core.llm.json_output.strict import StrictReading, read_strictly
from core.llm.reply_faults import Artifact, Repair

_LOOSE = re.compile(r"\{\s*+[A-Za-z_$]")
_STRING_OR_BRACKET = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[{}\[\]]', re.DOTALL)


class CandidateState(Enum):
    """How far the JSON at a place could be read."""

    WHOLE = "whole"
    CUT = "cut"
    BROKEN = "broken"


class CandidateStart(NamedTuple):
    """Where JSON may begin: `opening` if only wrapping stands before it, `wanted` if the caller wants its kind."""

    start: int
    opening: bool
    fenced: bool
    wanted: bool


class JsonCandidate(NamedTuple):
    """A stretch of the reply that may be the JSON, and what was noticed while reading it.

    `likely` is false for one that was cut off before a value was read: it counts unless JSON is found behind it.
    """

    place: CandidateStart
    end: int
    state: CandidateState
    value: Any
    elided: bool = False
    unsure: bool = False
    loose: bool = False
    likely: bool = True
    artifacts: frozenset[Artifact] = frozenset()
    repairs: frozenset[Repair] = frozenset()
    notes: tuple[str, ...] = ()
    issues: tuple[str, ...] = ()

    @property
    def start(self) -> int:
        """The offset of its bracket."""
        return self.place.start

    @property
    def size(self) -> int:
        """Its length in the reply."""
        return self.end - self.place.start

    @property
    def is_serious(self) -> bool:
        """Whether it competes: `{title: a string}` in prose describes the JSON, and in a block of code it is code."""
        return not self.loose or self.place.opening

    @property
    def is_empty(self) -> bool:
        """Whether it holds nothing, like a pair of brackets in prose."""
        return self.state is CandidateState.WHOLE and not self.value


class CandidateAttempt(NamedTuple):
    """The result at one place: a candidate or None, how many characters were read, and whether it was too deep."""

    candidate: JsonCandidate | None
    work: int
    strict: bool = False
    too_deep: bool = False


def _balanced_end(text: str, start: int) -> int | None:
    """Return where the bracket at `start` is closed, None where the brackets do not fit each other."""
    expected: list[str] = []
    for token in _STRING_OR_BRACKET.finditer(text, start):
        mark = token[0]
        if mark in "{[":
            expected.append("}" if mark == "{" else "]")
        elif mark in "}]":
            if mark != expected.pop():
                return None
            if not expected:
                return token.end()
    return None


def from_strict(place: CandidateStart, found: StrictReading) -> JsonCandidate:
    """Return the candidate that strict reading found."""
    artifacts: set[Artifact] = set()
    issues: list[str] = []
    if found.duplicates:
        artifacts.add(Artifact.DUPLICATE_KEYS)
        issues += [
            f"{key}: the key stands there twice; the last value counts." for key in dict.fromkeys(found.duplicates)
        ]
    if found.infinite:
        artifacts.add(Artifact.NAN_INFINITY)
        issues += [f"{digits[:20]}: the number is too large; it became infinite." for digits in found.infinite]
    return JsonCandidate(
        place, found.end, CandidateState.WHOLE, found.value, artifacts=frozenset(artifacts), issues=tuple(issues)
    )


def _from_reading(text: str, place: CandidateStart, found: LenientReading) -> JsonCandidate:
    return JsonCandidate(
        place,
        found.offset,
        CandidateState.WHOLE,
        found.value,
        elided=found.elided,
        unsure=found.end is ReadingEnd.UNSURE,
        loose=_LOOSE.match(text, place.start) is not None,
        artifacts=found.artifacts,
        repairs=found.repairs,
        issues=found.issues,
    )


def _trouble(text: str, found: LenientReading) -> str:
    around = " ".join(text[max(0, found.offset - 20) : found.offset + 20].split())
    what = "a value that cannot be read for certain" if found.end is ReadingEnd.UNSURE else "this is not JSON"
    return f"line {text.count(chr(10), 0, found.offset) + 1}: {what}: {around}"


def try_place(text: str, place: CandidateStart) -> CandidateAttempt:
    """Read at one place; a value that never ends counts as cut off only where it was JSON beyond doubt."""
    strict = read_strictly(text, place.start)
    if strict is not None:
        return CandidateAttempt(from_strict(place, strict), 0, strict=True)
    found = read_leniently(text, place.start)
    candidate = _from_reading(text, place, found)
    work = found.offset - place.start
    if found.end is ReadingEnd.TOO_DEEP:
        return CandidateAttempt(None, work, too_deep=True)
    if found.end is ReadingEnd.WHOLE:
        return CandidateAttempt(candidate, work)
    if found.end is not ReadingEnd.CUT:
        candidate = candidate._replace(issues=(*found.issues, _trouble(text, found)))
        end = _balanced_end(text, place.start)
        if end is not None:
            return CandidateAttempt(candidate._replace(end=end, state=CandidateState.BROKEN), work)
        work += len(text) - place.start
    is_cut = found.end is ReadingEnd.CUT
    if (place.opening and (text[place.start] == "{" or is_cut)) or (place.wanted and (found.members or is_cut)):
        likely = place.opening or found.members > 0
        return CandidateAttempt(candidate._replace(end=len(text), state=CandidateState.CUT, likely=likely), work)
    return CandidateAttempt(None, work)
