"""The exact ends of a passage, once one place inside it is known to stand opposite one place inside the quote.

That place parts the search in two that do not touch each other: how far left of it, and how far right of it, does the text
go on like the quote? Each side tries a few dozen ends with a bit-parallel edit distance, those between words first. Pure
strings; all offsets are code points, half-open.
"""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from core.span import Span

_SLACK = 12  # an end may stand this far from where the quote's length puts it: about two words ...
_DRIFT = 5  # ... and one character more for each so many between the anchor and the end
_MOST_SLACK = 64
_SURE = 4  # characters that agree at an end: no end inside a word is better
_INSIDE_WORD = 10  # how far from the best word edge an end inside a word is looked for

_SPACELESS = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u1a20-\u1aaf\u3005-\u3007\u3021-\u312f\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U0001b000-\U0001b16f\U00020000-\U0003ffff"
SPACELESS = re.compile(f"[{_SPACELESS}]")
"""A character of a script that puts no spaces between words."""

_PIECE_OF_TEXT = re.compile(rf"[{_SPACELESS}]|[^\W{_SPACELESS}]+|[^\w\s]")


class Anchor(NamedTuple):
    """A place in the quote and the place in the text that stands opposite it."""

    in_quote: int
    in_text: int


class Tight(NamedTuple):
    """A passage, its similarity to the quote (1 minus edit distance by the longer length), and how many ends stand between words."""

    span: Span
    score: float
    whole_ends: int


class _Side(NamedTuple):
    """One side of the anchor: the quote's part, where its end is expected, and between which offsets it is looked for.

    `reach` gives the text's part for an end, `fits` tells whether text and quote agree on their last characters there.
    """

    part: str
    expected: int
    low: int
    high: int
    reach: Callable[[int], str]
    fits: Callable[[int], bool]


class _Ends(NamedTuple):
    """The best end of a side between words, and the best anywhere."""

    whole: int
    free: int


def _closest(side: _Side, ends: Sequence[int]) -> tuple[int, int]:
    """Return the end with the smallest edit distance, and that; among equals the one nearest to where it is expected."""
    from rapidfuzz.distance import Levenshtein
    from rapidfuzz.process import extractOne

    ends = sorted(ends, key=lambda end: abs(end - side.expected))
    _, distance, index = extractOne(side.part, [side.reach(end) for end in ends], scorer=Levenshtein.distance)
    return ends[index], int(distance)


def _best_ends(side: _Side, edges: list[int], is_edge: Callable[[int], bool]) -> _Ends:
    end, distance = _closest(side, edges or [side.expected])
    if distance and not is_edge(end):
        edges = [edge for edge in edges if is_edge(edge)] or edges
        end, distance = _closest(side, edges)
    if not distance or side.fits(end):
        return _Ends(end, end)
    near = range(max(side.low, end - _INSIDE_WORD), min(side.high, end + _INSIDE_WORD) + 1)
    return _Ends(end, _closest(side, near)[0])


def _left_side(quote: str, text: str, anchor: Anchor) -> _Side:
    part = quote[: anchor.in_quote]
    at = anchor.in_text - len(part)
    slack = min(_MOST_SLACK, _SLACK + len(part) // _DRIFT)
    low, high = max(0, at - slack), min(anchor.in_text, at + slack)
    head = part[:_SURE]
    return _Side(part, at, low, high, lambda end: text[end : anchor.in_text], lambda end: text.startswith(head, end))


def _right_side(quote: str, text: str, anchor: Anchor) -> _Side:
    part = quote[anchor.in_quote :]
    at = anchor.in_text + len(part)
    slack = min(_MOST_SLACK, _SLACK + len(part) // _DRIFT)
    low, high = max(anchor.in_text, at - slack), min(len(text), at + slack)
    tail = part[-_SURE:]
    return _Side(part, at, low, high, lambda end: text[anchor.in_text : end], lambda end: text.endswith(tail, 0, end))


def tighten(quote: str, text: str, anchor: Anchor, is_edge: Callable[[int], bool]) -> list[Tight]:
    """Return the stretches of `text` around the anchor that are most like `quote`: whole words, and any characters.

    `is_edge` tells whether a quote may begin or end at an offset of `text`.
    """
    from rapidfuzz.distance import Levenshtein

    left, right = _left_side(quote, text, anchor), _right_side(quote, text, anchor)
    starts = [piece.start() for piece in _PIECE_OF_TEXT.finditer(text, left.low, left.high + 1)]
    ends = [piece.end() for piece in _PIECE_OF_TEXT.finditer(text, max(0, right.low - 1), right.high)]
    first, last = _best_ends(left, starts, is_edge), _best_ends(right, ends, is_edge)
    spans = {
        Span(start, end): whole_start + whole_end
        for start, whole_start in ((first.free, 0), (first.whole, 1))
        for end, whole_end in ((last.free, 0), (last.whole, 1))
    }
    return [
        Tight(span, Levenshtein.normalized_similarity(quote, span.slice(text)), whole) for span, whole in spans.items()
    ]
