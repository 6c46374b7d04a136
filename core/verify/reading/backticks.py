"""Backticks that a reader takes for quotation marks: those before a word, where what would end code is no end.

Written from the rule alone, as the other half of the checker's grammar is.
"""

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline

_TICKS = re.compile("`+")
_BEFORE_WORDS = frozenset("([{*_“‘—–-")
_BEGIN_WORDS = frozenset("…(“‘")


def _leads_in_words(text: str, start: int, end: int) -> bool:
    """Tell whether a run of backticks stands before a word, and behind none."""
    before, after = text[start - 1 : start] if start else "", text[end : end + 1]
    begins = not before or before.isspace() or before in _BEFORE_WORDS
    return begins and (after.isalnum() or after in _BEGIN_WORDS)


@lru_cache(maxsize=4)
def _marks_in(text: str) -> dict[int, int]:
    """Return where marks of one backtick or two begin and end, the next of whose length leads in words as well."""
    next_leads_in: dict[int, bool] = {}
    marks: dict[int, int] = {}
    for run in reversed(list(_TICKS.finditer(text))):
        length, leads_in = run.end() - run.start(), _leads_in_words(text, *run.span())
        if leads_in and length < 3 and next_leads_in.get(length):
            marks[run.start()] = run.end()
        next_leads_in[length] = leads_in
    return marks


def _mark_or_code(state: "StateInline", silent: bool) -> bool:  # noqa: FBT001 - the parser's own signature
    from markdown_it.rules_inline import backtick

    end = _marks_in(state.src).get(state.pos) if state.src[state.pos] == "`" else None
    if end is None:
        return backtick(state, silent)
    if not silent:
        state.append_pending(state.src[state.pos : end])
    state.pos = end
    return True


def keep_marks(parser: "MarkdownIt") -> None:
    """Let a parser leave such marks in the text.

    Source: decisions.md#what-a-quotation-is.
    """
    parser.inline.ruler.at("backticks", _mark_or_code)
