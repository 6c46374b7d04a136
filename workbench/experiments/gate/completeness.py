"""Whether a measure is that of all that was asked for, or only of what happened to be there."""

from collections.abc import Sequence

from core.evaluation.difference_labels import Measure
from core.evaluation.proportion import NOTHING
from core.evaluation.records import Amount, Metric, Unit
from core.text.safe_html import counted

OF_CITATIONS = (Metric.CITATION_RECALL, Metric.CITATION_PRECISION)
"""What a model may judge, or the words that texts share."""
_NOT_JUDGED = "were not judged by"


def _of_units(count: int, all_of_them: int) -> str:
    return f"{count:,} of {counted(all_of_them, 'unit')}"


def unmeasured_part(units: Sequence[Unit], measure: Measure) -> str:
    """Return of what part a share could not be measured, "" where that is of nothing, or of everything."""
    if not isinstance(measure, Metric):
        return ""
    known = sum(measure in unit.shares for unit in units)
    if 0 < known < len(units):
        return f"It could be measured in {_of_units(known, len(units))} only."
    said = (said for unit in units for said in unit.left_out if measure in OF_CITATIONS and _NOT_JUDGED in said)
    return next(said, "")


def unwritten_units(units: Sequence[Unit], measure: Measure) -> str:
    """Return how many units are in no number of a share because nothing was written, "" where none is."""
    if not isinstance(measure, Metric):
        return ""
    silent = sum(unit.trouble != "" and not unit.shares.get(measure, NOTHING).n for unit in units)
    if not silent:
        return ""
    return (
        f"{_of_units(silent, len(units))} {'was' if silent == 1 else 'were'} not written, so nothing of "
        f"{'it' if silent == 1 else 'them'} is counted. Ask for `written` too, to say how many must be."
    )


def unchecked_reason(units: Sequence[Unit], measure: Measure) -> str:
    """Return why no fabrication says nothing, "" where it does."""
    if measure is not Amount.FABRICATED_AFTER:
        return ""
    read = [unit.amounts[Amount.QUOTATIONS] for unit in units if Amount.QUOTATIONS in unit.amounts]
    found = any(unit.amounts.get(Amount.FABRICATED_AFTER) for unit in units)
    return (
        "What is read holds no quotation, so there was nothing to check."
        if read and not any(read) and not found
        else ""
    )
