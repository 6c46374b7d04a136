"""Text from outside, made well-formed where it enters: what is no character becomes U+FFFD, which equals nothing.

JSON and Python can hold half of a character, a surrogate without its other half; no file in UTF-8 can.
"""

import re
from typing import Annotated, Any, cast

from pydantic import AfterValidator

from core.text.punctuation import UNREADABLE

_HALF_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
_ESCAPE = re.compile(
    r"\\(?:u(?P<first>[dD][89abAB][0-9a-fA-F]{2})\\u(?P<second>[dD][c-fC-F][0-9a-fA-F]{2})"
    r"|(?P<half>u[dD][89a-fA-F][0-9a-fA-F]{2})|.)",
    re.DOTALL,
)
_HALF = re.compile("[\ud800-\udfff]")
_FIRST_HALF_AT_END = re.compile("[\ud800-\udbff]\\Z")


def well_formed(text: str, *, keep_length: bool = False) -> str:
    """Return a text that can be written: the two halves of a character side by side are it, any other is U+FFFD.

    With `keep_length` every half is U+FFFD, so that offsets stay.
    """
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        if keep_length:
            return _HALF.sub(UNREADABLE, text)
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def decoded(data: bytes, encoding: str) -> str:
    """Return the text of bytes in UTF-8, UTF-16 or UTF-32, well-formed where somebody encoded half a character.

    Raises UnicodeDecodeError for what is in another encoding.
    """
    return well_formed(data.decode(encoding, "surrogatepass"))


WellFormed = Annotated[str, AfterValidator(well_formed)]
"""A field whose text is made well-formed."""


def holds_half_escape(written: str) -> bool:
    """Tell whether JSON may hold half a character as an escape."""
    return _HALF_ESCAPE.search(written) is not None


def _without_halves(escape: re.Match[str]) -> str:
    if escape["first"]:
        return well_formed(chr(int(escape["first"], 16)) + chr(int(escape["second"], 16)))
    return UNREADABLE if escape["half"] else escape.group()


def without_half_escapes(written: str) -> str:
    """Return JSON or YAML with the characters that escapes of halves stand for; YAML's own parser takes none."""
    return _ESCAPE.sub(_without_halves, written)


def well_formed_values(value: Any) -> Any:
    """Return a parsed value with its texts and names well-formed; objects and lists are changed in place."""
    holder = [value]
    waiting: list[Any] = [holder]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            members = cast("dict[Any, Any]", one)
            changed = {_well_formed_if_text(name): _well_formed_if_text(each) for name, each in members.items()}
            members.clear()
            members.update(changed)
            waiting += [each for each in changed.values() if isinstance(each, (dict, list))]
        else:
            items = cast("list[Any]", one)
            items[:] = map(_well_formed_if_text, items)
            waiting += [each for each in items if isinstance(each, (dict, list))]
    return holder[0]


def _well_formed_if_text(value: Any) -> Any:
    return well_formed(value) if isinstance(value, str) else value


class CharacterJoiner:
    """Makes a text that comes in pieces well-formed: the halves of a character may come apart."""

    def __init__(self) -> None:
        self._half = ""

    def feed(self, piece: str) -> str:
        """Take the next piece; return what is certain by now."""
        text = self._half + piece
        self._half = text[-1:] if _FIRST_HALF_AT_END.search(text) else ""
        return well_formed(text[: len(text) - len(self._half)])

    def finish(self) -> str:
        """Return what is held back: no more follows."""
        half, self._half = self._half, ""
        return well_formed(half)
