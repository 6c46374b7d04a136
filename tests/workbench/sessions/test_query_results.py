"""The results that numbers are compared with, as a person gives them."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from core.errors import BadInput
from workbench.paths import SAMPLE_DATA
from workbench.sessions.query_results import take_results


def database(path: Path, *tables: str) -> bytes:
    """Return a SQLite file with a row of results in each table, whose id is the table's name."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE notes (id TEXT)")
        for table in tables:
            connection.execute(f'CREATE TABLE "{table}" (query_id TEXT, data_source TEXT, value REAL)')
            row = (f"{table}_000001", "LMIS", 58.3)
            connection.execute(f'INSERT INTO "{table}" VALUES (?, ?, ?)', row)  # noqa: S608 - names of this test
    return path.read_bytes()


def test_a_table_of_a_database_is_chosen(tmp_path: Path) -> None:
    """The first that holds results at first; the key tells them apart."""
    first = take_results("all.db", database(tmp_path / "x.db", "spring", "autumn"))
    assert first.tables == ("spring", "autumn")
    second = take_results("all.db", (tmp_path / "x.db").read_bytes(), "autumn")
    assert [one.ids for one in (first, second)] == [("spring_000001",), ("autumn_000001",)]
    assert first.key != second.key


def test_a_database_without_results_is_named_as_the_person_knows_it(tmp_path: Path) -> None:
    """Not by the file that SQLite was lent."""
    with pytest.raises(BadInput) as caught:
        take_results("all.db", database(tmp_path / "x.db"))
    assert caught.value.problems[0].place.startswith("all.db")


@pytest.mark.parametrize("data", [b"", b"{", b"\x89PNG...", b"query_id\na\n", b"SQLite format 3\x00broken"])
def test_what_are_no_results_is_refused_with_what_to_do(data: bytes) -> None:
    """Whatever it is."""
    with pytest.raises(BadInput) as caught:
        take_results("r.json", data)
    assert all(problem.place and problem.message and problem.remedy for problem in caught.value.problems)


def test_results_are_named_by_what_is_in_them() -> None:
    """Sources and ids once each, in the order of the file."""
    given = take_results("results.csv", (SAMPLE_DATA / "results.csv").read_bytes())
    assert given.sources == ("LMIS", "GCC-STAT", "world_bank", "gcc_stat")
    assert given.ids[:3] == ("lmis_qat_2024q2", "lmis_ret_001", "gcc_emp_reg_001")
    assert given.ids.count("lmis_ret_sector") == 1 < sum(row.query_id == "lmis_ret_sector" for row in given.rows)
