"""What on an HTML page can show words that its text does not hold, or hide words that it does.

A page is read as what stands in it, and that is only what a browser shows where nothing can change it. No general rule
tells a harmless style sheet or script from one that writes or hides words; so only those of this program are accepted,
known by their digests, and besides them only elements and attributes that show text as it stands.
"""

import re
from collections.abc import Iterator
from hashlib import sha256

from core.verify.reading.html_tags import RAW_TEXT, HtmlTag, scan_markup
from core.verify.reading.quoted_spans import find_quoted

# SHA-256 of the style sheets and scripts of this program's editions; those of earlier versions stay.
OWN_STYLES = frozenset(
    {
        "a41ef8e3c5236f9a18a460a3c5fc46542906d81150b1ccb8513a1289ce4ec4be",
        "d8591ca93aa05cca0552a07045b0e6da594760e4cf7a3757a521d32c26e521ea",
    }
)
OWN_SCRIPTS = frozenset({"79c674d07a6b965ff092d6487a20356db294d64442cedbf4066d1d3e2a483f39"})

_ELEMENT_NAMES = """
    a abbr address article aside b blockquote body br button caption cite code col colgroup dd details div dl dt em
    figcaption figure footer h1 h2 h3 h4 h5 h6 head header hgroup hr html i kbd li main mark meta nav ol p pre q samp
    script section span strong style summary table tbody td tfoot th thead time title tr u ul var wbr
"""
_ATTRIBUTE_NAMES = """
    aria-describedby aria-hidden aria-label aria-labelledby aria-live charset class cite colspan content data-quote-id
    datetime hidden href http-equiv id lang name rel role rowspan scope tabindex target title type
"""
_ELEMENTS = frozenset(_ELEMENT_NAMES.split())
_ATTRIBUTES = frozenset(_ATTRIBUTE_NAMES.split())
# Attributes whose value is shown or read out.
_SHOWN = frozenset(("aria-label", "content", "title"))
_DATA = "application/json"
# What the program's page holds besides: its icon, which is nothing, and the button that takes a file.
_ICON = {("rel", "icon"), ("href", "data:,")}


_RUNS = re.compile(r"[\s\x00-\x20]*(?:java|vb|live)?script\s*:|\s*data:(?!,\Z)", re.IGNORECASE)


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _raw_text(markup: str, name: str, start: int) -> str:
    """Return what stands in a `style` or `script` element whose start tag begins at `start`."""
    begin = markup.find(">", start) + 1
    end = re.compile(rf"</{name}", re.IGNORECASE).search(markup, begin)
    return markup[begin : end.start() if end else len(markup)].replace("\r\n", "\n")


def _is_own(markup: str, tag: HtmlTag, start: int) -> bool:
    attributes = tag.read_attributes()
    if tag.name == "style":
        return not attributes and _digest(_raw_text(markup, "style", start)) in OWN_STYLES
    if ("type", _DATA) in attributes:
        return True
    return not attributes and _digest(_raw_text(markup, "script", start)) in OWN_SCRIPTS


def _is_plain_element(tag: HtmlTag, attributes: list[tuple[str, str]]) -> bool:
    if tag.name == "link":
        return set(attributes) == _ICON
    if tag.name == "input":
        return ("type", "file") in attributes and {name for name, _ in attributes} <= {"id", "type", "hidden"}
    return tag.name in _ELEMENTS


def _is_plain_attribute(name: str, value: str) -> bool:
    if name == "http-equiv":
        return value == "Content-Security-Policy"
    if name == "hidden":
        return value.lower() in ("", "hidden")
    if name == "href":
        return not _RUNS.match(value)
    return name in _ATTRIBUTES and not (name in _SHOWN and find_quoted(value))


def _what_is_not_plain(markup: str, tag: HtmlTag, start: int) -> str | None:
    if tag.closes:
        return None
    attributes = tag.read_attributes()
    if not _is_plain_element(tag, attributes):
        return f"<{tag.name}>"
    if tag.name in ("style", "script") and not _is_own(markup, tag, start):
        return f"<{tag.name}> that is not this program's"
    policy = ("http-equiv", "Content-Security-Policy") in attributes
    for name, value in attributes:
        if not _is_plain_attribute(name, "" if policy and name == "content" else value):
            return f"<{tag.name} {name}>"
    return None


def find_display_obstacles(edition: str) -> Iterator[tuple[int, str]]:
    """Yield what on an HTML page keeps it from being read: its line, counted from 1, and the element.

    Total and linear.
    """
    line, done = 1, 0
    inside = ""
    for offset, piece in scan_markup(edition):
        line += edition.count("\n", done, offset)
        done = offset
        if isinstance(piece, HtmlTag):
            found = _what_is_not_plain(edition, piece, offset)
            inside = "" if piece.closes else piece.name
        else:
            found = "<title>" if inside == "title" and find_quoted(piece) else None
            inside = inside if inside in RAW_TEXT else ""
        if found is not None:
            yield line, found
