"""Answers with inline quotes (seed 4): paragraphs, and below them exact words of the records, each with its id.

The way through: `prompts` (what is sent) → `enforcing` (every quotation is decided; `quote_lines` reads the block
quotes, `judge` proves) → `answer` (checked by `core.verify`, or the passages themselves). `gate` is the same for a
reply that streams.
"""

from core.answers.inline.enforce_answer import EnforcedText, enforce_answer, enforce_sentence, quotes_in
from core.answers.inline.finish_answer import MOST_QUOTATIONS, inline_answer, verify_answer, with_source_spans
from core.answers.inline.inline_prompts import inline_request
from core.answers.inline.streaming import InlineGate

__all__ = [
    "MOST_QUOTATIONS",
    "EnforcedText",
    "InlineGate",
    "enforce_answer",
    "enforce_sentence",
    "inline_answer",
    "inline_request",
    "quotes_in",
    "verify_answer",
    "with_source_spans",
]
