"""The exact ends of a passage, once one place inside it is known to stand opposite one place inside the quote.

The place splits the search into two independent ones: how far left of it, and how far right of it, does the text go on
like the quote? Each side tries a few dozen ends with a bit-parallel edit distance, those between words first. Pure
strings; all offsets are code points, half-open.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from core.span import Span

_SLACK = 12  # an end may stand this far from where the quote's length puts it, about two words ...
_DRIFT = 2  # ... and one character more for each so many between the anchor and the end ...
_MOST_SLACK = 80  # ... but no farther than this
_SURE = 12  # characters on which quote and text agree at one end only: that end is sure
_ALIKE = 0.6  # of a side that differs by more than this share the very end does not matter
_INSIDE_WORD = 10  # how far from the best end between words a better one inside a word is looked for

SPACELESS = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u1a20-\u1aaf"  # Thai, Lao, Myanmar, Khmer, Tai Tham
    "\u3005-\u3007\u3021-\u312f\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"  # kana and ideographs
    "\U0001b000-\U0001b16f\U00020000-\U0003ffff"
)
"""Characters of scripts that put no spaces between words, as the inside of a character class."""
_FIRST_SPACELESS = "\u0e00"

_WORD_OR_MARK = re.compile(r"\w+|[^\w\s]")


class AlignmentAnchor(NamedTuple):
    """A place in the quote and the place in the text that stands opposite it."""

    in_quote: int
    in_text: int


class AlignedMatch(NamedTuple):
    """A passage, its similarity to the quote (1 minus edit distance by the longer length), the worth of its ends."""

    span: Span
    score: float
    worth: int


class _Side(NamedTuple):
    """One side of the anchor: the quote's part, and where in the text its end is expected and looked for."""

    part: str
    text: str
    anchor: int
    expected: int
    low: int
    high: int

    def reach(self, end: int) -> str:
        """Return the text between the anchor and an end."""
        return self.text[min(end, self.anchor) : max(end, self.anchor)]

    def is_sure(self, end: int) -> bool:
        """Tell whether agreement of the last characters settles the end: a few may agree beyond words that do not."""
        return len(self.part) >= _SURE or end == self.expected


class _Ends(NamedTuple):
    """The best end of a side: at a word that the quote has there too, between words, and anywhere."""

    alike: int
    whole: int
    free: int

    def by_worth(self) -> list[tuple[int, int]]:
        """Return each end with its worth where similarity does not decide, the best last."""
        return [(self.free, 0), (self.whole, 2), (self.alike, 3)]


@cache
def _spaceless() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Compile what most transcripts never need: one character without spaces, and the pieces of a text with them."""
    return re.compile(f"[{SPACELESS}]"), re.compile(rf"[{SPACELESS}]|[^\W{SPACELESS}]+|[^\w\s]")


def has_spaceless(text: str) -> bool:
    """Tell whether a text holds characters of a script that puts no spaces between words."""
    return max(text, default="") >= _FIRST_SPACELESS and _spaceless()[0].search(text) is not None


def _pieces(text: str, low: int, high: int) -> Iterator[re.Match[str]]:
    """Yield the words and marks between two offsets; in scripts without spaces each character is a word."""
    pattern = _spaceless()[1] if has_spaceless(text[low:high]) else _WORD_OR_MARK
    return pattern.finditer(text, low, high)


def _is_mark(char: str) -> bool:
    return not char.isascii() and unicodedata.category(char)[0] == "M"


def _closest(side: _Side, ends: Sequence[int]) -> tuple[int, int]:
    """Return the end with the smallest edit distance, and that; among equals the first."""
    from rapidfuzz.distance import Levenshtein
    from rapidfuzz.process import extractOne

    _, distance, index = extractOne(side.part, [side.reach(end) for end in ends], scorer=Levenshtein.distance)
    return ends[index], int(distance)


def _search(side: _Side, edges: list[int], alike: list[int], is_edge: Callable[[int], bool]) -> _Ends:
    """Try the edges of words, of these the ones at a word of the quote's, and the characters about the best."""
    # The farthest of equals: a word that was changed belongs to the passage.
    edges = sorted(edges or [side.expected], key=lambda edge: -abs(edge - side.anchor))
    whole, distance = free, _ = _closest(side, edges)
    if not is_edge(whole):
        whole, _ = _closest(side, [edge for edge in edges if is_edge(edge)] or edges)
    same, _ = _closest(side, [edge for edge in alike if is_edge(edge)] or [whole])
    if 0 < distance <= max(_SLACK, _ALIKE * len(side.part)):
        inside = range(max(side.low, free - _INSIDE_WORD), min(side.high, free + _INSIDE_WORD) + 1)
        # A combining mark is no place to begin: what it marks would be left behind.
        inside = [end for end in inside if not _is_mark(side.text[end : end + 1])] or [free]
        free, _ = _closest(side, sorted(inside, key=lambda end: abs(end - side.expected)))
    return _Ends(same, whole, free)


