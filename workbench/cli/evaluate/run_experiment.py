"""Run an experiment in the foreground; whatever ends it, finished units and answered calls stay stored."""

from contextlib import suppress
from time import sleep

from core.text.safe_html import counted, shortened
from workbench.cli.exit_codes import INTERRUPTED
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

_TRIES, _PAUSE = 12, 5.0  # attempts to store answered calls, and seconds between them
_TITLE = 40  # characters of a chapter's title or a question


def _calls(report: UnitReport) -> str:
    parts = [counted(report.paid, "call")] if report.paid else []
    parts += [f"{report.found:,} made before"] if report.found else []
    return f" ({', '.join(parts)})" if parts else ""


def _print_unit(report: UnitReport) -> None:
    where = ", ".join((report.variant, report.subject, shortened(report.title, _TITLE)))
    say(f"{report.done:,} of {report.all_units:,}: {where}{_calls(report)}", error=True)
    if report.trouble:
        skipped = " The rest of this variant is skipped for now." if report.is_over else ""
        say(f"  not written. {report.trouble}{skipped}", error=True)


def _say_begin(progress: ExperimentProgress) -> None:
    units, one = counted(progress.units, "unit"), progress.units == 1
    if progress.state is ExperimentState.DONE:
        done = "The only unit of this experiment was" if one else f"All {units} of this experiment were"
        say(f"{done} written before; no call is made.", error=True)
    elif progress.units:
        say(f"Resuming: {units} of this experiment {'is' if one else 'are'} written already.", error=True)


def _say_stopped(progress: ExperimentProgress) -> None:
    if progress.units:
        done = f"{progress.units:,} of {counted(progress.all_units, 'unit')} are written and stored"
        say(f"Stopped. {done}; the same command resumes there.", error=True)
    else:
        say("Stopped before the first unit was written; answered calls are stored.", error=True)


def _is_stored_now(store: Store, experiment_id: str) -> bool:
    """Try for a minute to store answered calls that could not be stored before; return whether there were some and all
    are stored now."""
    for left in range(_TRIES, 0, -1):
        count = unstored_calls(store, experiment_id)
        if not count:
            return left < _TRIES
        again = f"Trying {counted(left, 'more time')}; after Ctrl-C these calls would be paid for again."
        say(f"{counted(count, 'answered call')} could not be stored yet. {again}", error=True)
        sleep(_PAUSE)
        with suppress(DatabaseFileError):
            store_unstored(store, experiment_id)
    return not unstored_calls(store, experiment_id)


def _work(store: Store, experiment_id: str, owner: str) -> None:
    """Work on an experiment; if the database could not be written for a while, continue when it can be."""
    while True:
        try:
            run_experiment(store, experiment_id, owner, on_unit=_print_unit)
        except DatabaseFileError:
            if not _is_stored_now(store, experiment_id):
                raise
        else:
            return


def finish(store: Store, wished: LoadedPlan) -> Experiment:
    """Begin or resume an experiment, write all units that can be written, and return it.

    Raises Conflict if another program works on it, StoreError, WorkbenchError if the judge cannot be asked, and
    SystemExit if the person interrupts.
    """
    owner = new_owner()
    progress = store.experiments.begin(wished.plan, owner, LEASE_SECONDS, files=wished.files)
    _say_begin(progress)
    if progress.state is not ExperimentState.DONE:
        try:
            _work(store, progress.experiment_id, owner)
        except KeyboardInterrupt:
            _say_stopped(store.experiments.progress(progress.experiment_id))
            raise SystemExit(INTERRUPTED) from None
    return store.experiments.get(progress.experiment_id)
