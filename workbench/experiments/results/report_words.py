"""The report's sentences: differences, what was not measured and why, and how to read the numbers."""

from collections import Counter
from collections.abc import Iterator

from core.editions.export.decision_labels import NOT_PROMISED
from core.evaluation.differences import LEAST_PAIRS, Certainty, Difference
from core.evaluation.kinds.kind_labels import KINDS
from workbench.experiments.results.results import EvaluationResults, VariantResults
from workbench.labels import count
from workbench.safe_html import SafeHtml, element, join_html

_MOST_CHANCE = 6  # differences of a variant that may be chance
_MOST_TROUBLES = 20
_OTHERS = {
    Certainty.MAY_BE_CHANCE: "a difference that may be chance",
    Certainty.NO_DIFFERENCE: "no difference",
    Certainty.TOO_FEW: f"fewer than {LEAST_PAIRS} pairs, too few to tell",
    Certainty.NOTHING: "nothing to compare",
}
_OF = "Twelve of forty that were counted. Every number is a sum over all units, never an average of averages."
_INTERVAL = (
    "The share, and the interval in which the true share lies in 95 of 100 such cases (Wilson’s). It is wider if fewer "
    "were counted."
)
_ENFORCEMENT = (
    "Before and after enforcement. Enforcement keeps a quotation whose words are in the source, puts the source’s own "
    "characters in its place, takes its marks off, or leaves it out. The finished text was then checked by a checker "
    "that shares no code with enforcement."
)
_VERBATIM = (
    "Verbatim: its words are in the source; only typography may differ. Cited right: it is verbatim and names the "
    "right speaker or record."
)


def _listed(items: list[str]) -> SafeHtml:
    return element("ul", *(element("li", item) for item in items))


def _tally(rest: list[Difference]) -> str:
    tally = Counter(one.verdict for one in rest)
    each = [f"{words} in {count(tally[verdict], 'measure')}" for verdict, words in _OTHERS.items() if tally[verdict]]
    return f"Others: {'; '.join(each)}." if each else ""


def _of_variant(variant: VariantResults, found: list[Difference]) -> Iterator[SafeHtml]:
    """Yield one variant's differences: all real ones, some that may be chance, and counts of the rest."""
    real = [one for one in found if one.verdict is Certainty.REAL]
    chance = [one for one in found if one.verdict is Certainty.MAY_BE_CHANCE][:_MOST_CHANCE]
    yield element("h3", variant.name)
    if real:
        yield _listed([one.sentence for one in real])
    else:
        yield element("p", "No difference from the reference is real.")
    if chance:
        yield _listed([one.sentence for one in chance])
    tally = _tally([one for one in found if one not in real and one not in chance])
    if tally:
        yield element("p", tally, class_="note")


def differences_in_html(results: EvaluationResults) -> SafeHtml:
    """Return the differences in words, variant by variant."""
    if not results.differences:
        measured = sum(bool(one.units) for one in results.variants)
        few = {0: "nothing was measured", 1: "only one way of writing was measured"}
        why = few.get(measured, f"no two of them have a {results.one} in common")
        return element("p", f"There is nothing to compare: {why}.")
    intro = (
        f"Each is compared with {results.reference}, over the same {results.one}s. A difference is called real where "
        "chance alone would rarely produce it, with all comparisons here taken into account."
    )
    parts = [element("p", intro)]
    for variant in results.variants:
        found = [one for one in results.differences if one.variant == variant.name]
        if found:
            parts += _of_variant(variant, found)
    return join_html(parts)


def _troubles(results: EvaluationResults) -> list[str]:
    troubles = [
        f"{one.name}, {unit.subject}, {unit.key}: {unit.trouble}"
        for one in results.variants
        for unit in one.units
        if unit.trouble
    ]
    more = len(troubles) - _MOST_TROUBLES
    return [*troubles[:_MOST_TROUBLES], *([f"{more:,} more were not written."] if more > 0 else [])]


def not_measured_in_html(results: EvaluationResults) -> SafeHtml:
    """Return the list of what was not measured or not written, with reasons."""
    parts: list[SafeHtml] = []
    if results.notes:
        parts.append(_listed(list(results.notes)))
    troubles = _troubles(results)
    if troubles:
        parts += [element("h3", "Not written"), _listed(troubles)]
    return (
        join_html(parts) if parts else element("p", "Everything that applies was measured, and everything was written.")
    )


def _judgement(results: EvaluationResults) -> str:
    if not results.judge:
        return "No number here is a model’s judgement: a program counted all of them, and anyone can run it again."
    support = " It also judged statements supported and citations needed." if results.judges_support else ""
    return (
        f"Coherence was judged by {results.judge}, asked several times; it is an opinion, and another model may have "
        f"another.{support} Everything else is counted by a program."
    )


def _certainty(results: EvaluationResults) -> str:
    one = results.one
    how = (
        f"Two ways are compared {one} by {one}, by resampling the {one}s 2,000 times. Real means: chance would produce "
        "so large a difference in at most 5 of 100 cases, with all comparisons of this report taken into account. "
        f"With fewer than {LEAST_PAIRS} pairs the report draws no conclusion."
    )
    if results.repeats == 1:
        return how
    return (
        f"{how} Everything was written {results.repeats:,} times; the repeats of one {one} are summed up first, so "
        "that they count as one."
    )


def how_to_read_in_html(results: EvaluationResults) -> SafeHtml:
    """Return the explanations of the report's words."""
    meanings = (
        ("12 of 40", _OF),
        ("30%; 18.1% to 45.4%", _INTERVAL),
        ("n/a", "There was nothing to count, which is neither 0 % nor 100 %."),
        ("As the model wrote it, as it is read", _ENFORCEMENT),
        ("Verbatim, cited right", f"{_VERBATIM} {NOT_PROMISED}"),
        *((label.title, f"{label.means[:1].upper()}{label.means[1:]}.") for label in KINDS.values()),
        ("Real, may be chance", _certainty(results)),
        ("Judgement", _judgement(results)),
    )
    return element("dl", *(part for name, text in meanings for part in (element("dt", name), element("dd", text))))
