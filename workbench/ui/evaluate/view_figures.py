"""Numbers of an evaluation on the screen: seed 1's five figures, before and after, and all variants side by side."""

from collections.abc import Sequence

import streamlit as st

from core.evaluation.criteria import Figure
from core.evaluation.measures import AMOUNTS, METRICS, AmountTotal, balance
from core.evaluation.proportion import Share
from core.evaluation.records import Amount, Metric, QuotationKind, amounts_of
from workbench.experiments.results import EvaluationResults, VariantResults
from workbench.experiments.results.result_labels import NOT_COUNTED, amount_in_words, percent
from workbench.labels import RECORDED_NAME
from workbench.safe_html import SafeHtml, element, join_html, table
from workbench.ui.common.widgets.base import heading

_PAIRS = (
    (Metric.VERBATIM_BEFORE, Metric.VERBATIM_AFTER),
    (Metric.CITATION_BEFORE, Metric.CITATION_AFTER),
    (Metric.ATTRIBUTION_BEFORE, Metric.ATTRIBUTION_AFTER),
    (Metric.HALLUCINATION_BEFORE, Metric.HALLUCINATION_AFTER),
)
_SIGNS = {True: ("✓", "good"), False: ("✗", "bad"), None: ("–", "none")}
_OF_KINDS = frozenset(amount for kind in QuotationKind for amount in amounts_of(kind))
_COUNTS = (Amount.FABRICATED_BEFORE, Amount.FABRICATED_AFTER)


def _bar(share: Share) -> SafeHtml:
    """Return a share with its interval as a line and a dot; the words beside it say the same."""
    if share.value is None or share.interval is None:
        return SafeHtml()
    places = (("low", share.interval.low), ("high", share.interval.high), ("at", share.value))
    style = ";".join(f"--{name}:{100 * place:.2f}%" for name, place in places)
    return element("span", class_="wb-share-bar", style=style, aria_hidden="true")


def share_cell(share: Share | None, *, absent: str = NOT_COUNTED) -> SafeHtml:
    """Return a share as a cell says it: percent, k of n, its interval; `absent` where it was not measured."""
    if share is None or share.value is None or share.interval is None:
        return element("span", absent if share is None else NOT_COUNTED, class_="note")
    between = f"{percent(share.interval.low)} to {percent(share.interval.high)}"
    first = element("p", element("b", percent(share.value)), " ", f"{share.k:,} of {share.n:,}", class_="wb-share")
    return join_html([first, _bar(share), element("p", between, class_="note")])


def _value(figure: Figure) -> SafeHtml:
    if figure.value is None:
        return element("p", NOT_COUNTED, class_="figure")
    if isinstance(figure.value, int):
        return element("p", f"{figure.value:,}", class_="figure")
    if figure.value.value is None:
        return element("p", NOT_COUNTED, class_="figure")
    return element("p", f"{figure.value.k:,}", element("span", f" of {figure.value.n:,}"), class_="figure")


def _levels(figure: Figure) -> str:
    text = (
        f"{level.capitalize()} {one.k:,} of {one.n:,}" if isinstance(one, Share) else f"{level.capitalize()} {one:,}"
        for level, one in figure.by_level.items()
        if (one.n if isinstance(one, Share) else one)
    )
    return ", ".join(text)


def _card(figure: Figure) -> SafeHtml:
    sign, tone = _SIGNS[figure.met]
    notes: list[SafeHtml] = []
    if figure.before is not None:
        notes.append(element("p", element("b", f"{figure.before:,}"), " before enforcement", class_="before"))
    target = f"target: {figure.target:,}" if not figure.target else "target: all"
    notes.append(element("p", element("span", f"{sign} ", class_="sign"), target, class_="note"))
    if levels := _levels(figure):
        notes.append(element("p", levels, class_="note"))
    title = element("h3", figure.title)
    return element("section", title, _value(figure), *notes, class_=f"wb-figure {tone}")


