"""The quotes that are looked for in an archive: the rows of a table, or JSON lines with quote, speaker and document."""

from sys import intern
from typing import NamedTuple

from core.errors import BadInput
from core.map_making.tables.columns import COLUMNS, ColumnChoice, choose_columns
from core.map_making.tables.table_cells import read_cells
from core.map_making.tables.table_rows import RowReader
from core.text.tables import first_problems


class AskedQuote(NamedTuple):
    """A quote as somebody typed it, by whom it is said to be, and in which document; "" where a row says nothing."""

    quote: str
    speaker: str
    document: str


def read_asked_quotes(data: bytes, name: str) -> tuple[AskedQuote, ...]:
    """Read the quotes of a file, in the forms of `map from-table`. Raises BadInput with all its problems."""
    trouble = RowReader(name, ColumnChoice({}, ())).walk
    cells = read_cells(data, name, {}, trouble.complain)
    columns = ColumnChoice({field: field for field in COLUMNS}, ())
    if cells.header is not None:
        columns = choose_columns(cells.header, {}, f"{name}: the header")
    reader = RowReader(name, columns)
    asked: list[AskedQuote] = []
    for place, cells_of_row in cells.rows:
        row = reader.read(cells_of_row, place)
        if row.quote:
            # Of a row nothing else is held, and a name once: there may be hundreds of thousands of rows.
            asked.append(AskedQuote(row.quote, intern(row.speaker), intern(row.document)))
        else:
            reader.walk.complain(place, "holds no quote.", "Take the row out.")
    if not asked and not trouble.problems:
        trouble.complain("", "holds no quotes.", "Give a table with a column quote, or JSON lines.")
    problems = [*trouble.problems, *reader.walk.problems]
    if problems:
        raise BadInput(*first_problems(problems, name))
    return tuple(asked)
