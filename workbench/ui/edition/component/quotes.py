"""The quotations of an edition as cards: who said it, when, where, what it supports, and what to check by hand."""

from collections.abc import Mapping
from typing import Any

from core.editions.certificate import placed_quotes
from core.enforcement.results import Edition, EditionQuote
from core.prose.model import Quote
from core.prose.render import one_line
from core.record import Record
from core.span import Span
from core.transcripts.transcript import TranscriptPair
from core.whitelist.build import WhitelistQuote
from workbench.labels import clock
from workbench.sessions.recording import heard_in_words
from workbench.store import EarVerdict
from workbench.ui.components.player import play_of
from workbench.ui.components.transcript import Utf16Offsets, doubt_of

Key = tuple[str, Span, str]


class QuotationOrigins(Record):
    """What a quotation comes from, beyond what the edition says: whitelisted quotes by id, claims by evidence id, what
    was heard in the recording by quote id."""

    quotes: Mapping[str, WhitelistQuote]
    claims: Mapping[str, str]
    heard: Mapping[str, EarVerdict] = {}


def _key(quote: Quote) -> Key:
    return quote.quote_id, quote.raw_span, quote.speaker.speaker_id


def _verified(listed: EditionQuote | None) -> str:
    """Return how sure it is who speaks; where the edition does not list the quote, it does not say."""
    if listed is None:
        return "unlisted"
    return "verified" if listed.speaker_verified else "nameless"


class QuotationCards:
    """Numbers the quotations of an edition in the order of the transcript, and describes each."""

    def __init__(self, edition: Edition, transcript: TranscriptPair | None, origins: QuotationOrigins) -> None:
        self._transcript = transcript
        self._raw = transcript.raw if transcript else ""
        self._utf16 = Utf16Offsets(self._raw)
        self._origins = origins
        self._listed = {quote.quote_id: quote for quote in edition.quotes}
        self._titles = {draft.effective_index: draft.title for draft in edition.chapters}
        found = {
            _key(standing.quote): standing.quote
            for number, draft in enumerate(edition.chapters, start=1)
            for standing in placed_quotes(draft, number)
        }
        self.quotes = sorted(found.values(), key=lambda quote: (quote.raw_span, quote.speaker.speaker_id))
        self._numbers = {_key(quote): number for number, quote in enumerate(self.quotes)}
        warnings = {warning: None for draft in edition.chapters for warning in draft.enforcement.warnings}
        self.warnings = [one for one in warnings if self._is_here(one.raw_span, one.words)]
        self._warnings: dict[Span, list[int]] = {}
        for number, warning in enumerate(self.warnings):
            self._warnings.setdefault(warning.quote_span, []).append(number)

    def number_of(self, quote: Quote) -> int:
        """Return the number of a quotation."""
        return self._numbers[_key(quote)]

    def spans(self, quote: Quote) -> list[Span]:
        """Return where a quotation stands in the transcript; nowhere, if its words are not there."""
        return [quote.raw_span] if self._is_here(quote.raw_span, quote.text) else []

    def _is_here(self, span: Span, words: str) -> bool:
        return bool(words) and span.slice(self._raw) == words

    def describe(self, quote: Quote) -> dict[str, Any]:
        """Return what the browser shows of a quotation; offsets in UTF-16 units, half-open."""
        units = self._utf16.units
        listed = self._listed.get(quote.quote_id)
        origin = self._origins.quotes.get(quote.quote_id)
        start, end = quote.raw_span
        return {
            "id": quote.quote_id,
            "name": quote.speaker.speaker_name,
            "role": quote.speaker.speaker_role.value,
            "speaker": _verified(listed),
            "time": clock(listed.start_seconds) if listed else "",
            "text": one_line(quote.text),
            "at": f"{start:,} to {end:,}",
            "spans": [[units(span.start), units(span.end)] for span in self.spans(quote)],
            "play": next((play_of(self._transcript, span) for span in self.spans(quote)), ""),
            **self._heard(quote.quote_id),
            "chapters": [self._chapter(index) for index in (origin.chapter_indices if origin else ())],
            "evidence": [
                [one, self._origins.claims.get(one, "")] for one in (origin.source_evidence_ids if origin else ())
            ],
            "warnings": self._warnings.get(quote.raw_span, []),
            **(doubt_of(listed.least_certain, listen_first=listed.listen_first) if listed else {}),
        }

    def _heard(self, quote_id: str) -> dict[str, Any]:
        verdict = self._origins.heard.get(quote_id)
        return {} if verdict is None else {"heard": heard_in_words(verdict), "denied": not verdict.says_so}

    def _chapter(self, index: int) -> str:
        title = self._titles.get(index)
        return f"{index + 1}. {title}" if title else f"{index + 1}"
