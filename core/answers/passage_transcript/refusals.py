"""Why quoted words are refused, for the person who has to judge it, and the nearest words of the records."""

from collections.abc import Sequence

from core.answers.records import Citation, RefusalReason
from core.answers.word_tokens import form_of, is_content_word, words_of
from core.record import Record
from core.span import Span
from core.text.canonical import canonicalize
from core.transcripts.transcript import TranscriptPair
from core.whitelist.nearest import NearestIndex
from core.whitelist.occurrences import find_all_occurrences
from core.whitelist.quote_key import quote_key
from core.whitelist.slices import SliceFinder

_MESSAGES = {
    RefusalReason.UNKNOWN_RECORD: "No record with this id was sent.",
    RefusalReason.NOT_IN_RECORDS: "No record has these words.",
    RefusalReason.OTHER_RECORD: "The record that is named does not have these words; another one has.",
    RefusalReason.PARTIAL_WORD: "The words begin or end inside a word of the record.",
    RefusalReason.ELIDED: "The ellipsis hides words that stand in between; a quotation is whole.",
    RefusalReason.JOINED: "Its parts stand in the records, but not one after the other in one of them.",
    RefusalReason.FROM_SUMMARY: "These are words of the record’s summary, not of the record.",
    RefusalReason.TOO_SHORT: "The words are in the records, but they are few, and the claim says most of them.",
    RefusalReason.TOO_LONG: "The words are in the record, but too many: a claim rests on sixty at most.",
    RefusalReason.UNKNOWN_REFERENCE: "The reference names no sentence that was sent.",
    RefusalReason.REPEATED: "The same quotation stands in this answer already.",
    RefusalReason.QUOTATION_IN_BRIDGE: "A sentence around the claims may hold no quotation.",
    RefusalReason.NUMBER_IN_BRIDGE: "A sentence around the claims may hold no number.",
}


def message_of(reason: RefusalReason) -> str:
    """Return the sentence for a reason."""
    return _MESSAGES[reason]


def says_more(words: str, claim: str) -> bool:
    """Tell whether at least half of the content words of a quotation, and any, are not in the claim that it supports;
    words are compared without inflection. Source: decisions.md#seed-4."""
    own = {form_of(word) for word in words_of(words) if is_content_word(word)}
    new = own.difference(map(form_of, words_of(claim)))
    return bool(new) and 2 * len(new) >= len(own)


class PassageRefusal(Record):
    """Why words are refused, and where in raw the nearest words of the records stand, None if none are near."""

    reason: RefusalReason
    nearest: Span | None = None


class RefusalFinder:
    """Finds the reason why words are no quotation of any passage; the passages are indexed once."""

    def __init__(self, transcript: TranscriptPair, citations: Sequence[Citation]) -> None:
        self._transcript = transcript
        self._citations = citations
        self._slices = SliceFinder(transcript)
        self._index: NearestIndex | None = None

    def find(self, words: str) -> PassageRefusal:
        """Return the refusal of words that are not exact, whole and in one passage."""
        key = quote_key(words)
        if not any(map(str.isalnum, key)):
            return PassageRefusal(reason=RefusalReason.NOT_IN_RECORDS)
        stands = bool(find_all_occurrences(self._transcript.canonical, key))
        within = None if stands else self._slices.elided(key)
        reason = RefusalReason.ELIDED if within else self._reason(words, key, stands=stands)
        return PassageRefusal(reason=reason, nearest=within or self._nearest(key))

    def _reason(self, words: str, key: str, *, stands: bool) -> RefusalReason:
        if not stands and any(key in canonicalize(one.summary) for one in self._citations if one.summary):
            return RefusalReason.FROM_SUMMARY
        if self._slices.joined(words):
            return RefusalReason.JOINED
        return RefusalReason.PARTIAL_WORD if stands else RefusalReason.NOT_IN_RECORDS

    def _nearest(self, key: str) -> Span | None:
        if self._index is None:
            self._index = NearestIndex(self._transcript)
        near = self._index.find([key])[0]
        return self._transcript.raw_span(*near.span) if near else None
