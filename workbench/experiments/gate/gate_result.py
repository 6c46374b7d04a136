"""What a gate is asked to hold, and what it found."""

from decimal import Decimal
from enum import StrEnum

from core.evaluation.difference_labels import COHERENCE, Measure
from core.evaluation.records import Amount, Metric
from core.record import Record

COUNTS = (Amount.FABRICATED_AFTER, Amount.CHANGED_BYTES)
"""Of seed 1's five figures, the two that are counts."""
GATED: tuple[Measure, ...] = (*Metric, COHERENCE, *COUNTS)
"""What a gate can hold, by the names that a person writes."""


class MeasureFloor(Record):
    """What a measure must reach, or where less is better must not exceed; `variant` is "" for every one.

    `value` is a part of 1 for shares, a score from 1 to 5 for coherence, a whole number for counts. `asked` is what the
    person wrote.
    """

    variant: str
    measure: Measure
    value: Decimal
    asked: str


class GateVerdict(StrEnum):
    """What became of one thing that a gate was asked."""

    HELD = "held"
    FELL = "fell"
    UNCHECKED = "not checked"


class GateFinding(Record):
    """One measure of one variant against what it was to be: `seen` and `wanted` in words, `why` where it is needed."""

    variant: str
    measure: Measure
    verdict: GateVerdict
    seen: str
    wanted: str
    why: str = ""


class GateOutcome(Record):
    """What a gate found; `troubles` say what of the experiment or the baseline lets nobody pass, `notes` what was not
    compared and did not have to be."""

    findings: tuple[GateFinding, ...] = ()
    troubles: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def held(self) -> bool:
        """Whether everything that was asked was checked and held."""
        return not self.troubles and all(one.verdict is GateVerdict.HELD for one in self.findings)
