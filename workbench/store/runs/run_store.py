"""The runs' part of the store: runs that are finished, the one that is not, and the edits of their chapters."""

from collections.abc import Sequence

from core.enforcement.results import ChapterDraft
from core.generation.settings import Settings
from workbench.store.base import StoreBase
from workbench.store.records import Edit, FinishedRun, RunSummary
from workbench.store.runs import calls, edits, open_run_writes, open_runs, runs
from workbench.store.runs.call_records import CallRecord, SessionCall
from workbench.store.runs.run_plans import OpenRun, OpenRunProgress, RunLease, RunPlan, RunState


class RunStore(StoreBase):
    """The runs in a database file; see `Store`, which is this and the rest.

    A worker's writes name its `owner`, the text that it took the lease with, and raise LostLease where another writes
    the run by now, or it is gone: nothing is stored then, but what a call took (`note_late_call`). Positions count from
    0 in the run.
    """

    def add_run(
        self, session_id: str, run: FinishedRun, replies: Sequence[str | None], calls: Sequence[CallRecord] = ()
    ) -> RunSummary:
        """Store a run with its chapters, raw replies and calls, all or nothing; returns it with its number and id."""
        with self._database.writing() as connection:
            return runs.add(connection, session_id, run, replies, calls)

    def runs(self, session_id: str) -> tuple[RunSummary, ...]:
        """Return the runs by number."""
        with self._database.reading() as connection:
            return runs.summaries(connection, session_id)

    def run(self, run_id: str) -> FinishedRun:
        """Return a run. Raises NotStored."""
        with self._database.reading() as connection:
            return runs.read(connection, run_id)

    def replies(self, run_id: str) -> tuple[str | None, ...]:
        """Return the raw replies of a run. Raises NotStored."""
        with self._database.reading() as connection:
            return runs.replies(connection, run_id)

    def calls(self, run_id: str, position: int | None = None) -> tuple[CallRecord, ...]:
        """Return the calls of a finished or open run, or those for one chapter, in order. Raises NotStored."""
        with self._database.reading() as connection:
            return calls.read(connection, run_id, position)

    def ledger(self, session_id: str) -> tuple[SessionCall, ...]:
        """Return the facts of all calls of a session, also of runs that were discarded, in order."""
        with self._database.reading() as connection:
            return calls.ledger(connection, session_id)

    def run_settings(self, session_id: str) -> dict[str, Settings]:
        """Return the settings of the finished runs by their ids."""
        with self._database.reading() as connection:
            return runs.settings(connection, session_id)

    def next_number(self, session_id: str) -> int:
        """Return the number that the session's next run will have."""
        with self._database.reading() as connection:
            return runs.next_number(connection, session_id)

    def open_run(self, session_id: str) -> OpenRun | None:
        """Return the session's run that is not finished, None where it has none."""
        with self._database.reading() as connection:
            return open_runs.read(connection, session_id)

    def open_run_progress(self, session_id: str) -> OpenRunProgress | None:
        """Return how far the session's open run is, without what was written; None where it has none."""
        with self._database.reading() as connection:
            return open_runs.progress(connection, session_id)

    def open_recipe(self, run_id: str) -> RunPlan:
        """Return what an open run is made of; it never changes. Raises NotStored."""
        with self._database.reading() as connection:
            return open_runs.recipe(connection, run_id)

    def open_draft(self, run_id: str, position: int) -> ChapterDraft:
        """Return a chapter of an open run that is done; it never changes. Raises NotStored."""
        with self._database.reading() as connection:
            return open_runs.draft(connection, run_id, position)

    def begin_run(self, session_id: str, recipe: RunPlan, *, number: int, owner: str, seconds: float) -> OpenRun:
        """Begin a run and take its lease. Raises Conflict where `number` is not the next one, or a run is open."""
        with self._database.writing() as connection:
            return open_runs.begin(connection, session_id, recipe, number=number, owner=owner, seconds=seconds)

    def lease_run(self, run_id: str, owner: str, seconds: float, *, instead_of: str = "", living: str = "") -> OpenRun:
        """Take the lease of a run to go on with it, from nobody or from `instead_of`, the owner that gives way.

        Raises NotStored, and Conflict where another holds it by now, or `living` is the owner, even after it ran out.
        """
        with self._database.writing() as connection:
            return open_runs.lease(connection, run_id, owner, seconds, instead_of=instead_of, living=living)

    def renew_lease(self, run_id: str, owner: str, seconds: float) -> RunLease:
        """Keep the lease and return how it stands now, where a stop may be requested. Raises LostLease."""
        with self._database.writing() as connection:
            return open_run_writes.renew(connection, run_id, owner, seconds)

    def request_stop(self, run_id: str) -> None:
        """Ask whoever writes a run, in whatever program, to stop. Raises NotStored."""
        with self._database.writing() as connection:
            open_runs.request_stop(connection, run_id)

    def note_call(self, run_id: str, owner: str, position: int) -> None:
        """Count a call for a chapter, before it is made. Raises LostLease, and Conflict where the chapter is done."""
        with self._database.writing() as connection:
            open_run_writes.note_call(connection, run_id, owner, position)

    def put_call(self, run_id: str, owner: str, call: CallRecord) -> None:
        """Keep a call that was made, before anything is done to its reply. Raises LostLease, and Conflict where the
        chapter is done, or another call is kept under this number."""
        with self._database.writing() as connection:
            open_run_writes.put_call(connection, run_id, owner, call)

    def note_late_call(self, open_run: OpenRun, call: CallRecord) -> None:
        """Keep a call whose run is another's by now, or gone: it counts in the ledger and answers nothing.

        `open_run` is how the run was. Raises UnknownSession where the session is gone too.
        """
        mode = open_run.recipe.material.settings.mode
        made_for = calls.RunReference(open_run.session_id, open_run.run_id, open_run.number, mode.value)
        with self._database.writing() as connection:
            calls.note_late(connection, made_for, call, chapters=len(open_run.chapters))

    def put_reply(self, run_id: str, owner: str, position: int, reply: str) -> None:
        """Keep the reply that the chapter is going to be made of. Raises LostLease."""
        with self._database.writing() as connection:
            open_run_writes.put_reply(connection, run_id, owner, position, reply)

    def put_chapter(self, run_id: str, owner: str, position: int, draft: ChapterDraft) -> None:
        """Keep a chapter, text and report together; it is done with that. Raises LostLease."""
        with self._database.writing() as connection:
            open_run_writes.put_chapter(connection, run_id, owner, position, draft)

    def release_run(self, run_id: str, owner: str, state: RunState, message: str) -> None:
        """Give the lease back and say how the run stands (stopped, failed) and why. Raises LostLease."""
        with self._database.writing() as connection:
            open_run_writes.release(connection, run_id, owner, state, message)

    def finish_run(self, run_id: str, owner: str, run: FinishedRun) -> RunSummary:
        """Move a run to the finished ones with the chapters that are done, all or nothing. Raises LostLease."""
        with self._database.writing() as connection:
            return open_run_writes.finish(connection, run_id, owner, run)

    def discard_run(self, run_id: str, session_id: str, *, instead_of: str = "", living: str = "") -> None:
        """Remove an open run; what its calls took stays in the ledger.

        Raises NotStored, and Conflict while somebody but `instead_of` holds its lease, or `living` is the owner.
        """
        with self._database.writing() as connection:
            open_runs.discard(connection, run_id, session_id, instead_of=instead_of, living=living)

    def edits(self, run_id: str) -> tuple[Edit, ...]:
        """Return the edits of a run by number, those taken back too. Raises NotStored."""
        with self._database.reading() as connection:
            return edits.read(connection, run_id)

    def add_edit(self, run_id: str, position: int, text: str, *, after: int) -> Edit:
        """Store what a chapter reads as, over the newest standing edit that was seen, 0 for none. Raises Conflict."""
        with self._database.writing() as connection:
            return edits.add(connection, run_id, position, text, after=after)

    def undo_edit(self, run_id: str, number: int) -> Edit:
        """Take the newest standing edit of a chapter back. Raises NotStored, and Conflict where a newer one stands."""
        with self._database.writing() as connection:
            return edits.mark(connection, run_id, number, undone=True)

    def redo_edit(self, run_id: str, number: int) -> Edit:
        """Make the edit that was taken back last again. Raises NotStored, and Conflict where a newer one was made."""
        with self._database.writing() as connection:
            return edits.mark(connection, run_id, number, undone=False)
