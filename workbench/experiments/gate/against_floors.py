"""Compare results with the floors that a person set."""

from collections.abc import Iterator, Sequence

from core.evaluation.difference_labels import less_is_better
from core.evaluation.records import Metric
from core.text.safe_html import counted
from workbench.experiments.gate.completeness import unchecked_reason, unmeasured_part, unwritten_units
from workbench.experiments.gate.gate_result import GateFinding, GateVerdict, MeasureFloor
from workbench.experiments.gate.measure import is_worse, measured_value
from workbench.experiments.results import EvaluationResults, VariantResults


def _in_words(floor: MeasureFloor) -> str:
    is_share = isinstance(floor.measure, Metric)
    value = (floor.value * 100 if is_share else floor.value).normalize()
    return f"at {'most' if less_is_better(floor.measure) else 'least'} {value:f}{'%' if is_share else ''}"


def incomplete_reason(variant: VariantResults) -> str:
    """Return why a variant's numbers do not cover all planned units; "" if they do."""
    if variant.trouble:
        return f"It could not go on: {variant.trouble}"
    if variant.missing:
        return f"{counted(variant.missing, 'unit')} {'is' if variant.missing == 1 else 'are'} missing."
    return "" if variant.units else "None of its units is there."


def _is_asked(measure: Metric, variant: VariantResults, floors: Sequence[MeasureFloor]) -> bool:
    return any(floor.measure is measure and floor.variant in ("", variant.name) for floor in floors)


def _checked(variant: VariantResults, floor: MeasureFloor, floors: Sequence[MeasureFloor]) -> GateFinding:
    found = measured_value(variant.sums, floor.measure)
    units, measure = variant.units, floor.measure
    why = incomplete_reason(variant) or found.why or unmeasured_part(units, measure) or unchecked_reason(units, measure)
    if not why and not _is_asked(Metric.WRITTEN, variant, floors):
        why = unwritten_units(units, measure)
    verdict = GateVerdict.UNCHECKED
    if not why and found.value is not None:
        verdict = GateVerdict.FELL if is_worse(found.value, floor.value, floor.measure) else GateVerdict.HELD
    return GateFinding(
        variant=variant.name,
        measure=floor.measure,
        verdict=verdict,
        seen=found.words,
        wanted=_in_words(floor),
        why=why,
    )


def _missing(floor: MeasureFloor, name: str, why: str) -> GateFinding:
    wanted = _in_words(floor)
    return GateFinding(
        variant=name, measure=floor.measure, verdict=GateVerdict.UNCHECKED, seen="n/a", wanted=wanted, why=why
    )


def against_floors(results: EvaluationResults, floors: Sequence[MeasureFloor]) -> Iterator[GateFinding]:
    """Yield the findings of each floor: for the variant it names, or for every variant."""
    for floor in floors:
        if not floor.variant:
            yield from (_checked(variant, floor, floors) for variant in results.variants)
            if not results.variants:
                yield _missing(floor, "", "There is no variant.")
        elif (variant := results.variant(floor.variant)) is not None:
            yield _checked(variant, floor, floors)
        else:
            names = ", ".join(f"“{one.name}”" for one in results.variants)
            yield _missing(floor, floor.variant, f"No variant has this name. There are: {names}.")
