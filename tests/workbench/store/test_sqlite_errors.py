"""A file or a disk that refuses: a message that says what, where and what to do, and a session as it was."""

import json
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.workbench.store import making
from workbench.sqlite_file import translate_sqlite_errors
from workbench.store import (
    DatabaseFileError,
    FullDisk,
    InvalidDatabase,
    Session,
    Store,
    UnknownRecord,
)
from workbench.store.database.sqlite_errors import DATABASE_ERRORS

ROOT = Path(__file__).parents[3]
DURING_A_RUN = ("call", "reply", "chapter", "finish", "edit", "experiment", "experiment call", "unit")
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="permissions and limits are POSIX's")


def made(folder: Path) -> Path:
    """Make a database with one session in a folder."""
    folder.mkdir(exist_ok=True)
    store = Store(folder / "workbench.db")
    store.sessions.put_transcript(store.sessions.create("An interview"), "a.md", b"Ada: So it is.\n" * 100)
    return store.path


@pytest.fixture(scope="module")
def public_folder() -> Iterator[Path]:
    """A folder that a user without rights can get to, which the usual one is not."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    for path in [folder, *folder.rglob("*")]:
        path.chmod(0o777)
    shutil.rmtree(folder)


def hindered(how: str, folder: Path, *around: str) -> dict[str, Any]:
    """Return what the store says in a program that is hindered."""
    command = [*around, sys.executable, "-m", "tests.workbench.store.hindered", how, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def is_said(found: dict[str, str], error: str, path: Path, *words: str) -> None:
    """Check the name of an error and its words: where, what, what to do, and nothing of the program's insides."""
    assert found["error"] == error, found
    assert found["message"].startswith(f"{path}: ")
    for word in (*words, ". "):
        assert word in found["message"]
    for never in ("Traceback", "sqlite", "Errno", "Error"):
        assert never not in found["message"]


@POSIX
def test_what_may_not_be_written_can_be_read(public_folder: Path) -> None:
    """A file, and a folder, without the right to write: sessions open, changes are refused, the bytes stay. What may
    not be read, and a folder that cannot be made, are said to be out of reach."""
    paths = {name: made(public_folder / name) for name in ("file", "folder", "unreadable")}
    for name, mode in (("file", 0o444), ("folder", 0o666), ("unreadable", 0o000)):
        paths[name].chmod(mode)
        paths[name].parent.chmod(0o777 if name == "file" else 0o555)
    before = {name: paths[name].read_bytes() for name in ("file", "folder")}
    found = hindered("read-only", public_folder)
    for name in ("file", "folder"):
        is_said(
            found[f"{name}: write"], "ReadOnlyDatabase", paths[name], "may be read but not written", "Allow writing"
        )
        assert found[f"{name}: after"] is True
        assert paths[name].read_bytes() == before[name]
    is_said(found["new"], "ReadOnlyDatabase", paths["folder"].with_name("new.db"), "--db PATH")
    is_said(found["unreadable"], "UnreachableDatabase", paths["unreadable"], "you may not read it", "WORKBENCH_DB")
    new = paths["folder"].parent / "new" / "new.db"
    is_said(found["new folder"], "UnreachableDatabase", new, "cannot be made (Permission denied)")


@POSIX
def test_a_write_that_fails_leaves_the_session(tmp_path: Path) -> None:
    """The operating system refuses in the middle of a change; when it no longer does, the change can be made."""
    path = made(tmp_path)
    found = hindered("full", tmp_path)
    for what in ("source", "run", *DURING_A_RUN):
        is_said(found[what], "DiskFailure", path, "may be full", "stays as it was")
    assert found["after"] is True
    assert found["later"] == ["Mine", "running", True]


@POSIX
def test_a_full_disk_leaves_the_session(tmp_path: Path) -> None:
    """A real disk of one megabyte, where this machine lets one be made."""
    path, disk = made(tmp_path), tmp_path / "disk"
    disk.mkdir()
    mount = 'mount -t tmpfs -o size=1m none "$1" && cp "$2" "$1" && shift 2 && "$@"'
    around = ("unshare", "-rm", "sh", "-c", mount, "sh", str(disk), str(path))
    if shutil.which("unshare") is None or subprocess.run([*around, "true"], check=False).returncode:
        pytest.skip("no disk can be made here")
    found = hindered("small-disk", disk, *around)
    for what in ("source", "run", *DURING_A_RUN):
        is_said(found[what], "FullDisk", disk / "workbench.db", "no room left", "Free some space")
    assert found["after"] is True
    assert found["later"] == ["Mine", "running", True]


