"""Rows of any kind from any form of file: what both of its users rest on."""

from hypothesis import given
from hypothesis import strategies as st

from core.errors import BadInput, RecordsError
from core.text.documents import is_object
from core.text.tables import ColumnMapping, NumberText, RowKind, find_columns, read_rows, tell_apart

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
