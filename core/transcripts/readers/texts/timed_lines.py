"""Lines of a time and words: `00:01:15 words`, `[1:15] words`, and what Whisper prints with a start and an end."""

import re
from array import array
from collections.abc import Iterator
from typing import NamedTuple

from core.transcripts.readers.captions.cues import FileLine, lines_of
from core.transcripts.readers.label_choice import find_labels
from core.transcripts.readers.label_names import LabelGrade, grade_name
from core.transcripts.readers.pieces import Given, Piece, Reading, Tally
from core.transcripts.readers.texts.paragraphs import (
    A_BEGINNING,
    TimedParagraphs,
    are_of_a_day,
    pieces_with_marks,
    rise,
    seconds_in,
)
from core.transcripts.units import Place

_CLOCK = r"(?:[0-9]{1,3}:)?[0-9]{1,3}:[0-9]{2}(?:[.,][0-9]{1,3})?"
_TIME = rf"(?:{_CLOCK}|[0-9]{{1,6}}[.,][0-9]{{1,3}}s)"
_UP_TO = r"[ \t]*(?:-{0,2}>|[-–—])[ \t]*"
_OPENING = re.compile(
    rf"[ \t]*(?:(?P<bracket>[\[(])[ \t]*)?(?P<start>{_TIME})(?:{_UP_TO}(?P<end>{_TIME}))?(?:[ \t]*(?P<close>[\])]))?"
    r"(?P<gap>[ \t]*)(?=\S)"
)
_HOUR_AND_MINUTE = re.compile(r"[0-9]{1,2}:[0-9]{2}")
_PAIRS = ("[]", "()")


class _TimedLine(NamedTuple):
    """A line that begins with a time: where its words begin, its seconds."""

    line: FileLine
    first: int
    start: float
    end: float | None
    in_brackets: bool
    like_a_clock: bool


def _timed(line: FileLine) -> _TimedLine | None:
    match = _OPENING.match(line.text)
    if match is None:
        return None
    brackets = (match["bracket"] or "") + (match["close"] or "")
    if brackets not in _PAIRS if brackets else not match["gap"]:
        return None
    end = seconds_in(match["end"]) if match["end"] else None
    like_a_clock = end is None and _HOUR_AND_MINUTE.fullmatch(match["start"]) is not None
    start = seconds_in(match["start"])
    return _TimedLine(line, line.first + match.end(), start, end, match["bracket"] == "[", like_a_clock)


class _Lines:
    """The paragraphs of the text as they are collected, and what decides whether it is one of timed lines."""

    def __init__(self, text: str) -> None:
        self.paragraphs = TimedParagraphs(text)
        self._timed_at = array("I")
        self._untimed = 0
        self._in_brackets = False
        self._like_a_clock = True
        for line, after_blank in _parted(text):
            self._take(line, after_blank=after_blank)

    def _take(self, line: FileLine, *, after_blank: bool) -> None:
        timed = _timed(line)
        if timed is not None:
            self._timed_at.append(line.first)
            self._in_brackets |= timed.in_brackets
            self._like_a_clock &= timed.like_a_clock
            self.paragraphs.add(timed.first, line.stop, timed.start, timed.end)
        elif after_blank or not len(self.paragraphs):
            self._untimed += 1
            self.paragraphs.add(line.first, line.stop)
        else:
            self.paragraphs.go_on(line.stop)

    def decide(self, text: str) -> bool:
        """Tell whether times begin most paragraphs and rise, and no label reads them better."""
        times = self.paragraphs.times
        if len(times) <= max(1, self._untimed) or not rise(times):
            return False
        if self._like_a_clock and are_of_a_day(times, self._timed_at[-1] - self._timed_at[0]):
            return False
        labels = find_labels(text)
        return not labels or not (self._in_brackets or set(self._timed_at) <= set(labels.starts))


def _parted(text: str) -> Iterator[tuple[FileLine, bool]]:
    """Yield the lines with words, and whether a blank one stands before."""
    blank = True
    for line in lines_of(text):
        if line.text.strip():
            yield line, blank
        blank = not line.text.strip()


def _under_names(text: str) -> list[Piece] | None:
    """Return the lines below a time and a name, as Word prints a transcript; None where words stand beside a time."""
    pieces: list[Piece] = []
    grades: list[LabelGrade] = []
    names: list[str] = []
    start = 0.0
    waits = False  # for the first words of the turn
    for line, _ in _parted(text):
        timed = _timed(line)
        if timed is not None:
            name = text[timed.first : line.stop].strip()
            grades.append(grade_name(name))
            if waits or grades[-1] < LabelGrade.SINGLE:
                return None
            names.append(name)
            waits, start = True, timed.start
            continue
        if not names:
            return None
        first = line.first + len(line.text) - len(line.text.lstrip())
        place = Place("", first, line.first + len(line.text.rstrip()))
        pieces.append(Piece(line.text.strip(), place, names[-1], start if waits else None))
        waits = False
    sure = min(grades, default=LabelGrade.NONE) >= LabelGrade.FULL or len(set(names)) < len(names)
    return pieces if len(names) > 1 and not waits and sure else None


def read(given: Given) -> Reading | None:
    """Read a text of timed lines; None where it is none, or where the plain-text reader reads its labels and times."""
    lines = _Lines(given.text)
    if not lines.decide(given.text):
        return None
    named = _under_names(given.text)
    sure = lines.paragraphs.times[0] < A_BEGINNING  # later ones may be a diary's
    pieces = pieces_with_marks(lines.paragraphs) if named is None else named
    return Reading("text", "timed-lines", pieces, Tally(), sure=sure)
