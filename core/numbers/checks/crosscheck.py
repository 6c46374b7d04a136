"""Numbers against the results they cite: the value, its unit, its rounding."""

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

_MOST_NAMED = 12  # groups of rows of one sentence that are asked for the periods it names
_OTHER_UNIT = {"percent": "percentage_points", "percentage_points": "percent"}


class _CheckedNumber(NamedTuple):
    """A number with the rows it cites; `counting` are those that count for it, `found` is the value it is.

    `astray` is the value that it would be, were it not said of another period; `dated` numbers name their own one.
    """

    meant: ClaimContext
    cited: CitedRows
    counting: CitedRows
    found: KnownValue | None
    astray: KnownValue | None = None
    dated: bool = False

    @property
    def claim(self) -> NumericClaim:
        return self.meant.claim


class _CrossCheck:
    """One run over a report; what many numbers are compared with is made once."""

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

    def _look(self, meant: ClaimContext, pool: ValueIndex, *, unsigned: bool) -> KnownValue | None:
        """Return the nearest of the values that a number is, None where it is none."""
        near = pool.near(meant.claim.value, unsigned=unsigned)
        return nearest(meant.claim.value, (known for known in near if agrees(meant, known, self._rules)))

    def _is_value(self, meant: ClaimContext, cited: CitedRows) -> KnownValue | None:
        """Return the value of some rows that a number is, in the first unit that it may be meant in."""
        looked = (self._look(meant, cited.values(unit), unsigned=meant.unsigned) for unit in meant.units)
        return next((known for known in looked if known), None)

    def judge(self, report: CitationReport) -> list[_CheckedNumber]:
        """Compare each number whose citation holds with the rows it cites."""
        by_sentence = groupby(report.numbers, key=lambda number: number.claim.sentence)
        return [judged for sentence, group in by_sentence for judged in self._judge_sentence(sentence, [*group])]

    def _judge_sentence(self, sentence: Span, numbers: Sequence[CitedNumber]) -> list[_CheckedNumber]:
        """Compare the numbers of one sentence, each with its own period's rows where the words tell which."""
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
        judged: list[_CheckedNumber] = []
        for meant, cited in read:
            span = meant.claim.span
            counting = cited.of(own.get(span))
            found = self._is_value(meant, counting)
            behind = None if meant.is_change else periods.behind(span)
            astray = found if behind and cited.are_of_others(behind) else None
            together.add(meant.claim, cited, None if astray else found)
            judged.append(_CheckedNumber(meant, cited, counting, None if astray else found, astray, span in own))
        return judged

    def turned(self, judged: Sequence[_CheckedNumber]) -> dict[int, KnownValue]:
        """Return the places of numbers that are said to lead from a later row to an earlier one, with their rows."""
        found: dict[int, KnownValue] = {}
        for place, (one, other) in enumerate(pairwise(judged)):
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
        """Return the change from one value to another that a number is, if it is meant in `unit`."""
        if not may_be_a_change(one.meant, self._narrative):
            return None
        compared = compares(one.meant, self._narrative)
        together = self._sentences[one.claim.sentence].changes(unit, compared=compared)
        pools = (one.cited.changes(unit, compared=compared), *together)
        looked = (self._look(one.meant, pool, unsigned=one.meant.unsigned_change) for pool in pools)
        return next((known for known in looked if known), None)

    def _holds_a_value(self, first: _CheckedNumber, second: _CheckedNumber) -> bool:
        """Tell whether two numbers are the ends of a range in which a value of their rows lies."""
        low, high = first.claim, second.claim
        if low.other_end != high.span or low.unit != high.unit or not is_range(low.span, high.span, self._narrative):
            return False
        near = first.counting.values(first.meant.unit).near(low.value, unsigned=first.meant.unsigned)
        return any(low.value <= known.value <= high.value for known in near)

    def ranges(self, judged: Sequence[_CheckedNumber]) -> set[int]:
        """Return the places of the numbers that are right because a value lies in their range."""
        pairs = ((place, pair) for place, pair in enumerate(pairwise(judged)) if not (pair[0].found and pair[1].found))
        return {end for place, pair in pairs if self._holds_a_value(*pair) for end in (place, place + 1)}

    def issue(self, one: _CheckedNumber) -> CitationIssue | None:
        """Return what is wrong with a number that is none of the values it cites, None where it follows from two."""
        claim = one.claim
        if one.astray:
            return period_mismatch(claim, one.astray)
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
        """Return what is wrong with a number that is no value of its rows in any unit, naming the nearest."""
        value, unit, unsigned = one.claim.value, one.meant.unit, one.meant.unsigned
        near = [known for own in one.meant.units for known in one.counting.values(own).near(value, unsigned=unsigned)]
        if may_be_a_change(one.meant, self._narrative):
            compared = compares(one.meant, self._narrative)
            pools = (one.cited.changes(own, compared=compared) for own in one.meant.units)
            near += [known for pool in pools for known in pool.near(value, unsigned=one.meant.unsigned_change)]
        known = nearest(value, near)
        if known:
            return value_mismatch(one.claim, known, one.cited.rows[0])
        misfit = nearest(value, one.counting.misfits(unit).near(value, unsigned=unsigned))
        return unit_mismatch(one.claim, misfit, unit) if misfit else unchecked_value(one.claim, one.cited.rows[0])


def cross_check(
    report: CitationReport, results: Sequence[QueryResult], rules: CrossCheckRules, *, narrative: str | None = None
) -> tuple[CitationIssue, ...]:
    """Return what is wrong with the numbers whose citation holds, in the report's order.

    A number is right that equals a value of the rows it cites, in its unit, as it is rounded, hedged and tolerated; or
    the change from one such value to another of its sentence: difference, percent, times. With the narrative, the
    words beside it count: "fell by 5%" is right for -5, "5 hours" is no row of 5 days, "in 2023" leaves only that
    period's rows. Without it, any number without a sign is right for a negative value of its size. VALUE_MISMATCH and
    UNIT_MISMATCH are errors and suggest the nearest value in the number's own form; UNCHECKED_VALUE, a row without a
    value, is a note. Nothing raises, however large the values. Source: decisions.md#seed-3.
    """
    if not rules.enabled:
        return ()
    with safe_arithmetic():
        check = _CrossCheck(results, rules, narrative)
        judged = check.judge(report)
        turned = check.turned(judged)
        judged = [
            one._replace(found=None, astray=turned[place]) if place in turned else one
            for place, one in enumerate(judged)
        ]
        right = check.ranges(judged)
        wrong = [one for place, one in enumerate(judged) if not one.found and place not in right]
        return tuple(issue for issue in map(check.issue, wrong) if issue)
