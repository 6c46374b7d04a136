"""A chapter under pseudonyms: made again of its blocks, its quotations and what was decided about it, and verified."""

from collections.abc import Iterable, Sequence

from core.editions.denied_quotes import narrative_of
from core.editions.export.markdown import labels_to_declare
from core.editions.pseudonyms.name_places import NameReading
from core.editions.pseudonyms.rename_blocks import BlockRenaming
from core.enforcement.context_warnings import find_meaning_warnings
from core.enforcement.enforcer import assemble
from core.enforcement.results import ChapterDraft, CoreClaim, Decision, EditionQuote, EnforcementResult
from core.enforcement.unmarked import find_unproven_prose
from core.prose.model import Block, Heading, Paragraph, Quote, TextRun
from core.prose.render import write_blocks
from core.span import OffsetLayer, Span
from core.transcripts.passage_source import hearing_of
from core.transcripts.pseudonyms.transcript import PseudonymisedTranscript
from core.transcripts.speakers import Speaker, SpeakerRef
from core.transcripts.transcript import TranscriptPair
from core.verify import SpeakerDeclaration, verify_part
from core.whitelist.quote import WhitelistQuote
from core.whitelist.quote_key import quote_id_of, quote_key

_ATTEMPTS = 4
_NOT_PASSED = "Under pseudonyms the finished text did not pass verification."
_ONLY_EXCERPTS = f"This chapter holds its key excerpts only. {_NOT_PASSED}"


class RenamedQuotes:
    """The quotes of an edition at their new places, under their new ids."""

    def __init__(self, reading: NameReading, made: PseudonymisedTranscript) -> None:
        self._people = reading.people
        self._transcript = made.transcript
        self._moved: OffsetLayer = made.moved
        self._ids: dict[str, str] = {}

    def span(self, span: Iterable[int]) -> Span:
        """Return where a stretch of the original's raw stands."""
        return self._moved.forward_span(*span)

    def id_of(self, quote_id: str, speaker: SpeakerRef, span: Span) -> str:
        """Return the new id of a quote, made of its new speaker and its words as they are now."""
        if quote_id not in self._ids:
            key = quote_key(span.slice(self._transcript.raw))
            new = quote_id_of(speaker.speaker_id, key)
            # Redacted, two quotes may have the same words.
            taken = new in self._ids.values()
            self._ids[quote_id] = quote_id_of(speaker.speaker_id, f"{key}|{span.start}") if taken else new
        return self._ids[quote_id]

    def known_id(self, quote_id: str | None) -> str | None:
        """Return the new id of a quote that stands in the edition, None for any other."""
        return self._ids.get(quote_id or "")

    def quote(self, quote: Quote) -> Quote:
        """Return a quotation as it stands now."""
        speaker, span = self._people.ref(quote.speaker), self.span(quote.raw_span)
        quote_id = self.id_of(quote.quote_id, speaker, span)
        return Quote(text=span.slice(self._transcript.raw), quote_id=quote_id, raw_span=span, speaker=speaker)

    def whitelisted(self, quote: WhitelistQuote) -> WhitelistQuote:
        """Return a proven quote as it stands now; where it stands in the canonical form is left out."""
        speaker, spans = self._people.ref(quote.speaker), [self.span(span) for span in quote.raw_spans]
        text = spans[0].slice(self._transcript.raw)
        return quote.model_copy(
            update={
                "quote_id": self.id_of(quote.quote_id, speaker, spans[0]),
                "quote_text": text,
                "quote_canonical": quote_key(text),
                "speaker": speaker,
                "source_evidence_ids": [],
                "match_spans": [],
                "raw_spans": [tuple(span) for span in spans],
                **hearing_of(self._transcript, spans[0])._asdict(),
            }
        )

    def listed(self, quote: EditionQuote) -> EditionQuote:
        """Return a quote of the edition's list as it stands now."""
        given = Speaker(speaker_id=quote.speaker_id, speaker_name=quote.speaker_name).ref
        speaker, span = self._people.ref(given), self.span(quote.raw_span)
        return quote.model_copy(
            update={
                "quote_id": self.id_of(quote.quote_id, speaker, span),
                "text": span.slice(self._transcript.raw),
                "raw_span": span,
                **hearing_of(self._transcript, span)._asdict(),
                "speaker_id": speaker.speaker_id,
                "speaker_name": speaker.speaker_name,
            }
        )


