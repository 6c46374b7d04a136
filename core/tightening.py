"""The exact ends of a passage, once one place inside it is known to stand opposite one place inside the quote.

That place parts the search in two that do not touch each other: how far left of it, and how far right of it, does
the text
go on like the quote? Each side tries a few dozen ends with a bit-parallel edit distance, those between words first.
Pure
strings; all offsets are code points, half-open.
"""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from core.span import Span

_SLACK = 12  # an end may stand this far from where the quote's length puts it: about two words ...
_DRIFT = 5  # ... and one character more for each so many between the anchor and the end
_MOST_SLACK = 64
_SURE = 12  # characters on which quote and text agree at one end only: that end is sure
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
    """A passage, its similarity to the quote (1 minus edit distance by the longer length), and how many ends stand
    between words."""

    span: Span
    score: float
    whole_ends: int


class _Side(NamedTuple):
    """One side of the anchor: the quote's part, where its end is expected, and what part of the text an end gives."""

    part: str
    expected: int
    reach: Callable[[int], str]


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


def _search(side: _Side, edges: list[int], bounds: tuple[int, int], is_edge: Callable[[int], bool]) -> _Ends:
    """Try the edges of words, then the characters about the best of them."""
    low, high = bounds
    end, distance = _closest(side, edges or [min(max(low, side.expected), high)])
    if distance and not is_edge(end):
        edges = [edge for edge in edges if is_edge(edge)]
        end, distance = _closest(side, edges or [end])
    if not distance:
        return _Ends(end, end)
    return _Ends(end, _closest(side, range(max(low, end - _INSIDE_WORD), min(high, end + _INSIDE_WORD) + 1))[0])


def _slack(part: str) -> int:
    return min(_MOST_SLACK, _SLACK + len(part) // _DRIFT)


def _find_start(quote: str, text: str, anchor: Anchor, is_edge: Callable[[int], bool]) -> _Ends:
    part = quote[: anchor.in_quote]
    expected = anchor.in_text - len(part)
    low, high = max(0, expected - _slack(part)), min(anchor.in_text, expected + _slack(part))
    head = part[:_SURE]
    sure = text.find(head, low, high + len(head))
    if sure >= 0 and text.find(head, sure + 1, high + len(head)) < 0 and is_edge(sure):
        return _Ends(sure, sure)
    edges = [piece.start() for piece in _PIECE_OF_TEXT.finditer(text, low, high + 1)]
    return _search(_Side(part, expected, lambda end: text[end : anchor.in_text]), edges, (low, high), is_edge)


def _find_end(quote: str, text: str, anchor: Anchor, is_edge: Callable[[int], bool]) -> _Ends:
    part = quote[anchor.in_quote :]
    expected = anchor.in_text + len(part)
    low, high = max(anchor.in_text, expected - _slack(part)), min(len(text), expected + _slack(part))
    tail = part[-_SURE:]
    sure = text.rfind(tail, max(0, low - len(tail)), high)
    if sure >= 0 and text.find(tail, max(0, low - len(tail)), sure + len(tail) - 1) < 0 and is_edge(sure + len(tail)):
        return _Ends(sure + len(tail), sure + len(tail))
    edges = [piece.end() for piece in _PIECE_OF_TEXT.finditer(text, max(0, low - 1), high)]
    return _search(_Side(part, expected, lambda end: text[anchor.in_text : end]), edges, (low, high), is_edge)


def tighten(quote: str, text: str, anchor: Anchor, is_edge: Callable[[int], bool]) -> list[Tight]:
    """Return the stretches of `text` around the anchor that are most like `quote`: whole words, and any characters.

    `is_edge` tells whether a quote may begin or end at an offset of `text`.
    """
    from rapidfuzz.distance import Levenshtein

    first, last = _find_start(quote, text, anchor, is_edge), _find_end(quote, text, anchor, is_edge)
    spans = {
        Span(start, end): whole_start + whole_end
        for start, whole_start in ((first.free, 0), (first.whole, 1))
        for end, whole_end in ((last.free, 0), (last.whole, 1))
    }
    return [
        Tight(span, Levenshtein.normalized_similarity(quote, span.slice(text)), whole) for span, whole in spans.items()
    ]
