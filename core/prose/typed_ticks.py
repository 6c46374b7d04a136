"""Backticks typed for quotation marks: ``words'' and `words'.

Two of them in a paragraph are a span of code to Markdown, from the first mark to the second. But the end of code stands
behind a word, and what opens a quotation before one.
"""

import re
from bisect import bisect_left
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline

_RUN = re.compile("`+")
_OPENS = re.compile(r"(?<![^\s(\[{*_“‘—–-])`{1,2}(?=[^\W_]|[…(“‘])")


# Of one paragraph it is asked at each of its marks.
@lru_cache(maxsize=4)
def _runs_by_length(text: str) -> dict[int, list[int]]:
    runs: dict[int, list[int]] = {}
    for run in _RUN.finditer(text):
        runs.setdefault(run.end() - run.start(), []).append(run.start())
    return runs


def _end_of_mark(text: str, start: int) -> int:
    """Return where the mark ends that opens a quotation at `start`; 0 where code begins, or nothing would end it."""
    mark = _OPENS.match(text, start)
    if mark is None:
        return 0
    runs = _runs_by_length(text).get(mark.end() - start, [])
    following = bisect_left(runs, mark.end())
    return mark.end() if following < len(runs) and _OPENS.match(text, runs[following]) else 0


def _read_ticks(state: "StateInline", silent: bool) -> bool:  # noqa: FBT001 - the parser's own signature
    from markdown_it.rules_inline import backtick

    end = _end_of_mark(state.src, state.pos)
    if not end:
        return backtick(state, silent)
    if not silent:
        state.append_pending(state.src[state.pos : end])
    state.pos = end
    return True


def read_typed_ticks(parser: "MarkdownIt") -> None:
    """Let a parser read as text what would begin code, where the mark that would end it opens a quotation too.

    Linear. Source: decisions.md#what-a-quotation-is.
    """
    parser.inline.ruler.at("backticks", _read_ticks)
