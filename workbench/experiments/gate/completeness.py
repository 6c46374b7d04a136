"""Whether a measure covers all planned units, or only some of them."""

from collections.abc import Sequence

from core.evaluation.citation_support import OF_CITATIONS
from core.evaluation.difference_labels import Measure
from core.evaluation.proportion import NOTHING
from core.evaluation.records import Amount, Metric, Unit
from core.text.safe_html import counted

_NOT_JUDGED = "were not judged by"


def _of_units(count: int, all_of_them: int) -> str:
    return f"{count:,} of {counted(all_of_them, 'unit')}"


def unmeasured_part(units: Sequence[Unit], measure: Measure) -> str:
    """Return in how many units a share could be measured; "" if in all of them, or in none."""
    if not isinstance(measure, Metric):
        return ""
    known = sum(measure in unit.shares for unit in units)
    if 0 < known < len(units):
        return f"It could be measured in {_of_units(known, len(units))} only."
    notes = (note for unit in units for note in unit.left_out if measure in OF_CITATIONS and _NOT_JUDGED in note)
    return next(notes, "")


def unwritten_units(units: Sequence[Unit], measure: Measure) -> str:
    """Return how many units a share does not count because they were not written; "" if there are none."""
    if not isinstance(measure, Metric):
        return ""
    silent = sum(unit.trouble != "" and not unit.shares.get(measure, NOTHING).n for unit in units)
    if not silent:
        return ""
    return (
        f"{_of_units(silent, len(units))} {'was' if silent == 1 else 'were'} not written, so "
        f"{'it is' if silent == 1 else 'they are'} not counted. Set a floor of `written` too."
    )


def unchecked_reason(units: Sequence[Unit], measure: Measure) -> str:
    """Return why a count of 0 fabrications proves nothing; "" if it does."""
    if measure is not Amount.FABRICATED_AFTER:
        return ""
    read = [unit.amounts[Amount.QUOTATIONS] for unit in units if Amount.QUOTATIONS in unit.amounts]
    found = any(unit.amounts.get(Amount.FABRICATED_AFTER) for unit in units)
    return (
        "The finished text has no quotation, so there was nothing to check."
        if read and not any(read) and not found
        else ""
    )
