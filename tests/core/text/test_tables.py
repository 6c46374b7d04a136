"""Rows of any kind from any form of file: what both of its users rest on."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import BadInput, RecordsError
from core.text.documents import is_object
from core.text.tables import (
    ColumnMapping,
    NumberText,
    RowKind,
    find_columns,
    mark_formula,
    read_rows,
    tell_apart,
    unmark_formula,
)
from tests.properties import examples

SPELLINGS = {"key": ("key", "id"), "words": ("words", "text")}


def columns_of(names: tuple[str, ...]) -> ColumnMapping:
    return find_columns(names, SPELLINGS, ("key",))


KIND = RowKind(
    what="things",
    forms="Give things.",
    lists=("things",),
    needed=("key",),
    columns_of=columns_of,
    error=RecordsError,
)


def read(data: str, name: str = "") -> tuple[list[tuple[str, object]], list[str]]:
    troubles: list[str] = []
    table = read_rows(data, name, KIND, lambda place, message, remedy: troubles.append(f"{place} {message}"))
    return list(table.rows), troubles


def test_columns_are_found_by_their_usual_names() -> None:
    """The first spelling goes before the others, and letters, spaces and marks in names do not matter."""
    columns = find_columns(("ID", "Te xt", "text", "Key"), SPELLINGS, ("key", "words"))
    assert (dict(columns.of_field), columns.twice, columns.missing) == ({"key": "Key", "words": "text"}, (), ())
    columns = find_columns(("text", "Text"), SPELLINGS, ("key", "words"))
    assert (columns.twice, columns.missing) == (("words",), ("key",))


def test_columns_of_one_name_are_told_apart() -> None:
    """And those without any."""
    assert tell_apart(("a", "", "a", "a (3)", "")) == ("a", "column 2", "a (3)", "a (3) (4)", "column 5")


def test_rows_are_counted_as_their_file_counts() -> None:
    """Lines of the file where a row begins, from 1; rows of a list from 1."""
    assert read('\n\nkey,words\n1,"a\nb"\n\n2,c\n')[0] == [
        ("line 4", {"key": "1", "words": "a\nb"}),
        ("line 7", {"key": "2", "words": "c"}),
    ]
    assert read('"a\nb",key\n1,2\n')[0] == [("line 3", {"a b": "1", "key": "2"})]
    assert [place for place, _ in read('{"key": 1}\n\n{"key": 2}\n')[0]] == ["line 1", "line 3"]
    assert [place for place, _ in read('{"things": [{}, {}]}')[0]] == ["things row 1", "things row 2"]


def test_a_broken_line_costs_the_others_nothing() -> None:
    """Where it ends is known; after an open mark it is not, and nothing more is read."""
    rows, troubles = read('key,words\n1,"a" b\n2,c\n3,d,e\n4,f\n')
    assert [row for _, row in rows] == [{"key": "2", "words": "c"}, {"key": "4", "words": "f"}]
    assert troubles == ["line 2 is not CSV: ',' expected after '\"'.", "line 4 has 3 columns, and the header 2."]
    rows, troubles = read('key,words\n1,a\n2,"b\n3,c" d\n4,e\n')
    assert [row for _, row in rows] == [{"key": "1", "words": "a"}]
    assert troubles == ["line 3 is not CSV: ',' expected after '\"'."]
    rows, troubles = read('{"key": 1}\n{\n{"key": 2}')
    assert [row for _, row in rows] == [{"key": "1"}, {"key": "2"}]
    assert len(troubles) == 1


def test_numbers_stay_as_they_are_written() -> None:
    """And can be told from text."""
    ((_, row),) = read('[{"key": 1.50, "words": "1.50"}]')[0]
    assert is_object(row)
    assert row == {"key": "1.50", "words": "1.50"}
    assert [isinstance(value, NumberText) for value in row.values()] == [True, False]


FORM = st.text(st.sampled_from('ky,;\t|"\n\r {}[]:1\\\ufeff\0=sep'), max_size=60)


@given(
    st.sampled_from(["", "key,words\n", "sep=;\n", '[{"key":', '{"key": 1}\n']),
    FORM,
    st.sampled_from(["", "a.csv", "a.jsonl"]),
)
def test_any_text_is_read_or_refused(begins: str, text: str, name: str) -> None:
    """Never anything else raised, and every row has the place it stands at."""
    try:
        rows, troubles = read(begins + text, name)
    except BadInput as refused:
        rows, troubles = [], [problem.remedy for problem in refused.problems]
    places = [place for place, _ in rows]
    assert len(set(places)) == len(places)
    assert all(troubles)


CELLS = st.text(st.sampled_from("=+-@\t\r\n'\"',;| ax1\ufeff\uff1d\0"), max_size=8) | st.text(max_size=8)


@pytest.mark.parametrize(
    ("text", "cell"),
    {
        "=1": "'=1", "'=1": "''=1", "''=1": "'''=1", "+": "'+", "-3.5": "'-3.5", "@a": "'@a", "\ta": "'\ta",
        "\r": "'\r", "'\t": "''\t", "": "", "'": "'", "''": "''", "'a": "'a", " =1": " =1", "' =1": "' =1",
        "\n=1": "\n=1", "a=1": "a=1", "\ufeff=1": "\ufeff=1", "＝1": "＝1", "−1": "−1", "’=1": "’=1", '"=1"': '"=1"',
    }.items(),
)  # fmt: skip
def test_a_cell_that_would_be_a_formula_gets_an_apostrophe(text: str, cell: str) -> None:
    """One more than it begins with, so that taking one off gives the text again; no other cell is touched."""
    assert mark_formula(text) == cell
    assert unmark_formula(cell) == text


@examples(1000)
@given(st.lists(st.tuples(CELLS, CELLS), min_size=1, max_size=4), st.sampled_from(",;\t|"))
def test_a_table_that_was_written_is_read_as_it_was(rows: list[tuple[str, str]], separator: str) -> None:
    """Whatever its cells hold and whatever separates them; and no cell begins as a formula does."""
    text = io.StringIO(newline="")
    cells = [tuple(map(mark_formula, row)) for row in rows]
    csv.writer(text, delimiter=separator).writerows([("key", "words"), *cells])
    found, troubles = read(text.getvalue(), "a.csv")
    assert not troubles
    full = [row for row, written in zip(rows, cells, strict=True) if "".join(written).strip()]
    assert [row for _, row in found] == [{"key": key, "words": words} for key, words in full]
    assert not any(cell[:1] and cell[0] in "=+-@\t\r" for row in cells for cell in row)


def test_a_table_has_so_many_lines_at_most() -> None:
    """Beyond them it is refused before a line is looked at; and after many wrong lines nothing more is read."""
    for text in ("key,words\n" + "\n" * 1_000_000, '{"key": 1}\n' * 1_000_001, "key\r" * 1_000_001):
        with pytest.raises(RecordsError, match="holds more than 1,000,000 lines"):
            read(text)
    for text in ("key,words\n" + "1,2,3\n" * 20_000 + "4,5\n", '{"key": 1}\n' + "{\n" * 20_000 + '{"key": 2}'):
        rows, troubles = read(text)
        assert len(rows) == text.startswith("{")
        assert len(troubles) == 10_001
        assert troubles[-1] == "line 10001 is the line number 10,000 that holds no row."
