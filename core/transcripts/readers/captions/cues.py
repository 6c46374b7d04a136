"""The cues of a caption file: where each begins, its times, its text; what stands between them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from core.transcripts.readers.captions.cue_lines import TIME, seconds_of_cue
from core.transcripts.readers.pieces import Tally
from core.transcripts.readers.refusal import refusal

# Whole seconds are a time of a cue where the hour is written, too.
_CUE_TIME = rf"(?:{TIME}|\d{{1,4}}:\d{{1,2}}:\d{{1,2}})"
_TIMING = re.compile(rf"[ \t]*(?P<start>{_CUE_TIME})[ \t]*-->[ \t]*(?P<end>{_CUE_TIME})(?:[ \t][^\r\n]*)?")
_TIMING_LINE = re.compile(rf"(?<![^\r\n]){_TIMING.pattern}(?=[\r\n]|\Z)")
# A time that cannot be read: the words below it were said all the same.
_CLOCK = r"\d[\w.,]*:[\w:.,]*"
_BROKEN_TIMING = re.compile(rf"[ \t]*(?:{_CLOCK}[ \t]*-->[ \t]*[\w:.,]*|[\w:.,]*[ \t]*-->[ \t]*{_CLOCK})[ \t]*")
_TIME = re.compile(_CUE_TIME)
# A minute or a second of one digit: Teams writes each part as a number, the thousandths too.
_COUNTED = re.compile(r":\d[:.][\d:.]{1,12}[ \t]{0,9}-->|-->[ \t]{0,9}[\d:]{1,9}:\d[.:]\d")
_GUID = re.compile(r"[0-9a-fA-F]{8}-[0-9a-fA-F-]{20,40}(?:[/-][\w-]+)?")
_NUMBERED = re.compile(r"(?:[^\d\s](?:\S*[^\d\s])?)?(?P<number>[0-9]{1,9})")
_LINE = re.compile(r"(?P<text>[^\r\n]*)(?:\r\n|\n|\r|\Z)")
_VOICE_OR_CHANGE = re.compile(r"[\r\n]|<v|>>|»")
MAX_CUES = 200_000
_MOST_PARTS = 10_000
_NOT_SPOKEN = ("NOTE", "STYLE", "REGION")


class Cue(NamedTuple):
    """A cue: its times in seconds, where its text stands in characters of the file, the name it has."""

    start: float | None
    end: float | None
    first: int
    stop: int
    ident: str = ""


class FileLine(NamedTuple):
    """A line of the file without its end, in characters of the file."""

    text: str
    first: int
    stop: int


def lines_of(text: str, start: int = 0) -> Iterator[FileLine]:
    """Yield the lines of a file from `start` on."""
    for match in _LINE.finditer(text, start):
        if match.start() < len(text):
            yield FileLine(match["text"], match.start(), match.end("text"))


def _is_timing(text: str) -> bool:
    return "-->" in text and bool(_TIMING.fullmatch(text) or _BROKEN_TIMING.fullmatch(text))


def _is_ident(text: str, before: str) -> bool:
    """Tell the name of a cue that no blank line parts from the cue before: a GUID, or one more than the name before."""
    name = _NUMBERED.fullmatch(text.strip())
    if name is None:
        return _GUID.fullmatch(text.strip()) is not None
    last = _NUMBERED.fullmatch(before)
    if last is None:
        return name["number"] == text.strip()
    return int(name["number"]) == int(last["number"]) + 1


def counts_thousandths(text: str) -> bool:
    """Tell whether the times of a text are written as numbers without zeros before them: 0:0:2.90 is 2.09 seconds."""
    return _COUNTED.search(text) is not None


class _Cues:
    """Reads the blocks of a caption file one line after the other."""

    def __init__(self, lines: Iterable[FileLine], left_out: Tally, *, keeps_orphans: bool, counted: bool) -> None:
        self._lines = lines
        self._left_out = left_out
        self._keeps_orphans = keeps_orphans
        self._counted = counted
        self._cue: Cue | None = None
        self._block: list[FileLine] = []  # lines behind a blank one, without a time so far
        self._last: FileLine | None = None  # the last line of the cue's text
        self._ident = ""
        self._in_remark = False

    def read(self) -> Iterator[Cue]:
        """Yield the cues in the order of the file."""
        blank = True
        for line in self._lines:
            if _is_timing(line.text):
                yield from self._at_timing(line)
            elif not line.text:
                self._in_remark = False
                yield from self._end_block()
            elif not self._in_remark:
                self._take(line, blank=blank)
            blank = not line.text
        yield from self._end_block()
        yield from self._finished()

    def _finished(self) -> Iterator[Cue]:
        if self._cue is not None:
            yield self._cue
        self._cue = None

    def _take(self, line: FileLine, *, blank: bool) -> None:
        """Take a line that is no time: the beginning of a block, its next line, or text of the cue."""
        word = re.split(r"[ \t:]", line.text, maxsplit=1)[0]
        if blank and word in _NOT_SPOKEN:
            self._in_remark = True
            self._left_out.add(f"{word} blocks", "they are no speech")
        elif blank or self._block or self._cue is None:
            self._block.append(line)
        else:
            self._add_text(line)

    def _add_text(self, line: FileLine) -> None:
        if self._cue is not None:
            first = line.first if self._cue.first == self._cue.stop else self._cue.first
            self._cue = self._cue._replace(first=first, stop=line.stop)
            self._last = line

    def _end_block(self) -> Iterator[Cue]:
        """Give a block without a time to the cue before where that has no words, or where blocks go on with cues.

        There a block that begins with the next number is a cue that lost its time.
        """
        block, self._block = self._block, []
        if self._keeps_orphans and block and _is_ident(block[0].text, self._ident) and self._ident:
            yield from self._finished()
            self._ident = block.pop(0).text.strip()
            self._cue = Cue(None, None, 0, 0, self._ident)
        if self._cue is not None and block and (self._cue.first == self._cue.stop or self._keeps_orphans):
            for line in block:
                self._add_text(line)
        else:
            self._left_out.add("lines outside a cue", "they have no time, so they are remarks of a program", len(block))

    def _name_before(self) -> str:
        """Take the line before a time, where it is the name of the cue, from where it was put."""
        if self._block and (len(self._block) == 1 or _is_ident(self._block[-1].text, self._ident)):
            return self._block.pop().text.strip()
        last, cue = self._last, self._cue
        if not self._block and last and cue and last.stop == cue.stop and _is_ident(last.text, self._ident):
            self._cue = cue._replace(stop=max(cue.first, last.first))
            return last.text.strip()
        return ""

    def _at_timing(self, line: FileLine) -> Iterator[Cue]:
        self._in_remark = False
        ident = self._name_before()
        yield from self._end_block()
        yield from self._finished()
        match = _TIMING.fullmatch(line.text)
        start, end = (match["start"], match["end"]) if match else line.text.split("-->", 1)
        if not match:
            self._left_out.add("times that cannot be read", "their words are kept, without that time")
        self._cue = Cue(self._seconds(start), self._seconds(end), line.stop, line.stop, ident)
        self._last = None
        self._ident = ident or self._ident

    def _seconds(self, text: str) -> float | None:
        time = text.strip()
        return seconds_of_cue(time, counted=self._counted) if _TIME.fullmatch(time) else None


def refuse_too_many(text: str, name: str) -> None:
    """Raise TranscriptError for a file with more cues than a week of talk has: each takes half a kilobyte to read."""
    if text.count("-->") > MAX_CUES:
        message = f"this caption file has more than {MAX_CUES:,} cues."
        raise refusal(name, message, "Split it into one file for each recording.")


def refuse_too_long(text: str, cue: Cue, name: str) -> None:
    """Raise TranscriptError for a cue with more lines and changes of the speaker than anybody can be shown."""
    parts = sum(1 for _ in _VOICE_OR_CHANGE.finditer(text, cue.first, cue.stop))
    if parts > _MOST_PARTS:
        message = f"this caption file has a cue of more than {_MOST_PARTS:,} lines or voices."
        raise refusal(name, message, "Export the captions again, each with its own time.")


def read_cues(
    lines: Iterable[FileLine], left_out: Tally, *, keeps_orphans: bool = False, counted: bool = False
) -> Iterator[Cue]:
    """Yield the cues of a caption file; what belongs to none is counted in `left_out`.

    With `keeps_orphans` a block without a time goes on with the cue before; `counted` as `counts_thousandths` says.
    """
    return _Cues(lines, left_out, keeps_orphans=keeps_orphans, counted=counted).read()


def timing_lines(text: str) -> Iterator[re.Match[str]]:
    """Yield the lines of a text that are the times of a cue; its groups are `start` and `end`."""
    return _TIMING_LINE.finditer(text) if "-->" in text else iter(())


def timings_in(text: str, most: int = 3) -> Sequence[re.Match[str]]:
    """Return the first lines of a text that are the times of a cue."""
    return tuple(islice(timing_lines(text), most))
