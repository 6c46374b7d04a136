"""From the cues of a caption file to pieces: lines that roll, voices, dashes, names before a colon."""

import io
import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from core.transcripts.readers.captions.cue_columns import SpokenCue
from core.transcripts.readers.captions.cue_lines import CaptionText, CueLine
from core.transcripts.readers.label_choice import find_labels
from core.transcripts.readers.label_names import LabelGrade, grade_name, may_be_a_name
from core.transcripts.readers.lay_out import gap_between
from core.transcripts.readers.pieces import Piece, Tally, TimedWord
from core.transcripts.units import Place

_NEARLY_EACH = 0.4
_ROLLING = 3  # so many cues must begin with what the cue before ends with
_CHANGE = re.compile(r"(?:^|(?<=\s))(?:>>+|»)(?=\s|\w)\s*|^[-–]\s+(?=\S)")
_NAMED = re.compile(r"(?P<name>[^:：]{1,80}?)[:：]\s+(?=\S)")
_TAG = re.compile(r"<[^<>]*>")


def _copied(before: Sequence[CueLine], lines: Sequence[CueLine]) -> int:
    """Return how many lines at the beginning of a cue are the last lines of the cue before."""
    most = next((number for number, line in enumerate(lines) if line.words), len(lines))
    for count in range(min(most, len(before)), 0, -1):
        if [line.text for line in before[-count:]] == [line.text for line in lines[:count]]:
            return count
    return 0


def roll(cues: Iterable[SpokenCue]) -> bool:
    """Tell whether captions roll: most cues of more than one line begin with what the cue before ends with, and go on.

    Where words have times, one copied line is enough.
    """
    rolling = several = copies = 0
    timed = False
    before: Sequence[CueLine] = ()
    for _, lines in cues:
        copied = _copied(before, lines)
        several += len(lines) > 1
        rolling += 0 < copied < len(lines)
        copies += copied > 0
        timed = timed or any(line.words for line in lines)
        before = lines
    return (timed and copies > 0) or (rolling >= _ROLLING and 2 * rolling > several)


def without_copies(cues: Iterable[SpokenCue], left_out: Tally) -> Iterator[SpokenCue]:
    """Yield the cues of rolling captions with the lines that are new in each: copies go by whole lines only."""
    before: Sequence[CueLine] = ()
    for cue, lines in cues:
        copied = _copied(before, lines)
        left_out.add("lines shown again", "rolling captions show each line up to three times", copied)
        before = lines
        if lines[copied:]:
            yield SpokenCue(cue, lines[copied:])


class LabelledCues:
    """The cues with the name before a colon as the voice of its line; the whole file decides what is a name.

    With `every_cue`, where nearly each cue begins with a name, a name that occurs once is one, too, unless its words
    are those of a sentence.
    """

    def __init__(self, cues: Sequence[SpokenCue], source: CaptionText, *, every_cue: bool = False) -> None:
        self._cues, self._source = cues, source
        self._starts = array("I")
        written = io.StringIO()
        for _, lines in cues:
            for line in lines:
                self._starts.append(written.tell())
                written.write(f"{line.text}\n")
        self._found = {
            span.start: (name, span.end - span.start) for name, span, _ in find_labels(written.getvalue()[:-1])
        }
        self._lenient = every_cue and len(self._found) >= _NEARLY_EACH * len(cues)

    @property
    def named(self) -> bool:
        """Whether a name stands before a colon anywhere."""
        return bool(self._found)

    def __iter__(self) -> Iterator[SpokenCue]:
        """Yield the cues in the order of the file."""
        starts = iter(self._starts)
        for cue, lines in self._cues:
            named: list[CueLine] = []
            for line in lines:
                name, length = self._found.get(next(starts), ("", 0))
                if not name and self._lenient and line is lines[0]:
                    name, length = _rare_name(line.text)
                # A name may stand alone on the line before.
                above = named[-1].voice if named and not named[-1].text else ""
                if not name and above:
                    named.append(line._replace(voice=above, voiced=True))
                else:
                    named.append(_behind_label(line, self._source, name, length) if name else line)
            yield SpokenCue(cue, [line for line in named if line.text])


def _rare_name(text: str) -> tuple[str, int]:
    """Return a name that a program wrote before a colon and that does not look like one by itself, with its length."""
    match = _NAMED.match(text)
    if match is None:
        return "", 0
    words = match["name"].split()
    plain = len(words) == 1 and words[0].isalpha() and words[0].casefold() != words[0].upper() and words[0].istitle()
    return ("", 0) if plain or not may_be_a_name(words) else (match["name"].rstrip(), match.end())


