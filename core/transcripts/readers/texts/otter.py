"""Otter's text: a line of name, two spaces and time before each turn, and a foot that names the program."""

import re
from array import array
from collections.abc import Iterator

from core.transcripts.readers.captions.cues import FileLine, lines_of
from core.transcripts.readers.label_choice import find_labels
from core.transcripts.readers.pieces import Given, Piece, Reading, Tally
from core.transcripts.readers.texts.paragraphs import TimedParagraphs, rise, seconds_in
from core.transcripts.readers.turn_labels import MAX_LABEL
from core.transcripts.units import Place

_HEAD = re.compile(
    rf"(?P<name>\S[^:：\t]{{0,{MAX_LABEL - 1}}}?)  +(?P<time>(?:[0-9]{{1,3}}:)?[0-9]{{1,2}}:[0-9]{{2}})[ \t]*"
)
_FOOT = re.compile(r"[ \t]*Transcribed by https?://\S+[ \t]*")
_ENOUGH = 2


class _Otter:
    """The paragraphs of the text as they are collected, and the name that stands above each."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.paragraphs = TimedParagraphs(text)
        self.left_out = Tally()
        self.heads, self.times = array("I"), array("d")
        self._names: dict[str, int] = {}
        self._named = array("i")  # for each paragraph, the number of its name; -1 above the first
        self._name = -1
        self._time: float | None = None
        self._goes_on = False
        for line in lines_of(text):
            self._take(line)

    def _take(self, line: FileLine) -> None:
        head = _HEAD.fullmatch(line.text)
        if head is not None:
            self._name = self._names.setdefault(head["name"], len(self._names))
            self._time = seconds_in(head["time"])
            self.heads.append(line.first)
            self.times.append(self._time)
            self._goes_on = False
        elif not line.text.strip():
            self._goes_on = False
        elif self._goes_on:
            self.paragraphs.go_on(line.stop)
        elif _FOOT.fullmatch(line.text):
            self.left_out.add("the foot", "it names the program")
        else:
            self.paragraphs.add(line.first, line.stop, self._time)
            self._named.append(self._name)
            self._goes_on, self._time = True, None

    def pieces(self) -> Iterator[Piece]:
        """Yield the pieces in the order of the text."""
        names = tuple(self._names)
        for (cue, (line,)), number in zip(self.paragraphs, self._named, strict=True):
            place = Place("", line.first, line.stop)
            yield Piece(line.text, place, names[number] if number >= 0 else None, cue.start)


def read(given: Given) -> Reading | None:
    """Read Otter's text; None where names stand otherwise."""
    otter = _Otter(given.text)
    if len(otter.heads) < _ENOUGH or not rise(otter.times):
        return None
    if not set(otter.heads).issuperset(find_labels(given.text).starts):
        return None
    return Reading("text", "otter", otter.pieces(), otter.left_out)
