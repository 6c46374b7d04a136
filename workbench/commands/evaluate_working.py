"""An experiment worked on while a person waits at a terminal; whatever ends it, all that was done is kept."""

from core.display import counted, shortened
from workbench.commands.output import say
from workbench.experiment_file import Wished
from workbench.experiments import LEASE_SECONDS, Told, new_owner, work
from workbench.store import Experiment, ExperimentProgress, ExperimentState, Store

_TITLE = 40  # characters of a chapter's title or a question


def _calls(told: Told) -> str:
    parts = [counted(told.paid, "call")] if told.paid else []
    parts += [f"{told.found:,} made before"] if told.found else []
    return f" ({', '.join(parts)})" if parts else ""


def _tell(told: Told) -> None:
    where = ", ".join((told.variant, told.subject, shortened(told.title, _TITLE)))
    say(f"{told.done:,} of {told.all_units:,}: {where}{_calls(told)}", error=True)
    if told.trouble:
        left = " This variant is left for now." if told.is_over else ""
        say(f"  not written. {told.trouble}{left}", error=True)


def _say_begin(progress: ExperimentProgress) -> None:
    if progress.state is ExperimentState.DONE:
        say(f"All {counted(progress.units, 'unit')} of this experiment were done before; nothing is asked.", error=True)
    elif progress.units:
        say(f"Going on: {counted(progress.units, 'unit')} of this experiment are done already.", error=True)


def _say_stopped(progress: ExperimentProgress) -> None:
    if progress.units:
        done = f"{progress.units:,} of {counted(progress.all_units, 'unit')} are done, and kept"
        say(f"Stopped. {done}: the same command goes on with them.", error=True)
    else:
        say("Stopped before anything was done; calls that were answered are kept.", error=True)


def finish(store: Store, wished: Wished) -> Experiment:
    """Begin an experiment, or go on with it, until all is done that can be, and return it.

    Raises Conflict where another program works on it, StoreError, WorkbenchError where the judge cannot be asked, and
    SystemExit where a person interrupts.
    """
    owner = new_owner()
    progress = store.begin_experiment(wished.plan, owner, LEASE_SECONDS, files=wished.files)
    _say_begin(progress)
    if progress.state is not ExperimentState.DONE:
        try:
            work(store, progress.experiment_id, owner, told=_tell)
        except KeyboardInterrupt:
            _say_stopped(store.experiment_progress(progress.experiment_id))
            raise SystemExit(1) from None
    return store.experiment(progress.experiment_id)
