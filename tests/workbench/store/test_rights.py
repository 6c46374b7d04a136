"""Who may read the files that hold sessions: their owner, from the first moment on, and nobody else."""

import os
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from stat import S_IMODE

import pytest

from tests.workbench.store.test_migrations import backups, older
from workbench.search import SearchIndex
from workbench.sqlite_file import make_private, take_rights_from_others
from workbench.store import InvalidDatabase, Store
from workbench.store.database.connection import Database

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a file has the rights of its folder there")

OPEN_UMASKS = (0o000, 0o022, 0o002)


@pytest.fixture(autouse=True, params=OPEN_UMASKS, ids=[f"umask {mask:03o}" for mask in OPEN_UMASKS])
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    """A mask under which other programs' files can be read by all."""
    before = os.umask(request.param)
    yield
    os.umask(before)


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """A folder that a user without rights can get to, which the usual one is not."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        yield folder


def rights(path: Path) -> int:
    return S_IMODE(path.stat().st_mode)


def test_a_new_database_is_its_owners_alone(tmp_path: Path) -> None:
    """Its folder, where the program makes it; the journal that SQLite makes for a change; a folder that was there
    keeps its rights."""
    for folder, of_folder in ((tmp_path / "new" / "deep", 0o700), (tmp_path / "there", 0o755)):
        if folder.name == "there":
            folder.mkdir()
            folder.chmod(0o755)
        path = folder / "workbench.db"
        Store(path).sessions.create("A session")
        assert rights(path) == 0o600
        assert rights(folder) == of_folder
        with Database(path).writing() as connection:
            connection.execute("UPDATE sessions SET title = 'Another'")
            beside = [one for one in folder.iterdir() if one != path]
            assert [(one.name, rights(one)) for one in beside] == [("workbench.db-journal", 0o600)]


def test_a_file_is_private_before_sqlite_opens_it(tmp_path: Path) -> None:
    """Also behind a link; one that is there stays as it is, with its content and its rights."""
    target, link, there = tmp_path / "target.db", tmp_path / "link.db", tmp_path / "there.db"
    link.symlink_to(target)
    there.write_text("A letter", encoding="utf-8")
    there.chmod(0o644)
    for path in (link, there, tmp_path / "no folder" / "x.db"):
        make_private(path)
    assert (rights(target), target.read_bytes()) == (0o600, b"")
    assert (rights(there), there.read_text(encoding="utf-8")) == (0o644, "A letter")
    assert not (tmp_path / "no folder").exists()


def test_a_log_has_the_rights_of_its_database(tmp_path: Path) -> None:
    """Where another program switched to one; SQLite sees to that."""
    path = tmp_path / "workbench.db"
    Store(path).sessions.create("A session")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = wal")
        connection.execute("UPDATE sessions SET title = 'Another'")
        assert {rights(one) for one in tmp_path.iterdir()} == {0o600}
        assert len(list(tmp_path.iterdir())) == 3


def test_a_backup_is_private_though_the_database_was_not(tmp_path: Path) -> None:
    """It holds the same words."""
    path = older(tmp_path / "workbench.db")
    path.chmod(0o644)
    assert len(Store(path).sessions.list()) == 1
    assert [rights(one) for one in backups(tmp_path)] == [0o600]


def test_an_index_is_its_owners_alone(tmp_path: Path) -> None:
    """It has the words of its sources."""
    index = SearchIndex(tmp_path / "ask.db")
    index.take_text("a.md", b"Ada: So it is.", key="a")
    assert rights(index.path) == 0o600
    index.path.chmod(0o664)
    (told,) = index.take_rights_from_others()
    assert str(index.path) in told
    assert rights(index.path) == 0o600
    assert index.take_rights_from_others() == ()


def test_an_older_database_is_taken_from_others_and_that_is_told(tmp_path: Path) -> None:
    """With its backups and what SQLite left beside it; other files, and the folder, stay as they are."""
    path = older(tmp_path / "workbench.db")
    store = Store(path)
    store.sessions.list()
    journal, letter = tmp_path / "workbench.db-journal", tmp_path / "workbench.db.letter"
    for one in (journal, letter):
        one.write_bytes(b"")
    ours = [path, *backups(tmp_path), journal]
    for one in (*ours, letter):
        one.chmod(0o644)
    tmp_path.chmod(0o755)
    (told,) = store.take_rights_from_others()
    assert told.startswith("Others on this machine could read these files; now only you can: ")
    assert all(str(one) in told for one in ours)
    assert [rights(one) for one in ours if one.exists()] == [0o600] * 3
    assert (rights(letter), rights(tmp_path)) == (0o644, 0o755)
    assert store.take_rights_from_others() == ()


def test_a_file_that_is_not_ours_keeps_its_rights(tmp_path: Path) -> None:
    """Whatever it is; and where there is none, none is made."""
    assert Store(tmp_path / "none.db").take_rights_from_others() == ()
    assert list(tmp_path.iterdir()) == []
    path = tmp_path / "songs.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE songs (title)")
    before = rights(path)
    with pytest.raises(InvalidDatabase):
        Store(path).take_rights_from_others()
    assert SearchIndex(path).take_rights_from_others() == ()
    assert rights(path) == before


def test_a_file_that_may_only_be_read_stays_so(tmp_path: Path) -> None:
    """Nobody is given a right that he has not."""
    path = tmp_path / "workbench.db"
    Store(path).sessions.create("A session")
    path.chmod(0o444)
    take_rights_from_others(path)
    assert rights(path) == 0o400


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a file away")
def test_what_belongs_to_somebody_else_is_told_and_not_raised(public_folder: Path) -> None:
    """Its rights are its owner's to set; the sessions can be used all the same."""
    path = public_folder / "workbench.db"
    store = Store(path)
    session = store.sessions.create("A session")
    path.chmod(0o666)
    os.chown(path, 4711, 4711)
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:  # without the rights of root
        try:
            os.setuid(65534)
            os.write(writer, "\n".join(take_rights_from_others(path)).encode())
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    os.close(writer)
    told = os.read(reader, 100_000).decode()
    os.close(reader)
    assert told.startswith(f"Others on this machine can read {path}, and that cannot be changed (")
    assert rights(path) == 0o666
    assert store.sessions.get(session.session_id) == session
