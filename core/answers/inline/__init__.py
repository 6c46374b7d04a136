"""Answers with inline quotes (seed 4): paragraphs, and below them exact words of the records, each with its id.

The steps: `core.answers.prompts` (what is sent) → `enforce_answer` (every quotation is decided; `quote_lines` reads the
block quotes, `match_quotes` proves, `rebuild_answer` writes) → `finish_answer` (checked by `core.verify`, or the
passages themselves). A reply that streams goes the same way.
"""

from core.answers.inline.enforce_answer import EnforcedText, InlineGate, enforce_answer, enforce_sentence, quotes_in
from core.answers.inline.finish_answer import MOST_QUOTATIONS, inline_answer, verify_answer, with_source_spans

__all__ = [
    "MOST_QUOTATIONS",
    "EnforcedText",
    "InlineGate",
    "enforce_answer",
    "enforce_sentence",
    "inline_answer",
    "quotes_in",
    "verify_answer",
    "with_source_spans",
]
