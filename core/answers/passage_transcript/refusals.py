"""Why quoted words are refused, for the person who has to judge it, and the nearest words of the records."""

import re
from collections.abc import Sequence

from core.answers.records import Citation, RefusalReason
from core.answers.word_tokens import form_of, is_content_word, words_of
from core.record import Record
from core.span import Span
from core.text.canonical import canonicalize
from core.transcripts.transcript import TranscriptPair
from core.whitelist.build import parts_in_order
from core.whitelist.nearest import NearestIndex
from core.whitelist.occurrences import find_all_occurrences, whole_token_occurrences
from core.whitelist.quote_key import quote_key, strip_ends

_ELISION = re.compile(r" ?(?:\[ ?\.{3,} ?\]|\( ?\.{3,} ?\)|\.{3,}) ?")
# Where two pieces of a text may be joined: after a stop or a pause, at a dash, a bar or a line's end.
_JOINT = re.compile(
    r"(?<=[.!?…,;。！？])\s+|\s*[—―⸺|/]\s*|\s+(?:–|-{1,2})\s+|\s*\n\s*|(?:\.{3,}|…)|[\[(](?:\.{3,}|…)[\])]"
)
_LEAST_IN_A_PART = 2  # words of a part that is looked up; a single word stands anywhere

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
        self._index: NearestIndex | None = None

    def find(self, words: str) -> PassageRefusal:
        """Return the refusal of words that are not exact, whole and in one passage."""
        key = quote_key(words)
        if not any(map(str.isalnum, key)):
            return PassageRefusal(reason=RefusalReason.NOT_IN_RECORDS)
        within = self._elided(key)
        reason = (
            self._standing_refusal(key) or (RefusalReason.ELIDED if within else None) or self._elsewhere(words, key)
        )
        return PassageRefusal(reason=reason, nearest=within or self._nearest(key))

    def _standing_refusal(self, key: str) -> RefusalReason | None:
        """Return why words are refused that stand in the records unchanged and in a row."""
        found = find_all_occurrences(self._transcript.canonical, key)
        if not found:
            return None
        return RefusalReason.JOINED if whole_token_occurrences(self._transcript, found) else RefusalReason.PARTIAL_WORD

    def _elided(self, key: str) -> Span | None:
        """Return the stretch of the one passage that holds the parts around an ellipsis in their order."""
        parts = [strip_ends(part) for part in _ELISION.split(key)]
        for turn in self._transcript.turns if len(parts) > 1 and all(parts) else ():
            text = turn.span.slice(self._transcript.raw)
            if parts_in_order(canonicalize(text), key):
                return self._between(turn.span, parts)
        return None

    def _between(self, turn: Span, parts: Sequence[str]) -> Span:
        canonical, folding = self._transcript.canonical, self._transcript.speech.folding
        for start, _ in find_all_occurrences(canonical, parts[0]):
            end = start
            for part in parts:
                end = canonical.find(part, end) + len(part)
            if turn.contains(folding_span := Span(*folding.original(start, end))):
                return folding_span
        return turn

    def _elsewhere(self, words: str, key: str) -> RefusalReason:
        if any(key in canonicalize(citation.summary) for citation in self._citations if citation.summary):
            return RefusalReason.FROM_SUMMARY
        parts = [quote_key(part) for part in _JOINT.split(words) if any(map(str.isalnum, part))]
        long = all(len(part.split(" ")) >= _LEAST_IN_A_PART for part in parts)
        return (
            RefusalReason.JOINED
            if len(parts) > 1 and long and all(map(self._is_in_records, parts))
            else (RefusalReason.NOT_IN_RECORDS)
        )

    def _is_in_records(self, key: str) -> bool:
        found = find_all_occurrences(self._transcript.canonical, key)
        return bool(whole_token_occurrences(self._transcript, found))

    def _nearest(self, key: str) -> Span | None:
        if self._index is None:
            self._index = NearestIndex(self._transcript)
        near = self._index.find([key])[0]
        return self._transcript.raw_span(*near.span) if near else None
