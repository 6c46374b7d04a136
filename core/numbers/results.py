"""Query results from a file: JSON, JSON lines or CSV, recognised by the content."""

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from enum import Enum
from functools import lru_cache
from typing import Any, NamedTuple

from core.errors import ResultsError
from core.numbers.records import QueryResult
from core.numbers.safe_arithmetic import MOST_DIGITS
from core.text.documents import DocumentReader, is_object, kind_of
from core.text.punctuation import UNREADABLE
from core.text.tables import (
    ColumnMapping,
    DuplicateFields,
    NumberText,
    RowKind,
    check_header,
    find_columns,
    first_problems,
    read_rows,
    up_to,
)

MAX_ROWS = 200_000

_MAX_TEXT = 500  # characters of a field
_MAX_NUMBER = 2 * MOST_DIGITS  # characters of a value, with marks between the thousands
_SPELLINGS = {
    "query_id": ("query_id", "queryid", "qid", "id"),
    "data_source": ("data_source", "datasource", "source", "dataset", "provider"),
    "metric": ("metric", "name", "indicator", "measure", "variable", "series", "label"),
    "value": ("value", "val", "obs_value", "amount", "number", "result"),
    "unit": ("unit", "units", "unit_of_measure", "uom"),
    "period": ("period", "time_period", "date", "year", "quarter", "time"),
}
NEEDED = ("query_id", "data_source")

_NOTHING = {"", "null", "none", "n/a", "na"}
_BEYOND = re.compile(r"[+−-]?(?:nan|inf|infinity)", re.IGNORECASE)
_PERCENT = re.compile(r"\s*(?:%|٪|per ?cent|pct)$", re.IGNORECASE)
_PERCENT_UNITS = {"%", "٪", "percent", "per cent", "pct", "percentage"}
_SPACE = "[ '’\u00a0\u2009\u202f]"
_GROUPED = rf"\d{{1,3}}(?:{_SPACE}\d{{3}})+"
_POINT = re.compile(rf"(?:(?:\d+|[1-9]\d{{0,2}}(?:,\d{{3}})+|{_GROUPED})(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{{1,3}})?")
_COMMA = re.compile(rf"(?:\d+|[1-9]\d{{0,2}}(?:\.\d{{3}})+|{_GROUPED})(?:,\d+)?")
_EITHER = re.compile(r"[1-9]\d{0,2}[.,]\d{3}")  # thousands, or three decimals


class _Style(Enum):
    """The decimal mark that a written number shows for its file."""

    NOTHING = "nothing"
    EITHER = "either"
    COMMA = "comma"


class _Value(NamedTuple):
    number: Decimal
    is_percent: bool
    style: _Style


@lru_cache(maxsize=256)
def columns_of(names: tuple[str, ...]) -> ColumnMapping:
    """Return the columns that are fields of a result, also by their usual other names; the rest is ignored."""
    return find_columns(names, _SPELLINGS, NEEDED)


def _read_number(text: str) -> _Value | None:
    """Return the value of a written number, None if it is none."""
    bare = _PERCENT.sub("", text)
    sign = bare[:1] if bare[:1] in ("+", "-", "−") else ""
    digits = bare.removeprefix(sign)
    either = _EITHER.fullmatch(digits) is not None
    if _POINT.fullmatch(digits):
        plain, style = digits.replace(",", ""), _Style.EITHER if either else _Style.NOTHING
    elif _COMMA.fullmatch(digits):
        plain, style = digits.replace(".", "").replace(",", "."), _Style.COMMA
    else:
        return None
    number = Decimal(re.sub(_SPACE, "", plain))
    return _Value(number.copy_negate() if sign in ("-", "−") else number, bare != text, style)


def _cell(row: Mapping[str, Any], columns: ColumnMapping, field: str) -> Any:
    name = columns.of_field.get(field)
    return None if name is None else row.get(name)


