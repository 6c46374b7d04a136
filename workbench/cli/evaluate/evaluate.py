"""`workbench evaluate`: run or resume an experiment, print its results, check them against floors and a baseline."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from core.text.safe_html import ended
from workbench.cli.evaluate.arguments import NAMES, EvaluateInputs, EvaluateOptions, check_keys, clients_of, read_given
from workbench.cli.evaluate.estimate import estimate_experiment, say_before, say_estimate
from workbench.cli.evaluate.gate_output import say_gate
from workbench.cli.evaluate.output import put_text, say_results
from workbench.cli.evaluate.run_experiment import finish
from workbench.cli.output import say
from workbench.experiments.gate import MeasureFloor, gate
from workbench.experiments.results import EvaluationResults, results_csv, results_html, results_json, results_of
from workbench.files.write_files import write_all
from workbench.providers import provider_of
from workbench.store import CallFacts, Experiment, ExperimentPlan, Store, database_path


def _unknown(plan: ExperimentPlan, floors: Sequence[MeasureFloor]) -> list[str]:
    """Return variant names that floors use and the plan does not have: such a floor could never be checked."""
    names = {variant.name for variant in plan.variants}
    return list(dict.fromkeys(floor.variant for floor in floors if floor.variant and floor.variant not in names))


def _say_unknown(plan: ExperimentPlan, names: Sequence[str]) -> None:
    known = ", ".join(f"“{variant.name}”" for variant in plan.variants)
    for name in names:
        say(ended(f"Not checked: no variant is called “{name}”") + f" There are: {known}.", error=True)
    say("Nothing was run.", error=True)


def _write(out: Path | None, results: EvaluationResults) -> None:
    if out is not None:
        contents = (results_json(results), results_csv(results), results_html(results))
        write_all(out, dict(zip(NAMES, contents, strict=True)))


def _say_where(store: Store, experiment: Experiment, out: Path | None, *, error: bool) -> None:
    if out is not None:
        say(f"{out}: {', '.join(NAMES)}", error=error)
    say(f"Stored in {store.path}; the page Evaluate shows the experiment with its quotations.", error=error)


class _ExperimentOutcome(NamedTuple):
    """The results of an experiment; `lost` are failed calls of units that were not written."""

    results: EvaluationResults
    experiment: Experiment
    lost: Sequence[CallFacts]


def _lost(store: Store, experiment: Experiment) -> list[CallFacts]:
    """Return the failed calls of units that were not written."""
    done = {(one.cell, one.position) for one in experiment.units}
    failed = store.experiments.failed_calls(experiment.summary.experiment_id)
    return [one.call.facts for place, calls in failed.items() if place not in done for one in calls]


def _show(came: _ExperimentOutcome, asked: EvaluateInputs, wish: EvaluateOptions) -> bool:
    """Print the results and the gate's findings; return whether every floor was checked and held."""
    outcome = gate(came.results, floors=asked.floors, baseline=asked.baseline, allow_chance=wish.allow_chance)
    if wish.as_json:
        put_text(results_json(came.results))
    else:
        say_results(*came)
    say_gate(outcome, error=wish.as_json)
    return outcome.held


def _check_before(store: Store, asked: EvaluateInputs) -> None:
    """Print what is going to be sent to services, if anything. Raises BadInput if a key is missing for it."""
    plan = asked.wished.plan
    if not any(provider_of(choice.kind).is_service for choice in clients_of(plan)):
        return
    expected = estimate_experiment(store, asked.wished)
    if expected.calls or expected.judging.calls:
        check_keys(plan)
        say_before(expected)


def show_evaluated(path: Path, wish: EvaluateOptions) -> int:
    """Run or resume an experiment, print its results, and return 0 if every floor held, else 1.

    Raises BadInput before anything runs, WorkbenchError, and SystemExit if the person interrupts.
    """
    store = Store(database_path(wish.database))
    asked = read_given(path, wish, store)
    plan = asked.wished.plan
    for line in store.take_rights_from_others():
        say(line, error=True)
    for note in asked.wished.notes:
        say(f"Note: {note}", error=True)
    if wish.estimate:
        say_estimate(plan, estimate_experiment(store, asked.wished))
        return 0
    unknown = _unknown(plan, asked.floors)
    if unknown:
        _say_unknown(plan, unknown)
        return 1
    _check_before(store, asked)
    experiment = finish(store, asked.wished)
    came = _ExperimentOutcome(results_of(experiment), experiment, _lost(store, experiment))
    try:
        held = _show(came, asked, wish)
    finally:  # the results were paid for, so they are written even if the reader closed the pipe
        _write(wish.out, came.results)
    _say_where(store, experiment, wish.out, error=wish.as_json)
    return 0 if held else 1
