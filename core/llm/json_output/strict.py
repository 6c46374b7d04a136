"""Strict JSON: what `json.loads` reads; the value, or what is wrong with it and where."""

import json
from collections.abc import Callable, Iterable, Sequence
from math import isinf
from typing import Any, NamedTuple, NoReturn

from core.record import Record
from core.text.well_formed import holds_half_escape, well_formed, well_formed_values

# A value that is nested deeper cannot safely be compared, validated or written by Python's own means either.
MAX_DEPTH = 200

_members: Callable[[Any], Iterable[Any]] = dict[str, Any].values

_AROUND = 40


class StrictReading(NamedTuple):
    """A value, where it ends, and what about it is to be reported."""

    value: Any
    end: int
    duplicates: Sequence[str] = ()
    infinite: Sequence[str] = ()


class _RemarkableError(Exception):
    """Something that does not stop reading but must be reported: the text is then read again, and it is noted."""


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"JSON has no {word}")


def _repeated(members: list[tuple[str, Any]]) -> list[str]:
    seen: set[str] = set()
    return [key for key, _ in members if key in seen or seen.add(key)]


def _is_shallow(value: Any, brackets: int) -> bool:
    """Tell whether a value with so many opening brackets in its text is nested no deeper than MAX_DEPTH."""
    level: list[Any] = [value]
    depth, rest = 1, brackets - 1
    while depth + rest > MAX_DEPTH:
        level = [
            child
            for parent in level
            for child in (_members(parent) if isinstance(parent, dict) else parent)
            if isinstance(child, (dict, list))
        ]
        if not level:
            return True
        depth, rest = depth + 1, rest - len(level)
        if depth > MAX_DEPTH:
            return False
    return True


def _plain_object(members: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(members)
    if len(value) != len(members):
        raise _RemarkableError
    return value


def _plain_float(digits: str) -> float:
    number = float(digits)
    if isinf(number):
        raise _RemarkableError
    return number


_plain = json.JSONDecoder(object_pairs_hook=_plain_object, parse_float=_plain_float, parse_constant=_refuse)


def _decode_remarkable(text: str, start: int) -> StrictReading:
    duplicates: list[str] = []
    infinite: list[str] = []

    def to_object(members: list[tuple[str, Any]]) -> dict[str, Any]:
        duplicates.extend(_repeated(members))
        return dict(members)

    def to_float(digits: str) -> float:
        number = float(digits)
        if isinf(number):
            infinite.append(digits)
        return number

    decoder = json.JSONDecoder(object_pairs_hook=to_object, parse_float=to_float, parse_constant=_refuse)
    value, end = decoder.raw_decode(text, start)
    return StrictReading(value, end, duplicates, infinite)


def decode(text: str, start: int = 0) -> StrictReading:
    """Read the JSON value that begins at `start`. Raises ValueError and RecursionError as the standard library does."""
    try:
        value, end = _plain.raw_decode(text, start)
    except _RemarkableError:
        return _decode_remarkable(text, start)
    return StrictReading(value, end)


def read_strictly(text: str, start: int = 0) -> StrictReading | None:
    """Read the JSON value that begins at `start`, None where there is none or it is nested too deeply."""
    try:
        found = decode(text, start)
    except (ValueError, RecursionError):
        return None
    brackets = text.count("{", start, found.end) + text.count("[", start, found.end)
    if brackets > MAX_DEPTH and not _is_shallow(found.value, brackets):
        return None
    is_whole = not holds_half_escape(text[start : found.end])
    return found if is_whole else found._replace(value=well_formed_values(found.value))


class JsonProblem(Record):
    """Why a text is not JSON; `preview` is the content around the place, which `▶` marks."""

    message: str
    line: int
    column: int
    preview: str

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.message}: {self.preview}"


class LoadedJson(Record):
    """A JSON value, or the problem with it."""

    ok: bool
    data: Any = None
    problem: JsonProblem | None = None


def _problem(text: str, message: str, offset: int) -> LoadedJson:
    before, behind = text[max(0, offset - _AROUND) : offset], text[offset : offset + _AROUND]
    problem = JsonProblem(
        message=message,
        line=text.count("\n", 0, offset) + 1,
        column=offset - text.rfind("\n", 0, offset),
        preview=" ".join(f"{before}▶{behind}".split()),
    )
    return LoadedJson(ok=False, problem=problem)


def _why_not(text: str, start: int) -> LoadedJson:
    try:
        decode(text, start)
    except json.JSONDecodeError as error:
        return _problem(text, error.msg, error.pos)
    except ValueError as error:
        return _problem(text, str(error), start)
    except RecursionError:
        pass
    return _problem(text, f"it is nested more than {MAX_DEPTH} deep", start)


def load_json(text: str) -> LoadedJson:
    """Read one JSON text by the standard alone: no repair, nothing around it but white space and a byte order mark.

    A value of any kind is read. What is wrong is an outcome, never an exception. Source: decisions.md#seed-5.
    """
    body = well_formed(text).removeprefix("\ufeff")
    start = len(body) - len(body.lstrip(" \t\n\r"))
    found = read_strictly(body, start)
    if found is None:
        return _why_not(body, start)
    rest = len(body) - len(body[found.end :].lstrip(" \t\n\r"))
    if rest < len(body):
        return _problem(body, "there is something behind the JSON", rest)
    return LoadedJson(ok=True, data=found.value)