def _behind_label(line: CueLine, source: CaptionText, name: str, length: int) -> CueLine:
    return source.cut(line, length, len(line.text))._replace(voice=name, voiced=True)


def _changes(line: CueLine, source: CaptionText) -> Iterator[tuple[CueLine, bool]]:
    """Yield a line in parts, and whether another person begins there: at a dash, at `>>`."""
    bounds: list[tuple[int, int]] = []
    done = 0
    for match in _CHANGE.finditer(line.text):
        bounds.append((done, match.start()))
        done = match.end()
    if not done:
        yield line, False
        return
    bounds.append((done, len(line.text)))
    for number, part in enumerate(source.cuts(line, bounds)):
        # Nothing said before the first mark, or between two, is no part; behind the last one somebody begins.
        if part.text or number == len(bounds) - 1:
            yield part, number > 0


def _name_behind_mark(line: CueLine, source: CaptionText) -> CueLine:
    match = _NAMED.match(line.text)
    if match is None or grade_name(match["name"]) < LabelGrade.LETTER:
        return line._replace(voice="", voiced=True)
    return _behind_label(line, source, match["name"], match.end())


class _Part(NamedTuple):
    """A part of a cue: who says it, whether another person begins here, whether the name carried over."""

    line: CueLine
    speaker: str | None
    begins: bool
    inherited: bool


class _Speakers:
    """Who speaks, carried over from line to line and from cue to cue."""

    def __init__(self, source: CaptionText) -> None:
        self._source = source
        self._name: str | None = None
        self._voice: str | None = None  # what this cue says, None while it says nothing

    def parts(self, lines: Iterable[CueLine]) -> Iterator[_Part]:
        """Yield the parts of a cue."""
        self._voice = None
        for line in lines:
            for number, (part, marked) in enumerate(_changes(line, self._source)):
                yield self._part(part, marked=marked, own_voice=line.voiced and not number)

    def _part(self, part: CueLine, *, marked: bool, own_voice: bool) -> _Part:
        if marked and not own_voice:
            part = _name_behind_mark(part, self._source)
        if not part.voiced:
            inherited = self._voice is None and self._name is not None
            return _Part(part, self._name, begins=False, inherited=inherited)
        begins = marked or (self._voice != part.voice and not _names(part.voice))
        self._voice = part.voice
        self._name = part.voice if _names(part.voice) else None
        return _Part(part, self._name, begins, inherited=False)


def _names(voice: str) -> bool:
    return any(map(str.isalnum, voice))


def _from_the_start(words: Sequence[TimedWord], start: float | None) -> Sequence[TimedWord]:
    """Return the words of a cue, the first one with the time at which the cue begins."""
    return (words[0]._replace(start=start), *words[1:]) if words and words[0].start is None else words


class _Growing:
    """A piece whose parts are collected: one cue may have thousands of lines."""

    def __init__(self, piece: Piece, part: CueLine) -> None:
        self._piece = piece
        self._texts = [part.text]
        self._words = list(piece.words)
        self._first, self._stop = part.first, part.stop

    @property
    def speaker(self) -> str | None:
        return self._piece.speaker

    def is_named_again(self, part: CueLine, source: CaptionText) -> bool:
        """Tell whether a label stands before the next line of a cue: a place holds the words alone."""
        between = source.text[self._stop : part.first]
        return bool(between.strip()) and any(map(str.isalnum, _TAG.sub("", between)))

    def add(self, part: CueLine) -> None:
        before = next((text for text in reversed(self._texts) if text), "")
        self._texts += (gap_between(before, part.text), part.text)
        self._words += part.words
        self._first, self._stop = min(self._first, part.first), part.stop

    def piece(self) -> Piece:
        place = Place("", self._first, self._stop)
        return self._piece._replace(text="".join(self._texts), place=place, words=tuple(self._words))


def pieces_of(cues: Iterable[SpokenCue], source: CaptionText) -> Iterator[Piece]:
    """Yield one piece for each cue, or for each speaker of a cue; places in characters of the file."""
    speakers = _Speakers(source)
    for cue, lines in cues:
        growing: _Growing | None = None
        for part, speaker, begins, inherited in speakers.parts(lines):
            if not part.text and not begins:
                continue
            if growing is not None:
                if not begins and speaker == growing.speaker and not growing.is_named_again(part, source):
                    growing.add(part)
                    continue
                yield growing.piece()
            words = _from_the_start(part.words, cue.start)
            piece = Piece(part.text, None, speaker, cue.start, cue.end, None, words, inherited, begins)
            growing = _Growing(piece, part)
        if growing is not None:
            yield growing.piece()
