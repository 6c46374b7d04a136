"""JSON or YAML that a person wrote: parsed to plain values, and read field by field with every problem noted.

A person corrects a file in one go, so nothing here stops at the first thing that is wrong: a `DocumentReader` notes it
and goes on.
"""

import codecs
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NoReturn, TypeGuard

from core.errors import BadInput, Problem
from core.text.well_formed import (
    decoded,
    holds_half_escape,
    well_formed,
    well_formed_values,
    without_half_escapes,
)

MAX_BYTES = 20_000_000
MAX_DEPTH = 40
MAX_VALUES = 1_000_000
_SHORT = 1_000  # characters

# A string, or in its first group what comes before a value.
_JSON_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"?|([,:\[{])', re.DOTALL)

_KINDS: dict[type, str] = {
    bool: "true or false",
    int: "a number",
    float: "a number",
    str: "text",
    list: "a list",
    dict: "an object",
}


def _needs_no_look(value: object) -> TypeGuard[str]:
    """Tell the most common kind of text, short and plain, which every reader takes as it is."""
    return isinstance(value, str) and len(value) <= _SHORT and value.isascii()


class DocumentReader:
    """Reads a parsed document; `problems` lists everything found wrong, in the order of the document."""

    def __init__(self, source: str) -> None:
        self._source = source
        self.problems: list[Problem] = []

    def complain(self, place: str, message: str, remedy: str = "") -> None:
        """Note one problem; `place` is a path such as `chapters[2].claims[0]`."""
        where = ": ".join(part for part in (self._source, place) if part)
        self.problems.append(Problem(place=where, message=message, remedy=remedy))

    def pick(self, holder: Mapping[str, Any], spellings: Sequence[str]) -> tuple[str, Any]:
        """Return the spelling a field has here and its value; the first spelling and None where it is missing."""
        for spelling in spellings:
            if (value := holder.get(spelling)) is not None:
                return spelling, value
        return spellings[0], None

    def text(
        self, holder: Mapping[str, Any], place: str, spellings: Sequence[str], *, numbers: bool = False
    ) -> str | None:
        """Return a field that holds text, None where it is missing or wrong; `numbers` lets ids be whole numbers."""
        spelling, value = self.pick(holder, spellings)
        if value is None or _needs_no_look(value):
            return value
        return self.as_text(value, join(place, spelling), numbers=numbers)

    def needed_text(self, holder: Mapping[str, Any], place: str, spellings: Sequence[str]) -> str:
        """Return a field that must be there; "" with a problem where it is not."""
        spelling, value = self.pick(holder, spellings)
        if value is None:
            self.complain(join(place, spelling), "is missing.", f'Add "{spelling}" with the text.')
            return ""
        return value if _needs_no_look(value) else self.as_text(value, join(place, spelling)) or ""

    def as_text(self, value: object, place: str, *, numbers: bool = False) -> str | None:
        """Return `value` if it is text."""
        if numbers and isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        if not isinstance(value, str):
            self.complain(place, f"must be text, not {kind_of(value)}.", "Put it in quotation marks.")
            return None
        return well_formed(value)

    def items(
        self, holder: Mapping[str, Any], place: str, spellings: Sequence[str], *, one: type | tuple[type, ...] = ()
    ) -> Iterator[tuple[str, Any]]:
        """Yield each item of a list with its place; a single value of a type in `one` counts as a list of one."""
        spelling, value = self.pick(holder, spellings)
        if isinstance(value, one):
            yield join(place, spelling), value
        elif is_list(value):
            where = join(place, spelling)
            yield from ((f"{where}[{index}]", item) for index, item in enumerate(value))
        elif value is not None:
            self.complain(join(place, spelling), f"must be a list, not {kind_of(value)}.", "Write it as [ ... ].")

    def as_object(self, value: object, place: str, remedy: str) -> Mapping[str, Any] | None:
        """Return `value` if it is an object."""
        if is_object(value):
            return value
        self.complain(place, f"must be an object, not {kind_of(value)}.", remedy)
        return None


def join(place: str, field: str) -> str:
    """Return the place of a field."""
    return f"{place}.{field}" if place else field


