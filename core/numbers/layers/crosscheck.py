"""Numbers against the results they cite: the value, its unit, its rounding."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from core.numbers.calm import calm
from core.numbers.layers.cited import CitedRows, OneSentence
from core.numbers.layers.closeness import agrees
from core.numbers.layers.meaning import Meant, is_range, may_be_a_change, meant_by
from core.numbers.layers.mismatches import change_in_other_unit, unchecked_value, unit_mismatch, value_mismatch
from core.numbers.layers.pool import Known, Pool, nearest
from core.numbers.records import CitationIssue, CitationReport, NumericClaim, QueryResult
from core.numbers.rules import CrossCheckRules

_OTHER_UNIT = {"percent": "percentage_points", "percentage_points": "percent"}


class _Judged(NamedTuple):
    """A number with the rows it cites; `counting` are those that count for it, `found` is the value it is."""

    meant: Meant
    cited: CitedRows
    counting: CitedRows
    found: Known | None

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
        self._sentences: dict[tuple[int, int], OneSentence] = {}

    def _cite(self, rows: tuple[int, ...]) -> CitedRows:
        cited = self._cited.get(rows)
        if cited is None:
            known = [self._results[row] for row in rows if 0 <= row < len(self._results)]
            cited = self._cited[rows] = CitedRows(known, self._rules.tolerances)
        return cited

    def _look(self, meant: Meant, pool: Pool, *, unsigned: bool) -> Known | None:
        """Return the nearest of the values that a number is, None where it is none."""
        near = pool.near(meant.claim.value, unsigned=unsigned)
        return nearest(meant.claim.value, (known for known in near if agrees(meant, known, self._rules)))

    def judge(self, report: CitationReport) -> list[_Judged]:
        """Compare each number whose citation holds with the rows it cites."""
        numbers = Counter(number.claim.sentence for number in report.numbers)
        judged: list[_Judged] = []
        for number in report.numbers:
            cited = self._cite(number.result_rows) if number.issue is None else None
            if cited is None or not cited.rows:
                continue
            claim = number.claim
            alone = self._narrative is not None and numbers[claim.sentence] == 1
            counting = cited.of_the_period(claim.sentence.slice(self._narrative or "")) if alone else cited
            meant = meant_by(claim, self._narrative)
            found = self._look(meant, counting.values(claim.unit), unsigned=meant.unsigned)
            judged.append(_Judged(meant, cited, counting, found))
            self._sentences.setdefault(claim.sentence, OneSentence()).add(claim, cited, found)
        return judged

    def _change(self, one: _Judged, unit: str) -> Known | None:
        """Return the change from one value to another that a number is, if it is meant in `unit`."""
        if not may_be_a_change(one.meant, self._narrative):
            return None
        pools = (one.cited.changes(unit), *self._sentences[one.claim.sentence].changes(unit))
        looked = (self._look(one.meant, pool, unsigned=one.meant.unsigned_change) for pool in pools)
        return next((known for known in looked if known), None)

    def _holds_a_value(self, first: _Judged, second: _Judged) -> bool:
        """Tell whether two numbers are the ends of a range in which a value of their rows lies."""
        low, high = first.claim, second.claim
        if low.other_end != high.span or low.unit != high.unit or not is_range(low.span, high.span, self._narrative):
            return False
        near = first.counting.values(low.unit).near(low.value, unsigned=first.meant.unsigned)
        return any(low.value <= known.value <= high.value for known in near)

    def ranges(self, judged: Sequence[_Judged]) -> set[int]:
        """Return the places of the numbers that are right because a value lies in their range."""
        pairs = ((place, pair) for place, pair in enumerate(pairwise(judged)) if not (pair[0].found and pair[1].found))
        return {end for place, pair in pairs if self._holds_a_value(*pair) for end in (place, place + 1)}

    def issue(self, one: _Judged) -> CitationIssue | None:
        """Return what is wrong with a number that is none of the values it cites, None where it follows from two."""
        claim = one.claim
        if self._change(one, claim.unit):
            return None
        other = _OTHER_UNIT.get(claim.unit)
        change = self._change(one, other) if other else None
        if other and change:
            return change_in_other_unit(claim, change, other)
        same = self._look(one.meant, one.counting.misfits(claim.unit), unsigned=one.meant.unsigned)
        if same:
            return unit_mismatch(claim, same.row)
        return self._nearest_issue(one)

    def _nearest_issue(self, one: _Judged) -> CitationIssue:
        """Return what is wrong with a number that is no value of its rows in any unit, naming the nearest."""
        value, unit, unsigned = one.claim.value, one.claim.unit, one.meant.unsigned
        near = one.counting.values(unit).near(value, unsigned=unsigned)
        if may_be_a_change(one.meant, self._narrative):
            near += one.cited.changes(unit).near(value, unsigned=one.meant.unsigned_change)
        known = nearest(value, near)
        if known:
            return value_mismatch(one.claim, known, one.cited.rows[0])
        misfit = nearest(value, one.counting.misfits(unit).near(value, unsigned=unsigned))
        return unit_mismatch(one.claim, misfit.row) if misfit else unchecked_value(one.claim, one.cited.rows[0])


def cross_check(
    report: CitationReport, results: Sequence[QueryResult], rules: CrossCheckRules, *, narrative: str | None = None
) -> tuple[CitationIssue, ...]:
    """Return what is wrong with the numbers whose citation holds, in the report's order.

    A number is right that equals a value of the rows it cites, in its unit, as it is rounded, hedged and tolerated; or
    the change from one such value to another of its sentence: difference, percent, times. With the narrative, the
    words beside it count: "fell by 5%" is right for -5, "in 2023" leaves only that period's rows. Without it, any
    number without a sign is right for a negative value of its size. VALUE_MISMATCH and UNIT_MISMATCH are errors and
    suggest the nearest value in the number's own form; UNCHECKED_VALUE, a row without a value, is a note. Nothing
    raises, however large the values. Source: the issue "Numbers", cross-checks.
    """
    if not rules.enabled:
        return ()
    with calm():
        check = _CrossCheck(results, rules, narrative)
        judged = check.judge(report)
        right = check.ranges(judged)
        wrong = [one for place, one in enumerate(judged) if not one.found and place not in right]
        return tuple(issue for issue in map(check.issue, wrong) if issue)
