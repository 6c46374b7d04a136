"""Parse the text of a results.json; refuse it if it is something else, too big, or of a newer format."""

import codecs
import json
from typing import Any, NoReturn

from core.errors import BadInput, Problem
from core.text.documents import is_list, is_object
from workbench.experiments.results.results_data import FORMAT, VERSION

MAX_BYTES = 100_000_000
WRITE_AGAIN = "Write results.json again, and give that file as it is."
_GIVE_ANOTHER = "Give a results.json that an evaluation wrote."
_MOST_VALUES = 5_000_000
_MOST_LEVELS = 20  # nested objects and lists; our files have ten levels at most


def _no_number(literal: str) -> NoReturn:
    raise ValueError(f"it holds {literal}, which JSON does not allow")


def _decoded(data: bytes | str) -> str:
    return data.removeprefix(codecs.BOM_UTF8).decode() if isinstance(data, bytes) else data.removeprefix("\ufeff")


def _too_much(value: object) -> str:
    """Return which limit a file exceeds, "" if none."""
    level, levels, values = [value], 0, 0
    while level:
        inner: list[object] = []
        for one in level:
            inner += one.values() if is_object(one) else one if is_list(one) else ()
        level = [one for one in inner if is_object(one) or is_list(one)]
        values += len(inner)
        levels += 1
        if values > _MOST_VALUES:
            return f"holds more than {_MOST_VALUES:,} values."
        if levels > _MOST_LEVELS:
            return f"is nested more than {_MOST_LEVELS} deep."
    return ""


def _parsed(data: bytes | str) -> tuple[object, str]:
    """Return the parsed value and "", or None and the problem of the text."""
    try:
        return json.loads(_decoded(data), parse_constant=_no_number), ""
    except UnicodeDecodeError as error:
        return None, f"is not UTF-8 text (byte {error.start})."
    except RecursionError:
        return None, f"is nested more than {_MOST_LEVELS} deep."
    except json.JSONDecodeError as error:
        return None, f"is not JSON, or was cut short (line {error.lineno}, column {error.colno}: {error.msg})."
    except ValueError as error:
        return None, f"cannot be read: {error}."


def parse_results(data: bytes | str, name: str) -> dict[str, Any]:
    """Return the object of a results.json. Raises BadInput unless it declares a known format and version."""

    def refuse(message: str, remedy: str = _GIVE_ANOTHER) -> NoReturn:
        raise BadInput(Problem(place=name, message=message, remedy=remedy))

    if len(data) > MAX_BYTES:
        refuse(f"is too big: it has more than {MAX_BYTES:,} bytes.")
    value, trouble = _parsed(data)
    if trouble:
        refuse(trouble)
    if not is_object(value) or value.get("format") != FORMAT:
        refuse("does not hold the results of an evaluation.")
    version: object = value.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        refuse("does not say the version of its format.", WRITE_AGAIN)
    if version > VERSION:
        refuse(
            f"is of a newer version of this program (form {version}; {VERSION} is known here).",
            "Update this program, or write the file again with this one.",
        )
    if too_much := _too_much(value):
        refuse(too_much)
    return value
