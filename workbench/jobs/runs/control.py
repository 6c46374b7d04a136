"""Start, resume, stop, keep and discard background runs.

The workers of this process are known here, by their runs; the store alone says how a run stands.
"""

from contextlib import suppress

from core.errors import BadInput, Problem
from core.generation.line import Line
from core.generation.pipeline import chapters_to_write
from workbench.jobs.limits import LIMITS, JobLimits
from workbench.jobs.pending_calls import PendingCalls
from workbench.jobs.runs.progress import RunStatus
from workbench.jobs.runs.run_worker import RunWorker, finish_run, heartbeat_of
from workbench.jobs.worker import WorkerRegistry, new_owner
from workbench.providers import client_of
from workbench.store import CallRecord, Conflict, OpenRun, RunLease, RunPlan, RunState, RunSummary, Store, StoreError

_pending: dict[str, PendingCalls[CallRecord]] = {}  # by the run
_workers = WorkerRegistry[RunWorker]()


def _work(store: Store, run: OpenRun, line: Line, *, owner: str, limits: JobLimits, without: int | None = None) -> None:
    pending = _pending.setdefault(run.run_id, PendingCalls())
    worker = RunWorker(store, run, line, owner=owner, limits=limits, pending=pending, without=without)
    _workers.begin(run.run_id, lambda _: worker)


def _leased(store: Store, open_run: OpenRun, owner: str, limits: JobLimits) -> OpenRun:
    return store.runs.lease(open_run.run_id, owner, limits.lease_seconds, **_workers.own(open_run.run_id))


def _give_back(store: Store, run: OpenRun, owner: str, was: OpenRun) -> None:
    """Give back a free lease that was taken, so that the run is as it was before."""
    state = RunState.STOPPED if was.state is RunState.RUNNING else was.state
    with suppress(StoreError):  # what is raised next says more
        store.runs.release(run.run_id, owner, state, was.message or "It was interrupted.")


def _first_to_write(run: OpenRun) -> int | None:
    return next((chapter.position for chapter in run.chapters if not chapter.done), None)


def _forget(run_id: str) -> None:
    _workers.forget(run_id)
    _pending.pop(run_id, None)


def start(
    store: Store, session_id: str, line: Line, recipe: RunPlan, *, number: int, limits: JobLimits = LIMITS
) -> OpenRun:
    """Begin the session's run of this number and write it in the background; returns it as it is stored.

    Raises Conflict where the session has an open run or another number is next, BadInput where no chapter is to be
    written or the client is none, UnknownChapter, StoreError. Nothing is begun then.
    """
    if not recipe.chapters:
        raise BadInput(Problem(place="chapters", message="none is chosen.", remedy="Choose one at least."))
    if list(recipe.chapters) != chapters_to_write(line, recipe.chapters):
        message = "they are not in the map's order, or one is named twice."
        raise BadInput(Problem(place="chapters", message=message, remedy="Name each once, merged ones by their first."))
    client_of(recipe.client)
    owner = new_owner()
    run = store.runs.begin(session_id, recipe, number=number, owner=owner, seconds=limits.lease_seconds)
    _work(store, run, line, owner=owner, limits=limits)
    return run


def resume(store: Store, open_run: OpenRun, line: Line, *, limits: JobLimits = LIMITS) -> OpenRun:
    """Go on with a run that was stopped, failed or was interrupted; returns it as it is stored.

    `line` is that of the run's recipe. Chapters that are done are not written again, and what a client answered is not
    asked again. Raises Conflict where it is being written, here or elsewhere, UnknownRecord where it is gone,
    UnknownChapter where the line is another's, StoreError.
    """
    chapters_to_write(line, open_run.recipe.chapters)
    owner = new_owner()
    run = _leased(store, open_run, owner, limits)
    _work(store, run, line, owner=owner, limits=limits)
    return run


def resume_without_chapter(
    store: Store, open_run: OpenRun, line: Line, *, position: int | None = None, limits: JobLimits = LIMITS
) -> OpenRun:
    """Go on with a run without the first chapter that is not done, which is at `position` as a person saw it (where
    that is None, as `open_run` has it): nothing more is asked for it. It becomes what its replies make of it, or where
    none came its key excerpts, with the reason.

    Raises Conflict where every chapter is done, another is the first one by now, or the run is being written;
    UnknownRecord where it is gone, UnknownChapter where the line is another's, StoreError.
    """
    chapters_to_write(line, open_run.recipe.chapters)
    seen = _first_to_write(open_run) if position is None else position
    was = store.runs.open_run(open_run.session_id) or open_run
    owner = new_owner()
    run = _leased(store, open_run, owner, limits)
    first = _first_to_write(run)
    if first is None or first != seen:
        _give_back(store, run, owner, was)
        message = f"Every chapter of run {run.number} is written already. Resume it to finish it."
        if first is not None:
            message = "The chapter that you saw was written meanwhile, in another tab or program, and no other one was "
            message += f"left out in its place. Look at run {run.number} as it is now."
        raise Conflict(message, was)
    _work(store, run, line, owner=owner, limits=limits, without=first)
    return run


def stop(store: Store, run_id: str) -> None:
    """Stop a run, whichever program writes it; here at once, elsewhere with the next beat of its lease.

    Raises UnknownRecord where it is finished or gone, StoreError.
    """
    if not _workers.stop(run_id):
        store.runs.request_stop(run_id)


def keep(store: Store, open_run: OpenRun, line: Line, *, limits: JobLimits = LIMITS) -> RunSummary:
    """Finish a run with the chapters that are done. `line` is that of the run's recipe.

    Raises BadInput where none is, Conflict where somebody writes it, UnknownRecord, BrokenProof, StoreError; the run
    stays as it is then.
    """
    if all(chapter.draft is None for chapter in open_run.chapters):
        remedy = "Resume it, or discard it."
        raise BadInput(Problem(place=f"run {open_run.number}", message="none of its chapters is done.", remedy=remedy))
    owner = new_owner()
    run = _leased(store, open_run, owner, limits)
    drafts = [chapter.draft for chapter in run.chapters if chapter.draft is not None]
    try:
        with heartbeat_of(store, run.run_id, owner, limits):
            summary = finish_run(store, run, line, owner, drafts)
    except BaseException:
        _give_back(store, run, owner, open_run)
        raise
    _forget(run.run_id)
    return summary


def discard(store: Store, open_run: RunLease) -> None:
    """Remove a run that nobody writes, with all that was written of it.

    Raises Conflict where somebody writes it, UnknownRecord where it is finished or gone, StoreError.
    """
    store.runs.discard(open_run.run_id, open_run.session_id, **_workers.own(open_run.run_id))
    _forget(open_run.run_id)


def run_status(run_id: str) -> RunStatus | None:
    """Return what this process's worker of a run is doing now, None where it has none."""
    worker = _workers.get(run_id)
    return None if worker is None else worker.look()