def cards(variant: VariantResults) -> None:
    """Show seed 1's five figures, each with what it should be; the first with the number before enforcement."""
    st.html(element("div", *map(_card, variant.figures), class_="wb-figures", role="status"))
    parts = [element("li", figure.sentence) for figure in variant.figures]
    summary = element("summary", "What these figures say")
    st.html(element("details", summary, element("ul", *parts), class_="wb-evaluate-says"))


def _named(title: str, counts: str) -> SafeHtml:
    return join_html([element("b", title), element("p", counts, class_="note")])


def before_and_after(variant: VariantResults) -> None:
    """Show what the model wrote beside what is read, measure by measure."""
    shares = variant.sums.shares
    rows = [
        (
            _named(METRICS[before].title.partition(",")[0], METRICS[before].counts),
            share_cell(shares.get(before), absent="not measured"),
            share_cell(shares.get(after), absent="not measured"),
        )
        for before, after in _PAIRS
        if before in shares or after in shares
    ]
    headings = (("Measure", "half"), ("As the model wrote it", ""), ("As it is read", ""))
    st.html(element("div", table(headings, rows, caption="Before and after enforcement"), class_="wb-evaluate-pairs"))


def _total(amount: Amount, found: AmountTotal) -> SafeHtml:
    text = amount_in_words(amount, found.total)
    notes: list[str] = []
    if found.known > 1 and found.total:
        notes.append(f"{amount_in_words(amount, found.mean)} on average")
    if found.known < found.of:
        notes.append(f"known of {found.known:,} of {found.of:,}")
    return join_html([text, *(element("p", note, class_="note") for note in notes)])


def _spoken(variant: VariantResults) -> list[tuple[str, SafeHtml]]:
    """Return whose words are quoted, and from which part of the transcript."""
    found = balance(variant.sums)
    rows = [(name, share_cell(share)) for name, share in found.by.items()]
    if any(share.k for share in found.at):
        bars = [
            element("span", style=f"--high:{100 * (share.value or 0):.2f}%", title=f"{share.k:,} words")
            for share in found.at
        ]
        text = ", ".join(f"{percent(share.value or 0)}" for share in found.at)
        tenths = element("div", *bars, class_="wb-tenths", aria_hidden="true")
        rows.append(("Where in the transcript, tenth by tenth", join_html([tenths, element("p", text, class_="note")])))
    return rows


def _over_repeats(variant: VariantResults) -> list[tuple[SafeHtml, str, str]]:
    """Return the mean of each share over the repeats, the interval of that mean, and how many repeats have it."""
    return [
        (
            _named(METRICS[metric].title, METRICS[metric].counts),
            f"{percent(found.mean)} ({percent(found.interval.low)} to {percent(found.interval.high)})",
            f"{found.counted:,} of {found.of:,}",
        )
        for metric, found in variant.over_repeats.items()
    ]


def every_measure(variant: VariantResults) -> None:
    """Show all other measures in a section that can be opened."""
    fold = st.expander("Every measure", on_change="rerun", key="evaluate-every")
    if not fold.open:
        return
    paired = {metric for pair in _PAIRS for metric in pair}
    sums = variant.sums
    shares = [
        (_named(METRICS[metric].title, METRICS[metric].counts), share_cell(share))
        for metric, share in sums.shares.items()
        if metric not in paired
    ]
    amounts = [
        (_named(AMOUNTS[amount].title, AMOUNTS[amount].counts), _total(amount, found))
        for amount, found in sums.amounts.items()
        if amount not in _OF_KINDS
    ]
    with fold:
        st.html(table((("Share", "half"), ("", "")), shares, caption="Shares"))
        st.html(table((("Amount", "half"), ("", "")), amounts, caption="Amounts"))
        if repeats := _over_repeats(variant):
            headings = (("Over the repeats", "half"), ("Mean (95 % interval)", ""), ("Repeats counted", ""))
            st.html(table(headings, repeats, caption="Means over the repeats"))
        if spoken := _spoken(variant):
            st.html(table((("Quoted words", "half"), ("", "")), spoken, caption="Whose words are quoted"))


