"""Words of the transcript that a chapter copies without marks: eight or more, in one sentence, out of one turn."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from core.enforcement.unmarked.ngram_index import WINDOW, CopiedRun, TextUnits, TranscriptIndex, index_of
from core.enforcement.unmarked.running_words import ProseParagraph
from core.span import Span
from core.text.canonical import PIECE, fold_pieces
from core.text.tokens import cuts_token
from core.transcripts.annotations import blank_annotations
from core.transcripts.transcript import TranscriptPair

_FEWEST = 8  # words


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
