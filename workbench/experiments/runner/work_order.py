"""The order of work: repeat, then subject, then variant, so that even a stopped experiment can compare variants."""

from collections.abc import Callable, Sequence
from itertools import accumulate

from core.errors import BadInput
from core.generation.pipeline import chapters_to_write
from core.generation.settings import Settings
from core.llm.client import Sampling
from workbench.experiments.runner.material import ReadBytes, line_from
from workbench.store import ExperimentPlan, PlanCell, PlanSubject, PlanVariant

_SEEDS = 2**31


def cells_of(plan: ExperimentPlan) -> tuple[PlanCell, ...]:
    """Return the cells of a plan in the order of work."""
    return tuple(
        PlanCell(variant=variant, subject=subject, repeat=repeat)
        for repeat in range(plan.repeats)
        for subject in range(len(plan.subjects))
        for variant in range(len(plan.variants))
    )


def repeat_sampling(sampling: Sampling, number: int) -> Sampling:
    """Return the sampling of a repeat, or of a judge's sample, which differs in the seed."""
    return sampling.model_copy(update={"seed": (sampling.seed + number) % _SEEDS})


def variant_of(plan: ExperimentPlan, cell: PlanCell) -> PlanVariant:
    """Return the variant of a cell with the sampling of its repeat."""
    variant = plan.variants[cell.variant]
    settings = variant.settings
    asking = variant.asking
    return variant.model_copy(
        update={
            "settings": settings.model_copy(update={"sampling": repeat_sampling(settings.sampling, cell.repeat)}),
            "asking": asking.model_copy(update={"sampling": repeat_sampling(asking.sampling, cell.repeat)}),
        }
    )


def chapters_of(read: ReadBytes, subject: PlanSubject, settings: Settings) -> tuple[int, ...]:
    """Return the chapters of a subject to write, merged ones once, by the map's index; () for questions.

    Raises BadInput, NotStored.
    """
    if subject.material is None:
        return ()
    return tuple(chapters_to_write(line_from(read, subject.material, settings), subject.chapters))


def _counts_of(read: ReadBytes, subject: PlanSubject, variants: Sequence[PlanVariant]) -> list[int]:
    """Return how many units a subject has for each variant. Raises BadInput with the subject's name, NotStored."""
    try:
        # The number of chapters depends on the thresholds alone.
        settings = {variant.settings.thresholds: variant.settings for variant in variants}
        counts = {
            thresholds: len(chapters_of(read, subject, one) or subject.questions)
            for thresholds, one in settings.items()
        }
    except BadInput as error:
        place = f"subject {subject.name}"
        problems = (one.model_copy(update={"place": f"{place}: {one.place}".rstrip(": ")}) for one in error.problems)
        raise BadInput(*problems) from error
    return [counts[variant.settings.thresholds] for variant in variants]


class UnitLayout:
    """The number of units of each cell of a plan, and their indices in the order of work.

    Creating it reads every subject once, and calls `check` between them. Raises BadInput with the subject's name, and
    NotStored.
    """

    def __init__(self, plan: ExperimentPlan, read: ReadBytes, check: Callable[[], None] = lambda: None) -> None:
        self.cells = cells_of(plan)
        self._units: dict[tuple[int, int], int] = {}
        for number, subject in enumerate(plan.subjects):
            check()
            for at, count in enumerate(_counts_of(read, subject, plan.variants)):
                self._units[number, at] = count
        ends = tuple(accumulate(map(self.units, self.cells)))
        self.total = ends[-1]
        self._first = {cell: end - self.units(cell) for cell, end in zip(self.cells, ends, strict=True)}

    def units(self, cell: PlanCell) -> int:
        """Return how many units a cell has."""
        return self._units[cell.subject, cell.variant]

    def number(self, cell: PlanCell, position: int) -> int:
        """Return a unit's index in the order of work, from 0."""
        return self._first[cell] + position