class ResultRows:
    """Turns rows into results; collects all problems until `finish`."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._walk = DocumentReader(name)
        self._results: list[QueryResult] = []
        self._either: list[str] = []
        self._has_commas = False

    def complain(self, place: str, message: str, remedy: str = "") -> None:
        """Note one problem."""
        self._walk.complain(place, message, remedy)

    def _text(self, row: Mapping[str, Any], columns: ColumnMapping, field: str, place: str) -> str:
        """Return a field that holds text or a number, "" where it is missing, empty or wrong."""
        value = _cell(row, columns, field)
        if value is None:
            return ""
        if not isinstance(value, str):
            self.complain(f"{place}: {field}", f"must be text, not {kind_of(value)}.", "Put it in quotation marks.")
            return ""
        text = " ".join(value.split())
        if len(text) > _MAX_TEXT:
            self.complain(f"{place}: {field}", f"is too long: {len(text):,} characters.", f"At most {_MAX_TEXT}.")
        if UNREADABLE in text:
            self.complain(f"{place}: {field}", "holds a character that could not be read (�).", "Write it whole.")
        return text

    def _value(self, row: Mapping[str, Any], columns: ColumnMapping, place: str) -> _Value | None:
        value = _cell(row, columns, "value")
        place = f"{place}: value"
        if value is None or (isinstance(value, str) and value.strip().casefold() in _NOTHING):
            return None
        if not isinstance(value, str):
            self.complain(place, f"must be a number, not {kind_of(value)}.", "Write a number, or leave it empty.")
            return None
        if _BEYOND.fullmatch(value.strip()):
            self.complain(place, "is no finite number.", "Write a number, or leave it empty.")
            return None
        if len(value) > _MAX_NUMBER:
            self.complain(place, f"is too long: {len(value):,} characters.", f"At most {_MAX_NUMBER:,}.")
            return None
        read = _read_number(value.strip())
        if read is None:
            remedy = "Write it like 1234.5, 1,234.5 or 58.3%, and its unit as the unit; or leave it empty."
            self.complain(place, "is not a number.", remedy)
        elif not isinstance(value, NumberText):
            self._has_commas |= read.style is _Style.COMMA
            if read.style is _Style.EITHER:
                self._either.append(place)
        return read

    def add(self, row: object, place: str) -> None:
        """Add one row: an object of text, `NumberText`, None and other values, which are refused; `place` is for
        messages."""
        if isinstance(row, DuplicateFields):
            self.complain(place, "has a field that is written twice.", "Leave one of them out.")
        if not is_object(row):
            self.complain(place, "must be an object with fields.", 'Write {"query_id": ..., "data_source": ...}.')
            return
        columns = columns_of(tuple(map(str, row)))
        for field in columns.twice:
            self.complain(place, f"has two fields that are called {field}.", "Leave one of them out.")
        texts = {field: self._text(row, columns, field, place) for field in _SPELLINGS if field != "value"}
        for field in NEEDED:
            written = _cell(row, columns, field)
            if written is None or (isinstance(written, str) and not written.strip()):
                self.complain(f"{place}: {field}", "is missing.", "Every result says its query id and data source.")
        value = self._value(row, columns, place)
        if value is not None and value.is_percent:
            if texts["unit"] and texts["unit"].casefold() not in _PERCENT_UNITS:
                self.complain(f"{place}: unit", "is another one than the value's %.", "Leave one of the two out.")
            texts["unit"] = texts["unit"] or "percent"
        self._results.append(QueryResult(**texts, value=value.number if value else None, row=len(self._results) + 1))

    def finish(self) -> tuple[QueryResult, ...]:
        """Return the results. Raises ResultsError with all problems of their file."""
        if self._has_commas:
            for place in self._either:
                message = "can be read in two ways: elsewhere in this file a comma stands before the decimals."
                self.complain(place, message, "Write the value without marks between the thousands.")
        if self._walk.problems:
            raise ResultsError(*first_problems(self._walk.problems, self._name))
        return tuple(self._results)


def add_all(rows: ResultRows, found: Iterable[tuple[str, object]]) -> tuple[QueryResult, ...]:
    """Add rows with their places and return the results. Raises ResultsError, also for too many rows."""
    for place, row in up_to(MAX_ROWS, found, rows.complain):
        rows.add(row, place)
    return rows.finish()


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
    and field; no message holds a value of the file. Source: decisions.md#seed-3.
    """
    rows = ResultRows(name)
    table = read_rows(data, name, _RESULTS, rows.complain)
    if table.header is not None:
        check_header(table.header, name, _RESULTS)
    return add_all(rows, table.rows)
