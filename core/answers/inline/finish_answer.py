"""The finished answer: enforced and checked by the independent `core.verify`, or the passages themselves."""

from collections.abc import Iterable, Sequence

from core.answers.excerpts import excerpt_answer
from core.answers.inline.enforce_answer import EnforcedText, enforce_answer
from core.answers.passage_transcript import Ground
from core.answers.records import AnswerMode, AnswerPolicy, AnswerQuote, Citation, CitedAnswer, RefusalReason, Refused
from core.llm.reply import NoChapterReason, unwrap_reply
from core.prose.model import Block, Heading, Inline, ListBlock, Paragraph, Quote, QuoteBlock
from core.prose.render import one_line, write_blocks
from core.verify import Verdict, Verification, verify_part

_PASSING = frozenset((Verdict.VERIFIED, Verdict.NOTHING_TO_VERIFY))
_ATTEMPTS = 3
MOST_QUOTATIONS = 500
"""Quotations in a reply that becomes an answer; each decision is stored, and nobody reads more."""
_NOT_PASSED = "The finished answer did not pass verification: {failed} of {all} quotations could not be found again."
_NOTHING = "Nothing of what was written could be shown; quotations that do not stand: {number}."
_NO_ANSWER = {
    NoChapterReason.JSON: "The model answered with JSON, where Markdown was asked for.",
    NoChapterReason.APOLOGY: (
        "The model apologised or refused instead of answering. Try again, or choose another model."
    ),
    NoChapterReason.EMPTY: "The model's reply is empty. Try again, or allow it more tokens.",
}
_ENDLESS = "The reply has {number:,} quotations; an answer may have {most:,}."


def verify_answer(blocks: Sequence[Block], ground: Ground) -> Verification:
    """Find every quotation of an answer again in the passages, in the record that is named next to it."""
    return verify_part(write_blocks(blocks), ground.transcript, of_people=False)


def _inlines(inlines: Iterable[Inline], ground: Ground) -> tuple[Inline, ...]:
    return tuple(_in_its_source(one, ground) if isinstance(one, Quote) else one for one in inlines)


def _in_its_source(quote: Quote, ground: Ground) -> Quote:
    return quote.model_copy(update={"raw_span": ground.quote_at(quote.raw_span).span})


def with_source_spans(blocks: Iterable[Block], ground: Ground) -> tuple[Block, ...]:
    """Return enforced blocks whose quotations name the place in their source, as `AnswerQuote.span` does."""
    placed: list[Block] = []
    for block in blocks:
        match block:
            case QuoteBlock():
                placed.append(QuoteBlock(quote=_in_its_source(block.quote, ground)))
            case ListBlock():
                items = tuple(with_source_spans(item, ground) for item in block.items)
                placed.append(block.model_copy(update={"items": items}))
            case Heading() | Paragraph():
                placed.append(block.model_copy(update={"inlines": _inlines(block.inlines, ground)}))
    return tuple(placed)


def _all_refused(enforced: EnforcedText, why: str) -> tuple[Refused, ...]:
    """Return everything that an unused reply quoted."""
    stood = (
        Refused(words=quote.text, reason=RefusalReason.OTHER_RECORD, message=why, record_id=quote.record_id)
        for quote in enforced.quotes
    )
    return (*stood, *enforced.refused)[:MOST_QUOTATIONS]


def inline_answer(
    question: str,
    citations: Sequence[Citation],
    reply_text: str,
    policy: AnswerPolicy | None = None,
    *,
    mode: AnswerMode = AnswerMode.INLINE,
) -> CitedAnswer:
    """Return the answer in a model's reply: enforced and verified, or excerpts with the reason.

    A quotation that `core.verify` does not find again under its record is left out. `mode` is INLINE or BASELINE.
    Total.
    Source: decisions.md#enforcement, decisions.md#seed-4.
    """
    policy, ground = policy or AnswerPolicy(), Ground(citations)
    unwrapped = unwrap_reply(reply_text)
    if unwrapped.text is None:
        return excerpt_answer(question, citations, reason=_NO_ANSWER[NoChapterReason(unwrapped.reason)])
    refused, why = frozenset[str](), ""
    enforced = EnforcedText()
    for _ in range(_ATTEMPTS):
        enforced = enforce_answer(unwrapped.text, ground, policy, refused=refused)
        if enforced.decided > MOST_QUOTATIONS:
            why = _ENDLESS.format(number=enforced.decided, most=MOST_QUOTATIONS)
            break
        if not enforced.blocks:
            why = _NOTHING.format(number=len(enforced.refused))
            break
        found = verify_answer(enforced.blocks, ground)
        if found.verdict in _PASSING and found.quotations == len(enforced.quotes):
            return _answer(question, ground, enforced, mode)
        why = _NOT_PASSED.format(failed=len(found.unproven), all=found.quotations)
        refused |= _suspect(found, enforced.quotes)
    fallback = excerpt_answer(question, citations, reason=why)
    return fallback.model_copy(update={"refused": _all_refused(enforced, why)})


def _suspect(found: Verification, quotes: Sequence[AnswerQuote]) -> frozenset[str]:
    """Return the slices that `core.verify` did not find; all slices if it found each of them somewhere."""
    slices = {one_line(quote.text) for quote in quotes}
    return frozenset(slices.difference(one.text for one in found.proven) or slices)


def _answer(question: str, ground: Ground, enforced: EnforcedText, mode: AnswerMode) -> CitedAnswer:
    return CitedAnswer(
        question=question,
        mode=mode,
        blocks=with_source_spans(enforced.blocks, ground),
        claims=enforced.claims,
        quotes=enforced.quotes,
        refused=enforced.refused,
        corrections=enforced.corrections,
        citations=ground.citations,
    )
