"""How many units of an experiment are not there, as far as that can be told of each variant."""

from typing import NamedTuple

from workbench.store.experiments.experiment_records import Experiment, ExperimentPlan


class MissingUnits(NamedTuple):
    """Units that are not there: `of_variants`, one number each in the plan's order, and those of nobody knows whom."""

    of_variants: tuple[int, ...]
    of_no_one: int


def _known_sizes(experiment: Experiment) -> dict[tuple[int, str], int]:
    """Return how many units a subject has, by the thresholds that decide which chapters are merged.

    It is told from the most that any cell of it has: variants with the same thresholds write the same units.
    """
    sizes: dict[tuple[int, str], int] = {}
    for done in experiment.units:
        key = (done.cell.subject, _thresholds(experiment.plan, done.cell.variant))
        sizes[key] = max(sizes.get(key, 0), done.position + 1)
    for place, subject in enumerate(experiment.plan.subjects):
        if subject.questions:
            sizes |= {
                (place, _thresholds(experiment.plan, variant)): len(subject.questions)
                for variant in range(len(experiment.plan.variants))
            }
    return sizes


def _thresholds(plan: ExperimentPlan, variant: int) -> str:
    return plan.variants[variant].settings.thresholds.model_dump_json()


def missing_units(experiment: Experiment) -> MissingUnits:
    """Return how many units are not there; those that no other unit tells the variant of are counted by themselves.

    Where all variants have the same thresholds, each has an equal part of all units, also of what none has begun.
    """
    plan, sizes = experiment.plan, _known_sizes(experiment)
    done = [0] * len(plan.variants)
    for one in experiment.units:
        done[one.cell.variant] += 1
    expected = [
        plan.repeats * sum(sizes.get((subject, _thresholds(plan, variant)), 0) for subject in range(len(plan.subjects)))
        for variant in range(len(plan.variants))
    ]
    if len({_thresholds(plan, variant) for variant in range(len(plan.variants))}) == 1:
        expected = [max(own, experiment.summary.all_units // len(plan.variants)) for own in expected]
    missing = tuple(max(0, wanted - own) for wanted, own in zip(expected, done, strict=True))
    lacking = experiment.summary.all_units - experiment.summary.units
    return MissingUnits(of_variants=missing, of_no_one=max(0, lacking - sum(missing)))
