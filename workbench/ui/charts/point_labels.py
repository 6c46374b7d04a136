"""Labels beside points without lying on one another: the first free place around each point."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

_HEIGHT = 17  # pixels of a line of text at size 13
_CHARACTER = 7.5
_CLEAR = 8  # how far a point reaches


class LabelOffset(NamedTuple):
    """Where a label stands from its point, in pixels to the right and upward."""

    right: float
    up: float


class _Box(NamedTuple):
    left: float
    bottom: float
    right: float
    top: float

    def meets(self, other: "_Box") -> bool:
        return (
            self.left < other.right and other.left < self.right and self.bottom < other.top and other.bottom < self.top
        )


def _is_crossed(start: tuple[float, float], end: tuple[float, float], labels: Sequence[_Box]) -> bool:
    """Tell whether the line from a point to its label runs through another label."""
    for step in (0.3, 0.5, 0.7):
        x, y = (start[0] + (end[0] - start[0]) * step, start[1] + (end[1] - start[1]) * step)
        if any(box.left < x < box.right and box.bottom < y < box.top for box in labels):
            return True
    return False


def _around(half_width: float) -> Iterator[LabelOffset]:
    """Yield the places to try, nearest first: beside, above, below, then further out in rings."""
    for ring in range(8):
        beside = half_width + 11 + ring * 16
        above = 17 + ring * _HEIGHT
        yield LabelOffset(beside, 0)
        yield LabelOffset(-beside, 0)
        yield LabelOffset(0, above)
        yield LabelOffset(0, -above)
        for up in (above, -above):
            yield LabelOffset(beside, up)
            yield LabelOffset(-beside, up)


# A page draws its chart anew whatever was touched.
@lru_cache(maxsize=64)
def _placed(
    points: tuple[tuple[float, float], ...], texts: tuple[str, ...], room: tuple[float, float]
) -> tuple[LabelOffset, ...]:
    dots = [_Box(x - _CLEAR, y - _CLEAR, x + _CLEAR, y + _CLEAR) for x, y in points]
    labels: list[_Box] = []
    placed: list[LabelOffset] = []
    for (x, y), label in zip(points, texts, strict=True):
        half = len(label) * _CHARACTER / 2
        chosen = LabelOffset(half + 11, 0)
        for offset in _around(half):
            middle, height = x + offset.right, y + offset.up
            box = _Box(middle - half, height - _HEIGHT / 2, middle + half, height + _HEIGHT / 2)
            inside = box.left >= 0 and box.bottom >= 0 and box.right <= room[0] and box.top <= room[1]
            free = inside and not any(box.meets(other) for other in (*dots, *labels))
            if free and not _is_crossed((x, y), (middle, height), labels):
                chosen = offset
                labels.append(box)
                break
        placed.append(chosen)
    return tuple(placed)


def place_labels(
    points: Sequence[tuple[float, float]], texts: Sequence[str], room: tuple[float, float]
) -> list[LabelOffset]:
    """Return for each point where its label stands free of all points and of the labels before it.

    `points` and `room` (the width and height drawn on) are in pixels, counted from the lower left corner.
    """
    return list(_placed(tuple(points), tuple(texts), room))
