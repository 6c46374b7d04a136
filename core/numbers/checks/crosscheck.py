"""Compare numbers with the results they cite: the value, its unit, its rounding."""

from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from core.numbers.checks.change_phrases import is_change_phrase
from core.numbers.checks.cited_rows import CitedRows, SentenceCitations, SentencePeriods, read_period
from core.numbers.checks.claim_context import ClaimContext, claim_context, compares, is_range, may_be_a_change
from core.numbers.checks.closeness import (
    agrees,
    change_in_other_unit,
    period_mismatch,
    unchecked_value,
    unit_mismatch,
    value_mismatch,
)
from core.numbers.checks.value_index import KnownValue, ValueIndex, nearest
from core.numbers.records import CitationIssue, CitationReport, CitedNumber, NumericClaim, QueryResult
from core.numbers.rules import CrossCheckRules
from core.numbers.safe_arithmetic import safe_arithmetic
from core.span import Span

_MOST_NAMED = 12  # groups of rows of one sentence in which the periods that it names are looked up
_OTHER_UNIT = {"percent": "percentage_points", "percentage_points": "percent"}


class _CheckedNumber(NamedTuple):
    """A number with the rows it cites; `counting` are those of its period, `found` is the value it matches.

    `in_other_period` is the value that it matches in another period only; `dated` numbers name their own period.
    """

    meant: ClaimContext
    cited: CitedRows
    counting: CitedRows
    found: KnownValue | None
    in_other_period: KnownValue | None = None
    dated: bool = False

    @property
    def claim(self) -> NumericClaim:
        return self.meant.claim


