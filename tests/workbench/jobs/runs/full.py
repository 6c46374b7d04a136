"""A program that writes runs on a disk that is full for a while; prints what was seen of each, as JSON.

`python -m tests.workbench.jobs.runs.full FOLDER`: a call cannot be stored, the reply that a chapter is made of, a
chapter, or nothing at all ("anything": not even why the run failed), until there is room again.
"""

import json
import resource
import signal
import sys
from pathlib import Path
from typing import Any

from core.enforcement.results import ChapterDraft
from core.llm.client import ScriptedClient
from tests.workbench.jobs.runs.acting import Noted, calls, registered, tiny_line, until, work_on
from workbench.jobs import runs
from workbench.store import CallRecord, ClientChoice, RunState, Store

_, _HARD = resource.getrlimit(resource.RLIMIT_FSIZE)
WHATS = ("call", "reply", "chapter", "anything")
LONG = "## Brass\n\nThe box came ashore in March. " + "Nobody in the harbour minded it very much. " * 400


class Filling(Store):
    """A store whose disk has no room from the moment that the second chapter's call, or more, is to be stored."""

    def __init__(self, path: Path, what: str) -> None:
        super().__init__(path)
        self._what = what
        self._add, self.calls.add = self.calls.add, self._add_call
        self._reply, self.runs.put_reply = self.runs.put_reply, self._put_reply
        self._chapter, self.runs.put_chapter = self.runs.put_chapter, self._put_chapter

    def _fill(self, room: int) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, _HARD))

    def _add_call(self, run_id: str, owner: str, call: CallRecord) -> None:
        """Keep a call, where there is room."""
        if call.position == 1 and self._what == "call":
            self._fill(self.path.stat().st_size + 8_192)
        if call.position == 1 and self._what == "anything":
            self._fill(1_000)
        self._add(run_id, owner, call)

    def _put_reply(self, run_id: str, owner: str, position: int, reply: str) -> None:
        """Keep a reply, where there is room."""
        if position == 1 and self._what == "reply":
            self._fill(self.path.stat().st_size + 8_192)
        self._reply(run_id, owner, position, reply)

    def _put_chapter(self, run_id: str, owner: str, position: int, draft: ChapterDraft) -> None:
        """Keep a chapter, where there is room."""
        if position == 1 and self._what == "chapter":
            self._fill(self.path.stat().st_size + 8_192)
        self._chapter(run_id, owner, position, draft)


def _met(folder: Path, what: str) -> dict[str, Any]:
    """Write, meet the full disk, make room, go on."""
    folder.mkdir()
    notes = folder / "calls"
    work = work_on(Store(folder / "workbench.db"), tiny_line(), (0, 1, 2), ClientChoice(kind="noted"))
    # The replies are not in the recipe, so that little is to be stored where a run fails.
    client = ScriptedClient(("Nothing.", LONG, "Nothing more."))
    with registered("noted", lambda _client: Noted(client, notes)):
        store = Filling(work.store.path, what)
        run = runs.start(store, work.session_id, work.line, work.recipe, number=1)
        until(lambda: (seen := runs.run_status(run.run_id)) is None or seen.trouble)
        seen, failed = runs.run_status(run.run_id), work.open_run()
        resource.setrlimit(resource.RLIMIT_FSIZE, (_HARD, _HARD))
        before = calls(notes)
        runs.resume(work.store, failed, work.line)
        work.wait()
    return {
        "state": failed.state if failed.state is RunState.FAILED else "not known",
        "message": failed.message or (seen.trouble if seen else ""),
        "done": [chapter.draft is not None for chapter in failed.chapters],
        "answers": [len(chapter.answers) for chapter in failed.chapters],
        "before": before,
        "calls": calls(notes),
        "stored": list(work.store.runs.replies(run.run_id)),
        "made": [(call.position, call.number, call.reply) for call in work.store.calls.list(run.run_id)],
        "fallbacks": [draft.fallback for draft in work.store.runs.get(run.run_id).edition.chapters],
        "left": runs.run_status(run.run_id) is not None,
    }


if __name__ == "__main__":
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    sys.stdout.write(json.dumps({what: _met(Path(sys.argv[1]) / what, what) for what in WHATS}))
