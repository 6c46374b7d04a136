"""Programs of their own that want the same run, and one that is killed or sleeps while it writes."""

import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.workbench.store import making
from workbench.store import OpenRun, RunState, Session, Store
from workbench.store.database.clock import seconds

SESSIONS = 12
PROGRAMS = ("one", "two", "three")

# Begins the next run of each session, or takes the lease of each open run; prints the sessions where it did.
COMPETE = """
import sys
from pathlib import Path
from tests.workbench.store import making
from workbench.store import Conflict, Store
path, what, owner, *names = sys.argv[1:]
store = Store(Path(path), patience=60)
todo = []
for name in names:
    opened, session = store.runs.open_run(name), store.sessions.get(name)
    if what == "begin":
        todo.append(lambda name=name, session=session: store.runs.begin(
            name, making.recipe(session), number=1, owner=owner, seconds=60))
    else:
        todo.append(lambda opened=opened: store.runs.lease(opened.run_id, owner, 60))
print("ready", flush=True)
sys.stdin.readline()
won = []
for name, act in zip(names, todo):
    try:
        act()
    except Conflict:
        continue
    won.append(name)
print(*won, flush=True)
"""

# Begins a run with a lease of so many seconds (0 have run out at once), writes a chapter, pays for another, waits, and
# wants to go on.
WRITE = """
import sys
from pathlib import Path
from tests.workbench.store import making
from workbench.store import LostLease, Store
path, name, lease = sys.argv[1:]
store = Store(Path(path))
opened = store.runs.begin(name, making.recipe(store.sessions.get(name)), number=1, owner="one", seconds=float(lease))
store.calls.begin(opened.run_id, "one", 0)
store.calls.add(opened.run_id, "one", making.call(0, text="reply 0"))
store.runs.put_reply(opened.run_id, "one", 0, "reply 0")
store.runs.put_chapter(opened.run_id, "one", 0, making.chapter(0))
store.calls.begin(opened.run_id, "one", 1)
store.calls.add(opened.run_id, "one", making.call(1, text="reply 1"))
print("written", flush=True)
sys.stdin.readline()
try:
    store.calls.add(opened.run_id, "one", making.call(1, 2, text="late"))
    store.runs.put_chapter(opened.run_id, "one", 1, making.chapter(1, "late"))
except LostLease:
    print("lost", flush=True)
else:
    print("stored", flush=True)
"""

# Changes the session so many times, each time after looking at it; prints each change with its version and what was
# seen before it, and at the end how many were refused.
CHANGE = """
import sys
from pathlib import Path
from workbench.store import Conflict, Store
path, name, owner, times = sys.argv[1:]
store = Store(Path(path), patience=120)
print("ready", flush=True)
sys.stdin.readline()
refused = 0
for number in range(int(times)):
    seen = store.sessions.get(name)
    try:
        stored = store.sessions.rename(seen, f"{owner} {number}")
    except Conflict:
        refused += 1
        continue
    print(stored.version, seen.title, stored.title, sep="|")
print(refused, flush=True)
"""


@contextmanager
def program(code: str, *arguments: str) -> Generator["subprocess.Popen[str]"]:
    """Start a program; it does not outlive this."""
    command = [sys.executable, "-c", code, *arguments]
    root, pipe = Path(__file__).parents[3], subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=root) as started:
        try:
            yield started
        finally:
            started.kill()


def said(started: "subprocess.Popen[str]") -> str:
    assert started.stdout is not None
    return started.stdout.readline().strip()


def go(started: "subprocess.Popen[str]") -> None:
    assert started.stdin is not None
    started.stdin.write("\n")
    started.stdin.flush()


def compete(store: Store, what: str, names: Sequence[str]) -> dict[str, list[str]]:
    """Let all programs try at once; return who won each session."""
    won: dict[str, list[str]] = {name: [] for name in names}
    arguments = [(str(store.path), what, owner, *names) for owner in PROGRAMS]
    with (
        program(COMPETE, *arguments[0]) as one,
        program(COMPETE, *arguments[1]) as two,
        program(COMPETE, *arguments[2]) as three,
    ):
        programs = (one, two, three)
        assert [said(started) for started in programs] == ["ready"] * len(programs)
        for started in programs:
            go(started)
        for owner, started in zip(PROGRAMS, programs, strict=True):
            for name in said(started).split():
                won[name].append(owner)
    return won


