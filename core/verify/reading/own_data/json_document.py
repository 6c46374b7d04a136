"""A JSON document as it is parsed: its objects, and its texts with their lines."""

import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any, NamedTuple, cast

from core.text.well_formed import well_formed

# No two strings of a document meet without a sign between them, so the order of these is that of its strings.
_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"', re.DOTALL)


class LocatedText(str):
    """A string of the document; `line` is where it stands, counted from 1."""

    __slots__ = ("line",)
    line: int


class _Pairs(list[tuple[str, Any]]):
    """The fields of an object in their order; one may come twice."""


class JsonDocument(NamedTuple):
    """An object of a document, and the names of the fields that an object has twice, with their lines."""

    value: dict[str, Any]
    twice: tuple[tuple[str, int], ...]


class _Locator:
    """Gives the strings of a parsed document their lines, in the order in which both stand."""

    def __init__(self, document: str) -> None:
        self.twice: list[tuple[str, int]] = []
        self._ends = [found.start() for found in re.finditer("\n", document)]
        self._starts = (found.start() for found in _STRING.finditer(document))

    def _located(self, text: str) -> LocatedText:
        located = LocatedText(well_formed(text, keep_length=True))
        located.line = bisect_right(self._ends, next(self._starts, 0)) + 1
        return located

    def of(self, value: object) -> Any:
        """Return a value with objects for its pairs and lines for its strings."""
        if isinstance(value, _Pairs):
            made: dict[str, Any] = {}
            for key, inner in value:
                name = self._located(key)
                if name in made:
                    self.twice.append((str(name), name.line))
                made[name] = self.of(inner)
            return made
        if isinstance(value, list):
            return [self.of(one) for one in cast("list[object]", value)]
        return self._located(value) if isinstance(value, str) else value


def objects_in(holder: dict[str, Any], field: str) -> Iterator[dict[str, Any]]:
    """Yield the objects of a list that stands in a field."""
    values = holder.get(field)
    found = cast("list[Any]", values) if isinstance(values, list) else []
    yield from (cast("dict[str, Any]", one) for one in found if isinstance(one, dict))


def texts_in(holder: dict[str, Any], *fields: str) -> Iterator[LocatedText]:
    """Yield the texts that stand in fields, alone or in a list."""
    for field in fields:
        value = holder.get(field)
        values = cast("list[Any]", value) if isinstance(value, list) else [value]
        yield from (one for one in values if isinstance(one, LocatedText))


def span_in(holder: dict[str, Any], field: str) -> tuple[int, int]:
    """Return a stretch, its start and end, that stands in a field; what is none is one that holds nothing."""
    span = holder.get(field)
    ends = cast("list[Any]", span) if isinstance(span, list) else []
    start, end = ends if len(ends) == 2 and all(type(one) is int and one >= 0 for one in ends) else (0, 0)
    return start, end


def read_document(document: str) -> JsonDocument | None:
    """Return the object that a document is, None where it is none. Total and linear."""
    try:
        locator = _Locator(document)
        found = locator.of(json.loads(document, object_pairs_hook=_Pairs))
    except (ValueError, RecursionError):
        return None
    return JsonDocument(cast("dict[str, Any]", found), tuple(locator.twice)) if isinstance(found, dict) else None
