"""What the browser is given: the words of a transcript, and what is marked in them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from core.generation.line import Line
from core.prose.model import Quote, QuoteBlock
from core.prose.render import write_blocks
from core.span import Span
from core.transcripts.passage_source import UncertainWord
from core.transcripts.speakers import Roster, SpeakerRole
from core.transcripts.transcript import TranscriptPair
from core.whitelist.build import WhitelistQuote
from workbench.labels import ROLES, claim_in_words, clock
from workbench.ui.components.packing import EncodedList, KnownLines, PackedPart, encoded, pack, pack_part
from workbench.ui.components.player import play_of
from workbench.ui.components.transcript.layout import TranscriptMarks, blocks_of, describe_words, segment_lines
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
        self, line: Line, mended: Sequence[CorrectionRow], used: frozenset[str] | None, heard: Mapping[str, str]
    ) -> None:
        self._used = used
        self._heard = heard
        self._mends = {row.mend.evidence_id: row.mend for row in mended if not row.undone and not row.stale}
        self._transcript = line.transcript
        self._shortest = line.settings.thresholds.min_usable_words
        self._listen_below = line.settings.listen_below
        self.claims: dict[str, str] = {}
        self.claim_of: dict[str, str] = {}
        for claim in (one for chapter in line.evidence_map.chapters for one in chapter.claims):
            # The id, so that a claim that is added is no change of all later ones; of two with one id the place too.
            key = f"{claim.claim_id}\n{len(self.claims)}" if claim.claim_id in self.claims else claim.claim_id
            self.claims[key] = claim_in_words(claim.claim)
            self.claim_of.update({one.evidence_id: key for one in claim.support})

    def _decided(self, quote: WhitelistQuote) -> dict[str, Any]:
        """Return what a person or a run decides about a quote."""
        ids = quote.source_evidence_ids
        return {
            "evidence": [[one, self.claim_of.get(one)] for one in ids],
            "mended": [describe_original(self._mends[one]) for one in ids if one in self._mends],
            "used": None if self._used is None else quote.quote_id in self._used,
            "heard": self._heard.get(quote.quote_id, ""),
        }

    def _card(self, quote: WhitelistQuote, decided: Mapping[str, Any], utf16: Utf16Offsets) -> dict[str, Any]:
        units = utf16.units
        return {
            "id": quote.quote_id,
            "who": quote.speaker.speaker_id,
            "name": quote.speaker.speaker_name,
            "role": quote.speaker.speaker_role.value,
            "proved": quote.speaker_verified,
            "time": clock(quote.start_seconds),
            "spans": [[units(start), units(end)] for start, end in quote.raw_spans],
            "play": [play_of(self._transcript, Span(*span)) for span in quote.raw_spans],
            "short": len(quote.quote_text.split()) < self._shortest,
            "chapters": quote.chapter_indices,
            "markdown": write_blocks((QuoteBlock(quote=Quote.of(quote)),)),
            **decided,
            **doubt_of(quote.least_certain, listen_first=quote.is_below(self._listen_below)),
        }

    def lines(self, quotes: Sequence[WhitelistQuote], utf16: Utf16Offsets, known: KnownLines) -> EncodedList:
        """Return the quotes as lines; one is described anew only where anything about it is other."""
        lines: list[bytes] = []
        for quote in quotes:
            decided = self._decided(quote)
            made_of = (quote, decided, self._shortest, self._listen_below)
            lines.append(
                known.of(("card", quote.quote_id), made_of, lambda: encoded(self._card(quote, decided, utf16)))  # noqa: B023 - called at once
            )
        return EncodedList(lines)


def doubt_of(word: UncertainWord | None, *, listen_first: bool) -> dict[str, Any]:
    """Return what the browser shows of a quote's least certain word, and whether to listen first; nothing where the
    transcript gives no confidences."""
    return {} if word is None else {"unsure": word.in_words, "listen": listen_first}


def _role_of_labels(transcript: TranscriptPair, roster: Roster) -> dict[str, SpeakerRole]:
    persons = {label: roster.resolve(label) for label in transcript.labels}
    return {label: person.speaker_role if person else SpeakerRole.UNCLEAR for label, person in persons.items()}


def _legend(roles: Iterable[SpeakerRole], whitelist: Sequence[WhitelistQuote]) -> list[dict[str, Any]]:
    counts = Counter(quote.speaker.speaker_role for quote in whitelist)
    present = {*roles, *counts}
    return [{"role": role.value, "word": ROLES[role], "count": counts[role]} for role in SpeakerRole if role in present]


def words_part(transcript: TranscriptPair, roster: Roster, selectable: Mapping[str, Any] | None = None) -> PackedPart:
    """Return the words of a transcript with the roles of its labels, packed; `selectable` goes with them."""
    roles = _role_of_labels(transcript, roster)
    return pack_part({**describe_words(transcript.raw, blocks_of(transcript), roles), **(selectable or {})})


class KnownTranscript(NamedTuple):
    """What was made of a transcript already: its words, packed by `words_part`, and lines about what is marked."""

    words: PackedPart
    lines: KnownLines


def payload(
    line: Line,
    *,
    rejected: Sequence[RejectionRow],
    mended: Sequence[CorrectionRow] = (),
    used: frozenset[str] | None = None,
    heard: Mapping[str, str] | None = None,
    link: str = "",
    known: KnownTranscript | None = None,
    beside: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return what the component shows, packed as words and marks; offsets in UTF-16 units, half-open.

    `used` holds the ids of the quotes in the last run, None where there was none; `heard` says by id what somebody
    heard in the recording. `link` and a quote's id are the query of the address that opens the quote. `known` is what
    an earlier call made; `beside` is a third part, for what a page shows more.
    """
    transcript, roster = line.transcript, line.roster
    utf16 = Utf16Offsets(transcript.raw)
    words, lines = known or KnownTranscript(words_part(transcript, roster), KnownLines())
    lines.begin()
    cards = _Cards(line, mended, used, heard or {})
    passages = [row.rejection.nearest for row in rejected]
    marks = TranscriptMarks(
        quotes=[(Span(*span), quote.quote_id) for quote in line.whitelist for span in quote.raw_spans],
        passages=[(one.raw_span, number) for number, one in enumerate(passages) if one is not None],
        asides=[unspoken.span for unspoken in transcript.unspoken],
    )
    standing = standing_numbers(mended)
    claims = {evidence_id: cards.claims[key] for evidence_id, key in cards.claim_of.items()}
    return pack(
        words=words,
        marks={
            "segments": segment_lines(blocks_of(transcript), marks, utf16, lines),
            "quotes": cards.lines(line.whitelist, utf16, lines),
            "chapters": [f"{index + 1}. {chapter.title}" for index, chapter in enumerate(line.evidence_map.chapters)],
            "claims": cards.claims,
            "legend": _legend(_role_of_labels(transcript, roster).values(), line.whitelist),
            "rejected": [describe_rejected(row, transcript, roster, utf16) for row in rejected],
            "mended": [describe_mended(row, claims, standing) for row in mended],
            "runs": used is not None,
            "shortest": line.settings.thresholds.min_usable_words,
            "link": link,
        },
        **({} if beside is None else {"beside": beside}),
    )
