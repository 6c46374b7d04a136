"""Characters and escapes: what is not seen, what stands for white space, and one layer of backslashes."""

import re

# Controls but tab and line ends, soft hyphen, zero-width and bidi characters, byte order mark.
UNSEEN = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
# White space to a reader, but not to JSON.
WIDE_SPACE = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
BLANK_ENTITY = r"&(?:nbsp|ensp|emsp|thinsp|#160|#[xX][aA]0);"
DOUBLE_CURLY = "“”„‟″"
SINGLE_CURLY = "‘’‚‛"

_ESCAPE = re.compile(
    r"\\(?:u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(.))", re.DOTALL
)
_PLAIN = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


def _character(escape: re.Match[str]) -> str:
    high, low, unit, plain = escape.groups()
    if plain is not None:
        return _PLAIN.get(plain, "'" if plain == "'" else f"\\{plain}")
    if unit is not None:
        return chr(int(unit, 16))
    return chr(0x10000 + ((int(high, 16) & 0x3FF) << 10) + (int(low, 16) & 0x3FF))


def unescape(text: str) -> str:
    """Return text with one layer of JSON's escapes taken off; `\\'` is an apostrophe, what escapes nothing stays."""
    return _ESCAPE.sub(_character, text) if "\\" in text else text


def has_invalid_escapes(text: str, *, apostrophes: bool = False) -> bool:
    """Tell whether a string's inside holds an escape JSON does not know; `apostrophes` allows `\\'`."""
    return any(
        escape[4] is not None and escape[4] not in _PLAIN and not (apostrophes and escape[4] == "'")
        for escape in _ESCAPE.finditer(text)
    )
