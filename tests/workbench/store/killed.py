"""A program that is killed while it saves, again and again, and what is found in the file after each kill.

`python -m tests.workbench.store.killed FOLDER KILLS SEED [forgetful]` forks a child that makes one change after another
and notes each before it is made and once the store has acknowledged it; kills it (SIGKILL) at a drawn moment; opens the
file anew and compares it with what the notes say: all that was acknowledged must be there, and of the change that was
under way all or nothing. Prints one JSON object. A forgetful store acknowledges what it never commits: with it, changes
must be found missing.
"""

import json
import os
import random
import signal
import sqlite3
import sys
import time
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from copy import deepcopy
from pathlib import Path
from typing import Any

from core.casting import Cast
from tests.workbench.store import making
from workbench.store import Session, Store
from workbench.store.database import Database

KILLS_PER_FILE = 10
LONGEST_LIFE = 0.12  # seconds; a change takes some milliseconds
SESSION = "the-session"
State = dict[str, Any]
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
        self._database = _NeverCommitted(path)


Act = Callable[[Store, Session], object]


def _rename(state: State, mark: str) -> Act:
    state["title"] = mark
    return lambda store, session: store.rename(session, mark)


def _tune(state: State, mark: str) -> Act:
    number = state["settings"] = 3 + int(mark) % 1_000
    return lambda store, session: store.put_settings(session, making.settings(number))


def _put_transcript(state: State, mark: str) -> Act:
    data = f"Ada: {mark}\n".encode() * (1 + int(mark) % 9_000)
    state["transcript"] = [f"{mark}.md", len(data)]
    return lambda store, session: store.put_transcript(session, f"{mark}.md", data)


def _put_evidence(state: State, mark: str) -> Act:
    state["evidence"] = [f"{mark}.json", len(mark)]
    return lambda store, session: store.put_evidence(session, f"{mark}.json", mark.encode())


def _cast(state: State, mark: str) -> Act:
    label = f"Speaker {int(mark) % 5}"
    state["casts"][label] = mark

    def act(store: Store, session: Session) -> None:
        version = {one.cast.label: one.version for one in store.casts(session.session_id)}.get(label)
        store.put_cast(session.session_id, Cast(label=label, person=mark), version=version)

    return act


def _mend(state: State, mark: str) -> Act:
    state["mends"].append([mark, False])
    return lambda store, session: store.add_mend(session.session_id, making.mend(mark))


def _undo(state: State, mark: str) -> Act:
    number = int(mark) % len(state["mends"]) + 1
    undone = state["mends"][number - 1][1] = not state["mends"][number - 1][1]
    return lambda store, session: (store.undo_mend if undone else store.redo_mend)(session.session_id, number)


def _preset(state: State, mark: str) -> Act:
    name, number = f"preset {int(mark) % 3}", 3 + int(mark) % 1_000
    state["presets"][name] = number

    def act(store: Store, session: Session) -> None:
        version = {one.name: one.version for one in store.presets(session.session_id)}.get(name)
        store.put_preset(session.session_id, name, making.thresholds(number), version=version)

    return act


def _run(state: State, mark: str) -> Act:
    state["runs"].append(mark)
    run = making.run(SESSION, mark, text=f"{mark}\n" * 3_000, chapters=4)
    return lambda store, session: store.add_run(session.session_id, run, [f"{mark} " * 2_000, None, mark])


CHANGES: dict[str, Callable[[State, str], Act]] = {
    "rename": _rename,
    "tune": _tune,
    "transcript": _put_transcript,
    "evidence": _put_evidence,
    "cast": _cast,
    "mend": _mend,
    "undo": _undo,
    "preset": _preset,
    "run": _run,
}


def read_state(store: Store) -> State:
    """Return what the session holds, checking on the way that each run is whole."""
    session = store.session(SESSION)
    for source in (session.transcript, session.evidence):
        assert source is None or len(store.source_bytes(source.sha256)) == source.size
    runs = [store.run(summary.run_id) for summary in store.runs(SESSION)]
    for run in runs:
        assert [chapter.text for chapter in run.edition.chapters] == [f"{run.certificate}\n" * 3_000] * 4
        replies = store.replies(run.summary.run_id)
        assert replies == (f"{run.certificate} " * 2_000, None, run.certificate)
    return {
        "title": session.title,
        "settings": session.settings.thresholds.strong_quotes,
        "transcript": session.transcript and [session.transcript.name, session.transcript.size],
        "evidence": session.evidence and [session.evidence.name, session.evidence.size],
        "casts": {one.cast.label: one.cast.person for one in store.casts(SESSION)},
        "mends": [[one.mend.evidence_id, one.undone] for one in store.mends(SESSION)],
        "presets": {one.name: one.thresholds.strong_quotes for one in store.presets(SESSION)},
        "runs": [run.certificate for run in runs],
    }


def _live(store: Store, state: State, notes: int, seed: str) -> None:
    """Make changes until somebody kills this process."""
    draw = random.Random(seed)

    def note(kind: str, *states: State) -> None:
        os.write(notes, (json.dumps([kind, *states]) + "\n").encode())

    while True:
        name = draw.choice([name for name in CHANGES if name != "undo" or state["mends"]])
        before = deepcopy(state)
        act = CHANGES[name](state, str(draw.randrange(10**9)))
        note(f"begun {name}", before, state)
        act(store, store.session(SESSION))
        note(f"done {name}", state)


def _killed(path: Path, notes_path: Path, seed: str, kind: type[Store]) -> list[Note]:
    """Let a child live for a moment and kill it; return its notes."""
    state = read_state(Store(path))
    notes = os.open(notes_path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    child = os.fork()
    if child == 0:
        try:
            _live(kind(path), state, notes, seed)
        finally:
            os._exit(1)
    time.sleep(random.Random(f"{seed} life").uniform(0.005, LONGEST_LIFE))
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
    wrong: list[str] = []
    kinds: set[str] = set()
    for number in range(kills):
        path = folder / f"{number // KILLS_PER_FILE}.db"
        if not path.exists():
            Store(path).create("A session", session_id=SESSION)
        before = read_state(Store(path))
        notes = _killed(path, folder / "notes", f"{seed} {number}", kind)
        counts["with a journal"] += path.with_name(path.name + "-journal").exists()
        done = [name for name, *_ in notes if name.startswith("done ")]
        last, *may_be = notes[-1] if notes else ("nothing", before)
        found, integrity = read_state(Store(path)), _integrity(path)
        if integrity != "ok":
            wrong.append(f"kill {number}: {integrity}")
        if found not in may_be:
            wrong.append(f"kill {number}: after {last} the file does not hold what was acknowledged")
        counts["kills"] += 1
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
