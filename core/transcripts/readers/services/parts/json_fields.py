"""Fields of parsed JSON, read without trust: whatever a file holds in the place of a field, there is an answer."""

import html
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from core.text.documents import is_list, is_object
from core.transcripts.readers.pieces import Given
from core.transcripts.units import Place

_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]\w{1,30});")
# No transcript has them; a string of JSON may hold them as escapes.
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1b\x7f\x80-\x84\x86-\x9f\ufeff]")
_CLOCK = re.compile(r"(?:(?P<hours>\d{1,4}):)?(?P<minutes>\d{1,4}):(?P<seconds>\d{1,2}(?:[.,]\d{1,9})?)")
_NUMBER = re.compile(r"\d{1,12}(?:\.\d{1,12})?")
_PLACES = 9  # of a second: more is noise of the division

JsonObject = Mapping[str, Any]


class ParsedJson(NamedTuple):
    """A file of JSON: what it holds, and the file itself; `of_lines` says that each line of it is a value of a list."""

    value: object
    given: Given
    of_lines: bool = False

    @property
    def top(self) -> JsonObject:
        """The object at the top, an empty one where there is something else."""
        return self.value if is_object(self.value) else {}


class Listed(NamedTuple):
    """An object in a list, with its place."""

    pointer: str
    fields: JsonObject


def pointer_to(*steps: str | int) -> str:
    """Return the JSON pointer (RFC 6901) of a value."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in steps)


def items_of(value: object) -> Sequence[object]:
    """Return a list, an empty one for any other value."""
    return value if is_list(value) else ()


def fields_of(value: object) -> JsonObject:
    """Return an object, an empty one for any other value."""
    return value if is_object(value) else {}


def objects_of(value: object, pointer: str = "") -> Iterator[Listed]:
    """Yield the objects of a list; `pointer` is the place of the list."""
    for number, item in enumerate(items_of(value)):
        if is_object(item):
            yield Listed(f"{pointer}/{number}", item)


def text_of(value: object) -> str:
    """Return a text with its entities decoded once and without control characters, "" for any other value."""
    if not isinstance(value, str):
        return ""
    if "&" in value:
        value = _ENTITY.sub(lambda entity: html.unescape(entity.group()), value)
    return value if value.isprintable() else _CONTROLS.sub(" ", value)


def text_in(fields: JsonObject, *names: str) -> tuple[str, str]:
    """Return the first field that holds a text: its name and the text, both "" where there is none."""
    for name in names:
        text = text_of(fields.get(name))
        if text:
            return name, text
    return "", ""


def place_of(pointer: str, *steps: str) -> Place:
    """Return the place of a field."""
    return Place(pointer + pointer_to(*steps))


def number_of(value: object) -> float | None:
    """Return a number, or one that is written as a text; None for any other value."""
    if isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
        value = value.strip()
    elif isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def seconds_of(value: object, per_second: int = 1) -> float | None:
    """Return a time in seconds: a number of such units, or a clock time; None where it is unknown."""
    clock = _CLOCK.fullmatch(value.strip()) if isinstance(value, str) else None
    if clock:
        minutes = int(clock["hours"] or 0) * 60 + int(clock["minutes"])
        return minutes * 60 + float(clock["seconds"].replace(",", "."))
    number = number_of(value)
    if number is None or number < 0:
        return None
    return number if per_second == 1 else round(number / per_second, _PLACES)


def confidence_of(value: object) -> float | None:
    """Return a confidence between 0 and 1, None for any other value."""
    number = number_of(value)
    return number if number is not None and 0 <= number <= 1 else None


def label_of_number(value: object, word: str = "Speaker") -> str | None:
    """Return a label: a text as it stands, a number behind a word; 0 is a person, too."""
    if isinstance(value, str):
        return f"{word} {value.strip()}" if value.strip().isdecimal() else value.strip() or None
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return f"{word} {value}"
    return None
