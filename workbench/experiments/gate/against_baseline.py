"""Compare results with an earlier evaluation: is any measure worse, over the units that both have?"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.evaluation.citation_support import OF_CITATIONS
from core.evaluation.difference_labels import COHERENCE, Certainty, Measure
from core.evaluation.differences import Difference, differences
from core.evaluation.measures import Sums, sum_units
from core.evaluation.records import Unit
from core.text.safe_html import counted
from workbench.experiments.gate.against_floors import incomplete_reason
from workbench.experiments.gate.completeness import unmeasured_part
from workbench.experiments.gate.gate_result import GATED, GateFinding, GateVerdict
from workbench.experiments.gate.measure import MeasuredValue, is_worse, measured_value
from workbench.experiments.results import Baseline, BaselineVariant, EvaluationResults, VariantResults
from workbench.experiments.results.result_labels import NOT_COUNTED

_BEFORE, _NOW = "baseline", "now"


class _Sides(NamedTuple):
    """One variant in the baseline and now; `now` has only the units that the baseline also has."""

    name: str
    before: tuple[Unit, ...]
    now: tuple[Unit, ...]
    why: str  # why the variant cannot be compared, "" if it can
    one_judge: bool  # whether both used the same judge of citations


def _keys(units: Sequence[Unit]) -> set[tuple[str, str]]:
    return {(unit.subject, unit.key) for unit in units}


def _lost(before: BaselineVariant, now: VariantResults) -> str:
    """Return which units of the baseline are missing now."""
    lost = sorted(_keys(before.units) - _keys(now.units))
    if not lost:
        return ""
    if len(lost) == len(_keys(before.units)):
        return "It has no unit in common with the baseline."
    subject, key = lost[0]
    return (
        f"{counted(len(lost), 'unit')} of the baseline {'is' if len(lost) == 1 else 'are'} missing: {subject}, {key}"
        + (" …" if len(lost) > 1 else ".")
    )


def _supporter(of: EvaluationResults | Baseline) -> str:
    """Return who judges whether citations support statements, "" where nobody does."""
    return of.judge if of.judges_support else ""


def _sides(before: BaselineVariant, now: VariantResults, *, one_judge: bool) -> _Sides:
    known = _keys(before.units)
    return _Sides(
        name=before.name,
        before=before.units,
        now=tuple(unit for unit in now.units if (unit.subject, unit.key) in known),
        why=incomplete_reason(now) or _lost(before, now),
        one_judge=one_judge,
    )


def _by_chance(sides: _Sides, measures: Sequence[Measure], seed: int) -> dict[Measure, Difference]:
    groups = {_BEFORE: sides.before, _NOW: sides.now}
    return {one.measure: one for one in differences(groups, reference=_BEFORE, seed=seed, measures=measures)}


def _each(found: MeasuredValue, sums: Sums, measure: Measure) -> MeasuredValue:
    """Return counts per unit, because one evaluation may have more repeats than the other."""
    if found.value is None or measure not in sums.amounts:
        return found
    return found._replace(value=found.value / sums.units)


def _judges(sums: Sums) -> tuple[str, ...]:
    return sums.coherence.judges if sums.coherence is not None else ()


def _unmeasured(sides: _Sides, measure: Measure) -> str:
    """Return where a share was measured in the baseline but not now, or what a judge left out in either."""
    known = {(unit.subject, unit.key) for unit in sides.before if measure in unit.shares}
    now = [unit for unit in sides.now if (unit.subject, unit.key) in known]
    before = unmeasured_part([unit for unit in sides.before if measure in unit.shares], measure)
    return unmeasured_part(now, measure) or (before and f"In the baseline: {before}")


def _compared(sides: _Sides) -> Iterator[GateFinding]:
    """Yield a finding for each measure that the baseline has; a worse value fails, whether by chance or not."""
    before, now = sum_units(sides.before), sum_units(sides.now)
    for measure in GATED:
        then = _each(measured_value(before, measure), before, measure)
        if then.words == NOT_COUNTED:
            continue
        today = _each(measured_value(now, measure), now, measure)
        why = sides.why or today.why or (then.why and f"In the baseline: {then.why}") or _unmeasured(sides, measure)
        if not why and measure == COHERENCE and _judges(before) != _judges(now):
            why = "Another judge gave the scores."
        if not why and measure in OF_CITATIONS and not sides.one_judge:
            why = "What citations support was not judged in the same way."
        verdict = GateVerdict.UNCHECKED
        if not why and today.value is not None and then.value is not None:
            verdict = GateVerdict.FELL if is_worse(today.value, then.value, measure) else GateVerdict.HELD
        yield GateFinding(
            variant=sides.name, measure=measure, verdict=verdict, seen=today.words, wanted=then.words, why=why
        )


def _excused(findings: Sequence[GateFinding], sides: _Sides, seed: int) -> Iterator[GateFinding]:
    """Yield the findings; a worse value that may be chance holds. With too few units to tell, it fails."""
    failed = any(one.verdict is GateVerdict.FELL for one in findings)
    by_chance = _by_chance(sides, [*dict.fromkeys(one.measure for one in findings)], seed) if failed else {}
    for one in findings:
        difference = by_chance.get(one.measure)
        if one.verdict is not GateVerdict.FELL or difference is None:
            yield one
        elif difference.verdict in (Certainty.MAY_BE_CHANCE, Certainty.NO_DIFFERENCE):
            yield one.model_copy(update={"verdict": GateVerdict.HELD, "why": "Worse, and it may be chance."})
        else:
            yield one.model_copy(update={"why": difference.sentence})


def _of_variant(
    before: BaselineVariant, results: EvaluationResults, *, allow_chance: bool, one_judge: bool
) -> Iterator[GateFinding]:
    now = results.variant(before.name)
    if now is None:
        why = "This variant of the baseline is missing now."
        yield from (
            GateFinding(
                variant=before.name,
                measure=measure,
                verdict=GateVerdict.UNCHECKED,
                seen="n/a",
                wanted=then.words,
                why=why,
            )
            for measure in GATED
            if (then := measured_value(before.sums, measure)).words != NOT_COUNTED
        )
        return
    sides = _sides(before, now, one_judge=one_judge)
    findings = list(_compared(sides))
    yield from _excused(findings, sides, results.seed) if allow_chance else findings


def _notes(results: EvaluationResults, baseline: Baseline) -> Iterator[str]:
    for now in results.variants:
        before = baseline.variant(now.name)
        if before is None:
            yield f"{now.name} is not in {baseline.name}, so it was not compared."
            continue
        new = len(_keys(now.units) - _keys(before.units))
        units = counted(len(_keys(now.units)), "unit")
        if new:
            yield f"{now.name}: {new} of {units} {'is' if new == 1 else 'are'} not in {baseline.name}, so not compared."


class BaselineComparison(NamedTuple):
    """The findings of a comparison with a baseline."""

    findings: tuple[GateFinding, ...]
    troubles: tuple[str, ...]
    notes: tuple[str, ...]


def against_baseline(results: EvaluationResults, baseline: Baseline, *, allow_chance: bool) -> BaselineComparison:
    """Compare every measure that the baseline has; a finding fails if the measure is worse now.

    With `allow_chance` it fails only if the difference is real, or if there are too few units to tell.
    """
    one_judge = _supporter(baseline) == _supporter(results)
    findings = [
        one
        for before in baseline.variants
        for one in _of_variant(before, results, allow_chance=allow_chance, one_judge=one_judge)
    ]
    troubles: list[str] = []
    if not baseline.finished:
        troubles.append(f"{baseline.name} is from an experiment that did not finish, so it is no baseline.")
    if not any(one.verdict is not GateVerdict.UNCHECKED for one in findings):
        troubles.append(f"Nothing could be compared with {baseline.name}.")
    else:
        compared = {one.variant for one in findings}
        missing = [one.name for one in baseline.variants if one.name not in compared]
        troubles += [f"{baseline.name} has no measure of {name} that could be compared." for name in missing]
    return BaselineComparison(tuple(findings), tuple(troubles), tuple(_notes(results, baseline)))