class _CrossCheck:
    """One run over a report; values that many numbers are compared with are made once."""

    def __init__(self, results: Sequence[QueryResult], rules: CrossCheckRules, narrative: str | None) -> None:
        self._results = results
        self._rules = rules
        self._narrative = narrative
        self._cited: dict[tuple[int, ...], CitedRows] = {}
        self._sentences: dict[tuple[int, int], SentenceCitations] = {}

    def _cite(self, rows: tuple[int, ...]) -> CitedRows:
        cited = self._cited.get(rows)
        if cited is None:
            known = [self._results[row] for row in rows if 0 <= row < len(self._results)]
            cited = self._cited[rows] = CitedRows(known, self._rules.tolerances)
        return cited

    def _look(self, meant: ClaimContext, index: ValueIndex, *, unsigned: bool) -> KnownValue | None:
        """Return the nearest of the values that a number matches, None if it matches none."""
        near = index.near(meant.claim.value, unsigned=unsigned)
        return nearest(meant.claim.value, (known for known in near if agrees(meant, known, self._rules)))

    def _is_value(self, meant: ClaimContext, cited: CitedRows) -> KnownValue | None:
        """Return the value of some rows that a number matches, in the first unit that it may be meant in."""
        looked = (self._look(meant, cited.values(unit), unsigned=meant.unsigned) for unit in meant.units)
        return next((known for known in looked if known), None)

    def compare(self, report: CitationReport) -> list[_CheckedNumber]:
        """Compare each number whose citation is valid with the rows it cites."""
        by_sentence = groupby(report.numbers, key=lambda number: number.claim.sentence)
        return [checked for sentence, group in by_sentence for checked in self._compare_sentence(sentence, [*group])]

    def _compare_sentence(self, sentence: Span, numbers: Sequence[CitedNumber]) -> list[_CheckedNumber]:
        """Compare the numbers of one sentence, each with the rows of its own period if the words name it."""
        well = [number for number in numbers if number.issue is None]
        read = [(claim_context(one.claim, self._narrative), self._cite(one.result_rows)) for one in well]
        read = [(meant, cited) for meant, cited in read if cited.rows]
        if not read:
            return []
        periods = SentencePeriods(self._narrative or "", sentence, [number.claim.span for number in numbers])
        distinct = list({id(cited): cited for _, cited in read}.values())
        values = [meant.claim.span for meant, _ in read if not meant.is_change]
        own = periods.own(values, lambda period: any(cited.has(period) for cited in distinct))
        together = self._sentences.setdefault(sentence, SentenceCitations())
        for cited in distinct[:_MOST_NAMED]:
            for period in filter(cited.has, periods.named):
                together.name(cited.of(period))
        checked: list[_CheckedNumber] = []
        for meant, cited in read:
            span = meant.claim.span
            counting = cited.of(own.get(span))
            found = self._is_value(meant, counting)
            behind = None if meant.is_change else periods.behind(span)
            in_other_period = found if behind and cited.are_of_others(behind) else None
            together.add(meant.claim, cited, None if in_other_period else found)
            checked.append(
                _CheckedNumber(meant, cited, counting, None if in_other_period else found, in_other_period, span in own)
            )
        return checked

    def reversed_changes(self, checked: Sequence[_CheckedNumber]) -> dict[int, KnownValue]:
        """Return the places of numbers in a change from a later row to an earlier one, with their rows."""
        found: dict[int, KnownValue] = {}
        for place, (one, other) in enumerate(pairwise(checked)):
            first, second = one.found, other.found
            if not (self._narrative and first and second) or one.dated or other.dated:
                continue
            before, after = read_period(first.row.period), read_period(second.row.period)
            if before and after and before > after and first.value != second.value:
                found |= (
                    {place: first, place + 1: second}
                    if is_change_phrase(self._narrative, one.claim, other.claim)
                    else {}
                )
        return found

    def _change(self, one: _CheckedNumber, unit: str) -> KnownValue | None:
        """Return the change between two values that a number matches, if it is meant in `unit`."""
        if not may_be_a_change(one.meant, self._narrative):
            return None
        compared = compares(one.meant, self._narrative)
        together = self._sentences[one.claim.sentence].changes(unit, compared=compared)
        indexes = (one.cited.changes(unit, compared=compared), *together)
        looked = (self._look(one.meant, index, unsigned=one.meant.unsigned_change) for index in indexes)
        return next((known for known in looked if known), None)

    def _holds_a_value(self, first: _CheckedNumber, second: _CheckedNumber) -> bool:
        """Tell whether two numbers are the ends of a range in which a value of their rows lies."""
        low, high = first.claim, second.claim
        if low.other_end != high.span or low.unit != high.unit or not is_range(low.span, high.span, self._narrative):
            return False
        near = first.counting.values(first.meant.unit).near(low.value, unsigned=first.meant.unsigned)
        return any(low.value <= known.value <= high.value for known in near)

    def ranges(self, checked: Sequence[_CheckedNumber]) -> set[int]:
        """Return the places of numbers that are right because a value lies in their range."""
        pairs = ((place, pair) for place, pair in enumerate(pairwise(checked)) if not (pair[0].found and pair[1].found))
        return {end for place, pair in pairs if self._holds_a_value(*pair) for end in (place, place + 1)}

    def issue(self, one: _CheckedNumber) -> CitationIssue | None:
        """Return the issue of a number that matches none of its cited values, None if it follows from two of them."""
        claim = one.claim
        if one.in_other_period:
            return period_mismatch(claim, one.in_other_period)
        if any(self._change(one, unit) for unit in one.meant.units):
            return None
        other = _OTHER_UNIT.get(claim.unit)
        change = self._change(one, other) if other else None
        if other and change:
            return change_in_other_unit(claim, change, other)
        same = self._look(one.meant, one.counting.misfits(one.meant.unit), unsigned=one.meant.unsigned)
        if same:
            return unit_mismatch(claim, same, one.meant.unit)
        return self._nearest_issue(one)

    def _nearest_issue(self, one: _CheckedNumber) -> CitationIssue:
        """Return the issue of a number that matches no value of its rows in any unit, with the nearest one."""
        value, unit, unsigned = one.claim.value, one.meant.unit, one.meant.unsigned
        near = [known for own in one.meant.units for known in one.counting.values(own).near(value, unsigned=unsigned)]
        if may_be_a_change(one.meant, self._narrative):
            compared = compares(one.meant, self._narrative)
            indexes = (one.cited.changes(own, compared=compared) for own in one.meant.units)
            near += [known for index in indexes for known in index.near(value, unsigned=one.meant.unsigned_change)]
        known = nearest(value, near)
        if known:
            return value_mismatch(one.claim, known, one.cited.rows[0])
        misfit = nearest(value, one.counting.misfits(unit).near(value, unsigned=unsigned))
        return unit_mismatch(one.claim, misfit, unit) if misfit else unchecked_value(one.claim, one.cited.rows[0])


def cross_check(
    report: CitationReport, results: Sequence[QueryResult], rules: CrossCheckRules, *, narrative: str | None = None
) -> tuple[CitationIssue, ...]:
    """Return the issues of the numbers whose citation is valid, in the report's order.

    A number is right if it equals a value of the rows it cites, in its unit, within rounding, hedge and tolerance; or
    the change between two such values of its sentence: difference, percent, times. With the narrative, the words beside
    it count: "fell by 5%" is right for -5, "5 hours" is no row of 5 days, "in 2023" leaves only that period's rows.
    Without it, any number without a sign is right for a negative value of its size. VALUE_MISMATCH and UNIT_MISMATCH
    are errors and suggest the nearest value in the number's own form; UNCHECKED_VALUE, a row without a value, is a
    note. Nothing raises, however large the values. Source: decisions.md#seed-3.
    """
    if not rules.enabled:
        return ()
    with safe_arithmetic():
        check = _CrossCheck(results, rules, narrative)
        checked = check.compare(report)
        reversed_changes = check.reversed_changes(checked)
        checked = [
            one._replace(found=None, in_other_period=reversed_changes[place]) if place in reversed_changes else one
            for place, one in enumerate(checked)
        ]
        right = check.ranges(checked)
        wrong = [one for place, one in enumerate(checked) if not one.found and place not in right]
        return tuple(issue for issue in map(check.issue, wrong) if issue)
