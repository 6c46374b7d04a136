"""Words of the transcript that a chapter copies without marks: eight or more, in one sentence, out of one turn.

Every run of words of a transcript is found by its first eight, in an index of hashes that is built once for a
transcript. Units are what stands between spaces and hyphens of the canonical form, without the punctuation at their
ends; what stands between the units of a run is compared with them. A run lies in one turn and not over lost speech.
"""

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple
from weakref import WeakKeyDictionary

from core.prose.attribution.running_text import ProseParagraph
from core.span import Span
from core.text.canonical import PIECE, fold_pieces
from core.text.segmentation import cuts_token
from core.transcripts.annotations import AnnotationKind, blank_annotations
from core.transcripts.transcript import TranscriptPair

WINDOW = 8  # units
_MOST_PLACES = 16  # of a window that stands in the transcript again and again
_EDGE = rf" {PIECE}\-.,;:!?…\"()\[\]{{}}"
_UNIT = re.compile(rf"[^{_EDGE}](?:[^ {PIECE}\-]*[^{_EDGE}])?")

_INDEXES: WeakKeyDictionary[object, "TranscriptIndex"] = WeakKeyDictionary()

_FEWEST = 8  # words


class CopiedRun(NamedTuple):
    """Units `start` to `end` of a text that stand in the transcript from its unit `place` on."""

    start: int
    end: int
    place: int


class TextUnits:
    """The units of a canonical text: unit `n` is `text[starts[n]:ends[n]]`, in the stretch `pieces[n]`."""

    def __init__(self, text: str, breaks: Iterable[int]) -> None:
        self.text = text
        self.starts = array("q")
        self.ends = array("q")
        self.pieces = array("q")
        for piece, (start, end) in enumerate(_stretches(text, breaks)):
            for match in _UNIT.finditer(text, start, end):
                self.starts.append(match.start())
                self.ends.append(match.end())
                self.pieces.append(piece)

    def __len__(self) -> int:
        return len(self.starts)

    def at(self, offset: int) -> int:
        """Return the first unit that begins at or behind `offset`."""
        return bisect_left(self.starts, offset)

    def windows(self) -> Iterator[tuple[int, int]]:
        """Yield the first unit and the hash of every eight that stand together."""
        text, starts, ends, pieces = self.text, self.starts, self.ends, self.pieces
        for first in range(len(starts) - WINDOW + 1):
            last = first + WINDOW - 1
            if pieces[first] == pieces[last]:
                yield first, hash(text[starts[first] : ends[last]])


def _stretches(text: str, breaks: Iterable[int]) -> Iterator[tuple[int, int]]:
    borders = sorted({0, len(text), *breaks, *(match.start() for match in re.finditer(PIECE, text))})
    return pairwise(borders)


class TranscriptIndex:
    """The units of a transcript and where each window of them stands."""

    def __init__(self, transcript: TranscriptPair) -> None:
        folding = transcript.speech.folding
        lost = [
            folding.canonical(unspoken.span.start)
            for unspoken in transcript.unspoken
            if unspoken.kind is AnnotationKind.LOST
        ]
        self.units = TextUnits(transcript.speech.by_turns, lost)
        self._first: dict[int, int] = {}
        self._more: dict[int, list[int]] = {}
        for place, key in self.units.windows():
            if self._first.setdefault(key, place) != place:
                others = self._more.setdefault(key, [])
                if len(others) < _MOST_PLACES:
                    others.append(place)

    def holds(self, key: int) -> bool:
        """Tell whether a window with this hash stands in the transcript."""
        return key in self._first

    def longest_run(self, units: TextUnits, within: range, windows: Iterable[tuple[int, int]]) -> CopiedRun | None:
        """Return the longest run of the units `within` that stands in the transcript, the first of equals.

        `windows` are those of these units that the index holds, in order.
        """
        best: CopiedRun | None = None
        covered = 0  # a window before it lies in a run that was found already
        for first, key in windows:
            if first + WINDOW <= covered:
                continue
            for place in (self._first[key], *self._more.get(key, ())):
                run = self._extended(units, within, first, place)
                if run is None:
                    continue
                covered = max(covered, run.end)
                if best is None or run.end - run.start > best.end - best.start:
                    best = run
                if run.end - run.start == len(within):
                    return run
        return best

    def _extended(self, units: TextUnits, within: range, first: int, place: int) -> CopiedRun | None:
        """Return the run around a window that may stand at `place`, as long as it is on both sides."""
        mine, own = units, self.units
        last, end = first + WINDOW - 1, place + WINDOW - 1
        if mine.text[mine.starts[first] : mine.ends[last]] != own.text[own.starts[place] : own.ends[end]]:
            return None
        while (
            last + 1 < within.stop
            and end + 1 < len(own)
            and own.pieces[end + 1] == own.pieces[place]
            and mine.pieces[last + 1] == mine.pieces[first]
            and mine.text[mine.ends[last] : mine.ends[last + 1]] == own.text[own.ends[end] : own.ends[end + 1]]
        ):
            last, end = last + 1, end + 1
        while (
            first > within.start
            and place
            and own.pieces[place - 1] == own.pieces[end]
            and mine.pieces[first - 1] == mine.pieces[last]
            and mine.text[mine.starts[first - 1] : mine.starts[first]]
            == own.text[own.starts[place - 1] : own.starts[place]]
        ):
            first, place = first - 1, place - 1
        return CopiedRun(first, last + 1, place)


