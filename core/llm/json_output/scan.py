"""Tokens of JSON as models write it: each is read at an offset, with the artifacts and repairs that it needed.

The characters stand here too: invisible ones, other white space, one layer of backslash escapes.
"""

import re
from typing import Any, NamedTuple

from core.llm.reply_faults import Artifact, Repair

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
_ESCAPED_MARKS = ('"', "'")
_PLAIN = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}

# Where a string ends in a mark that may also stand inside it: JSON, or nothing, goes on behind it.
_GOES_ON = r"(?=\s*+(?:[,:}\]#`]|/[/*]|\Z))"
_ENDING = {
    "'": "'",
    **dict.fromkeys(DOUBLE_CURLY, f'"{DOUBLE_CURLY}'),
    **dict.fromkeys(SINGLE_CURLY, f"'{SINGLE_CURLY}"),
}
_STRINGS = {
    '"': re.compile(r'"([^"\\]*+(?:\\.[^"\\]*+)*+)(["\\]?)', re.DOTALL),
    **{
        mark: re.compile(rf"{mark}((?:[^{marks}\\]++|\\.|[{marks}](?!{_GOES_ON}))*+)(.?)", re.DOTALL)
        for mark, marks in _ENDING.items()
    },
}
# An apostrophe stands between two letters; any other mark of its kind inside a string may be where the string ends.
_INSIDE = {mark: re.compile(rf"\\.|(?<!\w)[{marks}]|[{marks}](?!\w)", re.DOTALL) for mark, marks in _ENDING.items()}
_CONTROL = re.compile(r"[\x00-\x1f]")
_HALF_ESCAPE = re.compile(r"(?<!\\)(?:\\\\)*(\\(?:u[0-9a-fA-F]{0,3})?)\Z")
_CLOSING_FENCE = re.compile(r"\s*(?:`{3,}|~{3,})\s*\Z")
_NUMBER = re.compile(rf"-?(?:0|[1-9]\d*+)(\.\d++)?([eE][-+]?\d++)?(?=[\s,\]}}`#&{UNSEEN}{WIDE_SPACE}]|/[/*]|\Z)")
_WORD = re.compile(r"[-+]?[A-Za-z_$][\w$]*+")
_WORDS = {"true": True, "false": False, "null": None, "True": True, "False": False, "None": None}
_PYTHON = frozenset(("True", "False", "None"))
_NO_NUMBERS = frozenset(sign + word for sign in ("", "-", "+") for word in ("NaN", "nan", "Infinity", "inf"))
_SPACE = re.compile(r"[ \t\n\r]*+")
_FILLER = re.compile(
    rf"(?P<unseen>[{UNSEEN}{WIDE_SPACE}]++)|(?P<entity>{BLANK_ENTITY})|(?P<comment>//[^\n]*+|#[^\n]*+|/\*.*?\*/)",
    re.DOTALL,
)
_ELISION = re.compile(r"(?://|#|/\*)\s*+(?:\.\.\.|…)")
_FILLERS: dict[str, tuple[Artifact, Repair | None]] = {
    "unseen": (Artifact.CONTROL_CHARS, None),
    "entity": (Artifact.HTML_ENTITIES, Repair.HTML_ENTITIES),
    "comment": (Artifact.COMMENTS, Repair.COMMENTS),
}
STRING_MARKS = frozenset(_STRINGS)


def _character(escape: re.Match[str]) -> str:
    high, low, unit, plain = escape.groups()
    if plain is not None:
        return _PLAIN.get(plain, "'" if plain == "'" else f"\\{plain}")
    if unit is not None:
        return chr(int(unit, 16))
    return chr(0x10000 + ((int(high, 16) & 0x3FF) << 10) + (int(low, 16) & 0x3FF))


def _literal(escape: re.Match[str]) -> str:
    return escape[4] if escape[4] in _ESCAPED_MARKS else escape[0]


def unescape(text: str) -> str:
    """Return text with one layer of JSON's escapes taken off; `\\'` is an apostrophe, what escapes nothing stays."""
    return _ESCAPE.sub(_character, text) if "\\" in text else text


def has_invalid_escapes(text: str, *, apostrophes: bool = False) -> bool:
    """Tell whether a string's inside holds an escape JSON does not know; `apostrophes` allows `\\'`."""
    return any(
        escape[4] is not None and escape[4] not in _PLAIN and not (apostrophes and escape[4] == "'")
        for escape in _ESCAPE.finditer(text)
    )


