"""Places in a text, in code points and half-open; and the way back from a folded text to the text it was made from.

Only the places where lengths changed are remembered, and found by bisection.
"""

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple


class Span(NamedTuple):
    """Where something stands: `text[start:end]`, offsets in code points, half-open."""

    start: int
    end: int

    def slice(self, text: str) -> str:
        """Return the stretch of `text` that the span names."""
        return text[self.start : self.end]

    def contains(self, other: "Span") -> bool:
        """Tell whether `other` lies wholly inside."""
        return self.start <= other.start and other.end <= self.end

    def overlaps(self, other: "Span") -> bool:
        """Tell whether the two share at least one code point."""
        return self.start < other.end and other.start < self.end


_AT_ONCE = 4_096  # pieces that are joined at once: a list of millions of them takes more memory than their text


def join_pieces(pieces: Iterable[str]) -> str:
    """Return the text of many small pieces, without holding all of them at once."""

    def blocks() -> Iterator[str]:
        held: list[str] = []
        for piece in pieces:
            held.append(piece)
            if len(held) == _AT_ONCE:
                yield "".join(held)
                held.clear()
        yield "".join(held)

    return "".join(blocks())


def blank(text: str, spans: Iterable[Span]) -> str:
    """Return `text` with every code point of `spans` turned into a space, so that all offsets stay."""

    def pieces() -> Iterator[str]:
        done = 0
        for start, end in sorted(spans):
            if end <= done:
                continue
            from_here = max(start, done)
            yield text[done:from_here]
            yield " " * (end - from_here)
            done = end
        yield text[done:]

    return join_pieces(pieces())


class FoldedText:
    """A canonical text and its map back to the original it was made from.

    `text` is the canonical form; all offsets are code points, half-open.
    """

    __slots__ = ("_layers", "text")

    def __init__(self, text: str, layers: "tuple[OffsetLayer, ...]") -> None:
        self.text = text
        self._layers = layers

    def original(self, start: int, end: int) -> Span:
        """Return the stretch of the original that `text[start:end]` came from, whole units only."""
        for layer in reversed(self._layers):
            start, end = layer.back(start, end)
        return Span(start, end)

    def is_edge(self, offset: int) -> bool:
        """Tell whether `offset` lies between two units: never inside what one character, or one run, became."""
        return self._back_edge(offset) >= 0

    def _back_edge(self, offset: int) -> int:
        """Return the edge of the original that `offset` came from, -1 where it is none."""
        for layer in reversed(self._layers):
            if offset >= 0:
                offset = layer.back_edge(offset)
        return offset

    def whole(self, start: int, end: int) -> Span | None:
        """Return what `original` does, None where `text[start:end]` begins or ends inside a unit."""
        first = self._back_edge(start)
        if first < 0 or self._back_edge(end) < 0:
            return None
        for layer in reversed(self._layers):
            end = layer.back_end(end)
        return Span(first, end)

    def canonical(self, offset: int) -> int:
        """Return the canonical offset of the unit that holds the original's `offset`."""
        for layer in self._layers:
            offset = layer.forward(offset)
        return offset


class OffsetLayer:
    """One pass of edits: source stretches and what each became; between them characters map one to one.

    Four numbers of 4 bytes for each edit, because a hostile text is nothing but edits.
    """

    __slots__ = ("_out", "_out_end", "_shift", "_src", "_src_end")

    def __init__(self, src: Iterable[int] = (), src_end: Iterable[int] = (), lengths: Iterable[int] = ()) -> None:
        self._src, self._src_end, self._out, self._out_end = (array("I") for _ in range(4))
        self._shift = 0
        for start, end, length in zip(src, src_end, lengths, strict=True):
            self.add(start, end, length)

    def __len__(self) -> int:
        return len(self._src)

    def add(self, start: int, end: int, length: int) -> None:
        """Note that the source's `[start, end)`, which lies behind all noted before, became so many characters."""
        self._src.append(start)
        self._src_end.append(end)
        self._out.append(start + self._shift)
        self._out_end.append(start + self._shift + length)
        self._shift += length - (end - start)

    def back(self, start: int, end: int) -> tuple[int, int]:
        """Map an output stretch to the source, an edit always whole."""
        return self._back_start(start), self.back_end(end)

    def _back_start(self, offset: int) -> int:
        index = bisect_right(self._out, offset) - 1
        if index < 0:
            return offset
        if offset < self._out_end[index]:
            return self._src[index]
        return self._src_end[index] + offset - self._out_end[index]

    def back_end(self, offset: int) -> int:
        """Map the end of an output stretch to the source, an edit always whole."""
        index = bisect_right(self._out, offset - 1) - 1
        if index < 0:
            return offset
        if offset <= self._out_end[index]:
            return self._src_end[index]
        return self._src_end[index] + offset - self._out_end[index]

    def back_edge(self, offset: int) -> int:
        """Map an output edge to a source edge; -1 where an edit's output goes on both sides of `offset`."""
        index = bisect_right(self._out, offset) - 1
        if index < 0:
            return offset
        beyond = offset - self._out_end[index]
        if beyond >= 0:
            return self._src_end[index] + beyond
        return self._src[index] if offset == self._out[index] else -1

    def forward(self, offset: int) -> int:
        """Map a source offset to the output."""
        index = bisect_right(self._src, offset) - 1
        if index < 0:
            return offset
        if offset < self._src_end[index]:
            return self._out[index]
        return self._out_end[index] + offset - self._src_end[index]

    def forward_span(self, start: int, end: int) -> Span:
        """Map a stretch of the source to the output, an edit that it begins or ends inside always whole."""
        first = self.forward(start)
        if end <= start:
            return Span(first, first)
        index = bisect_right(self._src, end - 1) - 1
        if index >= 0 and end <= self._src_end[index]:
            return Span(first, self._out_end[index])
        return Span(first, self.forward(end - 1) + 1)


def replace_spans(text: str, edits: Iterable[tuple[Span, str]]) -> tuple[str, OffsetLayer]:
    """Return `text` with each stretch replaced, and the map from one to the other.

    The stretches are in order and share no character.
    """
    layer, pieces, done = OffsetLayer(), list[str](), 0
    for (start, end), new in edits:
        pieces += (text[done:start], new)
        layer.add(start, end, len(new))
        done = end
    return join_pieces((*pieces, text[done:])), layer
