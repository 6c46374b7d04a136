"""Check the claims of a reply: those whose quotes are in the passages they name are kept, the others get a reason."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import pairwise

from core.answers.inline import enforce_sentence
from core.answers.passage_transcript import Ground, count_words, is_too_short, message_of
from core.answers.records import (
    AnswerPolicy,
    AnswerQuote,
    Claim,
    Correction,
    RefusalReason,
    Refused,
    SynthesisOutput,
)
from core.answers.validation import QuoteReference, find_quotes, not_found_message
from core.numbers.claims import find_numeric_claims
from core.numbers.rules import CitationRules
from core.prose.model import Block, Quote, QuoteBlock
from core.prose.quotations import find_quotations
from core.prose.render import one_line
from core.record import Record
from core.span import Span
from core.whitelist.build import WhitelistQuote
from core.whitelist.quote_key import resolve_markup, unwrap_marks

_EVERY_NUMBER = CitationRules(ignore_years=False, ignore_numbers_below=Decimal(0))

_NO_TEXT = "A claim has no claim_text"
_MOST_WORDS = 60  # of a quote; the prompt asks for 20 to 60
_NOT_SO_LONG = "The quote of a claim has {words:,} words; quote 20 to 60 words that say more than the claim: '{start}…'"
_START = 80  # characters of a quote that are told
_LONGEST_REFERENCE = 200  # characters
_ONE = r"\d{1,6}\.\d{1,6}(?: ?[-‐–—] ?(?:\d{1,6}\.)?\d{1,6})?"
_REFERENCES = re.compile(rf"[\[( ]*{_ONE}(?:[\])(\[,; ]+{_ONE})*[\]). ]*")
_PLACES = re.compile(r"(\d{1,6})\.(\d{1,6})(?: ?[-‐–—] ?(?:\d{1,6}\.)?(\d{1,6}))?")


class FramingSentence(Record):
    """A sentence around the claims as it is shown, with empty `blocks` if there is none; or why it is left out."""

    text: str = ""
    blocks: tuple[Block, ...] = ()
    refused: Refused | None = None


def _has_number(text: str) -> bool:
    if any(unicodedata.category(char)[0] == "N" for char in text):
        return True
    return bool(find_numeric_claims(text, _EVERY_NUMBER))


def check_framing_sentence(text: str | None, ground: Ground, policy: AnswerPolicy) -> FramingSentence:
    """Return a sentence around the claims, or why it is left out: it holds what may read as a quotation, a reference or
    a number. Source: decisions.md#seed-2."""
    if not text:
        return FramingSentence()
    enforced = enforce_sentence(text, ground, policy)
    reason = None
    if find_quotations(text) or "[[" in text or enforced.quotes or enforced.refused:
        reason = RefusalReason.QUOTATION_IN_BRIDGE
    elif _has_number(text):
        reason = RefusalReason.NUMBER_IN_BRIDGE
    if reason is not None:
        return FramingSentence(refused=Refused(words=text, reason=reason, message=message_of(reason)))
    return FramingSentence(text=text, blocks=enforced.blocks)


class SupportedClaim(Record):
    """A valid claim; `index` is its passage's place, `quote` as the blocks of the answer have it."""

    index: int
    claim_text: str
    blocks: tuple[Block, ...]
    quote: WhitelistQuote
    answer_quote: AnswerQuote


class SynthesisCheck(Record):
    """A reply after the check of its quotes; `errors` tell the model what was wrong with its claims.

    A proven quote of another length than is asked for is left out, and told to the model where no claim stands at all.
    """

    claims: tuple[SupportedClaim, ...]
    errors: tuple[str, ...] = ()
    refused: tuple[Refused, ...] = ()
    corrections: tuple[Correction, ...] = ()
    intro: FramingSentence = FramingSentence()
    conclusion: FramingSentence = FramingSentence()


def blocks_of(check: SynthesisCheck) -> tuple[Block, ...]:
    """Return an answer as it is read: each claim a paragraph with its block quotation below it."""
    blocks: list[Block] = [*check.intro.blocks]
    for claim in check.claims:
        blocks += (*claim.blocks, QuoteBlock(quote=Quote.of(claim.quote)))
    return (*blocks, *check.conclusion.blocks)


def _reference_in(quote: str) -> str | None:
    """Return the reference that a quote consists of, `[[3.2-4]]` as `3.2-4`; "" if its places are not consecutive, None
    if it is no reference."""
    text = one_line(quote) if len(quote) <= _LONGEST_REFERENCE else ""
    if not _REFERENCES.fullmatch(text):
        return None
    places = [(int(one[1]), int(one[2]), int(one[3] or one[2])) for one in _PLACES.finditer(text)]
    follow = all(
        (passage, last + 1) == (next_passage, first)
        for (passage, _, last), (next_passage, first, _) in pairwise(places)
    )
    return f"{places[0][0]}.{places[0][1]}-{places[-1][2]}" if follow else ""


