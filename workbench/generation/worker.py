"""The worker: writes the chapters of one open run, one after the other, and finishes it."""

import logging
from collections.abc import Callable, Sequence
from threading import Event, Thread

from core.chapter import ChapterDraft
from core.errors import WorkbenchError
from core.line import Line
from core.llm import Client, Reply
from core.pipeline import bind_edition, finish_reply, request_of
from workbench.clients import FIXED, client_of
from workbench.generation.asking import Asking
from workbench.generation.heartbeat import Heartbeat
from workbench.generation.records import Limits, Live
from workbench.store import LostLease, OpenChapter, OpenRun, RunState, RunSummary, Store, StoreError
from workbench.writing import certified_run

_BY_HAND = "It was stopped by hand. Resume it to write the rest."


class _StopAsked(Exception):
    """Somebody asked for a stop; what is done stays."""


def finish_run(store: Store, run: OpenRun, line: Line, owner: str, drafts: Sequence[ChapterDraft]) -> RunSummary:
    """Bind chapters to an edition, certify it and store it as a finished run. Raises BrokenProof, StoreError."""
    client = client_of(run.recipe.client)
    edition = bind_edition(line, client.name, client.model, drafts)
    finished = certified_run(run.session_id, edition, line, started_at=run.started_at)
    return store.finish_run(run.run_id, owner, finished)


class Worker:
    """Writes an open run whose lease `owner` holds, in a thread of its own.

    `replies` are those that came in this process and could not be stored, by position: they are stored first, and what
    cannot be stored now joins them.
    """

    def __init__(
        self, store: Store, run: OpenRun, line: Line, *, owner: str, limits: Limits, replies: dict[int, str]
    ) -> None:
        self.owner = owner
        self._store = store
        self._run = run
        self._line = line
        self._limits = limits
        self._replies = replies
        self._heartbeat = Heartbeat(store, run.run_id, owner, limits.lease_seconds)
        first = next((chapter for chapter in run.chapters if chapter.draft is None), run.chapters[-1])
        self._asking = self._ask_for(first)
        self._where = ""
        self._trouble = ""
        self._ended = Event()

    @property
    def is_working(self) -> bool:
        """Whether it has not ended."""
        return not self._ended.is_set()

    @property
    def could_not_say(self) -> bool:
        """Whether it ended without being able to store why."""
        return self._trouble != ""

    def start(self, at_end: Callable[["Worker"], None]) -> None:
        """Begin; `at_end` is called in the worker's thread as the last thing."""
        Thread(target=self._work, args=(at_end,), name=f"run {self._run.run_id}", daemon=True).start()

    def stop(self, seconds: float) -> bool:
        """Ask it to stop and wait so long for that; tell whether it has. A call that is under way is left."""
        self._heartbeat.stop.set()
        return self._ended.wait(seconds)

    def look(self) -> Live:
        """Return what can be seen of it now."""
        return self._asking.look(self._run.run_id, self.owner, self._trouble)

    def _work(self, at_end: Callable[["Worker"], None]) -> None:
        try:
            with self._heartbeat:
                self._write()
        except LostLease:
            pass  # another writes the run by now, or it is gone: there is nothing left to do or to say
        except _StopAsked:
            self._release(RunState.STOPPED, _BY_HAND)
        except WorkbenchError as error:
            self._release(RunState.FAILED, f"{self._where}{error}")
        except Exception as error:
            logging.getLogger(__name__).log(logging.ERROR, "a bug of the workbench", exc_info=True)
            what = f"the workbench itself made a mistake: {type(error).__name__}. Its terminal has the details."
            self._release(RunState.FAILED, f"{self._where}{what}")
        finally:
            self._ended.set()
            at_end(self)

    def _release(self, state: RunState, message: str) -> None:
        try:
            self._store.release_run(self._run.run_id, self.owner, state, message)
        except LostLease:
            pass
        except StoreError:
            self._trouble = message

    def _write(self) -> None:
        chapters = [self._line.effective_index(chapter.chapter_index) for chapter in self._run.chapters]
        answered = {chapter.position for chapter in self._run.chapters if chapter.reply is not None}
        client = client_of(self._run.recipe.client, answered=len(answered | {*self._replies}), chapters=chapters)
        drafts = [chapter.draft or self._write_chapter(chapter, client) for chapter in self._run.chapters]
        self._where = ""
        finish_run(self._store, self._run, self._line, self.owner, drafts)

    def _write_chapter(self, chapter: OpenChapter, client: Client) -> ChapterDraft:
        self._asking = self._ask_for(chapter)
        self._where = f"Chapter {chapter.chapter_index + 1}: "
        reply = self._reply(chapter, client)
        draft = finish_reply(self._line, chapter.chapter_index, reply)
        self._store.put_chapter(self._run.run_id, self.owner, chapter.position, draft)
        return draft

    def _ask_for(self, chapter: OpenChapter) -> Asking:
        fixed = self._run.recipe.client.kind in FIXED
        return Asking(self._line, chapter.position, chapter.chapter_index, fixed=fixed)

    def _reply(self, chapter: OpenChapter, client: Client) -> Reply | None:
        """Return the chapter's reply; a call is made only where none is known."""
        if chapter.reply is not None:
            return Reply(text=chapter.reply)
        if chapter.position not in self._replies:
            request = request_of(self._line, chapter.chapter_index)
            if request is None:
                return None
            self._check()
            self._store.note_call(self._run.run_id, self.owner, chapter.position)
            reply = self._asking.ask(client, request, self._limits, self._check)
            if reply.missing:
                return reply
            # From here on the reply is not lost, whatever becomes of the disk.
            self._replies[chapter.position] = reply.text
        text = self._replies[chapter.position]
        self._store.put_reply(self._run.run_id, self.owner, chapter.position, text)
        self._replies.pop(chapter.position, None)  # another of this process may have stored it meanwhile
        return Reply(text=text)

    def _check(self) -> None:
        if self._heartbeat.lost.is_set():
            raise LostLease(self._run.run_id)
        if self._heartbeat.stop.is_set():
            raise _StopAsked
