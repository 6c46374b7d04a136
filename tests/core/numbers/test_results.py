"""Query results from files: JSON, JSON lines and CSV as people and programs write them, and every problem at once."""

import csv
import io
import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import ResultsError
from core.numbers.records import QueryResult
from core.numbers.results import read_results
from core.text.documents import MAX_BYTES


def row(query_id: str = "a", data_source: str = "L", *, number: str = "", at: int = 1, **rest: str) -> QueryResult:
    value = Decimal(number) if number else None
    return QueryResult(query_id=query_id, data_source=data_source, value=value, row=at, **rest)


HEAD = "query_id,data_source,value"

FORMS: dict[str, tuple[bytes | str, str, tuple[QueryResult, ...]]] = {
    "a list": ('[{"query_id": "a", "data_source": "L", "value": 58.3}]', "r.json", (row(number="58.3"),)),
    "an object with results": (
        '{"query": "ignored", "results": [{"query_id": "a", "data_source": "L"}]}',
        "",
        (row(),),
    ),
    "one object": ('{"query_id": "a", "data_source": "L"}', "r.json", (row(),)),
    "all fields": (
        '[{"query_id": "a", "data_source": "L", "metric": "m", "value": 1, "unit": "km", "period": "2024-Q2"}]',
        "",
        (row(number="1", metric="m", unit="km", period="2024-Q2"),),
    ),
    "other spellings": (
        '[{"QID": "a", "Source": "L", "Indicator": "m", "Val": 2, "Units": "km", "Year": 2024, "colour": "red"}]',
        "",
        (row(number="2", metric="m", unit="km", period="2024"),),
    ),
    "camel case": ('[{"queryId": "a", "dataSource": "L"}]', "", (row(),)),
    "an id that is a number": ('[{"query_id": 4711, "data_source": "L"}]', "", (row("4711"),)),
    "the proper name before the others": (
        '[{"id": 1, "query_id": "a", "source": "x", "data_source": "L"}]',
        "",
        (row(),),
    ),
    "JSON lines": (
        '{"query_id": "a", "data_source": "L"}\n\n{"query_id": "b", "data_source": "L"}\n',
        "",
        (row(), row("b", at=2)),
    ),
    "one JSON line": ('{"query_id": "a", "data_source": "L"}\r\n', "r.jsonl", (row(),)),
    "no rows": ("[]", "", ()),
    "no rows under results": ('{"results": []}', "", ()),
    "a header alone": (f"{HEAD}\n", "", ()),
    "commas": (f"{HEAD}\na,L,58.3\nb,L,\n", "", (row(number="58.3"), row("b", at=2))),
    "semicolons": ("query_id;data_source;metric\na;L;x, y", "r.csv", (row(metric="x, y"),)),
    "tabs": ("query_id\tdata_source\tmetric\na\tL\tx; y\r\n", "r.tsv", (row(metric="x; y"),)),
    "an empty first column": ("\tquery_id\tdata_source\nx\ta\tL", "", (row(),)),
    "a separator that is named": ("sep=;\r\nquery_id;data_source\r\na;L\r\n", "", (row(),)),
    "quotation marks": (f'{HEAD},metric\n"a","L","1,234","say ""x"""\n', "", (row(number="1234", metric='say "x"'),)),
    "a line end within marks": (
        f'{HEAD},metric\na,L,1,"x\ny"\nb,L,2,',
        "",
        (row(number="1", metric="x y"), row("b", number="2", at=2)),
    ),
    "empty lines": (f"\n\n{HEAD}\n\na,L,1\n,,\n", "", (row(number="1"),)),
    "short rows": (f"{HEAD}\na,L\n", "", (row(),)),
    "spaces around names": (" query id , Data Source \na,L", "", (row(),)),
    "line ends of other systems": (f"{HEAD}\ra,L,1\rb,L,2", "", (row(number="1"), row("b", number="2", at=2))),
    "a byte order mark": (f"\ufeff{HEAD}\na,L,1".encode(), "", (row(number="1"),)),
    "UTF-16": (f"{HEAD}\nä,L,1".encode("utf-16"), "", (row("ä", number="1"),)),
    "the same row twice": (f"{HEAD}\na,L,1\na,L,1\n", "", (row(number="1"), row(number="1", at=2))),
    "JSON whatever it is called": ('[{"query_id": "a", "data_source": "L"}]', "r.csv", (row(),)),
}


