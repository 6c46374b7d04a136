"""Records as JSON text, well-formed: what older versions stored of half a character is U+FFFD when it is read."""

import json
import sqlite3
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_core import PydanticSerializationError

from core.record import Record
from core.text.well_formed import well_formed, well_formed_values

_R = TypeVar("_R", bound=Record)


def json_text(value: object, *, indent: int | None = None) -> str:
    """Return plain values as JSON that can be encoded as UTF-8, whatever their texts hold."""
    separators = None if indent is not None else (",", ":")
    return well_formed(json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent, separators=separators))


def plain(record: Record) -> dict[str, Any]:
    """Return a record as JSON's plain values."""
    return record.model_dump(mode="json")


def as_json(record: Record) -> str:
    """Return a record as JSON text."""
    try:
        return record.model_dump_json()
    except PydanticSerializationError:
        return json_text(plain(record))


def from_json(kind: type[_R], text: str | bytes) -> _R:
    """Read a record from JSON text. Raises pydantic's ValidationError."""
    try:
        return kind.model_validate_json(text, strict=True)
    except ValidationError as error:
        if error.error_count() > 1 or error.errors(include_input=False)[0]["type"] != "json_invalid":
            raise
        # Pydantic's own parser refuses half a character; Python's does not.
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            raise error from None
        return kind.model_validate(well_formed_values(value))


def text_from_json(written: str) -> str:
    """Read a text that was stored as JSON. Raises sqlite3.DatabaseError if it is damaged."""
    try:
        text: object = json.loads(written)
    except ValueError as error:
        raise sqlite3.DatabaseError("a text is not as it was stored") from error
    if not isinstance(text, str):
        raise sqlite3.DatabaseError("a text is not as it was stored")
    return well_formed(text)
