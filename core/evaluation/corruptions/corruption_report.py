"""What a battery found: how many cases of each class got through each stage, and which should not have, or should."""

from enum import StrEnum

from core.evaluation.corruptions.corruption import Corruption, CorruptionClass
from core.evaluation.corruptions.stages import CheckStage
from core.record import Record

EXAMPLES = 3  # cases shown in full for each class and stage


class ExpectedResult(StrEnum):
    """What must become of a case."""

    ACCEPTED = "accepted"
    REFUSED = "refused"


class FailedCase(Record):
    """A case with which a stage did what it must not do: how it was put to it, what must be, what was seen."""

    stage: CheckStage
    form: str
    corruption: Corruption
    expected: ExpectedResult
    seen: str


class StageTally(Record):
    """All cases of one class at one stage that must end the same way.

    `kinds` counts the cases of each kind; `off` those that did not end as they must, `examples` the first of them.
    """

    corruption_class: CorruptionClass
    stage: CheckStage
    expected: ExpectedResult
    accepted: int
    refused: int
    off: int
    kinds: dict[str, int]
    examples: tuple[FailedCase, ...] = ()

    @property
    def cases(self) -> int:
        """How many cases there were."""
        return self.accepted + self.refused

    @property
    def empty(self) -> bool:
        """Whether there was no case at all; nothing is shown by nothing."""
        return self.cases == 0

    @property
    def passed(self) -> bool:
        """Whether there were cases and all ended as they must."""
        return not (self.empty or self.off)


class BatteryReport(Record):
    """The tallies of all classes at all stages, and what the corruptions were drawn from."""

    seed: int
    cap: int
    quotes: int
    tallies: tuple[StageTally, ...]

    @property
    def passed(self) -> bool:
        """Whether every class has cases at every stage and all ended as they must."""
        return bool(self.tallies) and all(tally.passed for tally in self.tallies)

    @property
    def off(self) -> tuple[FailedCase, ...]:
        """The shown cases of all tallies that did not end as they must."""
        return tuple(example for tally in self.tallies for example in tally.examples)

    @property
    def empty(self) -> tuple[StageTally, ...]:
        """The tallies without a case."""
        return tuple(tally for tally in self.tallies if tally.empty)
