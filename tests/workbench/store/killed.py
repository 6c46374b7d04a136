"""A program that is killed while it saves, again and again, and what is found in the file after each kill.

`python -m tests.workbench.store.killed FOLDER KILLS SEED [forgetful]` forks a child that makes one change after another
and notes each before it is made and once the store has acknowledged it; kills it (SIGKILL) a moment after a drawn
number of notes, however slow the machine is; opens the file anew and compares it with what the notes say: all that was
acknowledged must be there, and of the change that was under way all or nothing. Prints one JSON object. A forgetful
store acknowledges what it never commits: with it, changes must be found missing.
"""

import json
import os
import random
import signal
import sqlite3
import sys
import time
from collections.abc import Generator
from contextlib import closing, contextmanager
from copy import deepcopy
from pathlib import Path
from typing import Any

from tests.workbench.store.changes import CHANGES, NEEDS, SESSION, WEIGHTS, State, read_state
from workbench.store import Store
from workbench.store.database.connection import Database

KILLS_PER_FILE = 10
MOST_NOTES = 30
LONGEST_MOMENT = 0.008  # seconds; a change takes some milliseconds
Note = list[Any]  # "begun" or "done" with the change's name; the states that the file may have after it


class _NeverCommitted(Database):
    """One transaction that goes on and on."""

    _held: sqlite3.Connection | None = None

    @contextmanager
    def writing(self) -> Generator[sqlite3.Connection]:
        if self._held is None:
            self._held = sqlite3.connect(self.path, isolation_level=None)
            self._held.row_factory = sqlite3.Row
            self._held.execute("BEGIN IMMEDIATE")
        yield self._held

    reading = writing


class ForgetfulStore(Store):
    """A store that acknowledges what a kill takes away."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._use(_NeverCommitted(path))


def _live(store: Store, state: State, notes: int, seed: str) -> None:
    """Make changes until somebody kills this process."""
    draw = random.Random(seed)

    def note(kind: str, *states: State) -> None:
        os.write(notes, (json.dumps([kind, *states]) + "\n").encode())

    while True:
        possible = [name for name in CHANGES if name not in NEEDS or NEEDS[name](state)]
        name = draw.choice([name for name in possible for _ in range(WEIGHTS.get(name, 1))])
        before = deepcopy(state)
        act = CHANGES[name](state, str(draw.randrange(10**9)))
        note(f"begun {name}", before, state)
        act(store, store.sessions.get(SESSION))
        note(f"done {name}", state)


def _killed(path: Path, state: State, seed: str, kind: type[Store]) -> list[Note]:
    """Let a child that finds a state live for a moment and kill it; return its notes."""
    notes_path = path.with_name("notes")
    notes = os.open(notes_path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    child = os.fork()
    if child == 0:
        try:
            _live(kind(path), state, notes, seed)
        finally:
            os._exit(1)
    draw = random.Random(f"{seed} life")
    awaited = draw.randrange(MOST_NOTES)
    unreaped = os.WEXITED | os.WNOHANG | os.WNOWAIT
    while notes_path.read_bytes().count(b"\n") < awaited and not os.waitid(os.P_PID, child, unreaped):
        time.sleep(0.0005)
    time.sleep(draw.uniform(0, LONGEST_MOMENT))
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    os.close(notes)
    assert os.WIFSIGNALED(status), "the child ended by itself"
    return [json.loads(line) for line in notes_path.read_bytes().split(b"\n")[:-1]]


def _integrity(path: Path) -> str:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("PRAGMA integrity_check").fetchone()[0]


def main(folder: Path, kills: int, seed: int, kind: type[Store]) -> dict[str, Any]:
    """Kill so many times; return the counts of what was seen and a list of what was wrong."""
    counts = {"kills": 0, "acknowledged": 0, "cut": 0, "with a journal": 0, "kept though cut": 0}
    counts |= {"steps of runs": 0, "runs finished": 0}
    wrong: list[str] = []
    kinds: set[str] = set()
    found: State = {}
    for number in range(kills):
        path = folder / f"{number // KILLS_PER_FILE}.db"
        if not path.exists():
            Store(path).sessions.create("A session", session_id=SESSION)
            found = read_state(Store(path))
        before = found
        notes = _killed(path, before, f"{seed} {number}", kind)
        counts["with a journal"] += path.with_name(path.name + "-journal").exists()
        done = [name for name, *_ in notes if name.startswith("done ")]
        last, *may_be = notes[-1] if notes else ("nothing", before)
        found, integrity = read_state(Store(path)), _integrity(path)
        if integrity != "ok":
            wrong.append(f"kill {number}: {integrity}")
        if found not in may_be:
            wrong.append(f"kill {number}: after {last} the file does not hold what was acknowledged")
        counts["kills"] += 1
        counts["steps of runs"] += sum(name == "done write" for name in done)
        counts["runs finished"] += sum(
            before["open"] is not None and after["open"] is None and name == "begun write"
            for (name, before, after) in ((note[0], note[1], note[-1]) for note in notes)
        )
        counts["acknowledged"] += len(done)
        counts["cut"] += len(may_be) > 1
        counts["kept though cut"] += len(may_be) > 1 and found == may_be[1]
        kinds |= {name.removeprefix("done ") for name in done}
    return {**counts, "kinds": sorted(kinds), "wrong": wrong}


if __name__ == "__main__":
    found = main(
        Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), ForgetfulStore if "forgetful" in sys.argv else Store
    )
    sys.stdout.write(json.dumps(found))
