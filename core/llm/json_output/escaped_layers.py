"""Layers around a whole reply: JSON that was escaped as a string, or as HTML, before it got here."""

import html
import re

from core.llm.json_output.characters import BLANK_ENTITY, unescape

_ESCAPED = re.compile(r"""[\[{](?:(?:\s|\\++[nrt])*+\\++["']|(?:\s*+\\++[nrt])++\s*+["'])""")
_BRACKETS_BEFORE = re.compile(r"(?:\[(?:\s|\\+[nrt])*)+\Z")
_MARKS_BEFORE = re.compile(r"""(?:\\*["'])+\s*\Z""")
_MARKS_BEHIND = re.compile(r"""\s*+(?:\\*+["'])++""")
_NEAR = 200
_HTML = re.compile(rf"[\[{{](?:\s|{BLANK_ENTITY})*+&(?:quot|apos|#0*+3[49]|#[xX]2[27]);")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")


def has_entities(text: str) -> bool:
    """Tell whether a text holds HTML entities."""
    return "&" in text and _ENTITY.search(text) is not None


def without_html(text: str, before: int) -> str | None:
    """Return a reply with its entities decoded once, None unless JSON with entities for marks begins by `before`."""
    if "&" not in text:
        return None
    found = _HTML.search(text)
    if found is None or found.start() > before:
        return None
    return _ENTITY.sub(lambda entity: html.unescape(entity[0]), text)


def without_escapes(text: str, before: int) -> str | None:
    """Return a reply with one layer of string escapes taken off, None unless escaped JSON begins by `before`.

    Marks around the escaped JSON are the string's and go with the layer.
    """
    if "\\" not in text:
        return None
    found = _ESCAPED.search(text)
    if found is None:
        return None
    outer = _BRACKETS_BEFORE.search(text, max(0, found.start() - _NEAR), found.start())
    start = outer.start() if outer else found.start()
    if start > before:
        return None
    end = max(text.rfind("}", start), text.rfind("]", start)) + 1 or len(text)
    inside = unescape(text[start:end])
    marks_before = _MARKS_BEFORE.search(text, max(0, start - _NEAR), start)
    marks_behind = _MARKS_BEHIND.match(text, end)
    if marks_before and marks_behind:
        start, end = marks_before.start(), marks_behind.end()
    return text[:start] + inside + text[end:]
