"""The passage of a transcript that is most like a quote that is not in it.

`fuzzy_seeds` names a few places, these are compared, and `fuzzy_ends` fits the ends of the best. All offsets are code
points of the canonical transcript, half-open.
"""

from collections.abc import Iterator, Sequence

from core.record import Record
from core.span import Span
from core.text.fuzzy_ends import AlignedMatch, AlignmentAnchor, tighten
from core.text.fuzzy_seeds import Seed, index_words, vote_for_anchors
from core.text.segmentation import cuts_token
from core.transcripts.transcript import TranscriptPair

NEAR_ENOUGH = 0.6  # below this similarity the best passage of a long text is noise
LONGEST_QUOTE = 10_000  # characters, some ten minutes of speech; what is longer is not a quote

_TIE = 0.02  # similarity not worth mentioning: whole words and one turn together are worth as much
_AROUND = 64  # characters on each side of an anchor by which places are compared
_HOPELESS = 0.35  # similarity of so many characters that is no more than chance
_RIVAL = 0.1  # a place this much less like the quote there may still be the best as a whole
_WELL_FOUND = 0.8  # from this similarity on no other kind of seed finds anything better


class NearestMatch(Record):
    """The passage of the canonical transcript most like a quote; `score` is 0 to 1, 1 minus the normalised distance."""

    span: Span
    score: float


class NearestIndex:
    """A transcript made ready for any number of quotes; the words are indexed once for each transcript."""

    def __init__(self, transcript: TranscriptPair) -> None:
        self._transcript = transcript
        self._words = index_words(transcript.canonical)

    def find(self, quotes: Sequence[str]) -> list[NearestMatch | None]:
        """Return the nearest passage of each canonical quote, None where nothing is like it."""
        words = self._words
        words.compared = 0
        best = [self._best(quote, words.seeds_of_words(quote), words.starts) for quote in quotes]
        strange = [
            number
            for number, quote in enumerate(quotes)
            if best[number].score < _WELL_FOUND and words.is_strange(quote)
        ]
        by_characters = words.seeds_of_characters([quotes[number] for number in strange])
        for number, seeds in zip(strange, by_characters, strict=True):
            again = self._best(quotes[number], seeds, range(len(words.text)))
            best[number] = max(best[number], again, key=lambda tight: tight.score)
        return [
            NearestMatch(span=tight.span, score=tight.score) if tight.score >= NEAR_ENOUGH else None for tight in best
        ]

    def _best(self, quote: str, seeds: list[Seed], starts: Sequence[int]) -> AlignedMatch:
        """Return the best passage that the seeds lead to; within a tie one turn is better than two."""
        options = [AlignedMatch(Span(0, 0), 0.0, 0)]
        for anchor in self._best_places(quote, seeds, starts) if 0 < len(quote) <= LONGEST_QUOTE else ():
            for tight in tighten(quote, self._words.text, anchor, self._is_edge):
                options += (tight, *self._within_turn(quote, tight))
        best = max(tight.score for tight in options)
        tied = [tight for tight in options if tight.score >= best - _TIE]
        return max(tied, key=lambda tight: (not self._crosses_turns(tight.span), tight.worth, tight.score))

    def _best_places(self, quote: str, seeds: list[Seed], starts: Sequence[int]) -> list[AlignmentAnchor]:
        """Return the anchor about which text and quote are most alike, and its rival if it has one."""
        from rapidfuzz.distance import Levenshtein

        places: list[tuple[float, AlignmentAnchor]] = []
        for anchor in vote_for_anchors(quote, seeds, starts):
            around = quote[max(0, anchor.in_quote - _AROUND) : anchor.in_quote + _AROUND]
            begin = max(0, anchor.in_text - min(anchor.in_quote, _AROUND))
            passage = self._words.text[begin : begin + len(around)]
            places.append((Levenshtein.normalized_similarity(around, passage), anchor))
        places.sort(key=lambda place: -place[0])
        least = max(places[0][0] - _RIVAL, _HOPELESS) if places else 0
        return [anchor for similarity, anchor in places[:2] if similarity >= least]

    def _is_edge(self, offset: int) -> bool:
        """Tell whether a quote may begin or end at an offset of the canonical text."""
        folding = self._transcript.speech.folding
        if not 0 < offset < len(self._transcript.canonical):
            return True
        raw_offset = folding.original(offset, offset + 1).start
        return folding.is_edge(offset) and not cuts_token(self._transcript.raw, raw_offset)

    def _crosses_turns(self, span: Span) -> bool:
        return self._transcript.speech.crosses_turns(*span)

    def _within_turn(self, quote: str, tight: AlignedMatch) -> Iterator[AlignedMatch]:
        """Yield the longest part within one turn of a passage that runs over several."""
        from rapidfuzz.distance import Levenshtein

        if self._crosses_turns(tight.span):
            longest = max(self._transcript.speech.parts_of(tight.span), key=lambda part: part.end - part.start)
            score = Levenshtein.normalized_similarity(quote, longest.slice(self._words.text))
            yield AlignedMatch(longest, score, tight.worth)


def find_nearest(quotes: Sequence[str], transcript: TranscriptPair) -> list[NearestMatch | None]:
    """Return for each canonical quote the passage of the transcript most like it, None where nothing is like it.

    One call for all quotes costs a fraction of a call each. A passage begins and ends between whole tokens, and lies
    within one turn, where that costs no similarity worth mentioning (`_TIE`). Source: decisions.md#rejections.
    """
    return NearestIndex(transcript).find(quotes)
