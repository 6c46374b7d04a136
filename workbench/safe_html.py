"""HTML that cannot contain foreign markup: every text is escaped unless this module built it."""

from collections.abc import Iterable

from core.text.safe_html import SafeHtml, element, escape_text, join_html
from core.whitelist.difference import DiffOperation, DiffPiece

__all__ = ["SafeHtml", "diff", "element", "escape_text", "join_html", "table"]


_DIFF_TAGS = {DiffOperation.GONE: "del", DiffOperation.NEW: "ins"}


def _marked(piece: DiffPiece) -> SafeHtml:
    words = piece.text.rstrip()
    tag = _DIFF_TAGS.get(piece.op) if words else None
    return join_html([element(tag, words), piece.text[len(words) :]]) if tag else escape_text(piece.text)


def diff(pieces: Iterable[DiffPiece]) -> SafeHtml:
    """Return two texts as one diff: text of the first alone is struck out, text of the second alone underlined."""
    return join_html(map(_marked, pieces))


def table(headings: Iterable[tuple[str, str]], rows: Iterable[Iterable[str]], *, caption: str) -> SafeHtml:
    """Return a table; a heading is its words and its column's class; a screen reader announces `caption`."""
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
