"""The quotations, statements or units that a number was counted from, the worst first."""

from collections.abc import Callable, Iterator

from core.enforcement.results import STAYS, DecisionAction
from core.evaluation.citation_support import OF_CITATIONS
from core.evaluation.records import Amount, Judged, Metric, QuotationKind, Statement, Unit, amounts_of
from core.record import Record
from workbench.experiments.results.chart_marks import STANDING, ChartMark
from workbench.experiments.results.result_labels import is_failed_quotation
from workbench.experiments.results.results import EvaluationResults


class CountedItem(Record):
    """One item that a number was counted from: a quotation or a statement of a unit, or the whole unit.

    `repeat` counts from 0; `place` is the unit's index in its variant. A unit that was not written has neither
    quotation nor statement; its `trouble` says why.
    """

    variant: str
    repeat: int
    place: int
    unit: Unit
    quotation: Judged | None = None
    statement: Statement | None = None


def _stands(judged: Judged) -> bool:
    return judged.action in STAYS


def _any(_: Judged) -> bool:
    return True


_BY_ACTION = {
    Amount.KEPT: DecisionAction.KEPT,
    Amount.REPLACED: DecisionAction.REPLACED,
    Amount.UNQUOTED: DecisionAction.UNQUOTED,
    Amount.DROPPED: DecisionAction.DROPPED,
}


def _is_of(kind: QuotationKind) -> Callable[[Judged], bool]:
    return lambda judged: judged.kind is kind


def _done(action: DecisionAction) -> Callable[[Judged], bool]:
    return lambda judged: judged.action is action


_QUOTATIONS: dict[str, Callable[[Judged], bool]] = {
    **dict.fromkeys((Metric.VERBATIM_BEFORE, Metric.CITATION_BEFORE, Metric.HALLUCINATION_BEFORE, Amount.FOUND), _any),
    Metric.ATTRIBUTION_BEFORE: lambda judged: judged.verbatim,
    **dict.fromkeys(
        (
            *(Metric.VERBATIM_AFTER, Metric.CITATION_AFTER, Metric.ATTRIBUTION_AFTER, Metric.HALLUCINATION_AFTER),
            *(Metric.QUOTES_USED, Metric.WORDS_QUOTED, Amount.QUOTATIONS, Amount.FABRICATED_AFTER, STANDING),
        ),
        _stands,
    ),
    Amount.FABRICATED_BEFORE: lambda judged: not judged.verbatim,
    Amount.CORRECTED: lambda judged: judged.cited is False and _stands(judged),
    **{amount: _done(action) for amount, action in _BY_ACTION.items()},
    **{amounts_of(kind)[0]: _is_of(kind) for kind in QuotationKind},
}


def _rank(behind: CountedItem) -> int:
    """Return the order of an item: unwritten units first, correct items last."""
    judged, statement = behind.quotation, behind.statement
    if behind.unit.trouble and judged is None and statement is None:
        return 0
    if judged is not None:
        return 1 if not judged.verbatim else 2 if is_failed_quotation(judged) else 3
    return 1 if statement is not None and not (statement.supported and all(statement.needed)) else 3


def _of_unit(base: CountedItem, what: str) -> Iterator[CountedItem]:
    if base.unit.trouble:
        yield base
    if what in OF_CITATIONS:
        judged = (one for one in base.unit.statements if one.supported is not None)
        yield from (base.model_copy(update={"statement": one}) for one in judged)
    elif what in _QUOTATIONS:
        fits = _QUOTATIONS[what]
        yield from (base.model_copy(update={"quotation": one}) for one in base.unit.quotations if fits(one))
    elif not base.unit.trouble and (what in base.unit.shares or what in base.unit.amounts):
        yield base


def counted_items(results: EvaluationResults, mark: ChartMark) -> tuple[CountedItem, ...]:
    """Return the items that a mark was counted from, the worst first; none if its variant or unit is not here."""
    found = results.variant(mark.variant)
    if found is None:
        return ()
    listed = [
        one
        for place, unit in enumerate(found.units)
        if not mark.key or (unit.subject, unit.key) == (mark.subject, mark.key)
        for one in _of_unit(
            CountedItem(variant=found.name, repeat=found.repeat_of(place), place=place, unit=unit), mark.what
        )
    ]
    return tuple(sorted(listed, key=_rank))
