"""HTML that cannot carry a stranger's markup: whatever is not built here is escaped."""

import re
from collections.abc import Iterable
from html import escape

# Half of a UTF-16 pair, as a careless model writes it: the wire to the browser cannot carry it.
_SURROGATE = re.compile("[\ud800-\udfff]")


class Markup(str):
    """HTML that was built here. Every other string is text, and is escaped where it meets a Markup."""

    __slots__ = ()


def text(value: str) -> Markup:
    """Return `value` as HTML that is read as exactly these characters."""
    return value if isinstance(value, Markup) else Markup(escape(_SURROGATE.sub("\ufffd", value), quote=True))


def together(parts: Iterable[str], between: str = "") -> Markup:
    """Return the parts one after the other."""
    return Markup(str(text(between)).join(text(part) for part in parts))


def element(name: str, *children: str, **attributes: str) -> Markup:
    """Return one element; `class_` stands for `class`, and `data_tip` for `data-tip`."""
    written = "".join(f' {key.rstrip("_").replace("_", "-")}="{text(value)}"' for key, value in attributes.items())
    return Markup(f"<{name}{written}>{together(children)}</{name}>")


def table(headings: Iterable[tuple[str, str]], rows: Iterable[Iterable[str]], *, caption: str) -> Markup:
    """Return a table; a heading is its words and the class of its column, `caption` what a screen reader announces."""
    head = element("tr", *(element("th", heading, scope="col", class_=width) for heading, width in headings))
    body = [element("tr", *(element("td", cell) for cell in row)) for row in rows]
    return element(
        "div",
        element("table", element("caption", caption), element("thead", head), element("tbody", *body)),
        class_="wb-table",
        tabindex="0",
        role="region",
        aria_label=caption,
    )
