"""Which words of a transcript can be selected for a quote: the whole tokens of each turn, cut where no quote may run.

Source: decisions.md#words-that-a-person-selects.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.map_making.outline.talk_sentences import talk_sentences
from core.span import Span
from core.text.segmentation import cuts_token, paragraph_spans
from core.transcripts.annotations import AnnotationKind
from core.transcripts.transcript import TranscriptPair

_CHUNK = re.compile(r"[^ \t\r\n]+")
# A word whose ends are beyond doubt: plain letters, with nothing but marks at its ends.
_PLAIN = re.compile(r"[\"(]*([A-Za-z]+(?:'[a-z]+)*)[.,;:?!\")]*")
_BARRIERS = (AnnotationKind.LOST, AnnotationKind.TIMESTAMP)


class SelectableTurn(NamedTuple):
    """A turn, or a paragraph where there are no turns, with the words that can be selected in it.

    `span` and `words` stand in raw; code points, half-open. `runs` and `sentences` count in `words`: where a stretch
    begins that no lost speech and no time parts, and where a sentence begins.
    """

    span: Span
    words: tuple[Span, ...]
    runs: tuple[int, ...]
    sentences: tuple[int, ...]


def _pieces(text: str, start: int, end: int) -> Iterator[Span]:
    """Cut a stretch wherever a quote may begin or end."""
    last = start
    for offset in range(start + 1, end):
        if not cuts_token(text, offset):
            yield Span(last, offset)
            last = offset
    yield Span(last, end)


def _words(text: str) -> Iterator[Span]:
    for chunk in _CHUNK.finditer(text):
        plain = _PLAIN.fullmatch(chunk.group())
        if plain:
            yield Span(chunk.start() + plain.start(1), chunk.start() + plain.end(1))
        else:
            pieces = _pieces(text, *chunk.span())
            yield from (piece for piece in pieces if any(map(str.isalnum, piece.slice(text))))


def _stretches(transcript: TranscriptPair) -> Iterator[Span]:
    if transcript.turns:
        yield from (turn.span for turn in transcript.turns)
    else:
        yield from paragraph_spans(transcript.raw)


def _begins(offsets: Sequence[int], starts: Sequence[int]) -> tuple[int, ...]:
    """Return the first word and those that are the first behind an offset, as numbers."""
    found = {0, *(bisect_left(starts, offset) for offset in offsets)}
    return tuple(sorted(number for number in found if number < len(starts)))


def selectable_turns(transcript: TranscriptPair) -> Iterator[SelectableTurn]:
    """Yield the turns of a transcript in order with the words that can be selected in them. Linear in the text."""
    sentences = [sentence.span.start for sentence in talk_sentences(transcript)]
    barriers = sorted(start for kind in _BARRIERS for start in transcript.unspoken.starts_of(kind))
    for stretch in _stretches(transcript):
        inside = (
            Span(stretch.start + start, stretch.start + end) for start, end in _words(transcript.speech.slice(stretch))
        )
        words = tuple(inside)
        starts = [word.start for word in words]

        def within(offsets: list[int], stretch: Span = stretch) -> list[int]:
            return offsets[bisect_left(offsets, stretch.start) : bisect_right(offsets, stretch.end)]

        runs = _begins(within(barriers), starts)
        begun = _begins(within(sentences), starts)
        yield SelectableTurn(stretch, words, runs, tuple(sorted({*runs, *begun})))
