"""`workbench evaluate`: an experiment run or resumed, what came of it, and whether that holds what is asked."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from workbench.clients import MODELS
from workbench.commands.evaluate_estimate import estimated, say_before, say_estimate
from workbench.commands.evaluate_gate import say_gate
from workbench.commands.evaluate_given import NAMES, Asked, Wish, check_keys, clients_of, read_given
from workbench.commands.evaluate_output import put_text, say_results
from workbench.commands.evaluate_working import finish
from workbench.commands.output import say
from workbench.evaluating import Results, results_csv, results_html, results_json, results_of
from workbench.files import write_all
from workbench.gate import Floor, gate
from workbench.store import CallFacts, Experiment, Plan, Store, database_path


def _unknown(plan: Plan, floors: Sequence[Floor]) -> list[str]:
    """Return the names of variants that floors are of and nobody has: such a one cannot be checked, whatever comes."""
    names = {variant.name for variant in plan.variants}
    return list(dict.fromkeys(floor.variant for floor in floors if floor.variant and floor.variant not in names))


def _say_unknown(plan: Plan, names: Sequence[str]) -> None:
    known = ", ".join(f"“{variant.name}”" for variant in plan.variants)
    for name in names:
        say(f"Not checked: no variant is called “{name}”. There are: {known}.", error=True)
    say("Nothing was run.", error=True)


def _write(out: Path | None, results: Results) -> None:
    if out is not None:
        contents = (results_json(results), results_csv(results), results_html(results))
        write_all(out, dict(zip(NAMES, contents, strict=True)))


def _say_where(store: Store, experiment: Experiment, out: Path | None, *, error: bool) -> None:
    if out is not None:
        say(f"{out}: {', '.join(NAMES)}", error=error)
    say(f"Kept in {store.path}; the page Evaluate shows it with its quotations.", error=error)


class _Came(NamedTuple):
    """What came of an experiment; `lost` are calls that failed for units that are not there."""

    results: Results
    experiment: Experiment
    lost: Sequence[CallFacts]


def _lost(store: Store, experiment: Experiment) -> list[CallFacts]:
    """Return the calls that failed for units that are not there."""
    done = {(one.cell, one.position) for one in experiment.units}
    failed = store.failed_calls(experiment.summary.experiment_id)
    return [one.call.facts for place, calls in failed.items() if place not in done for one in calls]


def _show(came: _Came, asked: Asked, wish: Wish) -> bool:
    """Print what came and what the gate says of it; tell whether all that was asked was checked and held."""
    outcome = gate(came.results, floors=asked.floors, baseline=asked.baseline, allow_chance=wish.allow_chance)
    if wish.as_json:
        put_text(results_json(came.results))
    else:
        say_results(*came)
    say_gate(outcome, error=wish.as_json)
    return outcome.held


def _check_before(store: Store, asked: Asked) -> None:
    """Say what is going to be sent to services, if anything. Raises BadInput where a key is missing for it."""
    plan = asked.wished.plan
    if not {choice.kind for choice in clients_of(plan)} & MODELS:
        return
    expected = estimated(store, asked.wished)
    if expected.calls or expected.judging.calls:
        check_keys(plan)
        say_before(expected)


def show_evaluated(path: Path, wish: Wish) -> int:
    """Run an experiment or go on with it, print what came of it, and return 0 where all that was asked held, else 1.

    Raises BadInput before anything is run, WorkbenchError, and SystemExit where a person interrupts.
    """
    store = Store(database_path(wish.database))
    asked = read_given(path, wish, store)
    plan = asked.wished.plan
    for note in asked.wished.notes:
        say(f"Note: {note}", error=True)
    if wish.estimate:
        say_estimate(plan, estimated(store, asked.wished))
        return 0
    unknown = _unknown(plan, asked.floors)
    if unknown:
        _say_unknown(plan, unknown)
        return 1
    _check_before(store, asked)
    experiment = finish(store, asked.wished)
    came = _Came(results_of(experiment), experiment, _lost(store, experiment))
    try:
        held = _show(came, asked, wish)
    finally:  # nobody may read on, and it was paid for
        _write(wish.out, came.results)
    _say_where(store, experiment, wish.out, error=wish.as_json)
    return 0 if held else 1
