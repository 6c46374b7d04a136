"""What comes back from the browser: nothing that it sends is believed."""

from collections.abc import Mapping
from typing import Any, cast


def fields_of(sent: object) -> Mapping[str, Any]:
    """Return what was sent by name; nothing where it is no object of JSON."""
    return cast("Mapping[str, Any]", sent) if isinstance(sent, Mapping) else {}


def whole_number(fields: Mapping[str, Any], name: str) -> int | None:
    """Return a whole number from 0, None for anything else; JSON's true is not one."""
    number = fields.get(name)
    return number if type(number) is int and number >= 0 else None


def is_current(sent: object, packed: Mapping[str, Any]) -> bool:
    """Tell whether what the browser sent was done on these words and marks, not on what was there before."""
    fields = fields_of(sent)
    return all(fields.get(name) == packed[f"{name}_hash"] for name in ("words", "marks"))