def _slack(part: str) -> int:
    return min(_MOST_SLACK, _SLACK + len(part) // _DRIFT)


def _only(text: str, piece: str, low: int, high: int) -> int:
    """Return where `piece` stands between two offsets of the text, -1 if not at all or several times."""
    found = text.find(piece, low, high)
    return found if found < 0 or text.find(piece, found + 1, high) < 0 else -1


def _find_start(quote: str, text: str, anchor: AlignmentAnchor, is_edge: Callable[[int], bool]) -> _Ends:
    part = quote[: anchor.in_quote]
    expected = max(0, anchor.in_text - len(part))
    low, high = max(0, expected - _slack(part)), min(anchor.in_text, expected + _slack(part))
    side = _Side(part, text, anchor.in_text, expected, low, high)
    head = part[:_SURE]
    start = _only(text, head, low, high + len(head))
    if start >= 0 and side.is_sure(start) and is_edge(start):
        return _Ends(start, start, start)
    edges = [piece.start() for piece in _pieces(text, low, high + 1)]
    word = head.split(" ")[0]
    return _search(side, edges, [edge for edge in edges if word and text.startswith(word, edge)], is_edge)


def _find_end(quote: str, text: str, anchor: AlignmentAnchor, is_edge: Callable[[int], bool]) -> _Ends:
    part = quote[anchor.in_quote :]
    expected = min(len(text), anchor.in_text + len(part))
    low, high = max(anchor.in_text, expected - _slack(part)), min(len(text), expected + _slack(part))
    side = _Side(part, text, anchor.in_text, expected, low, high)
    tail = part[-_SURE:]
    end = _only(text, tail, max(0, low - len(tail)), high) + len(tail)
    if end >= len(tail) and side.is_sure(end) and is_edge(end):
        return _Ends(end, end, end)
    edges = [piece.end() for piece in _pieces(text, max(0, low - 1), high)]
    word = tail.split(" ")[-1]
    return _search(side, edges, [edge for edge in edges if word and text.endswith(word, low, edge)], is_edge)


def tighten(quote: str, text: str, anchor: AlignmentAnchor, is_edge: Callable[[int], bool]) -> list[AlignedMatch]:
    """Return the stretches of `text` around the anchor that are most like `quote`, with ends of all kinds.

    `is_edge` tells whether a quote may begin or end at an offset of `text`.
    """
    from rapidfuzz.distance import Levenshtein

    starts, ends = _find_start(quote, text, anchor, is_edge), _find_end(quote, text, anchor, is_edge)
    spans = {
        Span(start, end): start_worth + end_worth
        for start, start_worth in starts.by_worth()
        for end, end_worth in ends.by_worth()
    }
    return [
        AlignedMatch(span, Levenshtein.normalized_similarity(quote, span.slice(text)), worth)
        for span, worth in spans.items()
    ]
