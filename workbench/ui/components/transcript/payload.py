"""What the browser is given: the words of a transcript, and what is marked in them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from core.generation.line import Line
from core.prose.model import Quote, QuoteBlock
from core.prose.render import write_blocks
from core.span import Span
from core.transcripts.speakers import Roster, SpeakerRole
from core.transcripts.transcript import TranscriptPair
from core.whitelist.build import WhitelistQuote
from workbench.labels import ROLES, clock
from workbench.ui.components.packing import pack
from workbench.ui.components.transcript.layout import TranscriptMarks, blocks_of, describe_words, segments_of
from workbench.ui.components.transcript.offsets import Utf16Offsets
from workbench.ui.components.transcript.rows import (
    CorrectionRow,
    RejectionRow,
    describe_mended,
    describe_original,
    describe_rejected,
    standing_numbers,
)


class _Cards:
    """Describes quotes for the browser; what many of them share is sent once."""

    def __init__(
        self, line: Line, mended: Sequence[CorrectionRow], used: frozenset[str] | None, utf16: Utf16Offsets
    ) -> None:
        self._used = used
        self._mends = {row.mend.evidence_id: row.mend for row in mended if not row.undone and not row.stale}
        self._utf16 = utf16
        self._shortest = line.settings.thresholds.min_usable_words
        claims = [claim for chapter in line.evidence_map.chapters for claim in chapter.claims]
        self.claims = [claim.claim for claim in claims]
        self.claim_of = {one.evidence_id: number for number, claim in enumerate(claims) for one in claim.support}

    def card(self, quote: WhitelistQuote) -> dict[str, Any]:
        units = self._utf16.units
        return {
            "id": quote.quote_id,
            "who": quote.speaker.speaker_id,
            "name": quote.speaker.speaker_name,
            "role": quote.speaker.speaker_role.value,
            "proved": quote.speaker_verified,
            "time": clock(quote.start_seconds),
            "spans": [[units(start), units(end)] for start, end in quote.raw_spans],
            "short": len(quote.quote_text.split()) < self._shortest,
            "chapters": quote.chapter_indices,
            "evidence": [[one, self.claim_of.get(one, -1)] for one in quote.source_evidence_ids],
            "mended": [describe_original(self._mends[one]) for one in quote.source_evidence_ids if one in self._mends],
            "used": None if self._used is None else quote.quote_id in self._used,
            "markdown": write_blocks((QuoteBlock(quote=Quote.of(quote)),)),
        }


def _role_of_labels(transcript: TranscriptPair, roster: Roster) -> dict[str, SpeakerRole]:
    persons = {label: roster.resolve(label) for label in transcript.labels}
    return {label: person.speaker_role if person else SpeakerRole.UNCLEAR for label, person in persons.items()}


def _legend(roles: Iterable[SpeakerRole], whitelist: Sequence[WhitelistQuote]) -> list[dict[str, Any]]:
    counts = Counter(quote.speaker.speaker_role for quote in whitelist)
    present = {*roles, *counts}
    return [{"role": role.value, "word": ROLES[role], "count": counts[role]} for role in SpeakerRole if role in present]


def payload(
    line: Line,
    *,
    rejected: Sequence[RejectionRow],
    mended: Sequence[CorrectionRow] = (),
    used: frozenset[str] | None = None,
    link: str = "",
) -> dict[str, Any]:
    """Return what the component shows, packed as words and marks; offsets in UTF-16 units, half-open.

    `used` holds the ids of the quotes in the last run, None where there was none. `link` and a quote's id are the query
    of the address that opens the quote.
    """
    transcript, roster = line.transcript, line.roster
    utf16 = Utf16Offsets(transcript.raw)
    blocks = blocks_of(transcript)
    roles = _role_of_labels(transcript, roster)
    cards = _Cards(line, mended, used, utf16)
    passages = [row.rejection.nearest for row in rejected]
    marks = TranscriptMarks(
        quotes=[(Span(*span), number) for number, quote in enumerate(line.whitelist) for span in quote.raw_spans],
        passages=[(one.raw_span, number) for number, one in enumerate(passages) if one is not None],
        asides=[unspoken.span for unspoken in transcript.unspoken],
    )
    standing = standing_numbers(mended)
    claims = {evidence_id: cards.claims[number] for evidence_id, number in cards.claim_of.items()}
    return pack(
        words=describe_words(transcript.raw, blocks, roles),
        marks={
            "segments": list(segments_of(blocks, marks, utf16)),
            "quotes": [cards.card(quote) for quote in line.whitelist],
            "chapters": [f"{index + 1}. {chapter.title}" for index, chapter in enumerate(line.evidence_map.chapters)],
            "claims": cards.claims,
            "legend": _legend(roles.values(), line.whitelist),
            "rejected": [describe_rejected(row, transcript, roster, utf16) for row in rejected],
            "mended": [describe_mended(row, claims, standing) for row in mended],
            "runs": used is not None,
            "shortest": line.settings.thresholds.min_usable_words,
            "link": link,
        },
    )
