"""The sentences of a transcript, each within one turn; where a turn marks no ends, what its file gives instead."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.answers.word_tokens import length_of
from core.span import Span
from core.text.segmentation import cuts_token, paragraph_spans, sentence_spans, trimmed
from core.transcripts.transcript import TranscriptPair

MOST_WORDS = 40
"""Words of a piece where nothing says where sentences end."""
FEWEST_WORDS = 8
"""Units of a file that have fewer are joined with the next."""
_END = re.compile(r"[.!?…。！？｡؟।॥۔]")
_WORD = re.compile(r"\S+\s*")
_STEP = 16  # characters between the places where a text without spaces may be cut


class TalkSentence(NamedTuple):
    """A sentence: where it stands in raw (code points), its speech, and whose it is.

    `opens` tells whether its turn, or its paragraph where there are no turns, begins with it; `whole` whether the text
    marks where its sentences end; `speaker` is the turn's label, None where nobody is named.
    """

    span: Span
    text: str
    speaker: str | None
    opens: bool
    whole: bool


def _word_ends(text: str, span: Span) -> Iterator[int]:
    """Yield where a stretch may be cut: behind words, and every few characters where words have no spaces."""
    for found in _WORD.finditer(text, span.start, span.end):
        at = found.start() + _STEP
        while at < found.end():
            if cuts_token(text, at):
                at += 1
            else:
                yield at
                at += _STEP
        yield found.end()


def _in_pieces(text: str, span: Span) -> Iterator[Span]:
    """Cut a stretch into pieces of at most `MOST_WORDS` words."""
    start, last, words = span.start, span.start, 0
    for end in _word_ends(text, span):
        more = length_of(text[last:end])
        if words + more > MOST_WORDS and last > start:
            yield Span(start, last)
            start, words = last, 0
        words += more
        last = end
    yield Span(start, span.end)


def _by_units(text: str, starts: Sequence[int]) -> Iterator[Span]:
    """Cut a text where the units of its file begin; very short ones are joined with the next."""
    start = 0
    for cut in starts:
        if length_of(text[start:cut]) >= FEWEST_WORDS and not cuts_token(text, cut):
            yield Span(start, cut)
            start = cut
    yield Span(start, len(text))


def _cut(text: str, units: Sequence[int]) -> Iterator[tuple[Span, bool]]:
    """Yield the sentences of a turn, and whether it marks where they end; `units` are where its file's units begin."""
    if _END.search(text):
        yield from ((span, True) for span in sentence_spans(text))
        return
    for span in _by_units(text, units):
        yield from ((trimmed(piece, text), False) for piece in _in_pieces(text, span))


def _stretches(transcript: TranscriptPair) -> Iterator[tuple[Span, str | None]]:
    """Yield the turns with their labels; the paragraphs where there are no turns."""
    if transcript.turns:
        yield from ((turn.span, turn.speaker) for turn in transcript.turns)
    else:
        yield from ((span, None) for span in paragraph_spans(transcript.raw))


def talk_sentences(transcript: TranscriptPair) -> Iterator[TalkSentence]:
    """Yield the sentences of a transcript in order, without those in which nothing is said.

    Where a turn has no sentence ends, the units of its file take their place, else pieces of at most `MOST_WORDS`
    words. Linear in the text.
    """
    units = getattr(transcript.units, "starts", None) or [unit.span.start for unit in transcript.units]
    for stretch, speaker in _stretches(transcript):
        text = transcript.speech.slice(stretch)
        first, stop = bisect_left(units, stretch.start + 1), bisect_left(units, stretch.end)
        opens = True
        for span, whole in _cut(text, [start - stretch.start for start in units[first:stop]]):
            words = span.slice(text)
            if any(map(str.isalnum, words)):
                place = Span(stretch.start + span.start, stretch.start + span.end)
                yield TalkSentence(place, words, speaker, opens, whole)
                opens = False