@pytest.mark.parametrize(("data", "name", "expected"), FORMS.values(), ids=FORMS.keys())
def test_results_are_read_from_every_form(data: bytes | str, name: str, expected: tuple[QueryResult, ...]) -> None:
    """Told by what is in the file, rows counted from 1."""
    assert read_results(data, name) == expected


VALUES = {
    "1234.5": "1234.5",
    "1,234.5": "1234.5",
    "1,234": "1234",
    "12,345,678": "12345678",
    "1 234": "1234",
    "1\u00a0234.5": "1234.5",
    "1\u202f234": "1234",
    "1'234": "1234",
    "1’234’567": "1234567",
    "-5": "-5",
    "−5": "-5",
    "+5": "5",
    ".5": "0.5",
    "5.": "5",
    "1.2e6": "1200000",
    "1E-3": "0.001",
    "58,3": "58.3",
    "0,123": "0.123",
    "1.234,5": "1234.5",
    "1.234.567": "1234567",
    "007": "7",
    " 7 ": "7",
}


@pytest.mark.parametrize(("written", "number"), VALUES.items())
def test_values_are_read_as_they_are_usually_written(written: str, number: str) -> None:
    """In a text of JSON and in a column of CSV."""
    assert read_results(json.dumps([{"id": "a", "source": "L", "value": written}])) == (row(number=number),)
    assert read_results(f'id\tsource\tvalue\na\tL\t"{written}"') == (row(number=number),)


@pytest.mark.parametrize("written", ["", "null", "None", "N/A", "na", None])
def test_a_value_may_be_missing(written: str | None) -> None:
    """The row has no number then."""
    assert read_results(json.dumps([{"id": "a", "source": "L", "value": written}])) == (row(),)


def test_numbers_of_json_keep_every_digit() -> None:
    """They never become floats, and are never read in two ways."""
    values = ("0.1234567890123456789012345", "1.234", '"58,3"')
    data = ", ".join(f'{{"id": "a", "source": "L", "value": {value}}}' for value in values)
    expected = ["0.1234567890123456789012345", "1.234", "58.3"]
    assert [str(one.value) for one in read_results(f"[{data}]")] == expected


@pytest.mark.parametrize(
    ("value", "unit", "expected"),
    [("58.3%", "", "percent"), ("58.3 %", "%", "%"), ("5 pct", "", "percent"), ("5 per cent", "percent", "percent")],
)
def test_a_value_with_percent_has_that_unit(value: str, unit: str, expected: str) -> None:
    """A unit of the file's own stays as it is written."""
    (found,) = read_results(f"id,source,value,unit\na,L,{value},{unit}")
    assert (found.unit, found.value is not None) == (expected, True)


def test_a_comma_before_decimals_makes_other_values_ambiguous() -> None:
    """1,234 is a thousand and more, unless the same file writes 58,3."""
    assert read_results("id;source;value\na;L;1,234\nb;L;1,234.5")[0].value == 1234
    with pytest.raises(ResultsError) as error:
        read_results("id;source;value\na;L;1,234\nb;L;58,3\nc;L;1.234\nd;L;12.5\n")
    assert [(one.place, one.message[:29]) for one in error.value.problems] == [
        ("line 2: value", "can be read in two ways: else"),
        ("line 4: value", "can be read in two ways: else"),
    ]


