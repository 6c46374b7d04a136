"""Whether a measure covers all planned units, or only some of them."""

from collections.abc import Sequence

from core.evaluation.citation_support import OF_CITATIONS
from core.evaluation.difference_labels import Measure
from core.evaluation.proportion import NOTHING
from core.evaluation.records import Amount, Metric, QuotationKind, Unit, amounts_of
from core.text.safe_html import counted

_BEFORE, _AFTER = map(frozenset, zip(*map(amounts_of, QuotationKind), strict=True))
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


def _is_silent(unit: Unit, measure: Measure) -> bool:
    """Tell whether a unit was not written and adds nothing to a measure of what was written."""
    if isinstance(measure, Metric):
        return unit.trouble != "" and not unit.shares.get(measure, NOTHING).n
    return unit.trouble != "" and measure in _BEFORE and not unit.amounts.get(Amount.FOUND)


def unwritten_units(units: Sequence[Unit], measure: Measure) -> str:
    """Return how many units a measure does not count because they were not written; "" if there are none."""
    silent = sum(_is_silent(unit, measure) for unit in units)
    if not silent:
        return ""
    return (
        f"{_of_units(silent, len(units))} {'was' if silent == 1 else 'were'} not written, so "
        f"{'it is' if silent == 1 else 'they are'} not counted. Set a floor of `written` too."
    )


def unchecked_reason(units: Sequence[Unit], measure: Measure) -> str:
    """Return why a count of 0 quotations that fail proves nothing; "" if it does."""
    is_read = measure is Amount.FABRICATED_AFTER or measure in _AFTER
    if not isinstance(measure, Amount) or not (is_read or measure in _BEFORE):
        return ""
    of_all = Amount.QUOTATIONS if is_read else Amount.FOUND
    known = [unit.amounts[of_all] for unit in units if of_all in unit.amounts]
    if not known or any(known) or any(unit.amounts.get(measure) for unit in units):
        return ""
    return f"{'The finished text has' if is_read else 'The model wrote'} no quotation, so there was nothing to check."
