"""Half-open stretches of text, counted in code points."""

from collections.abc import Iterable
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


def blank(text: str, spans: Iterable[Span]) -> str:
    """Return `text` with every code point of `spans` turned into a space, so that all offsets stay."""
    pieces: list[str] = []
    done = 0
    for start, end in sorted(spans):
        if end <= done:
            continue
        from_here = max(start, done)
        pieces += (text[done:from_here], " " * (end - from_here))
        done = end
    pieces.append(text[done:])
    return "".join(pieces)
