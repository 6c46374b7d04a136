"""The passage of a transcript that is most like a quote that is not in it.

`seeds` names a few places, these are compared, and `tightening` fits the ends of the best. All offsets are code
points of the canonical transcript, half-open.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial

from core.boundaries import cuts_token
from core.canonical import PIECE
from core.record import Record
from core.seeds import Seed, WordIndex, elect
from core.span import Span
from core.tightening import Tight, tighten
from core.transcript import TranscriptPair

NEAR_ENOUGH = 0.6  # below this similarity the best passage of a long text is noise
LONGEST_QUOTE = 10_000  # characters, some ten minutes of speech; what is longer is not a quote

_TIE = 0.02  # similarity not worth mentioning: whole words and one turn together are worth as much
_HOPELESS = 0.3  # similarity of a place, ends not fitted, that no fitting brings near
_RIVAL = 0.1  # a place this much less like the quote before fitting may still be the best after it
_WELL_FOUND = 0.8  # from this similarity on no other kind of seed finds anything better


class Near(Record):
    """The passage of the canonical transcript most like a quote; `score` is 1 minus the normalised edit distance, 0
    to 1."""

    span: Span
    score: float


class NearestIndex:
    """A transcript made ready for any number of quotes; `speech` is its canonical text with `PIECE` between turns."""

    def __init__(self, speech: str) -> None:
        self._speech = speech
        self.index = WordIndex(speech.replace(PIECE, " "))

    def find(self, quotes: Sequence[str], is_edge: Callable[[int], bool]) -> list[Near | None]:
        """Return the nearest passage of each canonical quote; `is_edge` tells where one may begin or end."""
        best = [self._best(quote, self.index.seeds_of_words(quote), self.index.starts, is_edge) for quote in quotes]
        strange = [
            number
            for number, quote in enumerate(quotes)
            if best[number].score < _WELL_FOUND and self.index.is_strange(quote)
        ]
        by_characters = self.index.seeds_of_characters([quotes[number] for number in strange])
        offsets = range(len(self.index.text))
        for number, seeds in zip(strange, by_characters, strict=True):
            again = self._best(quotes[number], seeds, offsets, is_edge)
            best[number] = max(best[number], again, key=lambda tight: tight.score)
        return [Near(span=tight.span, score=tight.score) if tight.score >= NEAR_ENOUGH else None for tight in best]

    def _best(self, quote: str, seeds: list[Seed], starts: Sequence[int], is_edge: Callable[[int], bool]) -> Tight:
        """Return the best passage that the seeds lead to; within a tie one turn is better than two."""
        from rapidfuzz.distance import Levenshtein
        from rapidfuzz.process import extract

        text = self.index.text
        anchors = elect(quote, seeds, starts) if 0 < len(quote) <= LONGEST_QUOTE else []
        begins = [max(0, anchor.in_text - anchor.in_quote) for anchor in anchors]
        rough = extract(
            quote,
            [text[begin : begin + len(quote)] for begin in begins],
            scorer=Levenshtein.normalized_similarity,
            score_cutoff=_HOPELESS,
            limit=2,
        )
        options = [Tight(Span(0, 0), 0.0, 0)]
        for _, similarity, number in rough:
            if similarity < rough[0][1] - _RIVAL:
                break
            for tight in tighten(quote, text, anchors[number], is_edge):
                options += (tight, *self._within_turn(quote, tight))
        best = max(tight.score for tight in options)
        tied = [tight for tight in options if tight.score >= best - _TIE]
        return max(tied, key=lambda tight: (not self._crosses_turns(tight.span), tight.whole_ends, tight.score))

    def _crosses_turns(self, span: Span) -> bool:
        return self._speech.find(PIECE, *span) >= 0

    def _within_turn(self, quote: str, tight: Tight) -> Iterator[Tight]:
        """Yield the longest part within one turn of a passage that runs over several."""
        from rapidfuzz.distance import Levenshtein

        if self._crosses_turns(tight.span):
            turns = tight.span.slice(self._speech).split(PIECE)
            longest = max(range(len(turns)), key=lambda number: len(turns[number]))
            start = tight.span.start + sum(len(turn) + 1 for turn in turns[:longest])
            score = Levenshtein.normalized_similarity(quote, turns[longest])
            yield Tight(Span(start, start + len(turns[longest])), score, tight.whole_ends)


@lru_cache(maxsize=2)
def _index_of(speech: str) -> NearestIndex:
    return NearestIndex(speech)


def _is_edge(transcript: TranscriptPair, offset: int) -> bool:
    folding = transcript.speech.folding
    if not 0 < offset < len(folding.text):
        return True
    return folding.is_edge(offset) and not cuts_token(transcript.raw, folding.original(offset, offset + 1).start)


def find_nearest(quotes: Sequence[str], transcript: TranscriptPair) -> list[Near | None]:
    """Return for each canonical quote the passage of the transcript most like it, None where nothing is like it.

    One call for all quotes costs a fraction of a call each. A passage begins and ends between whole tokens, and
    lies within one
    turn, where that costs no similarity worth mentioning (`_TIE`). Source: design, "Whitelist".
    """
    return _index_of(transcript.speech.folding.text).find(quotes, partial(_is_edge, transcript))