WRONG: dict[str, tuple[str, str, str]] = {
    "no id": ('[{"source": "L"}]', "row 1: query_id", "is missing."),
    "an empty id": (f"{HEAD}\n ,L,1", "line 2: query_id", "is missing."),
    "no source": ('{"results": [{"id": "a", "source": null}]}', "results row 1: data_source", "is missing."),
    "true for a value": (
        '[{"id":"a","source":"L","value":true}]',
        "row 1: value",
        "must be a number, not true or false.",
    ),
    "a list for a value": ('[{"id":"a","source":"L","value":[1]}]', "row 1: value", "must be a number, not a list."),
    "NaN": ('[{"id":"a","source":"L","value":NaN}]', "row 1: value", "is no finite number."),
    "infinity": ('[{"id":"a","source":"L","value":-Infinity}]', "row 1: value", "is no finite number."),
    "NaN in words": (f"{HEAD}\na,L,nan", "line 2: value", "is no finite number."),
    "infinity in words": (f"{HEAD}\na,L,-inf", "line 2: value", "is no finite number."),
    "words for a value": (f"{HEAD}\na,L,many", "line 2: value", "is not a number."),
    "wrong groups": (f'{HEAD}\na,L,"12,34,567"', "line 2: value", "is not a number."),
    "two points": (f"{HEAD}\na,L,1.2.3", "line 2: value", "is not a number."),
    "an exponent alone": (f"{HEAD}\na,L,e5", "line 2: value", "is not a number."),
    "a huge exponent": (f"{HEAD}\na,L,1e1000", "line 2: value", "is not a number."),
    "a huge number": (
        '[{"id":"a","source":"L","value":' + "9" * 2_001 + "}]",
        "row 1: value",
        "is too long: 2,001 characters.",
    ),
    "true for an id": ('[{"id":true,"source":"L"}]', "row 1: query_id", "must be text, not true or false."),
    "an object for a unit": ('[{"id":"a","source":"L","unit":{}}]', "row 1: unit", "must be text, not an object."),
    "a long text": (f"{HEAD},metric\na,L,1,{'x' * 501}", "line 2: metric", "is too long: 501 characters."),
    "half a character": (
        '[{"id":"a\\ud800","source":"L"}]',
        "row 1: query_id",
        "holds a character that could not be read (�).",
    ),
    "two units": (f"{HEAD},unit\na,L,5%,km", "line 2: unit", "is another one than the value's %."),
    "a row that is none": ("[5]", "row 1", "must be an object with fields."),
    "a line that is none": ('{"id":"a","source":"L"}\n5', "line 2", "must be an object with fields."),
    "a broken line": ('{"id":"a","source":"L"}\n{"id":', "line 2", "is not JSON: Expecting value."),
    "a deep line": ('{"id":"a","source":"L"}\n' + "[" * 100_000, "line 2", "is not JSON: it is nested too deeply."),
    "a field twice": ('[{"id":"a","source":"L","value":1,"value":2}]', "row 1", "has a field that is written twice."),
    "a field under two names": (
        '[{"id":"a","source":"L","Value":1,"value":2}]',
        "row 1",
        "has two fields that are called value.",
    ),
    "a comma without marks": (f"{HEAD}\na,L,1,234", "line 2", "has 4 columns, and the header 3."),
    "an open quotation mark": (f'{HEAD}\na,L,1\na,"L,1\n', "line 3", "is not CSV: unexpected end of data."),
    "a column twice": ("id,source,value,VALUE\na,L,1,2", "the header", "two columns are called value."),
}


@pytest.mark.parametrize(("data", "place", "message"), WRONG.values(), ids=WRONG.keys())
def test_what_is_wrong_is_told_with_line_or_row_and_field(data: str, place: str, message: str) -> None:
    """Where, what, and what to do."""
    with pytest.raises(ResultsError) as error:
        read_results(data, "my results")
    (problem,) = error.value.problems
    assert (problem.place, problem.message) == (f"my results: {place}", message)
    assert problem.remedy


