"""The worker of a run: writes the chapters of one open run, one after the other, and finishes it."""

from collections.abc import Sequence
from functools import partial

from core.enforcement.results import ChapterDraft
from core.generation.line import Line
from core.generation.pipeline import bind_edition
from core.generation.retries import Written, next_step
from core.llm.client import Answer, Client, GenerationRequest
from workbench.jobs.calls import CallPosition, answers_of, asks_again, chapter_gate, end_calls, has_failed, make_ready
from workbench.jobs.heartbeat import Heartbeat
from workbench.jobs.limits import JobLimits
from workbench.jobs.pending_calls import PendingCalls
from workbench.jobs.runs.progress import RunStatus
from workbench.jobs.runs.skip_chapter import chapter_without_reply, reason_of
from workbench.jobs.runs.write_now import certified_run
from workbench.jobs.watched_call import CallWatcher, FailureRemedies
from workbench.jobs.worker import CallingWorker
from workbench.providers import client_of
from workbench.store import CallRecord, OpenChapter, OpenRun, RunState, RunSummary, Store

_REMEDIES = FailureRemedies(
    again="Resume to ask again, or keep or discard this run and choose another client.",
    # Who resumes a run whose replies were given beforehand meets the same reply again.
    shorter="Keep or discard this run, then give a shorter reply.",
    faster="Keep or discard this run, then give a shorter reply, or choose a faster pace.",
    others="Keep or discard this run, then begin another.",
)


def heartbeat_of(store: Store, run_id: str, owner: str, limits: JobLimits) -> Heartbeat:
    """Return what renews the lease of a run."""
    renew = partial(store.runs.renew, run_id, owner)
    return Heartbeat(lambda seconds: renew(seconds).stop_requested, limits.lease_seconds)


def finish_run(store: Store, run: OpenRun, line: Line, owner: str, drafts: Sequence[ChapterDraft]) -> RunSummary:
    """Bind chapters to an edition, certify it and store it as a finished run. Raises BrokenProof, StoreError."""
    client = client_of(run.recipe.client)
    edition = bind_edition(line, client.name, client.model, drafts)
    finished = certified_run(run.session_id, edition, line, started_at=run.started_at)
    return store.runs.finish(run.run_id, owner, finished)


class RunWorker(CallingWorker):
    """Writes an open run whose lease `owner` holds, in a thread of its own.

    `pending` are the calls that were made in this process and could not be stored: they are stored first, and what
    cannot be stored now joins them. `without` is the position of the chapter that a person goes on without.
    """

    def __init__(
        self,
        store: Store,
        run: OpenRun,
        line: Line,
        *,
        owner: str,
        limits: JobLimits,
        pending: PendingCalls[CallRecord],
        without: int | None = None,
    ) -> None:
        heartbeat = heartbeat_of(store, run.run_id, owner, limits)
        super().__init__(store, owner, heartbeat, name=f"run {run.run_id}", title=f"Run {run.number}")
        self._store = store
        self._run = run
        self._line = line
        self._limits = limits
        self.pending = pending
        self._without = without
        first = next((chapter for chapter in run.chapters if chapter.draft is None), run.chapters[-1])
        self._now = first.position, self._new_watcher()

    def look(self) -> RunStatus:
        """Return its present status."""
        position, watcher = self._now
        seen = dict(watcher.look())
        return RunStatus(**seen, run_id=self._run.run_id, owner=self.owner, position=position, trouble=self.trouble)

    def release(self, *, failed: bool, message: str) -> None:
        """Give the lease back and say why. Raises LostLease, StoreError."""
        state = RunState.FAILED if failed else RunState.STOPPED
        self._store.runs.release(self._run.run_id, self.owner, state, message)

    def write(self) -> None:
        """Write the chapters that are not done, and finish the run."""
        chapters = [self._line.effective_index(chapter.chapter_index) for chapter in self._run.chapters]
        answered = sum(len(chapter.answers) for chapter in self._run.chapters)
        answered += sum(not has_failed(call) for call in self.pending)
        client = client_of(self._run.recipe.client, answered=answered, chapters=chapters)
        try:
            drafts = [chapter.draft or self._write_chapter(chapter, client) for chapter in self._run.chapters]
        finally:
            end_calls(client)  # and with it a call that was left and hangs
        self.where = ""
        finish_run(self._store, self._run, self._line, self.owner, drafts)

    def _write_chapter(self, chapter: OpenChapter, client: Client) -> ChapterDraft:
        self._now = chapter.position, self._new_watcher()
        self.where = f"Chapter {chapter.chapter_index + 1}: "
        made = self._stored_calls(chapter.position)
        answers = answers_of(made) or chapter.answers  # an older program stored no calls
        written = self._written(chapter, client, made, answers)
        if written.reply is not None:
            self._store.runs.put_reply(self._run.run_id, self.owner, chapter.position, written.reply)
        self._store.runs.put_chapter(self._run.run_id, self.owner, chapter.position, written.draft)
        return written.draft

    def _new_watcher(self) -> CallWatcher:
        return CallWatcher(self._run.recipe.client, self._limits, self._check, _REMEDIES)

    def _stored_calls(self, position: int) -> tuple[CallRecord, ...]:
        """Store the calls of a chapter that wait for that; return all of its stored ones."""
        run_id = self._run.run_id
        for call in self.pending:
            if call.position != position:
                continue
            stored = self._store.calls.list(run_id, position)
            # Somebody may have gone on with the chapter meanwhile, or stored the call.
            if not any(one.started_at == call.started_at for one in stored):
                self._store.calls.add(run_id, self.owner, call.model_copy(update={"number": len(stored) + 1}))
            self.pending.drop(call)
        return self._store.calls.list(run_id, position)

    def _written(
        self, chapter: OpenChapter, client: Client, made: Sequence[CallRecord], answers: Sequence[Answer]
    ) -> Written:
        """Return the chapter, with as many calls as it takes; none is made whose reply is known."""
        index, again = chapter.chapter_index, asks_again(self._run.recipe.client)
        if chapter.position == self._without:
            return chapter_without_reply(self._line, index, answers, reason_of(made), again=again)
        place = CallPosition(position=chapter.position, chapter_index=index, number=len(made) + 1)
        while not isinstance(step := next_step(self._line, index, answers, again=again), Written):
            call = self._ask(client, step, place, answers)
            answers, place = (*answers, *answers_of((call,))), place.after
        return step

    def _ask(
        self, client: Client, request: GenerationRequest, place: CallPosition, answers: Sequence[Answer]
    ) -> CallRecord:
        """Make a call and store it, whatever came of it, before anything is done to its reply."""
        make_ready(client)  # which may take seconds, in which the run may be stopped
        self._check()
        self._store.calls.begin(self._run.run_id, self.owner, place.position)
        gate = chapter_gate(self._line, client, place.chapter_index, answers)
        watcher = self._now[1]
        return self.ask_and_store(lambda: watcher.ask(client, request, place, gate))

    def add_call(self, call: CallRecord) -> None:
        """Store a call for its chapter. Raises LostLease, StoreError."""
        self._store.calls.add(self._run.run_id, self.owner, call)

    def add_late_call(self, call: CallRecord) -> None:
        """Store a call for the usage alone. Raises StoreError."""
        self._store.calls.add_late(self._run, call)

    def _check(self) -> None:
        self.check_lease(self._run.run_id)
