"""A program whose children write a run and are killed, and whose other children go on with it.

`python -m tests.workbench.jobs.runs.killed FOLDER`: a child begins a run of two chapters and kills itself (SIGKILL)
before one of the things it stores, after the last, or in the middle of a call; what it left is looked at; then two more
children try to go on with it at the same moment. Prints what was seen of each kill, as JSON.
"""

import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

from core.generation.pipeline import generate_edition
from tests.workbench.jobs.runs.acting import TINY_REPLIES, Odd, Work, calls, registered, tiny_line, work_on
from tests.workbench.killing import MortalStore, child, exit_of
from workbench.jobs import runs
from workbench.jobs.runs import JobLimits
from workbench.providers import client_of
from workbench.sessions.edition_files import certificate_of, certificate_text
from workbench.store import ClientChoice, Conflict, OpenRun, Store, UnknownRecord

CHAPTERS = (0, 1)
LIMITS = JobLimits(lease_seconds=0.2)
MID_CALL = "in a call"


def _die(*_: object) -> Iterator[str]:
    os.kill(os.getpid(), signal.SIGKILL)
    yield ""


class Killing(MortalStore):
    """A store whose program is killed before one of the things that are stored, or after the end."""

    def __init__(self, path: Path, moments: int) -> None:
        super().__init__(path, moments)
        self.calls.begin = self.passing(self.calls.begin, before=True)
        self.calls.add = self.passing(self.calls.add, before=True)
        self.runs.put_reply = self.passing(self.runs.put_reply, before=True)
        self.runs.put_chapter = self.passing(self.runs.put_chapter, before=True)
        self.runs.finish = self.passing(self.runs.finish, before=True, after=True)


def _write(work: Work) -> int:
    """Begin the run and write it to its end."""
    runs.start(work.store, work.session_id, work.line, work.recipe, number=1, limits=LIMITS)
    return _finished(work)


def _finished(work: Work) -> int:
    work.wait()
    return 0


def _go_on(work: Work, run: OpenRun) -> int:
    """Go on with a run at the moment when its lease runs out; 1 where the other one was faster."""
    while run.is_held(time.time()):
        time.sleep(0.001)
    try:
        runs.resume(work.store, run, work.line)
    except (Conflict, UnknownRecord):  # it goes on there, or is finished even
        return 1
    return _finished(work)


def _killed(work: Work, notes: Path) -> dict[str, Any]:
    """Let a child write until it is killed and two go on; return what was seen."""
    if exit_of(child(lambda: _write(work))) >= 0:
        return {"killed": False}
    store = Store(work.store.path)
    work = work._replace(store=store)
    left = store.runs.open_run(work.session_id)
    before = calls(notes)
    answered = [] if left is None else [one.chapter_index for one in left.chapters if one.answers]
    done = [] if left is None else [one.draft.text for one in left.chapters if one.draft is not None]
    codes: list[int] = []
    if left is not None:
        both = [child(lambda left=left: _go_on(work, left)) for _ in range(2)]
        codes = sorted(map(exit_of, both))
    (summary,) = store.runs.list(work.session_id)
    run = store.runs.get(summary.run_id)
    return {
        "killed": True,
        "open": left is not None,
        "done": done,
        "winners": codes.count(0),
        "losers": codes.count(1),
        "answered and asked again": [index for index in calls(notes)[len(before) :] if index in answered],
        "calls": calls(notes),
        "texts": [draft.text for draft in run.edition.chapters],
        "certificate": run.certificate,
        "replies": store.runs.replies(summary.run_id),
        "made": [(call.position, call.number, call.reply) for call in store.calls.list(summary.run_id)],
    }


def main(folder: Path) -> dict[str, Any]:
    """Kill at every moment there is; return what was seen, and what a run without a kill is."""
    line = tiny_line()
    # Before any child is made, which then need not load what it takes to write.
    edition = generate_edition(line, client_of(ClientChoice(kind="scripted", replies=TINY_REPLIES)), chapters=CHAPTERS)
    texts = [draft.text for draft in edition.chapters]
    choice = ClientChoice(kind="odd", replies=TINY_REPLIES[:2])
    seen: dict[str, Any] = {}
    for moment in count(-1):
        work = work_on(Store(folder / "workbench.db"), line, CHAPTERS, choice)
        work = work._replace(store=Killing(work.store.path, moment))
        notes = folder / f"calls {moment}"
        with registered(
            "odd", lambda client, notes=notes, moment=moment: Odd(client, notes, 1 if moment < 0 else 9, _die)
        ):
            found = _killed(work, notes)
        if not found["killed"]:
            break
        seen[MID_CALL if moment < 0 else str(moment)] = found
    return {"seen": seen, "texts": texts, "certificate": certificate_text(certificate_of(edition, line))}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(Path(sys.argv[1]))))
