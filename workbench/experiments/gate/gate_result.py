"""Records of the gate: floors and findings."""

from decimal import Decimal
from enum import StrEnum

from core.evaluation.difference_labels import COHERENCE, Measure
from core.evaluation.records import Amount, Metric, QuotationKind, amounts_of
from core.record import Record

COUNTS = (Amount.FABRICATED_AFTER, Amount.CHANGED_BYTES)
"""Of seed 1's five figures, the two that are counts."""
GATED: tuple[Measure, ...] = (*Metric, COHERENCE, *COUNTS)
"""The measures that are compared with a baseline. The kinds of quotations that fail are not among them: what was
invented and is now only reworded would count as worse."""
KIND_COUNTS = tuple(amount for kind in QuotationKind for amount in amounts_of(kind))
"""The counts of the kinds of quotations that fail."""
FLOORED: tuple[Measure, ...] = (*GATED, *KIND_COUNTS)
"""The measures that a floor can be set for, by the names that a person writes."""


class MeasureFloor(Record):
    """The value that a measure must reach, or must not exceed if less is better; `variant` is "" for every variant.

    `value` is a part of 1 for shares, a score from 1 to 5 for coherence, a whole number for counts. `asked` is what the
    person wrote.
    """

    variant: str
    measure: Measure
    value: Decimal
    asked: str


class GateVerdict(StrEnum):
    """The result of one check of the gate."""

    HELD = "held"
    FELL = "fell"
    UNCHECKED = "not checked"


class GateFinding(Record):
    """One check: a measure of one variant, with the measured (`seen`) and required (`wanted`) value in words. `why`
    gives a reason if there is one."""

    variant: str
    measure: Measure
    verdict: GateVerdict
    seen: str
    wanted: str
    why: str = ""


class GateOutcome(Record):
    """The gate's result; `troubles` are problems of the experiment or the baseline that fail the gate, `notes` name
    what was not compared and did not have to be."""

    findings: tuple[GateFinding, ...] = ()
    troubles: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def held(self) -> bool:
        """Whether every check was made and held."""
        return not self.troubles and all(one.verdict is GateVerdict.HELD for one in self.findings)
