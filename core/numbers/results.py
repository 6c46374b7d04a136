"""Query results from a file: JSON, JSON lines or CSV, told by what is in it."""

from core.errors import ResultsError
from core.numbers.records import QueryResult
from core.numbers.result_rows import NEEDED, ResultRows, add_all, columns_of
from core.text.tables import RowKind, check_header, read_rows

_RESULTS = RowKind(
    what="results",
    forms="Give JSON, JSON lines or CSV, with query_id, data_source, metric, value, unit and period.",
    lists=("results", "rows", "data"),
    needed=NEEDED,
    columns_of=columns_of,
    error=ResultsError,
)


def read_results(data: bytes | str, name: str = "") -> tuple[QueryResult, ...]:
    """Read query results from JSON (a list, or an object with "results"), JSON lines or CSV (with a header).

    Fields are query_id, data_source, metric, value, unit and period, or their usual other names; all but the first two
    may be missing, other columns are ignored. Raises ResultsError with all problems, each with its line or row (from 1)
    and field; none holds anything of the file's values. Source: decisions.md#seed-3.
    """
    rows = ResultRows(name)
    table = read_rows(data, name, _RESULTS, rows.complain)
    if table.header is not None:
        check_header(table.header, name, _RESULTS)
    return add_all(rows, table.rows)