class ChapterRenaming:
    """Renames the chapters of one edition."""

    def __init__(self, reading: NameReading, quotes: RenamedQuotes, transcript: TranscriptPair) -> None:
        self._reading = reading
        self._quotes = quotes
        self._transcript = transcript
        self._declared = tuple(
            SpeakerDeclaration(name=name, label=label) for name, label in labels_to_declare(reading.people.speakers)
        )

    def _name(self, where: str, name: str) -> str:
        return self._reading.people.pseudonym(name) or self._reading.text(where, name)

    def _decision(self, where: str, decision: Decision) -> Decision:
        read = self._reading.text
        return decision.model_copy(
            update={
                "original": read(where, decision.original),
                "sentence": read(where, decision.sentence),
                "quote_id": self._quotes.known_id(decision.quote_id),
                "raw_span": self._quotes.span(decision.raw_span) if decision.raw_span else None,
                "corrected_name": self._name(where, decision.corrected_name),
                "wrong_name": self._name(where, decision.wrong_name),
            }
        )

    def _claim(self, where: str, claim: CoreClaim, texts: dict[str, str]) -> CoreClaim:
        return CoreClaim(
            claim=self._reading.text(where, claim.claim),
            supporting_quote=texts.get(claim.quote_id or "") or self._reading.text(where, claim.supporting_quote),
            speaker_name=self._name(where, claim.speaker_name),
            quote_id=self._quotes.known_id(claim.quote_id),
        )

    def _unread(self, blocks: Sequence[Block]) -> frozenset[str]:
        """Return the words of the quotations that are not proven in some blocks."""
        found = verify_part(write_blocks(blocks), self._transcript, declared=self._declared)
        return frozenset(one.text for one in found.unproven)

    def _blocks(self, where: str, draft: ChapterDraft) -> tuple[Block, ...] | None:
        """Return the blocks renamed so that every quotation is proven, None where no renaming does that."""
        unread: frozenset[str] | None = frozenset()
        for _ in range(_ATTEMPTS):
            renaming = BlockRenaming(self._reading, self._quotes.quote, unread=unread)
            title = renaming.blocks(f"{where}, title", draft.blocks[:1])
            blocks = (*title, *renaming.blocks(where, draft.blocks[1:]))
            now = self._unread(blocks)
            if not now:
                return blocks
            unread = unread | now if unread is not None and not now <= unread else None
        return None

    def _enforced(self, where: str, draft: ChapterDraft, blocks: Sequence[Block]) -> EnforcementResult:
        old = draft.enforcement
        decisions = tuple(self._decision(f"{where}, what was changed", one) for one in old.decisions)
        replaced = [self._quotes.whitelisted(quote) for quote in old.replaced]
        standing = {Span(*one.raw_spans[0]) for one in (*replaced, *map(self._quotes.whitelisted, draft.key_excerpts))}
        return EnforcementResult(
            text=write_blocks(blocks),
            replaced=replaced,
            dropped=[self._reading.text(f"{where}, what was changed", one) for one in old.dropped],
            decisions=decisions,
            unproven=find_unproven_prose(blocks, decisions, self._transcript),
            warnings=tuple(one for span in sorted(standing) for one in find_meaning_warnings(self._transcript, span)),
        )

    def chapter(self, draft: ChapterDraft, number: int) -> ChapterDraft:
        """Return a chapter under pseudonyms; `number` counts from 1.

        One whose sentences name speakers so that `verify` no longer reads them has its key excerpts only.
        """
        where = f"chapter {number}"
        excerpts = [self._quotes.whitelisted(quote) for quote in draft.key_excerpts]
        title = self._reading.text(f"{where}, title", draft.title)
        blocks = self._blocks(where, draft)
        fallback = self._reading.own_words(where, draft.fallback)
        if blocks is None:
            heading = Heading(level=2, inlines=(TextRun(text=title),))
            note = Paragraph(inlines=(TextRun(text=_ONLY_EXCERPTS),))
            blocks, fallback = assemble(heading, (note,), excerpts, ()), _NOT_PASSED
            draft = draft.model_copy(update={"core_claims": []})
        texts = {one.quote_id: self._quotes.whitelisted(one).quote_text for one in draft.enforcement.replaced}
        return draft.model_copy(
            update={
                "title": title,
                "narrative": write_blocks(narrative_of(blocks)),
                "key_excerpts": excerpts,
                "core_claims": [self._claim(where, claim, texts) for claim in draft.core_claims],
                "enforcement": self._enforced(where, draft, blocks),
                "blocks": blocks,
                "text": write_blocks(blocks),
                "fallback": fallback,
                "prompt_sha256": "",
            }
        )
