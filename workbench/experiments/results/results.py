"""The results of an evaluation as one value, from which the page, the command, the report and the gate are made."""

from typing import Annotated

from pydantic import Field, model_validator

from core.evaluation.criteria import Figure
from core.evaluation.differences import Difference
from core.evaluation.measures import RepeatMean, Sums, repeated
from core.evaluation.proportion import Interval
from core.evaluation.records import Metric, Unit
from core.record import Record
from workbench.experiments.results.reply_rates import ReplyRates
from workbench.store import CallFacts
from workbench.store.experiments.experiment_records import ExperimentState

_WHOLE = Interval(low=0.0, high=1.0)


class UnitGroup(Record):
    """Units of one variant; `name` is unique among the groups.

    `repeats` has the repeat of each unit, from 0; empty means that all are of the first. `client`, `model` and `mode`
    are words for people. `missing` counts planned units that are not there; `trouble` says why the variant could not
    continue, "" if it could. `calls` are those made for the units, a judge's too.
    """

    name: str
    units: tuple[Unit, ...]
    repeats: tuple[Annotated[int, Field(ge=0)], ...] = ()
    client: str = ""
    model: str = ""
    mode: str = ""
    missing: Annotated[int, Field(ge=0)] = 0
    trouble: str = ""
    calls: tuple[CallFacts, ...] = ()

    @model_validator(mode="after")
    def _one_for_each(self) -> "UnitGroup":
        if self.repeats and len(self.repeats) != len(self.units):
            raise ValueError("repeats must name one repeat for each unit")
        return self

    def repeat_of(self, place: int) -> int:
        """Return the repeat, from 0, of the unit at an index of `units`."""
        return self.repeats[place] if self.repeats else 0

    @property
    def is_answers(self) -> bool:
        """Whether all of its units are answers."""
        return not any(unit.level for unit in self.units)


class VariantResults(UnitGroup):
    """A group with its sums: `sums` over all its units, `by_repeat` over those of each repeat that has any.

    `figures` are seed 1's five, always all of them; for answers three of them have nothing to count.
    """

    sums: Sums
    by_repeat: tuple[Sums, ...]
    figures: tuple[Figure, ...]

    @property
    def over_repeats(self) -> dict[Metric, RepeatMean]:
        """The mean of each share over the repeats with its interval, if at least two repeats have the share."""
        found: dict[Metric, RepeatMean] = {}
        for metric in self.sums.shares:
            values = [share.value if (share := sums.shares.get(metric)) else None for sums in self.by_repeat]
            over = repeated(values, within=_WHOLE)
            if over is not None:
                found[metric] = over
        return found


class EvaluationResults(Record):
    """The variants of an evaluation, and their differences.

    `reference` names the variant that `differences` compare the others with. `notes` tell people what was left out, is
    missing or was estimated, one sentence each. `repeats` counts from 1; `judge` names the model that judged, "" if
    none did, and `judges_support` says whether it also judged what citations support; `seed` is that of the resampling
    for the differences. `replies` says by client and model how clean the replies came.
    """

    title: str
    reference: str
    variants: tuple[VariantResults, ...]
    differences: tuple[Difference, ...] = ()
    notes: tuple[str, ...] = ()
    state: ExperimentState = ExperimentState.DONE
    repeats: int = 1
    judge: str = ""
    judges_support: bool = False
    seed: int = 7
    replies: tuple[ReplyRates, ...] = ()

    @property
    def finished(self) -> bool:
        """Whether all planned units were written."""
        return self.state is ExperimentState.DONE and not any(one.missing or one.trouble for one in self.variants)

    @property
    def one(self) -> str:
        """The word for a unit here: chapter, question, or unit if there are both."""
        kinds = {"chapter" if unit.level else "question" for one in self.variants for unit in one.units}
        return kinds.pop() if len(kinds) == 1 else "unit"

    def variant(self, name: str) -> VariantResults | None:
        """Return the variant of this name, None if there is none."""
        return next((one for one in self.variants if one.name == name), None)
