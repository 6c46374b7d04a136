"""The progress of an experiment, for a page that polls."""

from collections.abc import Sequence
from typing import NamedTuple

from core.record import Record
from workbench.experiments import runner
from workbench.labels import count
from workbench.store import ExperimentProgress, ExperimentState, LockedDatabase, StoreError
from workbench.store.database.clock import seconds
from workbench.ui.common import page_context

# Seconds that results are shown before newer ones take their place; to sum a thousand units up takes some itself.
_FRESH, _FRESH_FOR_EACH = 4.0, 0.02


class ExperimentSnapshot(Record):
    """What is shown of an experiment beside its numbers; when it changes, the page is drawn again."""

    state: ExperimentState
    held: bool
    stop_requested: bool
    message: str
    troubles: tuple[tuple[str, str], ...]


class ExperimentPoll(NamedTuple):
    """What a page that polls sees: how far it is, what this process does now, and whether the page is to be drawn
    again."""

    progress: ExperimentProgress
    live: runner.ExperimentStatus | None
    changed: bool


def _live(progress: ExperimentProgress) -> runner.ExperimentStatus | None:
    live = runner.experiment_status(page_context.store(), progress.experiment_id)
    return live if live is not None and live.owner == progress.owner else None


def pulse_of(progress: ExperimentProgress) -> ExperimentSnapshot:
    """Return the present state of an experiment."""
    live = _live(progress)
    trouble = live.trouble if live else ""
    return ExperimentSnapshot(
        state=ExperimentState.FAILED if trouble else progress.state,
        # A worker that is still running was not interrupted, though its lease expired while nothing could be stored.
        held=(live is not None or progress.is_held(seconds())) and not trouble,
        stop_requested=progress.stop_requested,
        message=trouble or progress.message,
        troubles=tuple(sorted(progress.troubles.items())),
    )


def poll_experiment(seen: ExperimentProgress, pulse: ExperimentSnapshot, drawn_at: float) -> ExperimentPoll:
    """Return what can be seen of an experiment now, beside what the page was drawn with at `drawn_at`."""
    try:
        now = page_context.store().experiments.progress(seen.experiment_id)
    except LockedDatabase:  # another program has locked the file for a moment; the next poll is soon
        return ExperimentPoll(seen, _live(seen), changed=False)
    except StoreError:  # the experiment or the file is gone; the redrawn page says which
        return ExperimentPoll(seen, None, changed=True)
    due = not seen.units or seconds() - drawn_at >= max(_FRESH, _FRESH_FOR_EACH * now.units)
    return ExperimentPoll(now, _live(now), changed=(due and now.units != seen.units) or pulse_of(now) != pulse)


def progress_keys(every: Sequence[ExperimentProgress]) -> tuple[str, ...]:
    """Return how far each of some experiments is, so that two looks can be compared."""
    return tuple(f"{one.experiment_id} {one.units} {pulse_of(one)}" for one in every)


def all_progress_keys() -> tuple[str, ...] | None:
    """Return how far every experiment is now, None where the file cannot be read for the moment."""
    try:
        return progress_keys(page_context.store().experiments.list())
    except StoreError:
        return None


def size_of(one: ExperimentProgress) -> str:
    """Say what an experiment is made of."""
    parts = [count(one.variants, "variant"), count(one.subjects, "subject")]
    if one.repeats > 1:
        parts.append(f"{one.repeats:,} times")
    return ", ".join(parts)


def status_in_words(one: ExperimentProgress, pulse: ExperimentSnapshot) -> str:
    """Return the state of an experiment in one sentence."""
    far = f"{one.units:,} of {count(one.all_units, 'unit')}" if one.all_units else count(one.units, "unit")
    if pulse.held:
        return "It is being stopped." if pulse.stop_requested else "It is being written and measured."
    match pulse.state:
        case ExperimentState.DONE:
            return f"Finished: {far}."
        case ExperimentState.STOPPED:
            return f"Stopped: {far} are measured."
        case ExperimentState.FAILED:
            return f"Not finished: {far} are measured."
        case ExperimentState.RUNNING:
            return f"Interrupted, because the program ended while it was written: {far} are measured."