def test_all_problems_are_told_at_once() -> None:
    """In the order of the file, and of very many the first with how many more there are."""
    with pytest.raises(ResultsError) as error:
        read_results(f'{HEAD}\n,L,x\na,L,1\n"b\nc",,nan\nd,L,1,2\n')
    assert [problem.place for problem in error.value.problems] == [
        "line 2: query_id",
        "line 2: value",
        "line 4: data_source",
        "line 4: value",
        "line 6",
    ]
    with pytest.raises(ResultsError) as error:
        read_results(f"{HEAD}\n" + "a,L,x\n" * 250)
    assert len(error.value.problems) == 101
    assert error.value.problems[-1].message == "there are 150 more problems."


def test_no_message_holds_a_value_of_the_file() -> None:
    """Results may hold persons."""
    with pytest.raises(ResultsError) as error:
        read_results(f"{HEAD},unit\nmira@example.org,,mira@example.org,mira@example.org\nx,L,5%,mira@example.org\n")
    assert "mira" not in str(error.value)


UNREADABLE: dict[str, tuple[bytes | str, str, str]] = {
    "empty": (" \n", "", "is empty."),
    "a picture": (b"\x89PNG\xff\x00", "r.csv", "is not UTF-8 text"),
    "half of JSON": ("[{", "", "is not JSON (line 1:"),
    "CSV that is called JSON": (f"{HEAD}\na,L,1", "r.json", "is not JSON (line 1:"),
    "deep JSON": ("[" * 100_000, "", "is not JSON (it is nested too deeply)."),
    "an object without results": ('{"colour": "red"}', "", "holds no list of results."),
    "prose": ("Once upon a time.\n", "", 'no column is called "query_id".'),
    "a header without the needed columns": ("metric,value\nm,1", "", 'no column is called "data_source".'),
    "one very long line": ("x" * 300_000, "", 'no column is called "query_id".'),
    "too big": (b" " * (MAX_BYTES + 1), "", "is too big"),
}


@pytest.mark.parametrize(("data", "name", "said"), UNREADABLE.values(), ids=UNREADABLE.keys())
def test_what_holds_no_results_says_why(data: bytes | str, name: str, said: str) -> None:
    """With the forms that are read."""
    with pytest.raises(ResultsError) as error:
        read_results(data, name)
    assert said in str(error.value)


def test_there_may_be_too_many_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is too much is said, not cut off."""
    monkeypatch.setattr("core.numbers.results.MAX_ROWS", 3)
    assert len(read_results(f"{HEAD}\n" + "a,L,1\n" * 3)) == 3
    with pytest.raises(ResultsError, match="holds more than 3 rows"):
        read_results(f"{HEAD}\n" + "a,L,1\n" * 4)


_TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc", "Z"]), min_size=1, max_size=20)
_ROWS = st.lists(
    st.fixed_dictionaries(
        {"query_id": _TEXTS, "data_source": _TEXTS, "metric": _TEXTS, "value": st.integers() | st.none()}
    ),
    min_size=1,
    max_size=5,
)


@given(_ROWS)
def test_every_form_of_the_same_rows_is_read_alike(rows: list[dict[str, Any]]) -> None:
    """Whatever characters are in them: CSV in three ways, JSON in two, JSON lines."""
    found = read_results(json.dumps(rows))
    assert [(one.query_id, one.value) for one in found] == [(one["query_id"], one["value"]) for one in rows]
    assert read_results(json.dumps({"results": rows}, ensure_ascii=False)) == found
    assert read_results("\n".join(map(json.dumps, rows)), "r.jsonl") == found
    for separator in ",;\t":
        text = io.StringIO()
        writer = csv.DictWriter(text, list(rows[0]), delimiter=separator)
        writer.writeheader()
        writer.writerows(rows)
        assert read_results(text.getvalue()) == found
