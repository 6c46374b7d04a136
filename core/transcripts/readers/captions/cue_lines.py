"""The text of one cue, line by line, with its tags and entities resolved and its place in the file."""

import html
import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from core.transcripts.readers.pieces import TimedWord

TIME = r"(?:(?:\d{1,4}:)?\d{1,3}:)?\d{1,2}:\d{1,2}[.,]\d{1,3}"
_PARTS_OF_TIME = re.compile(r"\d+")
_TOKEN = re.compile(r"<(?P<tag>[^<>]*)>|(?P<end>\r\n|\n|\r)|[^<\r\n]+|<")
_CHARACTER = re.compile(r"&#?\w{1,31};|.", re.DOTALL)
_ANY = re.compile(r".", re.DOTALL)
_VOICE = re.compile(r"v(?:\.[^\s]*)?(?:\s+(?P<name>.*))?", re.DOTALL)
_CUE_TIME = re.compile(rf"{TIME}")


class CueLine(NamedTuple):
    """A line of a cue, or the part of it that one voice says; `first` and `stop` are characters of the file.

    `voice` is what the cue says before, empty where it says nothing. `words` are given where the line has times.
    """

    text: str
    first: int
    stop: int
    voice: str = ""
    voiced: bool = False
    number: int = 0
    words: tuple[TimedWord, ...] = ()


def seconds_of_cue(time: str, *, counted: bool = False) -> float:
    """Return the seconds of a cue's time, `[hh:]mm:ss.mmm` with a stop or a comma.

    `counted` says that what stands behind the stop is how many thousandths: 2.90 is 2.09.
    """
    whole, _, rest = time.replace(",", ".").partition(".")
    seconds = 0
    for part in _PARTS_OF_TIME.findall(whole):
        seconds = seconds * 60 + int(part)
    return seconds + int(rest if counted else rest.ljust(3, "0")) / 1000


class _Line:
    """A line that is being read."""

    def __init__(self, voice: str, *, voiced: bool, number: int) -> None:
        self.voice, self.voiced, self.number = voice, voiced, number
        self._parts: list[str] = []
        self._first, self._stop = -1, -1
        self._words: list[TimedWord] = []
        self._time: float | None = None
        self._timed = False

    def add(self, text: str, first: int, stop: int) -> None:
        if text.strip():
            begin = first + len(text) - len(text.lstrip())
            if self._first < 0:
                self._first = begin
            self._stop = stop - len(text) + len(text.rstrip())
            self._words.append(TimedWord(html.unescape(text).strip(), None, self._time))
        self._parts.append(text)

    def begin_word(self, time: float) -> None:
        self._time, self._timed = time, True

    def lines(self) -> Iterator[CueLine]:
        text = " ".join(html.unescape("".join(self._parts)).split())
        if text:
            words = tuple(self._words) if self._timed else ()
            yield CueLine(text, self._first, self._stop, self.voice, self.voiced, self.number, words)


def lines_of_cue(payload: str, at: int, is_tag: Callable[[str], bool]) -> Iterator[CueLine]:
    """Yield the lines of a cue that say something; `at` is where its text begins in the file.

    `is_tag` tells what in pointed brackets is no text.
    """
    line = _Line("", voiced=False, number=0)
    for token in _TOKEN.finditer(payload):
        tag = token["tag"]
        if token["end"] is not None:
            yield from line.lines()
            line = _Line(line.voice, voiced=line.voiced, number=line.number + 1)
        elif tag is None or not is_tag(tag):
            line.add(token.group(), at + token.start(), at + token.end())
        elif _CUE_TIME.fullmatch(tag):
            line.begin_word(seconds_of_cue(tag))
        elif (voice := _VOICE.fullmatch(tag)) is not None:
            yield from line.lines()
            name = " ".join(html.unescape(voice["name"] or "").split())
            line = _Line(name, voiced=True, number=line.number)
    yield from line.lines()


class CaptionText(NamedTuple):
    """The text of a file, with what its form takes for a tag, and whether it writes characters as entities."""

    text: str
    is_tag: Callable[[str], bool]
    has_entities: bool = True

    def lines(self, first: int, stop: int) -> Iterator[CueLine]:
        """Yield the lines of the cue that stands there."""
        return lines_of_cue(self.text[first:stop], first, self.is_tag)

    def cut(self, line: CueLine, start: int, stop: int) -> CueLine:
        """Return a part of a line, from and to a character of its words, with its place in the file."""
        return next(self.cuts(line, ((start, stop),)))

    def cuts(self, line: CueLine, bounds: Iterable[tuple[int, int]]) -> Iterator[CueLine]:
        """Yield parts of a line that follow each other, each as `cut` does, in one walk through the line."""
        walk = _SeenCharacters(self._characters(line), line.stop)
        seen, at = 0, 0
        for start, stop in bounds:
            part = line.text[start:stop]
            begins = start + len(part) - len(part.lstrip())
            seen, at = seen + _seen(line.text[at:begins]), begins
            first = walk.place(seen)
            seen, at = seen + _seen(line.text[at:stop]), max(at, stop)
            last = walk.place(seen - 1) + 1 if line.text[stop:].strip() else line.stop
            yield line._replace(text=part.strip(), first=first, stop=max(first, last))

    def _characters(self, line: CueLine) -> Iterator[tuple[int, int]]:
        """Yield where the characters of a line stand in the file, and how many each shows, spaces not counted."""
        for token in _TOKEN.finditer(self.text, line.first, line.stop):
            if token["end"] is not None or (token["tag"] is not None and self.is_tag(token["tag"])):
                continue
            for one in (_CHARACTER if self.has_entities else _ANY).finditer(self.text, *token.span()):
                yield one.start(), _seen(html.unescape(one.group()) if self.has_entities else one.group())


class _SeenCharacters:
    """A walk through the characters that a line shows; places are asked for in rising order."""

    def __init__(self, characters: Iterator[tuple[int, int]], stop: int) -> None:
        self._characters = characters
        self._through = 0
        self._place = self._stop = stop

    def place(self, seen: int) -> int:
        """Return where the character stands that has so many before it."""
        while self._through <= seen:
            self._place, count = next(self._characters, (self._stop, seen + 1 - self._through))
            self._through += count
        return self._place


def _seen(text: str) -> int:
    return len("".join(text.split()))
