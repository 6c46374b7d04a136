import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from threading import Semaphore

import pytest
from sqlite_utils import Database, Migrations

from core.generation.settings import Settings
from core.llm.client import Answer, Purpose, Reply, WritingMode
from tests.workbench.store import making
from workbench.store import (
    BackupFailure,
    DiskFailure,
    FinishedRun,
    InvalidDatabase,
    NewerDatabase,
    OpenChapter,
    Store,
    UnreachableDatabase,
)
from workbench.store.database.migrate import MIGRATION_SET, migrations
from workbench.store.database.migrations import STEPS
from workbench.store.runs import runs

# Columns are named: later steps add some.
SESSION = (
    "INSERT INTO sessions (session_id, title, version, changes, created_at, changed_at, settings) VALUES ("
    "'old', 'Older', 1, 0, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', '{}')"
)


def older(path: Path) -> Path:
    """Make a database as the program was before it had runs, with one session."""
    with closing(sqlite3.connect(path)) as connection:
        migrations().apply(Database(connection), stop_before="runs")
        connection.execute(SESSION)
        connection.commit()
    return path


def with_a_run(path: Path, before: str) -> FinishedRun:
    """Make a database as the program was before a step, with one session that has a run, and return the run."""
    with closing(sqlite3.connect(path)) as connection:
        migrations().apply(Database(connection), stop_before=before)
        connection.row_factory = sqlite3.Row
        connection.execute(SESSION)
        run = making.run("old", text="Words of then.")
        run = run.model_copy(update={"summary": run.summary.model_copy(update={"run_id": "then", "number": 1})})
        runs.write(connection, run, ["a reply", None, "another"])
        connection.commit()
    return run


# All that it had tables for.
OF_THAT_PROGRAM = (
    *("sources", "sessions", "casts", "presets", "runs", "chapters", "replies", "edits"),
    *("open_runs", "open_chapters"),
)

# An open run as the program before calls left it, killed: a chapter done, one with its reply, one not begun.
LEFT_OPEN = (
    "INSERT INTO open_runs VALUES ('left', 'old', 2, '2026-01-01T00:00:00Z', NULL, NULL, 'running', '', 'gone', 0, 0)",
    """INSERT INTO open_recipes VALUES ('left', '{"material": {"transcript": null, "evidence": null, "casts": [],
    "mends": [], "settings": {"mode": "quote", "strict_narrative": true}, "promotions": []}, "client":
    {"kind": "scripted", "model": null, "name": "replies.json", "replies": ["one", "two", "three"],
    "every_call": false, "words_per_second": null}, "chapters": [0, 1, 2]}')""",
    """INSERT INTO open_chapters SELECT 'left', 0, 0, 1, '"one"', content FROM chapters WHERE position = 0""",
    """INSERT INTO open_chapters VALUES ('left', 1, 1, 2, '"half \\ud800"', NULL), ('left', 2, 2, 0, NULL, NULL)""",
)


def left_by_the_program_before_calls(path: Path) -> FinishedRun:
    """Make a database of that program, in its forms, with a finished run, which this returns, and an open one."""
    run = with_a_run(path, "calls")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE runs SET settings = json_remove(settings, '$.sampling', '$.second_attempt')")
        connection.execute("UPDATE chapters SET content = json_remove(content, '$.attempt')")
        for statement in LEFT_OPEN:
            connection.execute(statement)
    return run