def _counted(variant: VariantResults, amounts: Sequence[Amount]) -> list[str]:
    known = (variant.sums.amounts.get(amount) for amount in amounts)
    return [NOT_COUNTED if one is None else f"{one.total:,.0f}" for one in known]


def _cost(variant: VariantResults) -> SafeHtml:
    """Return what a variant used: cost where it is known, else tokens, else nothing."""
    amounts = variant.sums.amounts
    calls = amounts.get(Amount.CALLS)
    if calls is None or not calls.total:
        return element("span", "no call", class_="note")
    notes = [f"{calls.total:,.0f} calls"]
    if Amount.INPUT_TOKENS in amounts and Amount.OUTPUT_TOKENS in amounts:
        tokens = amounts[Amount.INPUT_TOKENS].total + amounts[Amount.OUTPUT_TOKENS].total
        notes.append(f"{tokens:,.0f} tokens")
    cost = amounts.get(Amount.COST)
    text = "cost not known" if cost is None else amount_in_words(Amount.COST, cost.total)
    return join_html([text, *(element("p", note, class_="note") for note in notes)])


def _coherence(variant: VariantResults) -> SafeHtml:
    scores = variant.sums.coherence
    if scores is None or scores.mean is None:
        return element("span", NOT_COUNTED, class_="note")
    spread = f"{scores.lowest} to {scores.highest}, {scores.units:,} of {scores.of:,} judged"
    return join_html([element("b", f"{scores.mean:.1f}"), " of 5", element("p", spread, class_="note")])


def _made_by(variant: VariantResults) -> str:
    """Return who wrote and how, where the variant's name does not say it."""
    named = variant.name.casefold()
    client = "" if RECORDED_NAME in variant.client else variant.client
    parts = (client, variant.model, variant.mode)
    return ", ".join(part for part in parts if part and part.removeprefix("the ").casefold() not in named)


def _fabricated(variant: VariantResults) -> SafeHtml:
    before, after = _counted(variant, _COUNTS)
    tone = "good" if after == "0" else "none" if after == NOT_COUNTED else "bad"
    text = element("p", before, " → ", element("b", after, class_=f"wb-count {tone}"), class_="wb-share")
    return join_html([text, element("p", "before → after", class_="note")])


def _row(variant: VariantResults, results: EvaluationResults, metrics: Sequence[Metric]) -> list[str]:
    notes = [_made_by(variant)]
    if variant.missing:
        notes.append(f"{variant.missing:,} missing")
    if variant.name == results.reference:
        notes.append("the others are compared with it")
    name = [element("b", variant.name), *(element("p", note, class_="note") for note in notes if note)]
    shares = [share_cell(variant.sums.shares.get(metric)) for metric in metrics]
    judged = [_coherence(variant)] if _is_judged(results) else []
    return [join_html(name), _fabricated(variant), *shares, *judged, _cost(variant)]


def _is_judged(results: EvaluationResults) -> bool:
    return any(variant.sums.coherence is not None for variant in results.variants)


def _told_apart(results: EvaluationResults) -> list[Metric]:
    """Return the shares shown side by side; the share of written units only where some were not written."""
    every = [Metric.VERBATIM_BEFORE, Metric.CITATION_BEFORE, Metric.VERBATIM_AFTER]
    written = (variant.sums.shares.get(Metric.WRITTEN) for variant in results.variants)
    return [*every, Metric.WRITTEN] if any(share is not None and share.k < share.n for share in written) else every


def overview(results: EvaluationResults) -> None:
    """Show all variants side by side where there are several."""
    if len(results.variants) < 2:
        return
    heading("Side by side")
    metrics = _told_apart(results)
    judged = [("Coherence, as a model judges", "")] if _is_judged(results) else []
    titles = [(METRICS[metric].title, "") for metric in metrics]
    headings = [("Variant", "wide"), ("Fabricated", ""), *titles, *judged, ("Took", "")]
    rows = (_row(one, results, metrics) for one in results.variants)
    st.html(element("div", table(headings, rows, caption="All variants"), class_="wb-evaluate-side"))
