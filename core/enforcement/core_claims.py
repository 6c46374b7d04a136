"""Core claims: each rests on one whitelisted quote by a GUEST of its chapter, or it is dropped."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from core.enforcement.annotate import CitedQuotation, DecisionLog, cite
from core.enforcement.matcher import EnforcementPolicy, QuoteMatch, find_guest_quote
from core.enforcement.references import read_references
from core.enforcement.repair_sentence import mark_edits, remove_and_repair
from core.enforcement.results import CoreClaim, DecisionAction, DecisionPlace
from core.enforcement.script_lines import ScriptPartKind, parts_of
from core.enforcement.signatures import quote_units
from core.prose.model import Block, Paragraph, Quote, QuoteBlock, TextRun
from core.prose.parse import BlockKind, SourceBlock
from core.prose.render import one_line, stands_inside_marks, unmarked
from core.span import Span
from core.transcripts.speakers import SpeakerRole
from core.whitelist.build import WhitelistQuote
from core.whitelist.quote_key import by_key, quote_key, resolve_markup

_NAME_BEHIND = re.compile(r"\s*(?:\([^()]*\)|[—–-]\s*[^\n.]{1,80})?\s*[.,;:]*")
_ENDS_OF_CLAIM = " \t\n,;:—–-"


class BuiltClaim(NamedTuple):
    """A claim that is kept, as a value and as the blocks of its list item."""

    claim: CoreClaim
    blocks: tuple[Block, ...]


class _Support(NamedTuple):
    """The quotation that carries a claim; `position` is its number among the inline ones, -1 for a block quote."""

    quote: WhitelistQuote
    position: int
    looked_up: QuoteMatch
    misnamed: str


def _innermost(blocks: Iterable[SourceBlock]) -> Iterator[SourceBlock]:
    """Yield the block quotes of an item, however deep in lists, and the other blocks that hold text, in order."""
    for block in blocks:
        yield block
        if block.kind is not BlockKind.QUOTE:
            yield from _innermost(block.blocks)


class ClaimItem:
    """One list item, read as a claim and decided."""

    def __init__(self, item: SourceBlock, log: DecisionLog, policy: EnforcementPolicy) -> None:
        self._log = log
        self._policy = policy
        inner = item.blocks if item.kind is BlockKind.ITEM else (item,)
        blocks = list(_innermost(inner))
        prose = [block.text for block in blocks if block.kind is not BlockKind.QUOTE and block.text]
        self._text = " ".join(text.replace("\n", " ") for text in prose)
        self._quotes = [block for block in blocks if block.kind is BlockKind.QUOTE]
        self._cited = cite(self._text, log, policy)

    def build(self) -> BuiltClaim | None:
        """Decide the item: keep it with its supporting quotation, or drop all its quotations."""
        support = self._inline_support() or self._block_support()
        if support is None or not self._policy.takes_claims or self._speaks(self._claim_words(support)):
            self._refuse()
            return None
        return self._keep(support)

    def _speaks(self, claim: str) -> bool:
        """Tell whether a claim holds somebody's words under their name."""
        parts = parts_of(claim, self._log.matcher.roster)
        return any(part.manner is ScriptPartKind.SCRIPT and claim[part.words : part.span.end].strip() for part in parts)

    def _guest_quote(self, cited: CitedQuotation) -> WhitelistQuote | None:
        words = cited.quote.quote_text if cited.reference and cited.quote else cited.words
        return self._log.matcher.choose_for_claim(words, cited.looked_up.named)

    def _inline_support(self) -> _Support | None:
        for position in reversed(range(len(self._cited))):
            cited = self._cited[position]
            quote = self._guest_quote(cited)
            if quote is not None and not self._names_a_non_guest(cited):
                looked_up = cited.looked_up._replace(quote=quote)
                return _Support(quote, position, looked_up, cited._replace(looked_up=looked_up).misnamed)
        return None

    def _names_a_non_guest(self, cited: CitedQuotation) -> bool:
        """Tell whether the sentence names somebody who said the words too and is no GUEST."""
        front = cited.sentences.without_what_follows(cited.number)
        if cited.quote is None or front is None or front.speaker is None or not front.close:
            return False
        is_guest = front.speaker.speaker_role is SpeakerRole.GUEST
        return not is_guest and front.speaker.speaker_id == cited.quote.speaker.speaker_id

    def _names(self, support: _Support) -> dict[Span, str]:
        """Return the replacement of a wrong name in the claim: the right one, or "" where that is there already."""
        if support.position < 0:
            return {}
        cited = self._cited[support.position]
        front = cited.sentences.without_what_follows(cited.number)
        speaker = support.quote.speaker
        if front is None or not front.close or (front.speaker is None and cited.has_a_name_behind):
            return {}
        if front.speaker is not None and front.speaker.speaker_id == speaker.speaker_id:
            return {}
        clause = cited.sentences.clause_naming_twice(cited.number, front, speaker.speaker_id)
        return {clause: ""} if clause is not None else {front.span: unmarked(speaker.speaker_name)}

    def _block_support(self) -> _Support | None:
        for looked_up in self._blocks():
            named_by_id = looked_up.quote if looked_up.reference else None
            words = named_by_id.quote_text if named_by_id else looked_up.words
            quote = self._log.matcher.choose_for_claim(words, looked_up.named)
            if quote is not None:
                named = looked_up.named
                misnamed = named.speaker_name if named and named.speaker_id != quote.speaker.speaker_id else ""
                return _Support(quote, -1, looked_up, misnamed)
        return None

    def _blocks(self) -> list[QuoteMatch]:
        """Return the block quotes of the item, each as one quotation."""
        found: list[QuoteMatch] = []
        for block in self._quotes:
            units, named = quote_units(block, self._log.matcher.roster)
            found.append(self._log.matcher.look_up(" ".join(units), named, references=self._policy.references))
        return found

    def _refuse(self) -> None:
        for looked_up in (*(cited.looked_up for cited in self._cited), *self._blocks()):
            self._log.falls(DecisionAction.DROPPED, looked_up, DecisionPlace.CORE_CLAIM)

    def _keep(self, support: _Support) -> BuiltClaim:
        claim = self._claim_words(support)
        span = self._claim_span(support)
        for position, cited in enumerate(self._cited):
            if position == support.position:
                self._write_support(support)
            else:
                stays = cited.place.outer.end <= span.end and not cited.reference
                action = DecisionAction.UNQUOTED if stays else DecisionAction.DROPPED
                self._log.falls(action, cited.looked_up, DecisionPlace.CORE_CLAIM, sentence=claim)
        for looked_up in self._blocks():
            if support.position < 0 and looked_up.words == support.looked_up.words:
                self._write_support(support)
            else:
                self._log.falls(DecisionAction.DROPPED, looked_up, DecisionPlace.CORE_CLAIM)
        return self._built(claim, support.quote)

    def _write_support(self, support: _Support) -> None:
        self._log.stands(
            support.quote,
            support.looked_up.words,
            DecisionPlace.CORE_CLAIM,
            corrected_name=support.misnamed,
            reference=support.looked_up.reference,
        )

    def _claim_span(self, support: _Support) -> Span:
        """Return the stretch that states the claim: before the quotation, or behind it where nothing stands before."""
        if support.position < 0:
            return Span(0, len(self._text))
        outer = self._cited[support.position].place.outer
        if any(char.isalnum() for char in self._text[: outer.start]):
            return Span(0, outer.start)
        behind = _NAME_BEHIND.match(self._text, outer.end)
        return Span(behind.end() if behind else outer.end, len(self._text))

    def _claim_words(self, support: _Support) -> str:
        span = self._claim_span(support)
        unproven = [cited.place for cited in self._cited]
        edits = {Span(index, index + 1): to for index, to in mark_edits(self._text, [], unproven).items()}
        edits.update((stray, "") for stray in (read_references(self._text).strays if self._policy.references else ()))
        edits.update(remove_and_repair(self._text, [cited.place.outer for cited in self._cited if cited.reference]))
        edits.update(self._names(support))
        pieces: list[str] = []
        position = span.start
        for edit in sorted(edits):
            if edit.start < position or edit.end > span.end:
                continue
            pieces += (self._text[position : edit.start], edits[edit])
            position = edit.end
        pieces.append(self._text[position : span.end])
        # Words behind ">" are read as set apart, however the sign came there.
        return one_line("".join(pieces)).strip(_ENDS_OF_CLAIM).lstrip(f">{_ENDS_OF_CLAIM}")

    @staticmethod
    def _built(claim: str, quote: WhitelistQuote) -> BuiltClaim:
        value = CoreClaim(
            claim=claim,
            supporting_quote=quote.quote_text,
            speaker_name=quote.speaker.speaker_name,
            quote_id=quote.quote_id,
        )
        lead = f"{claim.rstrip('.')}:" if claim else ""
        if stands_inside_marks(quote.quote_text):
            inlines = (
                *((TextRun(text=f"{lead} "),) if lead else ()),
                Quote.of(quote),
                TextRun(text=f" ({unmarked(quote.speaker.speaker_name)})"),
            )
            return BuiltClaim(value, (Paragraph(inlines=inlines),))
        paragraph = (Paragraph(inlines=(TextRun(text=lead),)),) if lead else ()
        return BuiltClaim(value, (*paragraph, QuoteBlock(quote=Quote.of(quote))))


def enforce_core_claims_guest_only(
    claims: list[CoreClaim], whitelist: list[WhitelistQuote], chapter_index: int
) -> list[CoreClaim]:
    """Return the claims whose quotation is a whitelisted quote by a GUEST of this chapter, unchanged.

    Source: decisions.md#seed-1.
    """
    lookup = by_key(whitelist)
    return [
        claim
        for claim in claims
        if find_guest_quote(lookup, quote_key(resolve_markup(claim.supporting_quote)), chapter_index) is not None
    ]