def opened_of(store: Store, name: str) -> OpenRun:
    opened = store.runs.open_run(name)
    assert opened is not None
    return opened


@pytest.mark.thorough
def test_of_many_programs_one_begins_the_run(store: Store) -> None:
    """And of many that would resume it, one does; the others are told, and change nothing."""
    names = [store.sessions.create("A session").session_id for _ in range(SESSIONS)]
    for what in ("begin", "lease"):
        won = compete(store, what, names)
        assert {name: [opened_of(store, name).owner] for name in names} == won
        for name in names:
            opened = opened_of(store, name)
            assert (opened.number, opened.state, len(opened.chapters)) == (1, RunState.RUNNING, 3)
            store.runs.release(opened.run_id, opened.owner, RunState.STOPPED, "")


def test_a_killed_program_loses_nothing_that_it_wrote(store: Store, ready: Session) -> None:
    """Once its lease has run out, another goes on where it was: the chapter is there, and so is the paid reply."""
    with program(WRITE, str(store.path), ready.session_id, "0") as writing:
        assert said(writing) == "written"
        writing.kill()
        writing.wait(120)
    opened = opened_of(store, ready.session_id)
    assert (opened.state, opened.message) == (RunState.RUNNING, "")
    assert not opened.is_held(seconds())
    resumed = store.runs.lease(opened.run_id, "two", 60)
    assert [chapter.calls for chapter in resumed.chapters] == [1, 1, 0]
    assert [chapter.reply for chapter in resumed.chapters] == ["reply 0", None, None]
    came = [[answer.reply.text for answer in chapter.answers] for chapter in resumed.chapters]
    assert came == [["reply 0"], ["reply 1"], []]
    assert [chapter.draft for chapter in resumed.chapters] == [making.chapter(0), None, None]


def test_a_program_that_slept_overwrites_nothing(store: Store, ready: Session) -> None:
    """Another took its lease and wrote the chapter meanwhile: what comes late is refused, and said to be."""
    with program(WRITE, str(store.path), ready.session_id, "0") as writing:
        assert said(writing) == "written"
        opened = opened_of(store, ready.session_id)
        store.runs.lease(opened.run_id, "two", 60)
        store.runs.put_chapter(opened.run_id, "two", 1, making.chapter(1, "in time"))
        go(writing)
        assert said(writing) == "lost"
    found = opened_of(store, ready.session_id)
    assert found.owner == "two"
    assert found.chapters[1].draft == making.chapter(1, "in time")
    assert [call.reply for call in store.calls.list(found.run_id, 1)] == ["reply 1"]


def test_a_program_that_slept_goes_on_where_nobody_came(store: Store, ready: Session) -> None:
    """Its lease ran out, but nobody took it."""
    with program(WRITE, str(store.path), ready.session_id, "0") as writing:
        assert said(writing) == "written"
        go(writing)
        assert said(writing) == "stored"
    draft = opened_of(store, ready.session_id).chapters[1].draft
    assert draft == making.chapter(1, "late")


@pytest.mark.thorough
def test_of_a_thousand_changes_by_two_programs_none_is_overwritten(store: Store, session: Session) -> None:
    """Each that was acknowledged is a version of its own and was made of the one before it; all others were refused."""
    arguments = (str(store.path), session.session_id)
    with program(CHANGE, *arguments, "one", "500") as one, program(CHANGE, *arguments, "two", "500") as two:
        assert [said(one), said(two)] == ["ready", "ready"]
        go(one)
        go(two)
        told = [started.communicate(timeout=600)[0].splitlines() for started in (one, two)]
    changes = sorted(
        (int(version), seen, made) for *lines, _ in told for version, seen, made in (line.split("|") for line in lines)
    )
    assert len(changes) + sum(int(lines[-1]) for lines in told) == 1000
    assert [version for version, _, _ in changes] == list(range(2, len(changes) + 2))
    assert [seen for _, seen, _ in changes] == [session.title, *(made for _, _, made in changes[:-1])]
    assert store.sessions.get(session.session_id).title == changes[-1][2]