def test_no_room_in_the_database_is_a_full_disk(store: Store, session: Session) -> None:
    """What SQLite says there, wherever it says it."""
    assert session.version == 1
    with closing(sqlite3.connect(store.path)) as connection:
        connection.execute("PRAGMA max_page_count = 30")
        with pytest.raises(FullDisk), translate_sqlite_errors(store.path, DATABASE_ERRORS):
            connection.execute("INSERT INTO sources VALUES ('x', 1, zeroblob(1000000))")


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "random bytes": lambda data: random.Random(1).randbytes(len(data)),
    "a few random bytes": lambda data: random.Random(2).randbytes(40),
    "text": lambda data: b"This is no database.\n" * 100,
    "a zip": lambda data: b"PK\x03\x04" + bytes(1000),
    "half a header": lambda data: data[:50],
    "the header alone": lambda data: data[:100],
    "the first page alone": lambda data: data[:4096],
    "the first half": lambda data: data[: len(data) // 8192 * 4096],
    "no header": lambda data: bytes(100) + data[100:],
    "zeros": lambda data: bytes(len(data)),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_file_is_refused_and_left(store: Store, full: Session, damage: Callable[[bytes], bytes]) -> None:
    """Whatever is asked; not a byte of it changes, so that a person can still have it saved."""
    data = damage(store.path.read_bytes())
    store.path.write_bytes(data)
    for attempt in (
        store.sessions.list,
        lambda: store.sessions.rename(full, "Mine"),
        lambda: store.sessions.create("Mine"),
    ):
        with pytest.raises(InvalidDatabase, match=r"damaged.*Put a backup in its place") as caught:
            attempt()
        assert str(caught.value).startswith(f"{store.path}: ")
        assert "malformed" not in str(caught.value)
    assert store.path.read_bytes() == data


def test_whatever_page_is_damaged_what_is_read_is_right_or_refused(store: Store, full: Session) -> None:
    """Each page of the file in turn is overwritten: no answer is wrong, no error is another than ours."""
    assert full.transcript is not None
    (run,) = store.runs.list(full.session_id)
    opened = store.runs.begin(
        full.session_id, making.recipe(full, replies=("a reply",) * 900), number=2, owner="a", seconds=60
    )
    store.calls.add(opened.run_id, "a", making.call(0, text="a reply " * 900))
    store.runs.put_reply(opened.run_id, "a", 0, "a reply " * 900)
    store.runs.put_chapter(opened.run_id, "a", 0, making.chapter(0, "Words. " * 900))
    whole = store.path.read_bytes()
    asked: list[Callable[[], object]] = [
        lambda: store.sessions.get(full.session_id),
        lambda: store.sources.get(full.transcript.sha256 if full.transcript else ""),
        lambda: store.speaker_mappings.list(full.session_id),
        lambda: store.presets.list(full.session_id),
        lambda: store.runs.get(run.run_id),
        lambda: store.runs.replies(run.run_id),
        lambda: store.runs.open_run(full.session_id),
        lambda: store.edits.list(run.run_id),
        lambda: store.acts.list(full.session_id),
        lambda: store.calls.list(run.run_id),
        lambda: store.calls.list(opened.run_id),
        lambda: store.calls.of_session(full.session_id),
        lambda: store.runs.progress(full.session_id),
        lambda: store.sessions.export(full.session_id),
    ]
    right = [ask() for ask in asked]
    refused = 0
    for page in range(len(whole) // 4096):
        noise = random.Random(page).randbytes(4096)
        store.path.write_bytes(whole[: page * 4096] + noise + whole[(page + 1) * 4096 :])
        for ask, answer in zip(asked, right, strict=True):
            try:
                assert ask() == answer
            except (DatabaseFileError, UnknownRecord):
                refused += 1
    assert refused > len(whole) // 4096


def test_records_of_another_form_are_damage(store: Store, full: Session) -> None:
    """What is no settings record is not read as one."""
    with closing(sqlite3.connect(store.path)) as connection, connection:
        connection.execute("UPDATE sessions SET settings = '{\"mode\": 3}'")
    with pytest.raises(InvalidDatabase, match="damaged"):
        store.sessions.get(full.session_id)
