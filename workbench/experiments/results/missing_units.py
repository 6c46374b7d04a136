"""How many units of an experiment are missing, for each variant as far as it is known."""

from typing import NamedTuple

from workbench.store.experiments.experiment_records import Experiment, ExperimentPlan


class MissingUnits(NamedTuple):
    """Missing units: `of_variants` has one number for each variant in the plan's order, `of_no_one` counts those whose
    variant is not known."""

    of_variants: tuple[int, ...]
    of_no_one: int


def _known_sizes(experiment: Experiment) -> dict[tuple[int, str], int]:
    """Return how many units a subject has, by the thresholds that decide which chapters are merged.

    This is the largest number in any cell of the subject, because variants with the same thresholds have the same
    units.
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
    """Return how many units are missing; those whose variant is not known are counted separately.

    If all variants have the same thresholds, each has an equal part of all units, even of subjects that none has begun.
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
