"""An experiment worked on while a person waits at a terminal; whatever ends it, all that was done is kept."""

from contextlib import suppress
from time import sleep

from core.text.safe_html import counted, shortened
from workbench.cli.output import say
from workbench.experiments.plan_file import LoadedPlan
from workbench.experiments.runner import (
    LEASE_SECONDS,
    UnitReport,
    new_owner,
    run_experiment,
    store_unstored,
    unstored_calls,
)
from workbench.store import DatabaseFileError, Experiment, ExperimentProgress, ExperimentState, Store

_TRIES, _PAUSE = 12, 5.0  # how often what was paid is tried to be stored, and seconds between
_TITLE = 40  # characters of a chapter's title or a question


def _calls(told: UnitReport) -> str:
    parts = [counted(told.paid, "call")] if told.paid else []
    parts += [f"{told.found:,} made before"] if told.found else []
    return f" ({', '.join(parts)})" if parts else ""


def _tell(told: UnitReport) -> None:
    where = ", ".join((told.variant, told.subject, shortened(told.title, _TITLE)))
    say(f"{told.done:,} of {told.all_units:,}: {where}{_calls(told)}", error=True)
    if told.trouble:
        left = " This variant is left for now." if told.is_over else ""
        say(f"  not written. {told.trouble}{left}", error=True)


def _say_begin(progress: ExperimentProgress) -> None:
    units, one = counted(progress.units, "unit"), progress.units == 1
    if progress.state is ExperimentState.DONE:
        done = "The only unit of this experiment was" if one else f"All {units} of this experiment were"
        say(f"{done} done before; nothing is asked.", error=True)
    elif progress.units:
        say(f"Going on: {units} of this experiment {'is' if one else 'are'} done already.", error=True)


def _say_stopped(progress: ExperimentProgress) -> None:
    if progress.units:
        done = f"{progress.units:,} of {counted(progress.all_units, 'unit')} are done, and kept"
        say(f"Stopped. {done}: the same command goes on with them.", error=True)
    else:
        say("Stopped before anything was done; calls that were answered are kept.", error=True)


def _is_stored_now(store: Store, experiment_id: str) -> bool:
    """Try for a while to store calls that were answered when the database could not be written; tell whether there were
    some and all are there."""
    for left in range(_TRIES, 0, -1):
        count = unstored_calls(store, experiment_id)
        if not count:
            return left < _TRIES
        again = f"Trying {counted(left, 'more time')}; Ctrl-C gives up, and what was paid would be asked for again."
        say(f"{counted(count, 'answered call')} could not be stored yet. {again}", error=True)
        sleep(_PAUSE)
        with suppress(DatabaseFileError):
            store_unstored(store, experiment_id)
    return not unstored_calls(store, experiment_id)


def _work(store: Store, experiment_id: str, owner: str) -> None:
    """Work on an experiment; where the database could not be written for a while, go on when it can be."""
    while True:
        try:
            run_experiment(store, experiment_id, owner, told=_tell)
        except DatabaseFileError:
            if not _is_stored_now(store, experiment_id):
                raise
        else:
            return


def finish(store: Store, wished: LoadedPlan) -> Experiment:
    """Begin an experiment, or go on with it, until all is done that can be, and return it.

    Raises Conflict where another program works on it, StoreError, WorkbenchError where the judge cannot be asked, and
    SystemExit where a person interrupts.
    """
    owner = new_owner()
    progress = store.begin_experiment(wished.plan, owner, LEASE_SECONDS, files=wished.files)
    _say_begin(progress)
    if progress.state is not ExperimentState.DONE:
        try:
            _work(store, progress.experiment_id, owner)
        except KeyboardInterrupt:
            _say_stopped(store.experiment_progress(progress.experiment_id))
            raise SystemExit(1) from None
    return store.experiment(progress.experiment_id)
