"""The component of a table: all its rows are sent once, sorted in the browser, and drawn a hundred at a time."""

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

from workbench.ui.components.browser_component import BrowserComponent, browser_files
from workbench.ui.components.browser_values import fields_of, whole_number
from workbench.ui.components.packing import pack

COMPONENT = BrowserComponent("workbench.explore_rows", *browser_files(__file__, "main.js", "rows.css"))

Cell = str | int | float | None


class Column(NamedTuple):
    """A column: its heading, and what is in it. `open` names what a click on the row opens, as `match` does between
    `before` and `after`, the parts of a line; `short` is never broken; a number has so many `digits` behind the point.
    """

    title: str
    kind: Literal["open", "text", "short", "number", "before", "match", "after"] = "text"
    digits: int = 0


class SortedTable(NamedTuple):
    """A table as the browser gets it (`packed`), and how many rows it has."""

    packed: dict[str, Any]
    rows: int

    @classmethod
    def of(cls, caption: str, columns: Sequence[Column], rows: Sequence[Sequence[Cell]]) -> "SortedTable":
        """Pack rows, which come in the order in which they are shown at first; `caption` says to those who do not see
        them what they are."""
        listed = [column._asdict() for column in columns]
        part = {"caption": caption, "columns": listed, "rows": rows}
        return cls(pack(rows=part), len(rows))


def show_rows(
    table: SortedTable, *, key: str, chosen: int | None = None, on_open: Callable[[int], object] | None = None
) -> None:
    """Show a table; the row `chosen`, by its number from 0, is marked.

    `on_open` is called before the rerun with the number of the row that was clicked, if it is one of these rows.
    """

    def act(sent: object) -> None:
        row = whole_number(fields_of(sent), "row")
        if on_open is None or row is None or row >= table.rows:
            return
        if fields_of(sent).get("rows") == table.packed["rows_hash"]:
            on_open(row)

    COMPONENT.show({"chosen": chosen, "opens": on_open is not None}, table.packed, key=key, on_act=act)