class JsonToken(NamedTuple):
    """A value, where it ends, whether all of it is there, and what was noticed on the way."""

    value: Any
    end: int
    whole: bool = True
    artifacts: tuple[Artifact, ...] = ()
    repairs: tuple[Repair, ...] = ()


def skip(text: str, start: int, artifacts: set[Artifact], repairs: set[Repair]) -> int:
    """Return the offset of the next token; what is skipped besides white space is noted."""
    while True:
        space = _SPACE.match(text, start)
        start = space.end() if space else start
        filler = _FILLER.match(text, start) if start < len(text) else None
        if filler is None:
            return start
        artifact, repair = _FILLERS[filler.lastgroup or ""]
        artifacts.add(artifact)
        if _ELISION.match(filler[0]):
            artifacts.add(Artifact.TRUNCATED)
        if repair is not None:
            repairs.add(repair)
        start = filler.end()


def _cut_string(inside: str) -> str:
    inside = _CLOSING_FENCE.sub("", inside)
    half = _HALF_ESCAPE.search(inside)
    return inside[: half.start(1)] if half else inside


def read_string(text: str, start: int) -> JsonToken:
    """Read the string that begins with the mark at `start`.

    One that holds an escape JSON does not know is a path or a pattern: its backslashes are literal, but before a mark.
    """
    mark = text[start]
    found = _STRINGS[mark].match(text, start)
    inside, closing = found.groups() if found else ("", "")
    whole = closing not in ("", "\\")
    if not whole:
        inside = _cut_string(inside)
    artifacts: list[Artifact] = [Artifact.CONTROL_CHARS] if _CONTROL.search(inside) else []
    repairs: list[Repair] = []
    if mark != '"':
        artifact, repair = (
            (Artifact.SINGLE_QUOTES, Repair.SINGLE_QUOTES)
            if mark == "'"
            else (Artifact.SMART_QUOTES, Repair.SMART_QUOTES)
        )
        artifacts.append(artifact)
        repairs.append(repair)
    if "\\" in inside and has_invalid_escapes(inside, apostrophes=mark == "'"):
        repairs.append(Repair.INVALID_ESCAPES)
    literal = "\\" in inside and has_invalid_escapes(inside, apostrophes=True)
    value = _ESCAPE.sub(_literal, inside) if literal else unescape(inside)
    return JsonToken(value, found.end() if found else start + 1, whole, tuple(artifacts), tuple(repairs))


def holds_mark(text: str, start: int, end: int) -> bool:
    """Tell whether the string at `start` holds a mark of its own kind that may be its end."""
    inside = _INSIDE.get(text[start])
    return inside is not None and any(found[0][0] != "\\" for found in inside.finditer(text, start + 1, end - 1))


def read_number(text: str, start: int) -> JsonToken | None:
    """Read the number at `start`, None where it cannot be read for certain; one at the very end is not whole."""
    found = _NUMBER.match(text, start)
    if found is None:
        return None
    digits, end = found[0], found.end()
    whole = end < len(text)
    if found[1] or found[2]:
        number = float(digits)
        infinite = number in (float("inf"), float("-inf"))
        return JsonToken(number, end, whole, (Artifact.NAN_INFINITY,) if infinite else ())
    try:
        return JsonToken(int(digits), end, whole)
    except ValueError:
        # The interpreter refuses to turn so many digits into a number, or such a number back into digits.
        return JsonToken(digits, end, whole, (), (Repair.NUMBER_AS_TEXT,))


def read_word(text: str, start: int) -> JsonToken | None:
    """Read `true`, `None`, `NaN` and their like, None for any other word; a beginning at the very end is not whole."""
    found = _WORD.match(text, start)
    if found is None:
        return None
    word, end = found[0], found.end()
    if word in _WORDS:
        python = word in _PYTHON
        return JsonToken(
            _WORDS[word],
            end,
            artifacts=(Artifact.PYTHON_LITERALS,) if python else (),
            repairs=(Repair.PYTHON_LITERALS,) if python else (),
        )
    if word in _NO_NUMBERS:
        return JsonToken(None, end, artifacts=(Artifact.NAN_INFINITY,), repairs=(Repair.NAN_INFINITY,))
    return JsonToken(None, end, whole=False) if end == len(text) else None


def read_key(text: str, start: int) -> JsonToken | None:
    """Read a key without marks."""
    found = _WORD.match(text, start)
    if found is None or found[0][0] in "+-":
        return None
    return JsonToken(found[0], found.end(), whole=found.end() < len(text), repairs=(Repair.UNQUOTED_KEYS,))
