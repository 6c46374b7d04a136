"""The statements of an answer, and the whole texts of the records that each one cites."""

from collections.abc import Iterable, Iterator, Mapping

from core.answers.records import AnswerMode, CitedAnswer
from core.evaluation.records import Statement
from core.prose.model import Block, Heading, Inline, ListBlock, Paragraph, Quote, QuoteBlock
from core.prose.render import one_line, unmarked


class _OwnWords:
    """A paragraph's own words, and the records that are quoted in it and below it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.record_ids: dict[str, None] = {}  # in order, each once


def _own_words(inlines: Iterable[Inline]) -> str:
    """Return the words of a paragraph without its quotations and the ids behind them."""
    pieces: list[str] = []
    behind = ""
    for inline in inlines:
        if isinstance(inline, Quote):
            behind = f" ({unmarked(inline.speaker.speaker_name)})"
            pieces.append(" ")
            continue
        pieces.append(inline.text.removeprefix(behind))
        behind = ""
    return one_line("".join(pieces))


def _paragraphs(blocks: Iterable[Block]) -> Iterator[Paragraph | QuoteBlock]:
    """Yield paragraphs and block quotations, those in lists included, in reading order."""
    for block in blocks:
        match block:
            case Paragraph() | QuoteBlock():
                yield block
            case ListBlock():
                for item in block.items:
                    yield from _paragraphs(item)
            case Heading():
                pass


def _stated(blocks: Iterable[Block]) -> list[_OwnWords]:
    """Return the paragraphs that state something, with what is quoted in them and up to the next one.

    A paragraph that is nothing but quotations belongs to the one before it.
    """
    found = [_OwnWords("")]
    for block in _paragraphs(blocks):
        if isinstance(block, QuoteBlock):
            found[-1].record_ids[block.quote.speaker.speaker_id] = None
            continue
        own = _own_words(block.inlines)
        if any(map(str.isalnum, own)):
            found.append(_OwnWords(own))
        for inline in block.inlines:
            if isinstance(inline, Quote):
                found[-1].record_ids[inline.speaker.speaker_id] = None
    return found[1:]


def _inline_statements(answer: CitedAnswer, texts: Mapping[str, str]) -> Iterator[Statement]:
    for stated in _stated(answer.blocks):
        cited = tuple(texts[one] for one in stated.record_ids if one in texts)
        yield Statement(text=stated.text, citations=cited)


def statements_of(answer: CitedAnswer) -> tuple[Statement, ...]:
    """Return the statements of an answer, which a model may judge.

    For a synthesis: each claim with the record that it cites. For an inline answer: each paragraph with the records
    that are quoted in it and below it, if any. Other answers cite nothing.
    """
    texts = {citation.record_id: citation.text for citation in answer.citations}
    match answer.mode:
        case AnswerMode.SYNTHESIS:
            cited = ((one.claim_text, texts.get(one.quote.record_id)) for one in answer.claims)
            return tuple(Statement(text=text, citations=() if one is None else (one,)) for text, one in cited)
        case AnswerMode.INLINE:
            return tuple(_inline_statements(answer, texts))
        case AnswerMode.EXCERPTS | AnswerMode.BASELINE:
            return ()
