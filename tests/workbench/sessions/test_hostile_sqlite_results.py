# ruff: noqa: S608 - the statements are the hostile files' own
"""SQLite files that somebody made to do harm: refused in a sentence, within limits, and nothing is written."""

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from core.errors import BadInput, ResultsError
from workbench.sessions import sqlite_rows
from workbench.sessions.sqlite_results import read_table, tables_of

RESULTS = "create table results (query_id, data_source, value)"
ONE = "insert into results values ('a', 'LMIS', 1)"
MANY = (
    "insert into results with recursive c(n) as (select 1 union all select n + 1 from c limit 20000) "
    "select n, 'LMIS', n from c"
)
ENDLESS = "with recursive c(n) as (select 1 union all select n + 1 from c)"
DIGITS = "(" + " union all ".join(f"select {digit} as d" for digit in range(10)) + ")"
_AS_RESULT = "query_id, 'LMIS' as data_source"

# What the view `v` is, and what is said of it.
VIEWS = {
    "never ends": (f"{ENDLESS} select n as {_AS_RESULT} from c where n < 0", "takes more than 5 seconds or"),
    "is counted for ever": (f"{ENDLESS} select count(*) as {_AS_RESULT} from c", "takes more than 5 seconds or"),
    "has rows without end": (f"{ENDLESS} select n as {_AS_RESULT} from c", "200,000"),
    "crosses itself": (
        f"select count(*) as {_AS_RESULT} from {', '.join(f'{DIGITS} as t{number}' for number in range(12))}",
        "takes more than 5 seconds or",
    ),
    "sorts more than there is": (
        f"select zeroblob(30000) || a.d as {_AS_RESULT} from {DIGITS} a, {DIGITS}, {DIGITS}, {DIGITS} order by 1, a.d",
        "bytes of memory",
    ),
    "has a huge cell": (f"select zeroblob(1000000000) as {_AS_RESULT}", "a cell of more than 100,000 bytes"),
    "doubles a text": (
        f"with recursive c(x) as (select 'x' union all select x || x from c) select x as {_AS_RESULT} from c",
        "a cell of more than 100,000 bytes",
    ),
    "loads an extension": (f"select load_extension('evil') as {_AS_RESULT}", "unsafe use of load_extension"),
    "reads the program's settings": (f"select name as {_AS_RESULT} from pragma_table_list", "unsafe use of virtual"),
    "reads a virtual table": (f"select query_id as {_AS_RESULT} from search", "unsafe use of virtual table"),
    "reads itself": (f"select query_id as {_AS_RESULT} from v", "circularly defined"),
    "names what is not there": (f"select missing(1) as {_AS_RESULT}", "no such function"),
}


def made(path: Path, *statements: str) -> Path:
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)
    return path


def untouched(path: Path) -> Iterator[None]:
    """Check at the end that the file has its bytes and stands alone."""
    before = path.read_bytes()
    yield
    assert path.read_bytes() == before
    assert [one.name for one in path.parent.iterdir()] == [path.name]


@pytest.mark.thorough
@pytest.mark.parametrize("name", VIEWS)
def test_a_view_that_would_do_harm_is_refused(tmp_path: Path, name: str) -> None:
    """In one sentence that names it; the tables beside it can be read, and the file stays as it was."""
    statement, reason = VIEWS[name]
    path = made(
        tmp_path / "r.db",
        RESULTS,
        ONE,
        "create virtual table search using fts5(query_id, data_source)",
        f"create view v as {statement}",
    )
    for _ in untouched(path):
        with pytest.raises(ResultsError) as error:
            read_table(path, "v")
        assert [one.place.split(":")[0] for one in error.value.problems] == ["r.db"]
        assert reason in str(error.value)
        assert len(read_table(path)) == 1
        assert tables_of(path) == ("results",)


@pytest.mark.thorough
def test_views_that_are_too_large_to_prepare_are_refused(tmp_path: Path) -> None:
    """Each doubles the one before; preparing them would take gigabytes, before SQLite's machine makes its first step.
    Measured in a process of its own, this one and the one that reads stay small."""
    doubling = [
        f"create view {chain}{level} as select * from {before} union all select * from {before}"
        for chain in "abcdefgh"
        for level in range(1, 17)
        for before in [f"{chain}{level - 1}" if level > 1 else f"{chain}0"]
    ]
    bases = [f"create table {chain}0 (query_id, data_source)" for chain in "abcdefgh"]
    all_of_them = " union all ".join(f"select * from {chain}15" for chain in "abcdefgh")
    path = made(tmp_path / "r.db", *bases, *doubling, f"create view v as {all_of_them}")
    code = (
        "import resource, sys\nfrom pathlib import Path\nfrom core.errors import ResultsError\n"
        "from workbench.sessions.sqlite_results import read_table\n"
        "try:\n    read_table(Path(sys.argv[1]), 'v')\nexcept ResultsError as error:\n    print(error)\n"
        # Its own from /proc: what resource tells of it begins with what the tests that started it take.
        "own = next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM'))\n"
        "print(max(int(own), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True, timeout=120
    )
    refused, used = done.stdout.splitlines()
    assert "takes more than" in refused
    assert int(used) < 400_000, "kilobytes"


