"""A regular expression that somebody wrote, on RE2: on what was said alone, inside one turn.

What is said in many turns is searched at once, with a byte between them that no pattern matches. A pattern that asks
where its text begins or ends is tried on each turn by itself.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import accumulate
from typing import Any

from core.errors import BadInput, Problem
from core.span import Span
from workbench.archive.search.spoken_units import SpokenUnit

MAX_PATTERN = 4_000
"""Characters of a pattern."""
_MEMORY = 8 << 20  # bytes that a compiled pattern may take
_BETWEEN = b"\xff"  # in no text of UTF-8
_ESCAPED = re.compile(r"\\.", re.DOTALL)
# What asks for an end of the text, or takes any byte: escapes, and signs outside them.
_ENDS_ESCAPED = frozenset((r"\A", r"\z", r"\Z", r"\C", r"\Q", r"\B"))
_END = re.compile(r"\$|(?<!\[)\^")


def _refusal(message: str, remedy: str) -> BadInput:
    return BadInput(Problem(place="WORDS", message=message, remedy=remedy))


def _position(pattern: str, trouble: str) -> str:
    """Return where in a pattern the part stands that RE2 does not take, counted from 1."""
    part = trouble.partition(": ")[2]
    at = pattern.find(part) if part else -1
    return f" (at character {at + 1})" if at >= 0 else ""


def _compile(pattern: str) -> Any:
    if len(pattern) > MAX_PATTERN:
        raise _refusal(f"the pattern has {len(pattern):,} characters.", f"Write at most {MAX_PATTERN:,}.")
    re2: Any = import_module("re2")  # the package has no types
    options = re2.Options()
    options.log_errors = False
    options.max_mem = _MEMORY
    try:
        return re2.compile(pattern.encode(), options)
    except UnicodeEncodeError as error:
        raise _refusal("the pattern holds half a character.", "Write the character itself.") from error
    except re2.error as error:
        trouble = error.args[0].decode("utf-8", "replace")
        message = f"RE2 cannot read this pattern{_position(pattern, trouble)}: {trouble}."
        raise _refusal(message, "It has no look-around and no back-references.") from error


class AskedPattern:
    """A pattern as RE2 reads it. Raises BadInput where that is none, or matches nothing at all everywhere."""

    filters = ("", "")
    crosses = True

    def __init__(self, pattern: str) -> None:
        self._compiled = _compile(pattern)
        if self._compiled.fullmatch(b"") is not None:
            raise _refusal("the pattern also matches where nothing stands.", "Ask for at least one character.")
        escapes, rest = _ESCAPED.findall(pattern), _ESCAPED.sub("\\\\", pattern)
        self.asks_for_ends = not _ENDS_ESCAPED.isdisjoint(escapes) or _END.search(rest) is not None

    def places(self, units: Sequence[SpokenUnit]) -> list[list[Span]]:
        """Return where it matches in what is said in each go; matches share no characters, none is empty."""
        texts = [unit.spoken.encode() for unit in units]
        if self.asks_for_ends:
            return [list(_in_points(text, self._spans(text))) for text in texts]
        starts = list(accumulate((len(text) + 1 for text in texts), initial=0))
        found: list[list[Span]] = [[] for _ in units]
        inside: dict[int, list[Span]] = {}
        for start, end in self._spans(_BETWEEN.join(texts)):
            number = bisect_right(starts, start) - 1
            inside.setdefault(number, []).append(Span(start - starts[number], end - starts[number]))
        for number, spans in inside.items():
            found[number] = list(_in_points(texts[number], spans))
        return found

    def numbers(self, data: bytes) -> Iterator[int]:
        """Yield which of several texts, with the byte FF between two, each match stands in; the pattern must not ask
        for ends."""
        number = done = 0
        for start, end in self._spans(data):
            number += data.count(_BETWEEN, done, start)
            done = end
            yield number

    def _spans(self, data: bytes) -> Iterator[Span]:
        for match in self._compiled.finditer(data):
            start, end = match.span()
            if end > start:
                yield Span(start, end)


def _in_points(data: bytes, spans: Sequence[Span] | Iterator[Span]) -> Iterator[Span]:
    """Yield spans of bytes, in order, as spans of code points."""
    done = points = 0
    for start, end in spans:
        first = points + len(data[done:start].decode())
        points = first + len(data[start:end].decode())
        done = end
        yield Span(first, points)
