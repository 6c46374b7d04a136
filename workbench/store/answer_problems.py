"""What can be wrong with a stored answer whose form is right: a quotation that is not the slice it says it is."""

from collections.abc import Iterator, Sequence

from core.answers.records import Answer, AnswerQuote, Citation
from core.errors import Problem
from core.prose import Block, Heading, ListBlock, Paragraph, Quote, QuoteBlock

_REMEDY = "Export the session again and import that file as it is."


def _quotations(blocks: Sequence[Block]) -> Iterator[Quote]:
    """Yield the quotations of blocks in reading order."""
    for block in blocks:
        match block:
            case Heading() | Paragraph():
                yield from (inline for inline in block.inlines if isinstance(inline, Quote))
            case QuoteBlock():
                yield block.quote
            case ListBlock():
                for item in block.items:
                    yield from _quotations(item)


def _is_slice(quote: AnswerQuote, citations: Sequence[Citation]) -> bool:
    start, end = quote.within
    offset = quote.span.start - start
    return 0 <= start < end and any(
        citation.record_id == quote.record_id
        and citation.text[start:end] == quote.text
        and (citation.offset, citation.offset + end) == (offset, quote.span.end)
        for citation in citations
    )


def problems_of(place: str, answer: Answer) -> Iterator[Problem]:
    """Yield what is wrong with an answer: each of its quotations must be a slice of the passage that it names.

    `place` is the answer's, for messages.
    """
    for index, quote in enumerate(answer.quotes):
        if not (quote.proven and _is_slice(quote, answer.citations)):
            message = "is not what its passage holds at this place."
            yield Problem(place=f"{place}.quotes[{index}]", message=message, remedy=_REMEDY)
    proven = {(quote.text, quote.record_id) for quote in answer.quotes}
    shown = [(quote.text, quote.speaker.speaker_id) for quote in _quotations(answer.blocks)]
    claimed = [(claim.quote.text, claim.quote.record_id) for claim in answer.claims]
    for where, quotations in (("blocks", shown), ("claims", claimed)):
        if any(quotation not in proven for quotation in quotations):
            message = "hold a quotation that is not among the answer's quotes."
            yield Problem(place=f"{place}.{where}", message=message, remedy=_REMEDY)