def names_in(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT name FROM _sqlite_migrations WHERE migration_set = ? ORDER BY id"
        return [name for (name,) in connection.execute(query, (MIGRATION_SET,))]


def nothing(database: Database) -> None:
    """Migrate nothing."""


def backups(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if "backup" in path.name)


def test_a_fresh_file_gets_all_tables_and_needs_no_backup(tmp_path: Path) -> None:
    """An empty file counts as fresh."""
    for path in (tmp_path / "none.db", tmp_path / "empty.db"):
        if path.name == "empty.db":
            path.touch()
        Store(path).sessions.create("A session")
        assert names_in(path) == list(STEPS)
    assert backups(tmp_path) == []


def test_an_older_file_is_migrated_after_a_backup(tmp_path: Path) -> None:
    """The copy beside it is the older file, whole; the session is there, and can have runs now."""
    path = older(tmp_path / "workbench ?#%.db")
    assert names_in(path) == ["sessions"]
    store = Store(path)
    assert store.sessions.get("old").title == "Older"
    assert store.runs.list("old") == ()
    assert names_in(path) == list(STEPS)
    (backup,) = backups(tmp_path)
    assert backup.name.startswith("workbench ?#%.db.backup-20")
    assert names_in(backup) == ["sessions"]
    with closing(sqlite3.connect(backup)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("SELECT title FROM sessions").fetchall() == [("Older",)]


@pytest.mark.parametrize("before", list(STEPS)[2:])
def test_an_older_file_keeps_its_runs(tmp_path: Path, before: str) -> None:
    """To the byte, after a backup; now the session can have another, and edits and acts."""
    run = with_a_run(tmp_path / "workbench.db", before)
    store = Store(tmp_path / "workbench.db")
    assert store.runs.get("then") == run
    assert store.runs.replies("then") == ("a reply", None, "another")
    assert names_in(store.path) == list(STEPS)
    (backup,) = backups(tmp_path)
    assert names_in(backup) == list(STEPS)[: list(STEPS).index(before)]
    session = store.sessions.get("old")
    assert (store.runs.open_run("old"), store.edits.list("then"), store.acts.list("old")) == (None, (), ())
    assert store.calls.list("then") == ()
    opened = store.runs.begin("old", making.recipe(session, chapters=1), number=2, owner="a", seconds=60)
    store.calls.add(opened.run_id, "a", making.call(0))
    store.runs.put_chapter(opened.run_id, "a", 0, making.chapter(0))
    assert store.runs.finish(opened.run_id, "a", making.run("old", chapters=1)).number == 2
    assert store.edits.add("then", 0, "Words of now.", after=0).number == 1
    assert store.acts.add("old", making.chapter_act("a"), transcript=session.transcript).number == 1


# What a database of the time before acts held: corrections and additions, each numbered for itself.
BEFORE_ACTS = (
    """INSERT INTO mends VALUES
        ('old', 1, 'a', '{"evidence_id":"a"}', '2026-01-01T00:00:00+00:00', 1),
        ('old', 2, 'b', '{"evidence_id":"b"}', '2026-01-03T00:00:00+00:00', 0)""",
    """INSERT INTO promotions VALUES
        ('old', 1, 'c', '{"evidence_id":"c"}', '2026-01-02T00:00:00+00:00', 0),
        ('old', 2, 'd', '{"evidence_id":"d"}', '2026-01-04T00:00:00+00:00', 0)""",
    "INSERT INTO experiments VALUES ('x', '', 1, 1, 1, 1, 'stopped', '', '[]', '', '', '', 0, 0)",
    """INSERT INTO experiment_plans VALUES ('x', '{"subjects": [{"material": {"mends": [{"evidence_id": "a"}],
        "promotions": [{"evidence_id": "half \\ud800"}]}}, {"material": null}, {"material": {"mends": []}}]}')""",
)


def test_corrections_and_additions_become_one_history(tmp_path: Path) -> None:
    """In the order in which they were made, those taken back too; also in the plan of an experiment."""
    path = tmp_path / "workbench.db"
    with_a_run(path, "acts")
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in BEFORE_ACTS:
            connection.execute(statement)
    Store(path).sessions.list()
    with closing(sqlite3.connect(path)) as connection:
        acts = connection.execute("SELECT number, content, undone FROM map_acts ORDER BY number").fetchall()
        ((plan,),) = connection.execute("SELECT content FROM experiment_plans").fetchall()
    found = [(number, json.loads(content), undone) for number, content, undone in acts]
    mend, addition = ({"kind": kind, kind: {"evidence_id": ""}} for kind in ("mend", "addition"))
    assert found == [
        (1, mend | {"mend": {"evidence_id": "a"}}, 1),
        (2, addition | {"addition": {"evidence_id": "c"}}, 0),
        (3, mend | {"mend": {"evidence_id": "b"}}, 0),
        (4, addition | {"addition": {"evidence_id": "d"}}, 0),
    ]
    first, none, empty = [one["material"] for one in json.loads(plan)["subjects"]]
    assert first == {
        "acts": [mend | {"mend": {"evidence_id": "a"}}, addition | {"addition": {"evidence_id": "half \ufffd"}}]
    }
    assert (none, empty) == (None, {"acts": []})


def test_what_was_left_before_calls_were_kept_goes_on(tmp_path: Path) -> None:
    """After a backup: the finished run is the same, the open one has its chapter, and the reply that was paid for is
    the first answer; a call is kept beside it, and the run is finished with its calls."""
    run = left_by_the_program_before_calls(tmp_path / "workbench.db")
    with closing(sqlite3.connect(tmp_path / "workbench.db")) as connection:
        before = {name: connection.execute(f"SELECT * FROM {name}").fetchall() for name in OF_THAT_PROGRAM}  # noqa: S608
    store = Store(tmp_path / "workbench.db")
    opened = store.runs.open_run("old")
    assert opened is not None
    for path in (store.path, *backups(tmp_path)):
        with closing(sqlite3.connect(path)) as connection:
            found = {name: connection.execute(f"SELECT * FROM {name}").fetchall() for name in OF_THAT_PROGRAM}  # noqa: S608
        # How transcripts are read has columns of its own since then, behind the others.
        found["sessions"] = [row[: len(before["sessions"][0])] for row in found["sessions"]]
        assert found == before
    assert store.runs.get("then") == run
    assert store.runs.replies("then") == ("a reply", None, "another")
    assert store.calls.list("then") == store.calls.list("left") == store.calls.of_session("old") == ()
    done, answered, untouched = opened.chapters
    assert (done.draft, done.reply) == (run.edition.chapters[0], "one")
    assert answered == OpenChapter(
        position=1,
        chapter_index=1,
        calls=2,
        reply="half \ufffd",
        draft=None,
        answers=(Answer(purpose=Purpose.FIRST, reply=Reply(text="half \ufffd")),),
    )
    assert (untouched.answers, untouched.draft) == ((), None)
    assert opened.recipe.material.settings == Settings(mode=WritingMode.QUOTE, strict_narrative=True)
    assert opened.recipe.client.base_url == ""
    progress = store.runs.progress("old")
    assert progress is not None
    assert [(one.answered, one.done) for one in progress.chapters] == [(True, True), (True, False), (False, False)]
    store.runs.lease("left", "a", 60)
    call = making.call(2, text="three")
    store.calls.add("left", "a", call)
    for position in (1, 2):
        store.runs.put_chapter("left", "a", position, making.chapter(position))
    store.runs.finish("left", "a", making.run("old"))
    assert store.runs.replies("left") == ("one", "half \ufffd", None)
    assert store.calls.list("left") == (call,)
    assert [(entry.run_number, entry.mode) for entry in store.calls.of_session("old")] == [(2, "quote")]


def test_an_earlier_backup_is_never_overwritten(tmp_path: Path) -> None:
    """A second one on the same day has another number."""
    path = older(tmp_path / "workbench.db")
    Store(path).sessions.list()
    (first,) = backups(tmp_path)
    before = first.read_bytes()
    path.unlink()
    Store(older(path)).sessions.list()
    assert len(backups(tmp_path)) == 2
    assert first.read_bytes() == before


def test_what_a_killed_backup_left_is_in_nobodys_way(tmp_path: Path) -> None:
    """Half a copy is thrown away and made anew."""
    path = older(tmp_path / "workbench.db")
    Store(path).sessions.list()
    (made,) = backups(tmp_path)
    made.rename(made.with_name(made.name + ".unfinished"))
    path.unlink()
    Store(older(path)).sessions.list()
    assert backups(tmp_path) == [made]


def test_without_a_backup_nothing_is_migrated(tmp_path: Path) -> None:
    """The path of the copy is longer than a file's name may be; the older file keeps its bytes."""
    path = older(tmp_path / ("x" * 240 + ".db"))
    before = path.read_bytes()
    with pytest.raises(BackupFailure, match="no copy of them could be made") as caught:
        Store(path).sessions.list()
    assert caught.value.path == path
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_damaged_older_file_is_not_migrated(tmp_path: Path) -> None:
    """Its copy would be no backup."""
    path = tmp_path / "workbench.db"
    older(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executemany("INSERT INTO sources VALUES (?, 1, ?)", ((str(n), bytes(9_000)) for n in range(9)))
    data = bytearray(path.read_bytes())
    data[-4096 * 20 : -4096 * 14] = b"\xff" * (4096 * 6)
    path.write_bytes(data)
    with pytest.raises((InvalidDatabase, BackupFailure, DiskFailure)):
        Store(path).sessions.list()
    assert path.read_bytes() == data
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_a_newer_file_is_refused_and_not_touched(tmp_path: Path, mode: str) -> None:
    """A migration that this program does not know: not a byte changes, whatever is asked, and no file appears."""
    path = tmp_path / "workbench.db"
    session = Store(path).sessions.create("From the future")
    newer = Migrations(MIGRATION_SET)
    for name in (*STEPS, "of next year"):
        newer(name=name)(nothing)
    with closing(sqlite3.connect(path)) as connection:
        newer.apply(Database(connection))
        connection.execute(f"PRAGMA journal_mode = {mode}")
    before = sha256(path.read_bytes()).digest()
    store = Store(path)
    for attempt in (
        store.sessions.list,
        lambda: store.sessions.create("Mine"),
        lambda: store.sessions.rename(session, "Mine"),
    ):
        with pytest.raises(NewerDatabase, match=r"newer version.*Update this program") as caught:
            attempt()
        assert caught.value.path == path
        assert str(path) in str(caught.value)
    assert sha256(path.read_bytes()).digest() == before
    assert list(tmp_path.iterdir()) == [path]


def test_another_programs_database_is_refused_and_not_touched(tmp_path: Path) -> None:
    """Also where that program uses the same kind of migrations."""
    for name, table in (("a.db", "CREATE TABLE songs (title)"), ("b.db", "CREATE TABLE _sqlite_migrations (name)")):
        path = tmp_path / name
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(table)
            if name == "b.db":
                connection.execute("ALTER TABLE _sqlite_migrations ADD COLUMN id")
                connection.execute("ALTER TABLE _sqlite_migrations ADD COLUMN migration_set")
        before = path.read_bytes()
        with pytest.raises(InvalidDatabase, match="not a database of this program"):
            Store(path).sessions.create("Mine")
        assert path.read_bytes() == before


@pytest.mark.parametrize("start", ["older", "fresh"])
def test_many_that_open_an_older_file_at_once_migrate_it_once(tmp_path: Path, start: str) -> None:
    """One migrates, the others, which saw the older file too, wait; one backup, no error."""
    path = tmp_path / "workbench.db"
    if start == "older":
        older(path)

    begun = Semaphore(0)

    def count(_: int) -> int:
        begun.release()
        return len(Store(path).sessions.list())

    with closing(sqlite3.connect(path, isolation_level=None)) as first, ThreadPoolExecutor(6) as pool:
        first.execute("BEGIN IMMEDIATE")
        found = pool.map(count, range(12))
        for _ in range(6):
            assert begun.acquire(timeout=120)
        first.execute("ROLLBACK")
    assert set(found) == {1 if start == "older" else 0}
    assert names_in(path) == list(STEPS)
    assert len(backups(tmp_path)) == (1 if start == "older" else 0)


def test_the_file_is_kept_as_decided(tmp_path: Path) -> None:
    """Rollback journal, full synchronisation, foreign keys; a file somebody switched to WAL is switched back."""
    from workbench.store.database.connection import Database as Ours

    path = tmp_path / "workbench.db"
    Store(path).sessions.create("A session")
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA journal_mode = wal").fetchone() == ("wal",)
    with Ours(path).writing() as connection:
        found = [
            connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        ]
    assert found == ["delete", 2, 1, 5000]
    assert path.read_bytes()[18:20] == b"\x01\x01"


def test_a_path_that_cannot_be_a_file(tmp_path: Path) -> None:
    """A folder, or below a file: the message names the path and what to do."""
    (tmp_path / "file").write_text("a file", encoding="utf-8")
    below, long = tmp_path / "file" / "below" / "workbench.db", "x" * 300
    for path in (tmp_path, below.parent, below, tmp_path / long, tmp_path / long / "workbench.db"):
        with pytest.raises(UnreachableDatabase, match=r"WORKBENCH_DB") as caught:
            Store(path).sessions.list()
        assert str(path) in str(caught.value)
        assert "Errno" not in str(caught.value)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
