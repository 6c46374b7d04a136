"""JSON or YAML that a person wrote: parsed to plain values, and read field by field with every problem noted.

A person corrects a file in one go, so nothing here stops at the first thing that is wrong: a `DocumentReader` notes it
and goes on.
"""

import codecs
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NoReturn, TypeGuard

from core.errors import BadInput, Problem

MAX_BYTES = 20_000_000
MAX_DEPTH = 40

_KINDS: dict[type, str] = {
    bool: "true or false",
    int: "a number",
    float: "a number",
    str: "text",
    list: "a list",
    dict: "an object",
}


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
            if holder.get(spelling) is not None:
                return spelling, holder[spelling]
        return spellings[0], None

    def text(
        self, holder: Mapping[str, Any], place: str, spellings: Sequence[str], *, numbers: bool = False
    ) -> str | None:
        """Return a field that holds text, None where it is missing or wrong; `numbers` lets ids be whole numbers."""
        spelling, value = self.pick(holder, spellings)
        if value is None:
            return None
        return self.as_text(value, join(place, spelling), numbers=numbers)

    def needed_text(self, holder: Mapping[str, Any], place: str, spellings: Sequence[str]) -> str:
        """Return a field that must be there; "" with a problem where it is not."""
        spelling, value = self.pick(holder, spellings)
        if value is None:
            self.complain(join(place, spelling), "is missing.", f'Add "{spelling}" with the text.')
            return ""
        return self.as_text(value, join(place, spelling)) or ""

    def as_text(self, value: object, place: str, *, numbers: bool = False) -> str | None:
        """Return `value` if it is text that can be written down."""
        if numbers and isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        if not isinstance(value, str):
            self.complain(place, f"must be text, not {kind_of(value)}.", "Put it in quotation marks.")
            return None
        if not is_writable(value):
            self.complain(place, "holds half a character (a lone surrogate).", "Write the character itself.")
            return None
        return value

    def items(
        self, holder: Mapping[str, Any], place: str, spellings: Sequence[str], *, one: type | tuple[type, ...] = ()
    ) -> Iterator[tuple[str, Any]]:
        """Yield each item of a list with its place; a single value of a type in `one` counts as a list of one."""
        spelling, value = self.pick(holder, spellings)
        if isinstance(value, one):
            yield join(place, spelling), value
        elif is_list(value):
            yield from ((f"{join(place, spelling)}[{index}]", item) for index, item in enumerate(value))
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


def is_writable(text: str) -> bool:
    """Tell whether a text can be written as UTF-8 at all."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _decode(data: bytes) -> str:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16")
    return data.decode("utf-8-sig")


def _place_of(mark: Any) -> str:
    return f"line {mark.line + 1}, column {mark.column + 1}: " if mark is not None else ""


def _load_yaml(text: str) -> object:
    """Parse YAML without aliases, which can unfold a small file into a huge one, and without deep nesting."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    depth = 0
    for event in yaml.parse(text, Loader=loader):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if isinstance(event, yaml.AliasEvent):
            raise ValueError(f"{_place_of(event.start_mark)}aliases (*name) are not read here")
        if depth > MAX_DEPTH:
            raise ValueError(f"{_place_of(event.start_mark)}it is nested too deeply")
    return yaml.load(text, Loader=loader)  # noqa: S506 - one of the two safe loaders


def _yaml_trouble(error: Exception) -> str:
    problem = str(getattr(error, "problem", None) or error)
    return _place_of(getattr(error, "problem_mark", None)) + problem.partition("\n")[0]


def _json_trouble(error: ValueError | RecursionError) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"line {error.lineno}, column {error.colno}: {error.msg}"
    return "it is nested too deeply" if isinstance(error, RecursionError) else str(error)


def _parse(text: str, name: str) -> tuple[object, str]:
    """Return the parsed value and "", or None and what is wrong with the text."""
    try:
        return json.loads(text), ""
    except (ValueError, RecursionError) as error:
        json_trouble = _json_trouble(error)
    import yaml

    looks_like_json = text.lstrip()[:1] in ("{", "[") or name.lower().endswith(".json")
    try:
        value = _load_yaml(text)
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
        text = _decode(data) if isinstance(data, bytes) else data.removeprefix("\ufeff")
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
