"""Check a well-formed stored answer: each quotation must be the slice that it claims to be."""

from collections.abc import Iterator, Sequence

from core.answers.records import AnswerQuote, Citation, CitedAnswer
from core.errors import Problem
from core.prose.model import Block, Heading, ListBlock, Paragraph, Quote, QuoteBlock

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
        (citation.record_id, citation.file, citation.speaker) == (quote.record_id, quote.source, quote.speaker)
        and citation.text[start:end] == quote.text
        and (citation.offset, citation.offset + end) == (offset, quote.span.end)
        for citation in citations
    )


def _without_word(quote: AnswerQuote) -> AnswerQuote:
    """Return a quotation without its own fields, which are checked at its first place."""
    return quote.model_copy(update={"proven": True})


def _reads_otherwise(answer: CitedAnswer) -> bool:
    """Tell whether `verify` does not find all quotations of the answer in its passages."""
    from core.answers.inline import verify_answer
    from core.answers.passage_transcript import Ground

    return bool(verify_answer(answer.blocks, Ground(answer.citations)).unproven)


def problems_of(place: str, answer: CitedAnswer) -> Iterator[Problem]:
    """Yield the problems of an answer: each of its quotations must be a slice of the passage that it names.

    `place` is the answer's, for messages.
    """
    for index, quote in enumerate(answer.quotes):
        if not (quote.proven and _is_slice(quote, answer.citations)):
            message = "is not what its passage holds at this place."
            yield Problem(place=f"{place}.quotes[{index}]", message=message, remedy=_REMEDY)
    proven = {(quote.text, quote.record_id, quote.span) for quote in answer.quotes}
    own = [_without_word(quote) for quote in answer.quotes]
    shown = {(quote.text, quote.speaker.speaker_id, quote.raw_span) for quote in _quotations(answer.blocks)}
    problems = {
        "blocks": proven.issuperset(shown),
        "claims": all(_without_word(one.quote) in own for one in answer.claims),
        "corrections": all(_without_word(one.quote) in own for one in answer.corrections),
    }
    unproven = [where for where, holds in problems.items() if not holds]
    for where in unproven:
        message = "hold a quotation that is not among the answer's quotes."
        yield Problem(place=f"{place}.{where}", message=message, remedy=_REMEDY)
    if "blocks" not in unproven and _reads_otherwise(answer):
        message = "hold words in quotation marks that no passage has, or name another record than a quotation is of."
        yield Problem(place=f"{place}.blocks", message=message, remedy=_REMEDY)
