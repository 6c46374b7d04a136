"""The report on corruptions: how many cases of each class each stage accepted, and which results were wrong."""

from enum import StrEnum

from core.evaluation.corruptions.corruption import Corruption, CorruptionClass
from core.evaluation.corruptions.stages import CheckStage
from core.record import Record

EXAMPLES = 3  # cases shown in full for each class and stage


class ExpectedResult(StrEnum):
    """The result that a case must have."""

    ACCEPTED = "accepted"
    REFUSED = "refused"


class FailedCase(Record):
    """A case with a wrong result at a stage: the form of the case, the expected result, and what was seen."""

    stage: CheckStage
    form: str
    corruption: Corruption
    expected: ExpectedResult
    seen: str


class StageTally(Record):
    """All cases of one class at one stage with the same expected result.

    `kinds` counts the cases of each kind; `off` those with a wrong result, `examples` the first of these.
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
        """Whether there was no case, which proves nothing."""
        return self.cases == 0

    @property
    def passed(self) -> bool:
        """Whether there were cases and all had the expected result."""
        return not (self.empty or self.off)


class BatteryReport(Record):
    """The tallies of all classes at all stages, and what the corruptions were drawn from."""

    seed: int
    cap: int
    quotes: int
    tallies: tuple[StageTally, ...]

    @property
    def passed(self) -> bool:
        """Whether every class has cases at every stage and all had the expected result."""
        return bool(self.tallies) and all(tally.passed for tally in self.tallies)

    @property
    def off(self) -> tuple[FailedCase, ...]:
        """The examples of wrong results in all tallies."""
        return tuple(example for tally in self.tallies for example in tally.examples)

    @property
    def empty(self) -> tuple[StageTally, ...]:
        """The tallies without a case."""
        return tuple(tally for tally in self.tallies if tally.empty)