class _ClaimChecker:
    """Takes the claims of one reply in order."""

    def __init__(self, ground: Ground, policy: AnswerPolicy) -> None:
        self._ground = ground
        self._policy = policy
        self._by_id = {str(index): citation for index, citation in enumerate(ground.citations)}
        self._seen: set[tuple[str, str]] = set()
        self.claims: list[SupportedClaim] = []
        self.errors: list[str] = []
        self.lengths: list[str] = []
        self.refused: list[Refused] = []
        self.corrections: list[Correction] = []

    def _places(self, claims: Sequence[Claim]) -> Iterator[tuple[Claim, str | None, QuoteReference, Span | None]]:
        """Yield each claim with its reference, the quote that is looked up, and where that stands."""
        references = [_reference_in(one.citation.quote) if self._policy.by_reference else None for one in claims]
        asked: list[QuoteReference] = []
        for claim, reference in zip(claims, references, strict=True):
            named = self._ground.refer(reference) if reference else None
            if named is not None:
                asked.append(QuoteReference(self._id_of(named.record_id), named.text))
            else:
                asked.append(
                    QuoteReference(claim.citation.passage_id, "" if reference is not None else claim.citation.quote)
                )
        texts = {passage_id: citation.text for passage_id, citation in self._by_id.items()}
        yield from zip(claims, references, asked, find_quotes(asked, texts), strict=True)

    def _id_of(self, record_id: str) -> str:
        return next(one for one, citation in self._by_id.items() if citation.record_id == record_id)

    def take(self, claims: Sequence[Claim]) -> None:
        """Decide every claim."""
        for claim, reference, asked, place in self._places(claims):
            if not any(map(str.isalnum, claim.claim_text)):
                self.errors.append(_NO_TEXT)
                continue
            proven = None
            if place is not None:
                citation = self._by_id[asked.passage_id]
                proven = self._ground.prove(place.slice(citation.text), citation.record_id, only=True)
            if proven is None:
                self._reject(claim, reference)
            else:
                self._accept(claim, asked, proven, is_reference=reference is not None)

    def _accept(self, claim: Claim, asked: QuoteReference, proven: WhitelistQuote, *, is_reference: bool) -> None:
        quote = self._ground.quote_at(Span(*proven.raw_spans[0]))
        sentence = enforce_sentence(claim.claim_text, self._ground, self._policy)
        text = "".join(inline.text for block in sentence.blocks for inline in getattr(block, "inlines", ()))
        if not text:
            self.errors.append(_NO_TEXT)
            return
        words = count_words(quote.text)
        if words > _MOST_WORDS or is_too_short(quote.text, text, self._policy.least_words):
            self.lengths.append(_NOT_SO_LONG.format(words=words, start=one_line(quote.text)[:_START]))
            self._refuse(claim, RefusalReason.TOO_LONG if words > _MOST_WORDS else RefusalReason.TOO_SHORT)
            return
        if (text, quote.text) in self._seen:
            self._refuse(claim, RefusalReason.REPEATED)
            return
        self._seen.add((text, quote.text))
        self.refused += sentence.refused
        self.corrections += sentence.corrections
        named = claim.citation.passage_id
        wrong = named if named != asked.passage_id else ""
        if wrong or (not is_reference and not _is_as_written(claim.citation.quote, quote.text)):
            self.corrections.append(Correction(written=claim.citation.quote, quote=quote, named=self._record(wrong)))
        self.claims.append(
            SupportedClaim(
                index=int(asked.passage_id),
                claim_text=text,
                blocks=sentence.blocks,
                quote=proven,
                answer_quote=quote,
            )
        )

    def _record(self, passage_id: str) -> str:
        """Return the record id of a passage; the text as written if there is no such passage."""
        return self._by_id[passage_id].record_id if passage_id in self._by_id else passage_id

    def _refuse(self, claim: Claim, reason: RefusalReason) -> None:
        self.refused.append(
            Refused(
                words=claim.citation.quote,
                reason=reason,
                message=message_of(reason),
                claim_text=claim.claim_text,
                record_id=self._record(claim.citation.passage_id),
            )
        )

    def _reject(self, claim: Claim, reference: str | None) -> None:
        passage_id, quote = claim.citation.passage_id, claim.citation.quote
        self.errors.append(not_found_message(passage_id, quote))
        if reference is not None:
            self._refuse(claim, RefusalReason.UNKNOWN_REFERENCE)
            return
        citation = self._by_id.get(passage_id)
        named = citation.record_id if citation else ""
        refused = self._ground.refuse(quote, record_id=named, claim_text=claim.claim_text, only=True)
        self.refused.append(refused.model_copy(update={"record_id": named or passage_id}))


def _is_as_written(written: str, words: str) -> bool:
    return one_line(unwrap_marks(resolve_markup(written))) == one_line(words)


def check_claims(output: SynthesisOutput, ground: Ground, policy: AnswerPolicy) -> SynthesisCheck:
    """Decide every claim of a reply and the sentences around them; passages are named by their place, "0" first.

    A reference counts for the passage that has its sentence, whatever passage is named beside it.
    """
    checker = _ClaimChecker(ground, policy)
    checker.take(output.claims)
    intro = check_framing_sentence(output.bridging_intro, ground, policy)
    conclusion = check_framing_sentence(output.bridging_conclusion, ground, policy)
    left_out = [bridge.refused for bridge in (intro, conclusion) if bridge.refused is not None]
    return SynthesisCheck(
        claims=tuple(checker.claims),
        errors=tuple(checker.errors if checker.claims else (*checker.errors, *checker.lengths)),
        refused=(*checker.refused, *left_out),
        corrections=tuple(checker.corrections),
        intro=intro,
        conclusion=conclusion,
    )
