"""Rows of JSON: a list, an object that holds one, or an object on each line."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from core.text.documents import is_list, is_object
from core.text.tables.table_kinds import Complain, DuplicateFields, NumberText, RowKind, refuse


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    return fields if len(fields) == len(pairs) else DuplicateFields(fields)


def load(text: str) -> Any:
    """Parse JSON whose numbers stay as they are written. Raises ValueError and RecursionError."""
    return json.loads(
        text,
        parse_int=NumberText,
        parse_float=NumberText,
        parse_constant=NumberText,
        object_pairs_hook=_object,
    )


def trouble_of(error: Exception, *, with_line: bool) -> str:
    """Say what is wrong with a text that could not be parsed."""
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if not isinstance(error, json.JSONDecodeError):
        return str(error)
    return f"line {error.lineno}: {error.msg}" if with_line else error.msg


def _only_list(value: Mapping[str, Any]) -> str:
    """Return the one field of an object that is a list of objects, "" where there is none, or several."""
    found = [field for field, inside in value.items() if is_list(inside) and inside and all(map(is_object, inside))]
    return found[0] if len(found) == 1 else ""


def json_rows(value: object, name: str, kind: RowKind) -> Iterator[tuple[str, object]]:
    """Return the rows of a parsed value. Raises `kind.error` where it holds none."""
    within = other = ""
    if is_object(value):
        missing = len(kind.columns_of(tuple(value)).missing)
        within = next((field for field in kind.lists if is_list(value.get(field))), "")
        if not within and missing:
            other = next((what for field, what in kind.others if field in value), "")
            within = _only_list(value) if kind.any_list and not other else ""
        is_row = not within and not other and missing < len(kind.needed)
        value = [value] if is_row else value.get(within)
    if not is_list(value):
        refuse(name, kind, f"is {other} and holds no {kind.what}." if other else f"holds no list of {kind.what}.")
    return ((f"{within} row {number}".strip(), row) for number, row in enumerate(value, 1))


def line_rows(text: str, complain: Complain) -> Iterator[tuple[str, object]]:
    """Yield what each line holds; lines that are no JSON are complained of."""
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            row = load(line)
        except (ValueError, RecursionError) as error:
            what = trouble_of(error, with_line=False)
            complain(f"line {number}", f"is not JSON: {what}.", "Write one object on each line.")
            continue
        yield f"line {number}", row
