"""What the transcript itself says about words that are not whitelisted."""

from bisect import bisect_right
from collections.abc import Iterable

from core.enforcement.results import QuotationFinding
from core.span import Span
from core.text.search import find_all_occurrences
from core.transcripts.speakers import Roster, SpeakerRef
from core.transcripts.transcript import TranscriptPair
from core.whitelist.build import WhitelistQuote
from core.whitelist.occurrences import (
    Occurrence,
    label_ids,
    one_turn_occurrences,
    speaker_occurrences,
    whole_token_occurrences,
)


class TranscriptLookup:
    """Says of any words whether they are part of a proven quote, in the transcript, by whom, or not there at all."""

    def __init__(self, whitelist: Iterable[WhitelistQuote], transcript: TranscriptPair | None, roster: Roster) -> None:
        self._quotes = tuple(whitelist)
        self._transcript = transcript
        self._labels = label_ids(transcript, roster) if transcript else {}
        # Proven stretches by their beginnings, none inside another: which one could hold a place is then a bisection.
        self._proven: list[Span] = []
        for span in sorted({Span(*span) for quote in self._quotes for span in quote.raw_spans}):
            if not (self._proven and self._proven[-1].end >= span.end):
                self._proven.append(span)
        self._places: dict[str, list[Occurrence]] = {}

    def occurrences(self, key: str) -> list[Occurrence]:
        """Return where words (as `quote_key`) stand on whole tokens and within one turn."""
        if self._transcript is None or not key:
            return []
        if key not in self._places:
            matches = find_all_occurrences(self._transcript.canonical, key)
            whole = whole_token_occurrences(self._transcript, matches)
            self._places[key] = one_turn_occurrences(self._transcript, whole)
        return self._places[key]

    def _is_part(self, key: str) -> bool:
        if self._transcript is None:
            return any(key in quote.quote_canonical for quote in self._quotes)
        return any(self._is_proven(found.raw) for found in self.occurrences(key))

    def _is_proven(self, place: Span) -> bool:
        """Tell whether a proven stretch holds a place: the last that begins before it reaches farthest."""
        index = bisect_right(self._proven, place.start, key=lambda span: span.start) - 1
        return index >= 0 and self._proven[index].contains(place)

    def is_anothers(self, key: str, named: SpeakerRef) -> bool:
        """Tell whether words (as `quote_key`) stand in the transcript, but nowhere in a turn of whom they are given."""
        places = self.occurrences(key)
        if self._transcript is None or not places:
            return False
        return not speaker_occurrences(self._transcript, places, named, self._labels)

    def find(self, key: str, named: SpeakerRef | None) -> QuotationFinding:
        """Return what holds of words (as `quote_key`) that are not a whitelisted quote; `named` is whose they are
        said to be."""
        if not key:
            return QuotationFinding.NOT_IN_TRANSCRIPT
        if self._is_part(key):
            return QuotationFinding.PART_OF_WHITELISTED
        places = self.occurrences(key)
        if not places:
            return QuotationFinding.NOT_IN_TRANSCRIPT if self._transcript else QuotationFinding.NOT_WHITELISTED
        if named and self._transcript and not speaker_occurrences(self._transcript, places, named, self._labels):
            return QuotationFinding.WRONG_SPEAKER
        return QuotationFinding.VERBATIM_NOT_WHITELISTED
