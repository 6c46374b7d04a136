"""The paragraphs of a text with the times that stand beside them, and from there to pieces."""

import math
import re
from array import array
from collections.abc import Iterator, Sequence
from itertools import pairwise

from core.record import Columns
from core.transcripts.readers.captions.cue_columns import SpokenCue
from core.transcripts.readers.captions.cue_lines import CaptionText, CueLine
from core.transcripts.readers.captions.cues import Cue
from core.transcripts.readers.captions.speech_of_cues import LabelledCues, pieces_of
from core.transcripts.readers.pieces import Piece
from core.transcripts.units import Place

_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
_MOSTLY = 0.9
_A_DAY = 24 * 60  # minutes, which would be seconds of a recording
_SLOW = 3  # characters in a second; people say about twelve
A_BEGINNING = 240
"""Seconds: a recording's times begin before, those of a day behind four o'clock in the morning."""


def _no_tag(_: str) -> bool:
    return False


class TimedParagraphs(Columns[SpokenCue]):
    """The paragraphs of a text as columns: where the words of each stand, in characters, and when they were said.

    Each is one cue of one line; a line end inside it is a space.
    """

    def __init__(self, text: str) -> None:
        self.source = CaptionText(text, _no_tag, has_entities=False)
        self._begins, self._ends = array("d"), array("d")
        self._firsts, self._stops = array("I"), array("I")

    def __len__(self) -> int:
        return len(self._firsts)

    def add(self, first: int, stop: int, start: float | None = None, end: float | None = None) -> None:
        """Add the next paragraph; one without words is none."""
        words = self.source.text[first:stop]
        if not words.strip():
            return
        self._firsts.append(first + len(words) - len(words.lstrip()))
        self._stops.append(stop - len(words) + len(words.rstrip()))
        self._begins.append(math.nan if start is None else start)
        self._ends.append(math.nan if end is None else end)

    def go_on(self, stop: int, end: float | None = None) -> None:
        """Give the last paragraph the words up to there, and when it ends."""
        self._stops[-1] += len(self.source.text[self._stops[-1] : stop].rstrip())
        if end is not None:
            self._ends[-1] = end

    @property
    def times(self) -> "array[float]":
        """Return when the paragraphs begin that have a time."""
        return array("d", (time for time in self._begins if not math.isnan(time)))

    def _record(self, index: int) -> SpokenCue:
        first, stop = self._firsts[index], self._stops[index]
        start, end = (None if math.isnan(time) else time for time in (self._begins[index], self._ends[index]))
        line = CueLine(" ".join(self.source.text[first:stop].split()), first, stop)
        return SpokenCue(Cue(start, end, first, stop), (line,))


def seconds_in(time: str) -> float:
    """Return the seconds of a time whose parts, hours to seconds, are parted by anything but a stop or a comma."""
    seconds = 0.0
    for part in _NUMBER.findall(time):
        seconds = seconds * 60 + float(part.replace(",", "."))
    return seconds


def rise(times: Sequence[float]) -> bool:
    """Tell whether times go on as a recording does: hardly one is before the one before it."""
    steps = len(times) - 1
    return steps > 0 and sum(map(float.__le__, times, times[1:])) >= _MOSTLY * steps


def are_of_a_day(times: Sequence[float], characters: int) -> bool:
    """Tell whether times of two parts are hours and minutes of a day, though read as minutes and seconds.

    They begin late, and no recording of so few characters is as long as they say.
    """
    seconds = sum(max(0.0, later - earlier) for earlier, later in pairwise(times))
    return times[0] >= A_BEGINNING and max(times) < _A_DAY and characters < _SLOW * seconds


def pieces_with_marks(paragraphs: TimedParagraphs) -> Iterator[Piece]:
    """Yield the pieces of a text that may mark another person by `>>` or a dash, as captions do."""
    return pieces_of(LabelledCues(paragraphs, paragraphs.source), paragraphs.source)


def pieces_with_names(paragraphs: TimedParagraphs) -> Iterator[Piece]:
    """Yield the pieces of a text in which names stand before a colon; a paragraph without one goes on with the last."""
    speaker: str | None = None
    for cue, lines in LabelledCues(paragraphs, paragraphs.source):
        for line in lines:
            speaker = line.voice if line.voiced else speaker
            inherited = not line.voiced and speaker is not None and cue.start is not None
            place = Place("", line.first, line.stop)
            yield Piece(line.text, place, speaker, cue.start, cue.end, inherited=inherited)
