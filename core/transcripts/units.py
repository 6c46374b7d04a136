"""The pieces of a file that a transcript was read from: where each stands in raw and in the file, when it was said.

A file of 20 MB may be half a million of them: columns of numbers, not records.
"""

import math
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from core.record import Columns, Record
from core.span import Span


class _ByteOffsets(Protocol):
    """Where the characters of a file begin in its bytes."""

    @property
    def exact(self) -> bool:
        """Whether that is known."""
        ...

    def at(self, offset: int) -> int:
        """Return the byte at which a character begins."""
        ...


class Place(NamedTuple):
    """Where a file holds a piece of text: its bytes, a JSON pointer, or an element of a part of a zip.

    `first` and `stop` are bytes, half-open, where `name` is empty. A `name` that begins with `/` is a JSON pointer (RFC
    6901); any other is a part, and `first` counts its elements from 0 in the order of their start tags.
    """

    name: str = ""
    first: int = 0
    stop: int = 0

    @property
    def is_pointer(self) -> bool:
        """Whether this is a JSON pointer."""
        return self.name.startswith("/")


class SourceUnit(Record):
    """A piece of a file that a transcript was read from: a cue, a segment, a paragraph, a word.

    `span` holds its words in raw (code points, half-open); times in seconds and `confidence` between 0 and 1, None
    where the file gives none. `inherited` says that the file names the speaker at an earlier unit.
    """

    span: Span
    place: Place | None = None
    start_seconds: float | None = None
    end_seconds: float | None = None
    confidence: float | None = None
    inherited: bool = False


def _known(value: float) -> float | None:
    return None if math.isnan(value) else value


class UnitColumns(Columns[SourceUnit]):
    """The units of a transcript in the order of raw, as columns; no two of them share a character."""

    def __init__(self) -> None:
        self.starts, self.ends = array("I"), array("I")
        self.begins, self.stops, self.confidences = array("d"), array("d"), array("d")
        self._inherited = bytearray()
        self._names: list[str | None] = []
        self._firsts, self._stops = array("I"), array("I")

    def __len__(self) -> int:
        return len(self.starts)

    def add(self, span: Span, place: Place | None, told: tuple[float | None, ...], *, inherited: bool = False) -> None:
        """Add the next unit; `told` is its start, its end and its confidence."""
        self.starts.append(span.start)
        self.ends.append(span.end)
        for column, value in zip((self.begins, self.stops, self.confidences), told, strict=True):
            column.append(math.nan if value is None else value)
        self._inherited.append(inherited)
        self._names.append(place.name if place else None)
        self._firsts.append(place.first if place else 0)
        self._stops.append(place.stop if place else 0)

    def _record(self, index: int) -> SourceUnit:
        name = self._names[index]
        return SourceUnit.model_construct(
            span=Span(self.starts[index], self.ends[index]),
            place=None if name is None else Place(name, self._firsts[index], self._stops[index]),
            start_seconds=_known(self.begins[index]),
            end_seconds=_known(self.stops[index]),
            confidence=_known(self.confidences[index]),
            inherited=bool(self._inherited[index]),
        )

    def move(self, turns: "array[int]", starts: "array[int]") -> None:
        """Put each unit, whose span counts in its turn's words, to where the words of its turn begin in raw."""
        for index, turn in enumerate(turns):
            self.starts[index] += starts[turn]
            self.ends[index] += starts[turn]

    def to_bytes(self, offsets: _ByteOffsets) -> None:
        """Turn places that are characters of the file into bytes."""
        for index, name in enumerate(self._names):
            if name == "":
                if offsets.exact:
                    self._firsts[index] = offsets.at(self._firsts[index])
                    self._stops[index] = offsets.at(self._stops[index])
                else:
                    self._names[index] = None


def units_within(units: Sequence[SourceUnit], span: Span) -> Sequence[SourceUnit]:
    """Return the units that share a character with a stretch of raw, in order."""
    if not units:
        return ()
    first = bisect_right(units, span.start, key=lambda unit: unit.span.end)
    stop = bisect_left(units, span.end, lo=first, key=lambda unit: unit.span.start)
    return units[first:stop]
