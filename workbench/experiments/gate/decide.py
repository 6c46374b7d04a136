"""Decide whether results pass; anything that is not known fails."""

from collections.abc import Iterator, Sequence

from core.text.safe_html import counted
from workbench.experiments.gate.against_baseline import BaselineComparison, against_baseline
from workbench.experiments.gate.against_floors import against_floors
from workbench.experiments.gate.gate_result import GateOutcome, MeasureFloor
from workbench.experiments.results import Baseline, EvaluationResults
from workbench.store.experiments.experiment_records import ExperimentState


def _unfinished(results: EvaluationResults) -> Iterator[str]:
    if not results.variants or not any(one.units for one in results.variants):
        yield "Nothing was measured."
    elif not results.finished or results.state is not ExperimentState.DONE:
        yield "The experiment did not finish: some of its units are missing."


def _unwritten(results: EvaluationResults) -> Iterator[str]:
    """Yield a note for each variant with unwritten units, because floors of finished texts do not show them."""
    for one in results.variants:
        count = sum(unit.trouble != "" for unit in one.units)
        if count:
            units = f"{count:,} of {counted(len(one.units), 'unit')} {'was' if count == 1 else 'were'} not written"
            yield f"{one.name}: {units}; the text in {'its' if count == 1 else 'their'} place is counted all the same."


def gate(
    results: EvaluationResults,
    *,
    floors: Sequence[MeasureFloor] = (),
    baseline: Baseline | None = None,
    allow_chance: bool = False,
) -> GateOutcome:
    """Check results against floors and a baseline.

    They pass only if every check was made and held: anything missing, uncounted or unfinished fails.
    """
    compared = BaselineComparison((), (), ())
    if baseline is not None:
        compared = against_baseline(results, baseline, allow_chance=allow_chance)
    return GateOutcome(
        findings=(*against_floors(results, floors), *compared.findings),
        troubles=(*_unfinished(results), *compared.troubles),
        notes=(*(_unwritten(results) if floors else ()), *compared.notes),
    )