def kind_of(value: object) -> str:
    """Name the kind of a parsed value as its author would."""
    return (
        "null" if value is None else _KINDS.get(type(value), "a date" if hasattr(value, "year") else "something else")
    )


def is_object(value: object) -> TypeGuard[dict[str, Any]]:
    """Tell an object from the other kinds of values."""
    return isinstance(value, dict)


def is_list(value: object) -> TypeGuard[list[Any]]:
    """Tell a list from the other kinds of values."""
    return isinstance(value, list)


def _decode(data: bytes) -> str:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return decoded(data, "utf-16")
    return decoded(data.removeprefix(codecs.BOM_UTF8), "utf-8")


def _yaml_trouble(error: Exception) -> str:
    from core.text.yaml_values import place_of

    problem = str(getattr(error, "problem", None) or error)
    return place_of(getattr(error, "problem_mark", None)) + problem.partition("\n")[0]


def _json_trouble(error: ValueError | RecursionError) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"line {error.lineno}, column {error.colno}: {error.msg}"
    return "it is nested too deeply" if isinstance(error, RecursionError) else str(error)


def _holds_too_much(text: str) -> bool:
    """Tell whether a text would be more values than may be read, if it is JSON."""
    if text.lstrip()[:1] not in ("{", "[") or sum(map(text.count, ",:[{")) <= MAX_VALUES:
        return False
    found = sum(1 for _ in islice((token for token in _JSON_TOKEN.finditer(text) if token[1]), MAX_VALUES + 1))
    return found > MAX_VALUES


def _parse(text: str, name: str) -> tuple[object, str]:
    """Return the parsed value and "", or None and what is wrong with the text."""
    if _holds_too_much(text):
        return None, f"holds more than {MAX_VALUES:,} values."
    try:
        value = json.loads(text)
        return well_formed_values(value) if holds_half_escape(text) else value, ""
    except (ValueError, RecursionError) as error:
        json_trouble = _json_trouble(error)
    import yaml

    from core.text.yaml_values import load_yaml

    looks_like_json = text.lstrip()[:1] in ("{", "[") or name.lower().endswith(".json")
    try:
        try:
            value = load_yaml(text, MAX_DEPTH, MAX_VALUES)
        except yaml.YAMLError:
            if not holds_half_escape(text):
                raise
            value = load_yaml(without_half_escapes(text), MAX_DEPTH, MAX_VALUES)
    except (yaml.YAMLError, ValueError, OverflowError, RecursionError) as error:
        trouble = f"not JSON ({json_trouble})" if looks_like_json else f"neither JSON nor YAML ({_yaml_trouble(error)})"
        return None, f"is {trouble}."
    if value is None or isinstance(value, str):
        return None, f"is neither JSON ({json_trouble}) nor YAML with fields."
    return value, ""


def read_object(data: bytes | str, name: str, *, what: str, error: type[BadInput]) -> dict[str, Any]:
    """Parse a JSON or YAML file that holds an object.

    `what` names the thing for messages ("evidence map"). Raises `error` where there is no object in `data`.
    """

    def refuse(message: str, remedy: str) -> NoReturn:
        raise error(Problem(place=name or f"the {what}", message=message, remedy=remedy))

    if len(data) > MAX_BYTES:
        refuse(f"is too big: {len(data):,} bytes, {MAX_BYTES:,} may be read.", "Split it into several files.")
    try:
        text = _decode(data) if isinstance(data, bytes) else well_formed(data).removeprefix("\ufeff")
    except UnicodeDecodeError as bad:
        refuse(f"is not UTF-8 text (byte {bad.start}).", "Save it in UTF-8.")
    if not text.strip():
        refuse("is empty.", f"Choose a file that holds the {what} as JSON or YAML.")
    value, trouble = _parse(text, name)
    if trouble:
        refuse(trouble, f"Write the {what} as JSON or YAML.")
    if not is_object(value):
        refuse(f"holds {kind_of(value)}, not an object.", f"Write the {what} as an object with fields: {{ ... }}.")
    return value
