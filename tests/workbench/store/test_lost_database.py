"""A database that is gone while it is used: said by each operation, and nothing is made in its place."""

import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.workbench.store import making
from workbench.store import (
    InvalidDatabase,
    LostDatabase,
    ReplacedDatabase,
    Session,
    Store,
    UnknownSession,
)

OPERATIONS: dict[str, Callable[[Store, Session], object]] = {
    "list": lambda store, _: store.sessions.list(),
    "get": lambda store, session: store.sessions.get(session.session_id),
    "create": lambda store, _: store.sessions.create("Mine"),
    "rename": lambda store, session: store.sessions.rename(session, "Mine"),
    "a run": lambda store, session: store.runs.add(session.session_id, making.run(session.session_id), []),
    "experiments": lambda store, _: store.experiments.list(),
    "at once": lambda store, session: store.with_patience(0).sessions.rename(session, "Mine"),
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_no_operation_makes_a_database_again(store: Store, session: Session, name: str) -> None:
    """Neither one that reads nor one that writes; where it was never opened, it is made."""
    store.path.unlink()
    with pytest.raises(LostDatabase, match=r"deleted, moved or emptied.*Nothing is stored until") as caught:
        OPERATIONS[name](store, session)
    assert caught.value.path == store.path
    assert list(store.path.parent.iterdir()) == []
    assert Store(store.path).sessions.list() == ()


def test_an_emptied_file_is_not_filled_again(store: Store, session: Session) -> None:
    """SQLite would take it for a new database."""
    store.path.write_bytes(b"")
    with pytest.raises(LostDatabase):
        store.sessions.rename(session, "Mine")
    assert store.path.read_bytes() == b""


def test_another_database_in_its_place_is_not_used(store: Store, session: Session) -> None:
    """Until a person says so; a file that is none of ours is said to be that."""
    other = Store(store.path.with_name("other.db"))
    kept = other.sessions.create("Of another database")
    other.path.replace(store.path)
    before = store.path.read_bytes()
    for operation in OPERATIONS.values():
        with pytest.raises(ReplacedDatabase, match="another database is in the place"):
            operation(store, session)
    assert store.path.read_bytes() == before
    store.begin_anew()
    assert [one.session for one in store.sessions.list()] == [kept]
    with pytest.raises(UnknownSession):
        store.sessions.get(session.session_id)
    store.path.write_bytes(b"This is a letter to my aunt.\n" * 50)
    with pytest.raises(InvalidDatabase):
        store.sessions.list()


def test_a_backup_of_it_in_its_place_is_it(store: Store, session: Session) -> None:
    """As it was then: a change that is based on what came later is refused as another tab's would be."""
    with closing(sqlite3.connect(store.path)) as connection:
        connection.execute(f"VACUUM INTO '{store.path}.copy'")
    renamed = store.sessions.rename(session, "Mine")
    store.path.unlink()
    Path(f"{store.path}.copy").rename(store.path)
    assert store.sessions.get(session.session_id) == session
    with pytest.raises(Exception, match="was changed in another tab or program"):
        store.sessions.put_settings(renamed, making.settings(7))


def test_stores_that_know_each_other_go_on_together(store: Store, session: Session) -> None:
    """One that waits less is the same store; a store of its own knows nothing of the loss."""
    hasty = store.with_patience(0)
    store.path.unlink()
    store.begin_anew()
    made = store.sessions.create("After")
    assert [one.session for one in hasty.sessions.list()] == [made]
    assert session.session_id != made.session_id


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be deleted there")
def test_a_change_that_went_with_its_file_is_not_acknowledged(store: Store, session: Session) -> None:
    """Deleted between the opening and the commit: SQLite writes into a file that nobody can find again."""

    def rename_and_delete() -> None:
        with store.sessions.database.writing() as connection:
            connection.execute("UPDATE sessions SET title = 'Mine'")
            store.path.unlink()

    with pytest.raises(LostDatabase):
        rename_and_delete()
    assert not store.path.exists()
    assert session.version == 1


def test_a_whole_session_is_put_once(store: Store, full: Session, elsewhere: Store) -> None:
    """Under its id, with a version that no tab has seen; one that is there stays; a deleted one is not brought back."""
    name = full.session_id
    (run,) = store.runs.list(name)
    contents, hashes = store.sessions.hold(name, {run.run_id})
    from workbench.store.session_file.session_contents import ExportedSource

    sources = tuple(ExportedSource.of(store.sources.get(sha256)) for sha256 in hashes)
    whole = contents.model_copy(update={"sources": sources})
    put = elsewhere.sessions.put(whole, name, after=41, recording_confirmed=True)
    assert (put.session_id, put.version) == (name, 42)
    assert put.model_copy(update={"version": full.version, "changed_at": full.changed_at}) == full
    assert elsewhere.runs.replies(elsewhere.runs.list(name)[0].run_id) == store.runs.replies(run.run_id)
    renamed = elsewhere.sessions.rename(put, "Mine")
    assert elsewhere.sessions.put(contents, name) == renamed
    elsewhere.sessions.delete(renamed)
    with pytest.raises(UnknownSession):
        elsewhere.sessions.put(contents, name)
    without, _ = store.sessions.hold(name, ())
    assert (without.runs, without.answers) == ((), ())
