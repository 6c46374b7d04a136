"""An answer as it leaves the program: Markdown with ids that any reader can check, and data.

Only proven quotations stand in quotation marks or block quotes; refused words are listed without marks.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from core.answers.record_ids import labels_of
from core.answers.records import AnswerQuote, Citation, CitedAnswer, Refused
from core.prose.model import Block, Heading, ListBlock, Paragraph, QuoteBlock, TextRun
from core.prose.render import escape, one_line, stands_inside_marks, unmarked, write_blocks
from core.text.confusables import COLONS
from core.text.safe_html import in_words

_LONGEST_REFUSED = 300  # characters of refused words
_LABEL = re.compile(f"[{COLONS}|]")


def _plain(text: str) -> str:
    """Return any text on one line, without marks, and without what reads as a label or a table."""
    return " ".join(_LABEL.sub(" ", unmarked(text)).split()).lstrip("—–―-> ")


def _in_one_line(block: QuoteBlock) -> str:
    """Return a quotation as seed 4 writes it; without marks if they would make it ambiguous."""
    words, name = one_line(block.quote.text), escape(unmarked(block.quote.speaker.speaker_name))
    if not stands_inside_marks(words):
        return write_blocks((block,)).rstrip("\n")
    return f"> {escape(f'“{words}”')} — {name}"


def _lines(blocks: Iterable[Block]) -> list[str]:
    texts: list[str] = []
    for block in blocks:
        if isinstance(block, QuoteBlock):
            texts.append(_in_one_line(block))
        elif isinstance(block, ListBlock):
            items: list[str] = []
            for number, item in enumerate(block.items, start=1):
                marker = f"{number}. " if block.ordered else "- "
                body = "\n\n".join(_lines(item)).replace("\n", "\n" + " " * len(marker))
                items.append(re.sub(r"(?m)[ \t]+$", "", marker + body))
            texts.append("\n".join(items))
        else:
            texts.append(write_blocks((block,)).rstrip("\n"))
    return texts


def _refused_line(refused: Refused) -> str:
    words = _plain(refused.words)[:_LONGEST_REFUSED]
    named = f", given to {_plain(refused.record_id)}" if refused.record_id else ""
    return f"{in_words(refused.reason)}{named} — {refused.message} Written was {words}"


def _source(citation: Citation, label: str) -> str:
    metadata = citation.metadata or {}
    about = (
        citation.document_name or citation.file,
        str(metadata.get("file") or ""),
        citation.speaker,
        citation.course,
    )
    parts = [plain for part in about if part != citation.record_id and (plain := _plain(part))]
    return f"{label} — {', '.join(dict.fromkeys(parts))}" if parts else label


def _listed(heading: str, lines: Sequence[str]) -> list[Block]:
    if not lines:
        return []
    items = tuple((Paragraph(inlines=(TextRun(text=unmarked(line)),)),) for line in lines)
    return [Heading(level=2, inlines=(TextRun(text=heading),)), ListBlock(items=items)]


def answer_markdown(answer: CitedAnswer, *, refused: bool = True) -> str:
    """Return an answer as Markdown: the question, its text with `> “quote” — record_id`, its sources with their ids.

    With `refused`, also the refused words, without marks. Source: decisions.md#seed-4.
    """
    labels = labels_of([citation.record_id for citation in answer.citations])
    used = {quote.record_id for quote in answer.quotes}
    sources = [
        _source(citation, label)
        for citation, label in zip(answer.citations, labels, strict=True)
        if citation.record_id in used
    ]
    title = _plain(answer.question) or "Answer"
    head: list[Block] = [Heading(level=1, inlines=(TextRun(text=title),))]
    if answer.fallback_reason:
        head.append(Paragraph(inlines=(TextRun(text=_plain(answer.fallback_reason)),)))
    tail = _listed("Sources", sources)
    if refused:
        tail += _listed("Refused", [_refused_line(one) for one in answer.refused])
    return "\n\n".join((*_lines(head), *_lines(answer.blocks), *_lines(tail))) + "\n"


def _quote_data(quote: AnswerQuote) -> dict[str, Any]:
    return {
        "text": quote.text,
        "record_id": quote.record_id,
        "span": list(quote.span),
        "proven": quote.proven,
        "source": quote.source,
        "speaker": quote.speaker,
    }


def answer_data(answer: CitedAnswer) -> dict[str, Any]:
    """Return an answer as data for JSON: `answer` (its text as Markdown), `claims`, `quotes`, `rejected`, `usage`,
    `fallback_reason`, and what it was made from.

    `span` is a stretch of the record's source in code points, half-open; `quotes` are those of the text, in order.
    """
    return {
        "question": answer.question,
        "mode": answer.mode.value,
        "answer": "\n\n".join(_lines(answer.blocks)),
        "claims": [{"claim_text": claim.claim_text, "quote": _quote_data(claim.quote)} for claim in answer.claims],
        "quotes": [_quote_data(quote) for quote in answer.quotes],
        "rejected": [one.model_dump(mode="json") for one in answer.refused],
        "corrections": [
            {"written": one.written, "named": one.named, "quote": _quote_data(one.quote)} for one in answer.corrections
        ],
        "sources": [
            {"record_id": one.record_id, "source": one.file, "title": one.title, "confidence": one.confidence}
            for one in answer.citations
        ],
        "fallback_reason": answer.fallback_reason,
        "client": answer.client,
        "model": answer.model,
        "usage": answer.usage.model_dump(mode="json"),
    }
