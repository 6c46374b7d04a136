"""The items of Core Claims: one supporting quotation each, or they go."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from core.chapter import Action, CoreClaim, Place
from core.enforcement.blocks import quote_units
from core.enforcement.inline import Cited, cite
from core.enforcement.ledger import EnforcementPolicy, Ledger
from core.markdown import BlockKind, SourceBlock
from core.plain_prose import mark_edits
from core.prose import Block, Paragraph, Quote, QuoteBlock, Words
from core.quote_text import unwrap_marks
from core.rendering import one_line, stands_inside_marks, unmarked
from core.sections import texts_of
from core.span import Span
from core.whitelist import WhitelistQuote

_NAME_BEHIND = re.compile(r"\s*(?:\([^()]*\)|[—–-]\s*[^\n.]{1,80})?\s*[.,;:]*")
_ENDS_OF_CLAIM = " \t\n,;:—–-"


class BuiltClaim(NamedTuple):
    """A claim that stands, as a value and as the blocks of its list item."""

    claim: CoreClaim
    blocks: tuple[Block, ...]


class _Support(NamedTuple):
    """The quotation that carries a claim: where it stands, and whether that is inline (an index) or a block quote
    (-1)."""

    quote: WhitelistQuote
    position: int
    words: str
    corrected_name: str
    reference: bool


class ClaimItem:
    """One item while it is decided."""

    def __init__(self, item: SourceBlock, ledger: Ledger, policy: EnforcementPolicy) -> None:
        self._ledger = ledger
        self._policy = policy
        inner = item.blocks if item.kind is BlockKind.ITEM else (item,)
        prose = [text for block in inner if block.kind is not BlockKind.QUOTE for text in texts_of(block)]
        self._text = " ".join(text.replace("\n", " ") for text in prose)
        self._quotes = [block for block in inner if block.kind is BlockKind.QUOTE]
        self._cited = cite(self._text, ledger, policy)

    def build(self) -> BuiltClaim | None:
        """Decide the item: it stands with its supporting quotation, or all its quotations are dropped."""
        support = self._inline_support() or self._block_support()
        if support is None:
            self._refuse()
            return None
        return self._stand(support)

    def _guest_quote(self, cited: Cited) -> WhitelistQuote | None:
        words = cited.quote.quote_text if cited.reference and cited.quote else cited.words
        return self._ledger.choose_for_claim(words)

    def _inline_support(self) -> _Support | None:
        for index in reversed(range(len(self._cited))):
            cited = self._cited[index]
            quote = self._guest_quote(cited)
            if quote is not None:
                wrong = ""
                if cited.attribution is not None:
                    named = cited.attribution.speaker
                    if named is None or named.speaker_id != quote.speaker.speaker_id:
                        wrong = cited.attribution.name
                return _Support(quote, index, cited.words, wrong, cited.reference)
        return None

    def _block_support(self) -> _Support | None:
        for block in self._quotes:
            units, named = quote_units(block, self._ledger.roster)
            words = " ".join(units)
            quote = self._ledger.choose_for_claim(words)
            if quote is not None:
                wrong = named is not None and named.speaker_id != quote.speaker.speaker_id
                return _Support(
                    quote, -1, unwrap_marks(words), named.speaker_name if named and wrong else "", reference=False
                )
        return None

    def _refuse(self) -> None:
        for cited in self._cited:
            self._drop(cited)
        self._drop_blocks()

    def _drop(self, cited: Cited) -> None:
        named = cited.attribution.speaker if cited.attribution else None
        finding = self._ledger.finding_of(cited.quote) if cited.quote else self._ledger.finding(cited.words, named)
        self._ledger.falls(Action.DROPPED, cited.words, Place.CORE_CLAIM, finding)

    def _drop_blocks(self, kept: str | None = None) -> None:
        for block in self._quotes:
            units, named = quote_units(block, self._ledger.roster)
            words = unwrap_marks(" ".join(units))
            if words != kept:
                self._ledger.falls(Action.DROPPED, words, Place.CORE_CLAIM, self._ledger.finding(words, named))

    def _stand(self, support: _Support) -> BuiltClaim:
        claim = self._claim_words(support)
        for index, cited in enumerate(self._cited):
            if index == support.position:
                self._ledger.stands(
                    support.quote,
                    support.words,
                    Place.CORE_CLAIM,
                    corrected_name=support.corrected_name,
                    reference=support.reference,
                )
            else:
                named = cited.attribution.speaker if cited.attribution else None
                stays = cited.place.outer.end <= self._claim_span(support).end
                action = Action.UNQUOTED if stays and not cited.reference else Action.DROPPED
                self._ledger.falls(
                    action, cited.words, Place.CORE_CLAIM, self._ledger.finding(cited.words, named), sentence=claim
                )
        if support.position < 0:
            self._ledger.stands(support.quote, support.words, Place.CORE_CLAIM, corrected_name=support.corrected_name)
        self._drop_blocks(kept=support.words if support.position < 0 else None)
        return self._built(claim, support.quote)

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
        unproven = [cited.place.outer for cited in self._cited]
        edits = {Span(index, index + 1): to for index, to in mark_edits(self._text, [], unproven).items()}
        edits.update({cited.place.outer: "" for cited in self._cited if cited.reference})
        pieces: list[str] = []
        position = span.start
        for edit in sorted(edits):
            if edit.start < position or edit.end > span.end:
                continue
            pieces += (self._text[position : edit.start], edits[edit])
            position = edit.end
        pieces.append(self._text[position : span.end])
        return one_line("".join(pieces)).strip(_ENDS_OF_CLAIM)

    @staticmethod
    def _built(claim: str, quote: WhitelistQuote) -> BuiltClaim:
        value = CoreClaim(
            claim=claim,
            supporting_quote=quote.quote_text,
            speaker_name=quote.speaker.speaker_name,
            quote_id=quote.quote_id,
        )
        lead = f"{claim}:" if claim else ""
        if stands_inside_marks(quote.quote_text):
            inlines = (
                *((Words(text=f"{lead} "),) if lead else ()),
                Quote.of(quote),
                Words(text=f" ({unmarked(quote.speaker.speaker_name)})"),
            )
            return BuiltClaim(value, (Paragraph(inlines=inlines),))
        paragraph = (Paragraph(inlines=(Words(text=lead),)),) if lead else ()
        return BuiltClaim(value, (*paragraph, QuoteBlock(quote=Quote.of(quote))))


def build_claims(items: Sequence[SourceBlock], ledger: Ledger, policy: EnforcementPolicy) -> list[BuiltClaim]:
    """Return the claims that stand, in order; every quotation of every item gets its decision."""
    built = [ClaimItem(item, ledger, policy).build() for item in items]
    return [claim for claim in built if claim is not None]
