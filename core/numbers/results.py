"""Query results from a file: JSON, JSON lines or CSV, told by what is in it."""

import codecs
import csv
import io
import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

from core.errors import Problem, ResultsError
from core.numbers.records import QueryResult
from core.numbers.result_rows import NEEDED, ResultRows, WrittenNumber, WrittenTwice, add_all, columns_of
from core.structured import MAX_BYTES, is_list, is_object

_FORMS = "Give JSON, JSON lines or CSV, with query_id, data_source, metric, value, unit and period."
_SEPARATORS = (",", ";", "\t", "|")
_SEPARATOR_LINE = re.compile("sep=(.)", re.IGNORECASE)  # by which a spreadsheet names its separator
_LISTS = ("results", "rows", "data")


def _refuse(name: str, message: str, remedy: str = _FORMS) -> NoReturn:
    raise ResultsError(Problem(place=name or "the results", message=message, remedy=remedy))


def _decode(data: bytes | str, name: str) -> str:
    if len(data) > MAX_BYTES:
        _refuse(name, f"is too big: {len(data):,} bytes, {MAX_BYTES:,} may be read.", "Split it into several files.")
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        _refuse(name, f"is not UTF-8 text (byte {error.start}).", "Save it in UTF-8.")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    return fields if len(fields) == len(pairs) else WrittenTwice(fields)


def _load(text: str) -> Any:
    """Parse JSON whose numbers stay as they are written. Raises ValueError and RecursionError."""
    return json.loads(
        text,
        parse_int=WrittenNumber,
        parse_float=WrittenNumber,
        parse_constant=WrittenNumber,
        object_pairs_hook=_object,
    )


def _trouble(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    return f"line {error.lineno}: {error.msg}" if isinstance(error, json.JSONDecodeError) else str(error)


def _read_lines(text: str, name: str) -> tuple[QueryResult, ...]:
    rows = ResultRows(name)

    def found() -> Iterator[tuple[str, object]]:
        for number, line in enumerate(text.split("\n"), start=1):
            if not line.strip():
                continue
            try:
                yield f"line {number}", _load(line)
            except (ValueError, RecursionError) as error:
                what = error.msg if isinstance(error, json.JSONDecodeError) else _trouble(error)
                rows.complain(f"line {number}", f"is not JSON: {what}.", "Write one object on each line.")

    return add_all(rows, found())


def _read_json(value: object, name: str) -> tuple[QueryResult, ...]:
    within = ""
    if is_object(value):
        within = next((field for field in _LISTS if is_list(value.get(field))), "")
        is_row = not within and len(columns_of(tuple(value)).missing) < len(NEEDED)
        value = [value] if is_row else value.get(within)
    if not is_list(value):
        _refuse(name, "holds no list of results.")
    return add_all(ResultRows(name), ((f"{within} row {number}".strip(), row) for number, row in enumerate(value, 1)))


def _fields_of(line: str, separator: str) -> list[str]:
    try:
        return [field.strip() for fields in csv.reader([line], delimiter=separator) for field in fields]
    except csv.Error:
        return []


def _separator(header: str) -> str:
    """Return the mark between the columns: the one with which the header has most of the fields."""
    return max(_SEPARATORS, key=lambda one: len(columns_of(tuple(_fields_of(header, one))).of_field))


def _check_header(header: Sequence[str], name: str) -> None:
    columns = columns_of(tuple(header))
    messages = [f'no column is called "{field}".' for field in columns.missing]
    messages += [f"two columns are called {field}." for field in columns.twice]
    if messages:
        place = f"{name}: the header" if name else "the header"
        raise ResultsError(*(Problem(place=place, message=message, remedy=_FORMS) for message in messages))


def _read_csv(text: str, name: str) -> tuple[QueryResult, ...]:
    lines = list(io.StringIO(text, newline=""))
    before = next(index for index, line in enumerate(lines) if line.strip())
    named = _SEPARATOR_LINE.fullmatch(lines[before].strip("\r\n"))
    before += named is not None
    header_line = lines[before].strip("\r\n") if before < len(lines) else ""
    header = _fields_of(header_line, separator := named[1] if named else _separator(header_line))
    _check_header(header, name)
    rows = ResultRows(name)

    def found() -> Iterator[tuple[str, object]]:
        reader = csv.reader(lines[before + 1 :], delimiter=separator, strict=True)
        line = before + 2
        try:
            for fields in reader:
                if len(fields) > len(header):
                    message = f"has {len(fields)} columns, and the header {len(header)}."
                    remedy = "Put a value that holds the columns' separator in quotation marks."
                    rows.complain(f"line {line}", message, remedy)
                elif any(field.strip() for field in fields):
                    yield f"line {line}", dict(zip(header, fields, strict=False))
                line = before + 2 + reader.line_num
        except csv.Error as error:
            rows.complain(f"line {line}", f"is not CSV: {error}.", "Look for a quotation mark that is not closed.")

    return add_all(rows, found())


def _is_lines(text: str, name: str) -> bool:
    """Tell JSON lines from JSON: by the name, else by a first of several lines that is an object."""
    if name.lower().endswith((".jsonl", ".ndjson")):
        return True
    first, _, rest = text.partition("\n")
    try:
        return bool(rest.strip()) and is_object(_load(first))
    except (ValueError, RecursionError):
        return False


def read_results(data: bytes | str, name: str = "") -> tuple[QueryResult, ...]:
    """Read query results from JSON (a list, or an object with "results"), JSON lines or CSV (with a header).

    Fields are query_id, data_source, metric, value, unit and period, or their usual other names; all but the first two
    may be missing, other columns are ignored. Raises ResultsError with all problems, each with its line or row (from 1)
    and field; none holds anything of the file's values. Source: seed 3.
    """
    text = _decode(data, name)
    begins = text.lstrip()
    if not begins:
        _refuse(name, "is empty.")
    if begins[0] not in "[{" and not name.lower().endswith((".json", ".jsonl", ".ndjson")):
        return _read_csv(text, name)
    if _is_lines(begins, name):
        return _read_lines(text, name)
    try:
        value = _load(text)
    except (ValueError, RecursionError) as error:
        _refuse(name, f"is not JSON ({_trouble(error)}).")
    return _read_json(value, name)
