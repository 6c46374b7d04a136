"""What an evaluation says in words: differences between variants, notes, and seed 4's tables of answers."""

from collections import Counter
from collections.abc import Sequence

import streamlit as st

from core.evaluation.answer_table import cost_cells, cost_table, query_cells, query_table
from core.evaluation.differences import Certainty, Difference
from workbench.experiments.results import EvaluationResults, VariantResults
from workbench.labels import count
from workbench.safe_html import SafeHtml, element, join_html, table
from workbench.ui.common.widgets.base import heading, show_html

_SIGNS = {
    Certainty.REAL: ("●", "good"),
    Certainty.MAY_BE_CHANCE: ("○", "care"),
    Certainty.NO_DIFFERENCE: ("=", "care"),
    Certainty.TOO_FEW: ("–", "care"),
    Certainty.NOTHING: ("–", "care"),
}
_ORDER = tuple(_SIGNS)
_AT_ONCE = 5  # differences that are shown before somebody unfolds the others
_JUDGEMENT = (
    "Coherence is a model's judgement, not a proof. n/a means that nothing was counted; it is left out of every "
    "average."
)


def _said(difference: Difference) -> SafeHtml:
    sign, tone = _SIGNS[difference.verdict]
    if difference.better is False:
        tone = "bad"
    verdict = element("span", f"{sign} {difference.verdict}", class_=f"wb-verdict {tone}")
    return element("li", verdict, element("span", difference.sentence))


def _counts(own: Sequence[Difference]) -> str:
    """Say of how many measures what is known."""
    numbers = Counter(one.verdict for one in own)
    labels = {
        Certainty.MAY_BE_CHANCE: "may differ by chance",
        Certainty.NO_DIFFERENCE: "show no difference",
        Certainty.TOO_FEW: "have too few units to tell",
        Certainty.NOTHING: "have nothing to compare",
    }
    parts = [f"{numbers[one]:,} {words}" for one, words in labels.items() if numbers[one]]
    real = numbers[Certainty.REAL]
    first = (
        f"{count(real, 'measure')} {'differs' if real == 1 else 'differ'} for sure" if real else "No difference is sure"
    )
    return f"{'; '.join((first, ', '.join(parts))) if parts else first}."


def _of_variant(name: str, reference: str, own: Sequence[Difference]) -> list[SafeHtml]:
    """Return the first differences that are sure, and all else folded away."""
    ordered = sorted(own, key=lambda one: _ORDER.index(one.verdict))
    sure = [one for one in ordered[:_AT_ONCE] if one.verdict is Certainty.REAL]
    others = ordered[len(sure) :]
    parts = [element("h3", f"{name}, beside {reference}"), element("p", _counts(own), class_="wb-words")]
    if sure:
        parts.append(element("ul", *map(_said, sure), class_="wb-differences"))
    if others:
        summary = element("summary", "The other measures" if sure else "Measure by measure")
        listed = element("ul", *map(_said, others), class_="wb-differences")
        parts.append(element("details", summary, listed, class_="wb-evaluate-says"))
    return parts


def differences(results: EvaluationResults) -> None:
    """Say how each variant differs from the reference, and whether that may be chance."""
    if len(results.variants) < 2:
        return
    heading("Is the difference real?")
    parts: list[SafeHtml] = []
    for variant in results.variants:
        own = [one for one in results.differences if one.variant == variant.name]
        if own:
            parts += _of_variant(variant.name, results.reference, own)
    none = element("p", "There is nothing to compare yet.", class_="wb-quiet")
    st.html(element("div", *(parts or [none]), class_="wb-evaluate-differences"))


def notes(texts: Sequence[str]) -> None:
    """Say what was left out, is missing or was estimated."""
    if texts:
        items = (element("li", one) for one in dict.fromkeys(texts))
        st.html(element("ul", *items, class_="wb-evaluate-notes"))


def _queries(variant: VariantResults) -> None:
    found = query_table(variant.units)
    headings, *rows = query_cells(found)
    widths = ("half", *[""] * (len(headings) - 1))
    st.html(element("h3", variant.name, class_="wb-evaluate-name"))
    st.html(table(zip(headings, widths, strict=True), rows, caption=f"Questions of {variant.name}"))


def answer_tables(results: EvaluationResults, variant: VariantResults) -> None:
    """Show seed 4's tables where answers were measured: question by question, and what the ways of answering took."""
    if not variant.is_answers:
        return
    heading("Question by question")
    _queries(variant)
    reference = results.variant(results.reference)
    if reference is not None and reference.name != variant.name:
        headings, *rows = cost_cells(cost_table(reference.units, variant.units))
        named = [headings[0], reference.name, variant.name, *headings[3:]]
        st.html(element("h3", "Time, tokens and cost per answer", class_="wb-evaluate-name"))
        st.html(table([(one, "") for one in named], rows, caption="Time, tokens and cost per answer"))
    show_html(join_html([element("p", _JUDGEMENT, class_="wb-quiet")]))
