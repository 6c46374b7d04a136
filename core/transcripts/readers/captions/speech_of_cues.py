"""From the cues of a caption file to pieces: lines that roll, voices, dashes, names before a colon."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from core.transcripts.readers.captions.cue_lines import CaptionText, CueLine
from core.transcripts.readers.captions.cues import Cue
from core.transcripts.readers.label_choice import find_labels
from core.transcripts.readers.label_names import LabelGrade, grade_name, may_be_a_name
from core.transcripts.readers.lay_out import gap_between
from core.transcripts.readers.pieces import Piece, Tally, TimedWord
from core.transcripts.units import Place

_NEARLY_EACH = 0.4
_ROLLING = 3  # so many cues must begin with what the cue before ends with
_CHANGE = re.compile(r"(?:^|(?<=\s))(?:>>+|»)(?=\s|\w)\s*|^[-–]\s+(?=\S)")
_NAMED = re.compile(r"(?P<name>[^:：]{1,80}?)[:：]\s+(?=\S)")


class SpokenCue(NamedTuple):
    """A cue with its lines."""

    cue: Cue
    lines: Sequence[CueLine]


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


def with_labels(cues: Sequence[SpokenCue], source: CaptionText, *, every_cue: bool = False) -> Iterator[SpokenCue]:
    """Yield the cues with the name before a colon as the voice of its line; the whole file decides what is a name.

    With `every_cue`, where nearly each cue begins with a name, a name that occurs once is one, too, unless its words
    are those of a sentence.
    """
    starts: list[int] = []
    texts: list[str] = []
    at = 0
    for _, lines in cues:
        for line in lines:
            starts.append(at)
            texts.append(line.text)
            at += len(line.text) + 1
    labels = find_labels("\n".join(texts))
    found = {span.start: (name, span.end - span.start) for name, span, _ in labels}
    lenient = every_cue and len(found) >= _NEARLY_EACH * len(cues)
    number = 0
    for cue, lines in cues:
        named: list[CueLine] = []
        for line in lines:
            name, length = found.get(starts[number], ("", 0))
            if not name and lenient and line is lines[0]:
                name, length = _rare_name(line.text)
            # A name may stand alone on the line before.
            above = named[-1].voice if named and not named[-1].text else ""
            if not name and above:
                named.append(line._replace(voice=above, voiced=True))
            else:
                named.append(_behind_label(line, source, name, length) if name else line)
            number += 1
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
    done, begins = 0, False
    for match in _CHANGE.finditer(line.text):
        if line.text[done : match.start()].strip():
            yield source.cut(line, done, match.start()), begins
        done, begins = match.end(), True
    if not done:
        yield line, False
    elif line.text[done:].strip() or begins:
        yield source.cut(line, done, len(line.text)), begins


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


def pieces_of(cues: Iterable[SpokenCue], source: CaptionText) -> Iterator[Piece]:
    """Yield one piece for each cue, or for each speaker of a cue; places in characters of the file."""
    speakers = _Speakers(source)
    for cue, lines in cues:
        piece: Piece | None = None
        for part, speaker, begins, inherited in speakers.parts(lines):
            if not part.text and not begins:
                continue
            place = Place("", part.first, part.stop)
            if piece is None or begins or speaker != piece.speaker:
                if piece is not None:
                    yield piece
                words = _from_the_start(part.words, cue.start)
                piece = Piece(part.text, place, speaker, cue.start, cue.end, None, words, inherited, begins)
            else:
                gap = gap_between(piece.text, part.text)
                place = Place("", min(piece.place.first, part.first) if piece.place else part.first, part.stop)
                piece = piece._replace(
                    text=piece.text + gap + part.text, place=place, words=(*piece.words, *part.words)
                )
        if piece is not None:
            yield piece
