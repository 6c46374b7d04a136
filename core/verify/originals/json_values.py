"""The strings that a JSON file holds at given pointers (RFC 6901)."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, cast


def _documents(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:  # JSON Lines: its lines that are not empty are a list
        return [json.loads(line) for line in text.splitlines() if line.strip()]


def _value_at(document: Any, pointer: str) -> Any:
    value = document
    for step in pointer.split("/")[1:]:
        if isinstance(value, list):
            value = cast("list[Any]", value)[int(step)]
        else:
            value = value[step.replace("~1", "/").replace("~0", "~")]
    return value


def strings_at(text: str, pointers: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield each pointer with the string that stands there; one that leads to none is left out.

    A half of a character, which only an escape of JSON can write, is U+FFFD. Total.
    """
    try:
        document = _documents(text)
    except (ValueError, RecursionError):
        return
    for pointer in pointers:
        try:
            value = _value_at(document, pointer)
        except (LookupError, ValueError, TypeError):
            continue
        if isinstance(value, str):
            yield pointer, value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
