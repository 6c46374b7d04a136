"""Make results from units: of a stored experiment, or of a session's runs."""

from collections.abc import Iterator, Sequence

from core.evaluation.citation_support import OF_CITATIONS
from core.evaluation.criteria import five_figures
from core.evaluation.differences import Difference, differences
from core.evaluation.measures import Sums, sum_units
from core.evaluation.records import Unit
from workbench.experiments.results.missing_units import missing_units
from workbench.experiments.results.reply_rates import reply_rates
from workbench.experiments.results.result_labels import MODES
from workbench.experiments.results.results import EvaluationResults, UnitGroup, VariantResults
from workbench.labels import count
from workbench.providers import client_title
from workbench.store.experiments.experiment_records import Experiment, ExperimentState
from workbench.store.runs.run_plans import ClientChoice

_STATES = {
    ExperimentState.RUNNING: "It is still running: the numbers cover what is written so far.",
    ExperimentState.STOPPED: "It was stopped early: the numbers cover what was written until then.",
    ExperimentState.FAILED: "It could not be finished: the numbers cover what was written until then.",
}


def _by_repeat(group: UnitGroup) -> tuple[Sums, ...]:
    placed = [(group.repeat_of(place), unit) for place, unit in enumerate(group.units)]
    return tuple(
        sum_units(unit for own, unit in placed if own == repeat) for repeat in sorted({repeat for repeat, _ in placed})
    )


def _counted(group: UnitGroup) -> VariantResults:
    return VariantResults(
        **{name: getattr(group, name) for name in UnitGroup.model_fields},
        sums=sum_units(group.units),
        by_repeat=_by_repeat(group),
        figures=five_figures(group.units),
    )


def _left_out(variants: Sequence[VariantResults]) -> Iterator[str]:
    """Yield the notes about what could not be measured, each once, with the variants' names if not all share it."""
    named: dict[str, list[str]] = {}
    for one in variants:
        for note in one.sums.left_out:
            named.setdefault(note, []).append(one.name)
    for note, names in named.items():
        yield note if len(names) == len(variants) else f"{', '.join(names)}: {note}"


def _notes(variants: Sequence[VariantResults]) -> Iterator[str]:
    for one in variants:
        if one.trouble:
            yield f"{one.name} could not go on: {one.trouble}"
        if one.missing:
            lacks = count(one.missing, "unit is", "units are")
            yield f"{one.name}: {lacks} missing and not counted."
        if not one.units and not one.trouble:
            yield f"{one.name}: nothing is written yet."
    yield from _left_out(variants)


def _compared(variants: Sequence[VariantResults], reference: str, seed: int) -> tuple[Difference, ...]:
    groups = {one.name: one.units for one in variants}
    kinds = {one.is_answers for one in variants if one.units}
    one = "unit" if len(kinds) != 1 else "question" if kinds.pop() else "chapter"
    return differences(groups, reference=reference, seed=seed, one=one) if len(groups) > 1 else ()


def results_of_units(
    title: str, groups: Sequence[UnitGroup], *, reference: str = "", seed: int = 7
) -> EvaluationResults:
    """Return the results of some groups of units.

    `reference` names the group that the others are compared with; the first one if it is "" or no group's name. `seed`
    is that of the resampling for the differences. Raises ValueError if two groups have the same name.
    """
    names = [group.name for group in groups]
    if len(set(names)) < len(names):
        raise ValueError("each group needs a name of its own")
    variants = tuple(map(_counted, groups))
    chosen = reference if reference in names else next(iter(names), "")
    return EvaluationResults(
        title=title,
        reference=chosen,
        variants=variants,
        differences=_compared(variants, chosen, seed),
        notes=tuple(_notes(variants)),
        repeats=max((one.repeat_of(place) + 1 for one in groups for place in range(len(one.units))), default=1),
        seed=seed,
        replies=reply_rates(call for group in groups for call in group.calls),
    )


def _called(client: ClientChoice) -> str:
    named = f" ({client.name})" if client.name else ""
    return client_title(client.kind) + named


def _without_estimates(unit: Unit) -> Unit:
    """Return a unit without what version 0.1.0 estimated from shared words where no model judged."""
    shares = {metric: share for metric, share in unit.shares.items() if metric not in OF_CITATIONS}
    return unit.model_copy(update={"shares": shares, "statements": ()}) if len(shares) < len(unit.shares) else unit


def _group(experiment: Experiment, place: int, missing: int) -> UnitGroup:
    variant = experiment.plan.variants[place]
    done = sorted(
        (one for one in experiment.units if one.cell.variant == place),
        key=lambda one: (one.cell.subject, one.cell.repeat, one.position),
    )
    judged = experiment.plan.judge is not None and experiment.plan.judge.support
    asks = any(subject.questions for subject in experiment.plan.subjects)
    return UnitGroup(
        name=variant.name,
        units=tuple(one.unit if judged else _without_estimates(one.unit) for one in done),
        repeats=tuple(one.cell.repeat for one in done),
        client=_called(variant.client),
        model=variant.client.model or "",
        mode=MODES[str(variant.asking.mode if asks else variant.settings.mode)],
        missing=missing,
        trouble=experiment.troubles.get(variant.name, ""),
        calls=tuple(call for one in done for call in (*one.calls, *one.judging)),
    )


def _judge_of(experiment: Experiment) -> str:
    judge = experiment.plan.judge
    return "" if judge is None else judge.client.model or _called(judge.client)


def results_of(experiment: Experiment) -> EvaluationResults:
    """Return the results of a stored experiment so far; missing units are in its notes and never counted as zero."""
    plan = experiment.plan
    missing = missing_units(experiment)
    groups = [_group(experiment, place, missing.of_variants[place]) for place in range(len(plan.variants))]
    found = results_of_units(plan.title, groups, reference=plan.reference, seed=plan.seed)
    state = experiment.summary.state
    notes = [_STATES[state]] if state in _STATES else []
    if missing.of_no_one:
        notes.append(f"{count(missing.of_no_one, 'more unit is', 'more units are')} missing.")
    return found.model_copy(
        update={
            "notes": (*notes, *found.notes),
            "state": state,
            "repeats": plan.repeats,
            "judge": _judge_of(experiment),
            "judges_support": plan.judge is not None and plan.judge.support,
        }
    )
