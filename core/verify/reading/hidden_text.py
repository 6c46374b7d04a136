"""What on anybody's HTML page can show words that its text does not hold, or hide words that it does.

A page is read as what stands in it, and that is only what a browser shows where nothing can change it. No general rule
tells a harmless style sheet or script from one that writes or hides words; so only elements and attributes are accepted
that show text as it stands. This program's own pages have a grammar (`own_page`).
"""

import re
from collections.abc import Iterator

from core.verify.reading.html_tags import RAW_TEXT, HtmlTag, scan_markup
from core.verify.reading.quoted_spans import find_quoted

_ELEMENT_NAMES = """
    a abbr address article aside b blockquote body br button caption cite code col colgroup dd details div dl dt em
    figcaption figure footer h1 h2 h3 h4 h5 h6 head header hgroup hr html i kbd li main mark meta nav ol p pre q samp
    section span strong summary table tbody td tfoot th thead time title tr u ul var wbr
"""
_ATTRIBUTE_NAMES = """
    aria-describedby aria-hidden aria-label aria-labelledby aria-live charset class cite colspan content data-quote-id
    datetime hidden href http-equiv id lang name rel role rowspan scope tabindex target title type
"""
_ELEMENTS = frozenset(_ELEMENT_NAMES.split())
_ATTRIBUTES = frozenset(_ATTRIBUTE_NAMES.split())
# Attributes whose value is shown or read out.
_SHOWN = frozenset(("aria-label", "content", "title"))
_RUNS = re.compile(r"[\s\x00-\x20]*(?:java|vb|live)?script\s*:|\s*data:(?!,\Z)", re.IGNORECASE)


def _is_plain_attribute(name: str, value: str) -> bool:
    if name == "http-equiv":
        return value == "Content-Security-Policy"
    if name == "hidden":
        return value.lower() in ("", "hidden")
    if name == "href":
        return not _RUNS.match(value)
    return name in _ATTRIBUTES and not (name in _SHOWN and find_quoted(value))


def _what_is_not_plain(tag: HtmlTag) -> str | None:
    if tag.closes:
        return None
    if tag.name not in _ELEMENTS:
        return f"<{tag.name}>"
    attributes = tag.read_attributes()
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
            found = _what_is_not_plain(piece)
            inside = "" if piece.closes else piece.name
        else:
            found = "<title>" if inside == "title" and find_quoted(piece) else None
            inside = inside if inside in RAW_TEXT else ""
        if found is not None:
            yield line, found
