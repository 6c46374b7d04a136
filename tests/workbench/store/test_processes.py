"""Several tabs and programs on one file."""

import subprocess
import sys
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import pytest

from core.evidence.speaker_mapping import Cast
from tests.workbench.store import making
from workbench.store import Conflict, LockedDatabase, Session, Store

RENAME = """
import sys
from pathlib import Path
from workbench.store import Store
store = Store(Path(sys.argv[1]))
print(store.sessions.rename(store.sessions.get(sys.argv[2]), "Elsewhere").version)
"""

HOLD = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute(sys.argv[2])
print("held", flush=True)
sys.stdin.readline()
connection.execute("ROLLBACK")
connection.close()
"""


@contextmanager
def held(path: Path, begin: str) -> Generator["subprocess.Popen[str]"]:
    """Another program has the file in a transaction for as long as this lasts."""
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", HOLD, str(path), begin], stdin=pipe, stdout=pipe, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        yield other
        other.communicate("\n", timeout=120)
    assert other.returncode == 0


def test_another_program_conflicts_as_another_tab_does(store: Store, session: Session) -> None:
    """What it stored stands, and is said."""
    command = [sys.executable, "-c", RENAME, str(store.path), session.session_id]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout == "2\n"
    with pytest.raises(Conflict, match="“Elsewhere”") as caught:
        store.sessions.put_settings(session, making.settings(7))
    assert caught.value.stored == store.sessions.get(session.session_id)


@pytest.mark.parametrize("begin", ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"])
def test_a_locked_file_is_said_to_be_locked(store: Store, session: Session, begin: str) -> None:
    """After a short wait; nothing changes, and when the other program is done, all goes on. A program that only
    prepares a change keeps nobody from reading."""
    with held(store.path, begin):
        for attempt in (lambda: store.sessions.rename(session, "Mine"), lambda: store.sessions.create("Another")):
            with pytest.raises(LockedDatabase, match=r"another program.*stays as it was.*Try again") as caught:
                attempt()
            assert caught.value.path == store.path
        if begin == "BEGIN IMMEDIATE":
            assert store.sessions.get(session.session_id) == session
        else:
            with pytest.raises(LockedDatabase):
                store.sessions.get(session.session_id)
    assert [summary.session for summary in store.sessions.list()] == [session]
    assert store.sessions.rename(session, "Mine").version == 2


def test_a_short_lock_is_waited_for(store: Store, session: Session) -> None:
    """A person does not see that another tab was saving at the same moment."""
    patient, begun = Store(store.path, patience=120), Event()

    def rename() -> Session:
        begun.set()
        return patient.sessions.rename(session, "Mine")

    with ThreadPoolExecutor(1) as pool:
        with held(store.path, "BEGIN EXCLUSIVE"):
            waiting = pool.submit(rename)
            assert begun.wait(120)
            assert not waiting.done()
        assert waiting.result(120).title == "Mine"


def test_many_that_write_at_once_wait_for_each_other(store: Store, session: Session) -> None:
    """Each change reads before it writes: begun as a reader, two of them would refuse each other at once."""
    patient = Store(store.path, patience=60)

    def cast(worker: int) -> None:
        for number in range(10):
            patient.speaker_mappings.put(session.session_id, Cast(label=f"{worker} {number}"), version=None)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(cast, range(4)))
    stored = store.speaker_mappings.list(session.session_id)
    assert len(stored) == 40
    assert len({one.version for one in stored}) == 40


def test_of_many_that_change_the_same_thing_one_does(store: Store, session: Session) -> None:
    """The others are told; no change is lost without a word."""
    patient = Store(store.path, patience=60)

    def rename(title: str) -> bool:
        try:
            patient.sessions.rename(session, title)
        except Conflict:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(rename, "abcdefgh")) == 1
    assert store.sessions.get(session.session_id).version == 2


def test_nothing_is_left_open(store: Store, session: Session) -> None:
    """After each operation the file can be moved, also on Windows, and no journal lies beside it."""
    store.sessions.rename(session, "Mine")
    with pytest.raises(Conflict):
        store.sessions.rename(session, "Again")
    assert [path.name for path in store.path.parent.iterdir()] == [store.path.name]
    open_files = Path("/proc/self/fd")
    if open_files.is_dir():
        targets = [str(link.readlink()) for link in open_files.iterdir() if link.is_symlink()]
        assert not [target for target in targets if target.startswith(str(store.path))]
