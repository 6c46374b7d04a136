"""HTML that cannot carry a stranger's markup: whatever is not built here is escaped."""

from collections.abc import Iterable

from core.display import Markup, element, text, together

__all__ = ["Markup", "element", "table", "text", "together"]


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