def test_the_steps_of_a_table_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the clock says; a table that takes no more is read."""
    path = made(tmp_path / "r.db", RESULTS, MANY)
    monkeypatch.setattr(sqlite_rows, "STEPS", 1_000_000)
    with closing(sqlite_rows.open_guarded(str(path.as_uri()), lambda: 0.0)) as connection:
        assert len(list(sqlite_rows.rows(connection, "results", ["query_id"]))) == 20_000
    monkeypatch.setattr(sqlite_rows, "STEPS", 20_000)
    with (
        closing(sqlite_rows.open_guarded(str(path.as_uri()), lambda: 0.0)) as connection,
        pytest.raises(sqlite3.OperationalError, match="interrupted"),
    ):
        list(sqlite_rows.rows(connection, "results", ["query_id"]))


def test_a_table_has_its_time(tmp_path: Path) -> None:
    """Counted from when the file was opened, on a clock that is given."""
    path = made(tmp_path / "r.db", RESULTS, MANY)
    ticks = count(0.0, 3.0)
    with (
        closing(sqlite_rows.open_guarded(str(path.as_uri()), lambda: next(ticks))) as connection,
        pytest.raises(sqlite3.OperationalError, match="interrupted"),
    ):
        list(sqlite_rows.rows(connection, "results", ["query_id"]))


@pytest.mark.parametrize(
    "statement",
    [
        "insert into results values (1, 2, 3)",
        "create table more (a)",
        "attach 'other.db' as other",
        "pragma writable_schema = on",
        "pragma journal_mode = wal",
        "vacuum into 'copy.db'",
        "select load_extension('evil')",
        "begin immediate",
    ],
)
def test_nothing_but_select_can_be_executed(tmp_path: Path, statement: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither by a statement of ours nor by one that a file brings into its schema."""
    monkeypatch.chdir(tmp_path)
    path = made(tmp_path / "r.db", RESULTS)
    for _ in untouched(path):
        with (
            closing(sqlite_rows.open_guarded(f"{path.as_uri()}?mode=ro", lambda: 0.0)) as connection,
            pytest.raises(sqlite3.DatabaseError, match=r"not authorized|authorization denied|limited"),
        ):
            connection.execute(statement).fetchall()


SCHEMAS = {
    "a table that is a view": "update sqlite_master set sql = 'create view results as select 1' where name = 'results'",
    "a table without its statement": "update sqlite_master set sql = null where name = 'results'",
    "a table on a page that is none": "update sqlite_master set rootpage = 4711 where name = 'results'",
    "a table on the schema's page": "update sqlite_master set rootpage = 1 where name = 'results'",
    "a statement that is none": "update sqlite_master set sql = 'drop table results' where name = 'results'",
    "a statement without end": "update sqlite_master set sql = zeroblob(200000) where name = 'results'",
    "a name that is no text": "update sqlite_master set name = x'ff00fe' where name = 'results'",
    "a trigger": "insert into sqlite_master values ('trigger', 't', 'results', 0, "
    "'create trigger t after insert on results begin delete from results; end')",
}


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_that_was_written_by_hand_is_no_way_in(tmp_path: Path, name: str) -> None:
    """It is refused in a sentence, or its rows are read as they are; nothing else is done."""
    path = tmp_path / "r.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in (RESULTS, ONE, "pragma writable_schema = on", SCHEMAS[name]):
            connection.execute(statement)
    for _ in untouched(path):
        try:
            rows, refused = len(read_table(path, "results")), ""
        except BadInput as error:
            rows, refused = 0, str(error)
        assert rows == 1 or refused.startswith("r.db: ")


@pytest.mark.thorough
def test_whatever_byte_is_damaged_it_is_read_or_refused(tmp_path: Path) -> None:
    """Each of the file's bytes at some distance from each other is another one."""
    whole = made(tmp_path / "whole.db", RESULTS, *[ONE] * 200, "create view v as select * from results").read_bytes()
    path = tmp_path / "r.db"
    refused = 0
    for place in [*range(16, 200, 7), *range(200, len(whole), 251)]:
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
        for table in (None, "v"):
            try:
                read_table(path, table)
            except BadInput:
                refused += 1
    assert refused > 10


def test_a_log_without_its_index_leaves_nothing_beside_the_file(tmp_path: Path) -> None:
    """The rows in the log are read; SQLite itself would make its index beside a file of somebody else."""
    path, folder = tmp_path / "open.db", tmp_path / "copy"
    folder.mkdir()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("pragma journal_mode = wal")
        connection.execute(RESULTS)
        connection.execute(ONE)
        connection.commit()
        for suffix in ("", "-wal"):
            shutil.copy(f"{path}{suffix}", folder / f"r.db{suffix}")
    assert [row.query_id for row in read_table(folder / "r.db")] == ["a"]
    assert sorted(one.name for one in folder.iterdir()) == ["r.db", "r.db-wal"]


@pytest.mark.skipif(sys.platform == "win32", reason="no such devices")
def test_a_device_is_not_read(tmp_path: Path) -> None:
    """Neither one that never ends, nor a pipe that nobody writes to."""
    import os

    os.mkfifo(tmp_path / "pipe.db")
    for path in (tmp_path / "pipe.db", Path("/dev/zero")):
        with pytest.raises(BadInput, match="not a regular file"):
            read_table(path)
