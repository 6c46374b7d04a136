"""Query results from a table of a SQLite file."""

import sqlite3
from contextlib import closing
from decimal import Decimal
from pathlib import Path

import pytest

from core.errors import BadInput, ResultsError
from core.numbers.records import QueryResult
from workbench.sessions.sqlite_results import read_table

RESULTS = 'create table "{}" (query_id, data_source, metric, value, unit, period)'


def result(
    query_id: str, metric: str = "", value: Decimal | None = None, unit: str = "", period: str = "", *, row: int
) -> QueryResult:
    return QueryResult(
        query_id=query_id, data_source="LMIS", metric=metric, value=value, unit=unit, period=period, row=row
    )


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A file with a table of results, one of something else, and a view."""
    path = tmp_path / "it's 100% #1?.db"
    write(
        path,
        RESULTS.format("results"),
        "insert into results values ('lmis_a', 'LMIS', 'rate', 58.3, 'percent', '2024')",
        "insert into results values ('lmis_b', 'LMIS', null, null, null, null)",
        "insert into results values (4711, 'LMIS', 'staff', '1,234', 'people', 2024)",
        "create table notes (id integer primary key, text)",
        "create view few as select query_id as qid, data_source as source from results limit 1",
    )
    return path


def write(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def test_the_only_table_with_results_is_read(database: Path) -> None:
    """Numbers, texts and what is missing, rows counted from 1; the file stays as it was."""
    before = database.read_bytes()
    assert read_table(database) == (
        result("lmis_a", "rate", Decimal("58.3"), "percent", "2024", row=1),
        result("lmis_b", row=2),
        result("4711", "staff", Decimal(1234), "people", "2024", row=3),
    )
    assert database.read_bytes() == before
    assert [path.name for path in database.parent.iterdir()] == [database.name]


def test_a_table_or_a_view_may_be_named(database: Path) -> None:
    """By any spelling of its columns."""
    assert read_table(database, "results") == read_table(database)
    assert read_table(database, "few") == (result("lmis_a", row=1),)


@pytest.mark.parametrize("name", ['a "table" of [results]', "drop table x; --", "select", "it's", "größe"])
def test_any_name_of_a_table_is_only_a_name(tmp_path: Path, name: str) -> None:
    """Quoted, whatever is in it; so are the columns' names."""
    path = tmp_path / "r.db"
    quoted = name.replace('"', '""')
    write(
        path,
        f'create table "{quoted}" ("Query ID", "data-source", "{quoted}")',
        f"insert into \"{quoted}\" values ('a', 'LMIS', 1)",  # noqa: S608 - a name of ours
    )
    expected = (result("a", row=1),)
    assert read_table(path) == read_table(path, name) == expected


def test_of_several_tables_one_has_to_be_named(database: Path) -> None:
    """The message lists those that have the needed columns."""
    write(database, RESULTS.format("older"))
    with pytest.raises(ResultsError) as error:
        read_table(database)
    assert str(error.value).endswith('holds several tables of results. Say which one: "results", "older".')
    assert read_table(database, "older") == ()


def test_a_table_that_does_not_fit_says_what_there_is(database: Path) -> None:
    """Its columns, or the tables of the file."""
    with pytest.raises(ResultsError, match='holds no table "result"') as error:
        read_table(database, "result")
    assert error.value.problems[0].remedy == 'Its tables are "results", "notes".'
    with pytest.raises(ResultsError, match="has no data_source in the table") as error:
        read_table(database, "notes")
    assert error.value.problems[0].remedy == 'Its columns are "id", "text".'


@pytest.mark.parametrize(
    ("tables", "remedy"),
    [((), "It has no tables at all."), (("create table a (b)",), 'Its tables are "a".')],
)
def test_a_file_without_results_says_so(tmp_path: Path, tables: tuple[str, ...], remedy: str) -> None:
    """With what it has."""
    path = tmp_path / "r.db"
    write(path, *tables, "pragma user_version = 7")
    with pytest.raises(ResultsError, match="holds no table with the columns query_id and data_source") as error:
        read_table(path)
    assert error.value.problems[0].remedy == remedy


def test_all_problems_of_the_rows_are_told(tmp_path: Path) -> None:
    """Each with its row and field; bytes and infinity are no values."""
    path = tmp_path / "r.db"
    write(
        path,
        RESULTS.format("r"),
        "insert into r values ('a', null, null, x'00ff', null, null)",
        "insert into r values ('a', 'L', null, 9e999, null, null)",
        "insert into r values ('a', 'L', null, 'many', null, null)",
    )
    with pytest.raises(ResultsError) as error:
        read_table(path)
    assert [(one.place, one.message) for one in error.value.problems] == [
        ("r.db: row 1: data_source", "is missing."),
        ("r.db: row 1: value", "must be a number, not something else."),
        ("r.db: row 2: value", "is no finite number."),
        ("r.db: row 3: value", "is not a number."),
    ]


def test_what_is_no_text_is_not_shown(tmp_path: Path) -> None:
    """Text that is not UTF-8 is told by its row and field alone: it may be anybody's name."""
    path = tmp_path / "r.db"
    write(path, RESULTS.format("r"), "insert into r values ('a', cast(x'5a6feb' as text), null, 1, null, null)")
    with pytest.raises(ResultsError) as error:
        read_table(path)
    (problem,) = error.value.problems
    assert problem.place == "r.db: row 1: data_source"
    assert "Zo" not in str(problem)


def test_nothing_is_left_beside_a_file_that_is_written_through_a_log(tmp_path: Path) -> None:
    """Neither of a copy without its log, nor of one that somebody has open, whose last rows are read."""
    path, copy = tmp_path / "open.db", tmp_path / "copy" / "copy.db"
    copy.parent.mkdir()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("pragma journal_mode=wal")
        connection.execute(RESULTS.format("r"))
        connection.execute("pragma wal_checkpoint(truncate)")
        copy.write_bytes(path.read_bytes())
        with connection:
            connection.execute("insert into r values ('lmis_a', 'LMIS', null, 1, null, null)")
        assert [row.query_id for row in read_table(path)] == ["lmis_a"]
    assert read_table(copy) == ()
    assert [one.name for one in copy.parent.iterdir()] == ["copy.db"]


def test_what_is_no_database_says_so(tmp_path: Path, database: Path) -> None:
    """Text, a missing file, a folder, and a database that is cut off."""
    text, cut = tmp_path / "r.csv", tmp_path / "cut.db"
    text.write_text("query_id,data_source\n", encoding="utf-8")
    cut.write_bytes(database.read_bytes()[:2000])
    with pytest.raises(ResultsError, match="is no SQLite database"):
        read_table(text)
    with pytest.raises(ResultsError, match="cannot be read as a SQLite database"):
        read_table(cut)
    for missing in (tmp_path / "none.db", tmp_path):
        with pytest.raises(BadInput, match="the file cannot be read"):
            read_table(missing)