def index_of(transcript: TranscriptPair) -> TranscriptIndex:
    """Return the index of a transcript; it is built once and goes with the transcript."""
    # Speech is compared by identity, which costs nothing; a record would be compared by content.
    speech = transcript.speech
    index = _INDEXES.get(speech)
    if index is None:
        index = _INDEXES[speech] = TranscriptIndex(transcript)
    return index


class CopiedWords(NamedTuple):
    """Words that stand in the transcript: the paragraph, and where in its text."""

    paragraph: int
    span: Span


def _words(text: str) -> int:
    """Count what stands between white space and holds a letter or digit."""
    return sum(any(char.isalnum() for char in word) for word in text.split())


def _open_prose(text: str, barriers: Sequence[Span]) -> str:
    """Return the text of a paragraph with everything blanked that a run may not run over; offsets are kept."""
    text = blank_annotations(text.replace(PIECE, " "))
    pieces: list[str] = []
    done = 0
    for start, end in barriers:
        if done < end:
            # A run goes on behind white space, and ends at a separator.
            pieces += (text[done:start], PIECE, " " * (end - max(start, done) - 1))
            done = end
    return "".join((*pieces, text[done:]))


class _Prose:
    """All paragraphs of a chapter, folded at once, and the windows of them that the transcript holds."""

    def __init__(self, texts: Sequence[str], index: TranscriptIndex) -> None:
        self.offsets = list(accumulate((len(text) + 1 for text in texts), initial=0))
        self.folding = fold_pieces(PIECE.join(texts))
        self.units = TextUnits(self.folding.text, ())
        self._hits = [(first, key) for first, key in self.units.windows() if index.holds(key)]

    def by_paragraph(self) -> Iterator[tuple[int, list[tuple[int, int]]]]:
        """Yield the paragraphs that hold such windows, with them."""
        paragraph, hits = 0, list[tuple[int, int]]()
        for first, key in self._hits:
            start = self.original(first, first + 1).start
            if start >= self.offsets[paragraph + 1]:
                if hits:
                    yield paragraph, hits
                hits = []
                while start >= self.offsets[paragraph + 1]:
                    paragraph += 1
            hits.append((first, key))
        if hits:
            yield paragraph, hits

    def original(self, start: int, end: int) -> Span:
        """Return where the units `start` to `end` stand in all paragraphs together."""
        return self.folding.original(self.units.starts[start], self.units.ends[end - 1])

    def sentences(self, paragraph: int, spans: Sequence[Span]) -> Iterator[range]:
        """Yield the units of each sentence of a paragraph."""
        for span in spans:
            start, end = (self.folding.canonical(self.offsets[paragraph] + offset) for offset in span)
            yield range(self.units.at(start), self.units.at(end))


class _Finder:
    def __init__(self, paragraphs: Sequence[ProseParagraph], texts: Sequence[str], transcript: TranscriptPair) -> None:
        self._paragraphs = paragraphs
        self._transcript = transcript
        self._index = index_of(transcript)
        self._prose = _Prose(texts, self._index)

    def find(self) -> Iterator[CopiedWords]:
        for number, hits in self._prose.by_paragraph():
            position = 0
            for units in self._prose.sentences(number, self._paragraphs[number].sentences):
                own: list[tuple[int, int]] = []
                while position < len(hits) and hits[position][0] < units.stop:
                    if hits[position][0] >= units.start and hits[position][0] + WINDOW <= units.stop:
                        own.append(hits[position])
                    position += 1
                run = self._index.longest_run(self._prose.units, units, own) if own else None
                copied = self._copied(number, run) if run else None
                if copied:
                    yield copied

    def _copied(self, number: int, run: CopiedRun) -> CopiedWords | None:
        """Return the words of a run, whole tokens only, None where they are too few."""
        offset, text = self._prose.offsets[number], self._paragraphs[number].text
        start, end, place = run
        while start < end and self._cuts(text, self._edges(start, end, offset)[0], self._raw(run, start, end)[0]):
            start, place = start + 1, place + 1
        while start < end and self._cuts(text, self._edges(start, end, offset)[1], self._raw(run, start, end)[1]):
            end -= 1
        span = Span(*self._edges(start, end, offset)) if start < end else Span(0, 0)
        return CopiedWords(number, span) if _words(span.slice(text)) >= _FEWEST else None

    def _edges(self, start: int, end: int, offset: int) -> tuple[int, int]:
        span = self._prose.original(start, end)
        return span.start - offset, span.end - offset

    def _raw(self, run: CopiedRun, start: int, end: int) -> Span:
        own = self._index.units
        first = run.place + start - run.start
        return self._transcript.raw_span(own.starts[first], own.ends[first + end - start - 1])

    def _cuts(self, text: str, edge: int, raw_edge: int) -> bool:
        return cuts_token(text, edge) or cuts_token(self._transcript.raw, raw_edge)


def find_copied_words(
    paragraphs: Sequence[ProseParagraph], transcript: TranscriptPair, barriers: Iterable[tuple[int, Span]]
) -> list[CopiedWords]:
    """Return for each sentence the longest run of eight words or more that the transcript holds, in reading order.

    Compared modulo the folds; `barriers` are stretches, each of a paragraph, that no run may touch; proven quotations
    always are.
    """
    taken: list[list[Span]] = [list(paragraph.quotes) for paragraph in paragraphs]
    for number, span in barriers:
        taken[number].append(span)
    texts = [_open_prose(paragraph.text, sorted(own)) for paragraph, own in zip(paragraphs, taken, strict=True)]
    return list(_Finder(paragraphs, texts, transcript).find())
