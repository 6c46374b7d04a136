"""Lines of a time and lines of words in turn, as people copy them from YouTube's transcript."""

import re
from array import array
from collections.abc import Iterator, Sequence
from itertools import islice

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

_TIME_ALONE = re.compile(r"[ \t]*(?P<bracket>\[?)[ \t]*(?P<time>(?:[0-9]{1,3}:)?[0-9]{1,3}:[0-9]{2})[ \t]*\]?[ \t]*")
_READ_ALOUD = re.compile(
    r"(?:(?P<hours>[0-9]{1,3}) hours?)?(?:,? ?(?P<minutes>[0-9]{1,3}) minutes?)?"
    r"(?:,? ?(?P<seconds>[0-9]{1,3}) seconds?)?"
)
_FEW = 4  # one paragraph in so many may be followed by the title of a chapter
_MOST_LINES = 5  # between two times, on average


def _is_read_aloud(text: str, time: float) -> bool:
    """Tell whether words say the time above them: "1 minute, 5 seconds" below 1:05."""
    match = _READ_ALOUD.fullmatch(text.strip())
    if match is None:
        return False
    return time == int(match["hours"] or 0) * 3600 + int(match["minutes"] or 0) * 60 + int(match["seconds"] or 0)


class _Copied:
    """The text as columns: each time, and where the lines below it begin and end."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._times = array("d")
        self._below = array("I")  # how many lines with words stand below each time, the time read aloud not counted
        self._lines = array("I")  # where each of those begins and where it stops
        self._read_aloud = 0
        self._above: list[FileLine] = []
        self._in_brackets = False
        self._like_a_clock = True
        self._first = self._last = 0  # where the first and the last time stand
        for line in lines_of(text):
            if line.text.strip():
                self._take(line)

    def _take(self, line: FileLine) -> None:
        match = _TIME_ALONE.fullmatch(line.text)
        if match is not None:
            self._in_brackets |= bool(match["bracket"])
            self._like_a_clock &= match["time"].count(":") == 1
            self._first, self._last = self._first if self._times else line.first, line.first
            self._times.append(seconds_in(match["time"]))
            self._below.append(0)
        elif not self._times:
            self._above.append(line)
        elif not self._below[-1] and _is_read_aloud(line.text, self._times[-1]) and self._may_be_read_aloud():
            self._read_aloud += 1
        else:
            self._below[-1] += 1
            self._lines.extend((line.first, line.stop))

    def _may_be_read_aloud(self) -> bool:
        """Tell whether each time so far was read aloud: somebody may also say "12 seconds" at 0:12."""
        return self._read_aloud + 1 == len(self._times)

    def decide(self) -> bool:
        """Tell whether times stand alone among words, rise, and are no times of labelled turns."""
        count = len(self._lines) // 2
        if len(self._times) < 2 or not count or count > _MOST_LINES * len(self._times) or not rise(self._times):
            return False
        if self._like_a_clock and are_of_a_day(self._times, self._last - self._first):
            return False
        return len(self._above) <= 1 and not (self._in_brackets and find_labels(self._text))

    @property
    def sure(self) -> bool:
        """Whether the times begin as a recording's do."""
        return self._times[0] < A_BEGINNING

    def _titled(self) -> bool:
        """Tell whether a last line of two is the title of the next chapter: few paragraphs have it, none has more."""
        several = sum(1 for count in self._below if count > 1)
        return 0 < _FEW * several <= len(self._times) + _FEW and max(self._below) == 2

    def _words(self) -> Iterator[tuple[int, int, int]]:
        """Yield for each time how many lines stand below it, and from where to where in `_lines`."""
        number = 0
        for count in self._below:
            yield count, number, number + 2 * count
            number += 2 * count

    def names(self) -> Sequence[str]:
        """Return the name that stands above each time; () where lines above times are something else."""
        above = [line.text.strip() for line in self._above]
        for count, _, stop in islice(self._words(), len(self._below) - 1):
            if count < 2:
                return ()
            above.append(self._text[self._lines[stop - 2] : self._lines[stop - 1]].strip())
        named = [name for name in above if grade_name(name) >= LabelGrade.SINGLE]
        repeated = len(set(named)) < len(named) or all(grade_name(name) >= LabelGrade.FULL for name in named)
        return above if repeated and len(named) == len(above) == len(self._times) else ()

    def named_pieces(self, names: Sequence[str]) -> Iterator[Piece]:
        """Yield the pieces of a text whose times have a name above."""
        last = len(names) - 1
        for number, (time, (count, first, stop)) in enumerate(zip(self._times, self._words(), strict=True)):
            behind = int(number < last)  # the name of the next one
            if count > behind:
                start, end = self._lines[first], self._lines[stop - 1 - 2 * behind]
                yield Piece(self._text[start:end], Place("", start, end), names[number], time)

    def pieces(self, left_out: Tally) -> Iterator[Piece]:
        """Yield the pieces; titles of chapters and times that were read aloud are counted."""
        paragraphs = TimedParagraphs(self._text)
        titled = self._titled()
        left_out.add("lines above the first time", "they are a title", len(self._above))
        left_out.add("times in words", "they are read to the blind, and nobody said them", self._read_aloud)
        for time, (count, first, stop) in zip(self._times, self._words(), strict=True):
            is_titled = titled and count > 1
            left_out.add("titles of chapters", "they are no speech", is_titled)
            if count:
                paragraphs.add(self._lines[first], self._lines[stop - 1 - 2 * is_titled], time)
        return pieces_with_marks(paragraphs)


def read(given: Given) -> Reading | None:
    """Read a text of times and words in turn; None where it is none."""
    copied = _Copied(given.text)
    if not copied.decide():
        return None
    left_out = Tally()
    names = copied.names()
    if names:
        return Reading("text", "timed-lines", copied.named_pieces(names), left_out, sure=copied.sure)
    return Reading("text", "youtube-copy", copied.pieces(left_out), left_out, sure=copied.sure)
