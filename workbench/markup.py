"""HTML that cannot carry a stranger's markup: whatever is not built here is escaped."""

from collections.abc import Iterable

from core.text.safe_html import Markup, element, text, together
from core.whitelist.difference import DiffPiece, Op

__all__ = ["Markup", "diff", "element", "table", "text", "together"]


_DIFF_TAGS = {Op.GONE: "del", Op.NEW: "ins"}


def _marked(piece: DiffPiece) -> Markup:
    words = piece.text.rstrip()
    tag = _DIFF_TAGS.get(piece.op) if words else None
    return together([element(tag, words), piece.text[len(words) :]]) if tag else text(piece.text)


def diff(pieces: Iterable[DiffPiece]) -> Markup:
    """Return texts that differ as one: what only the first has is struck out, what only the second has underlined."""
    return together(map(_marked, pieces))


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
