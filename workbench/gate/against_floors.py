"""Results against what a person wants of them."""

from collections.abc import Iterator, Sequence

from core.evaluation.difference_labels import less_is_better
from core.evaluation.records import Metric
from core.text.safe_html import counted
from workbench.evaluating import Results, VariantResults
from workbench.gate.records import Finding, Floor, Verdict
from workbench.gate.seen import is_worse, seen
from workbench.gate.whole import left_out, unread, unwritten


def _in_words(floor: Floor) -> str:
    is_share = isinstance(floor.measure, Metric)
    value = (floor.value * 100 if is_share else floor.value).normalize()
    return f"at {'most' if less_is_better(floor.measure) else 'least'} {value:f}{'%' if is_share else ''}"


def lacking(variant: VariantResults) -> str:
    """Return why the numbers of a variant are not those of all that was asked for; "" where they are."""
    if variant.trouble:
        return f"It could not go on: {variant.trouble}"
    if variant.missing:
        return f"{counted(variant.missing, 'unit')} {'is' if variant.missing == 1 else 'are'} missing."
    return "" if variant.units else "Nothing of it is there."


def _is_asked(measure: Metric, variant: VariantResults, floors: Sequence[Floor]) -> bool:
    return any(floor.measure is measure and floor.variant in ("", variant.name) for floor in floors)


def _checked(variant: VariantResults, floor: Floor, floors: Sequence[Floor]) -> Finding:
    found = seen(variant.sums, floor.measure)
    units, measure = variant.units, floor.measure
    why = lacking(variant) or found.why or left_out(units, measure) or unread(units, measure)
    if not why and not _is_asked(Metric.WRITTEN, variant, floors):
        why = unwritten(units, measure)
    verdict = Verdict.UNCHECKED
    if not why and found.value is not None:
        verdict = Verdict.FELL if is_worse(found.value, floor.value, floor.measure) else Verdict.HELD
    return Finding(
        variant=variant.name,
        measure=floor.measure,
        verdict=verdict,
        seen=found.words,
        wanted=_in_words(floor),
        why=why,
    )


def _missing(floor: Floor, name: str, why: str) -> Finding:
    wanted = _in_words(floor)
    return Finding(variant=name, measure=floor.measure, verdict=Verdict.UNCHECKED, seen="n/a", wanted=wanted, why=why)


def against_floors(results: Results, floors: Sequence[Floor]) -> Iterator[Finding]:
    """Yield what became of each floor: of the variant it names, or of every one."""
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
