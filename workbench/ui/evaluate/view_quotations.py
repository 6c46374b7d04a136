"""The quotations behind a number: each as the model wrote it, the decision and its reason, and where it is."""

from collections.abc import Sequence
from functools import partial
from itertools import groupby

import streamlit as st

from core.enforcement.results import DecisionAction
from core.evaluation.kinds.kind_labels import KINDS
from core.evaluation.measures import AMOUNTS, METRICS
from core.evaluation.records import Amount, Judged, Metric, Statement, amounts_of
from workbench.experiments.results import ChartMark, CountedItem, EvaluationResults, VariantResults, counted_items
from workbench.experiments.results.chart_marks import STEPS, kinds_of, steps_of
from workbench.experiments.results.result_labels import outcome_in_words, reason_in_words, share_in_words
from workbench.labels import count
from workbench.safe_html import SafeHtml, element, escape_text, join_html, table
from workbench.ui.common import unfolded_answers, urls
from workbench.ui.common.widgets.base import heading
from workbench.ui.evaluate.state import tab
from workbench.ui.evaluate.state.quotation_places import (
    AnswerLocation,
    EditionLocation,
    FindLocation,
    TextLocation,
    UnitLocation,
)
from workbench.ui.evaluate.view_kinds import nearest_passage
from workbench.ui.model_picker.view_stream import words_as_html

_HEADINGS = (("What the model wrote", "third"), ("What became of it", ""), ("Final text", "third"))
_SUPPORT = (("The statement", "third"), ("Supported by what it cites", ""), ("What it cites", "third"))
_UNMARKED = "Its words, without marks; they are listed as unproven."
_NOTHING = "There is nothing to list for this number."


def _whats(results: EvaluationResults, variant: VariantResults) -> dict[str, str]:
    """Return what the numbers of a variant count, each with its words: first what was made up, by kind too, then what
    enforcement did, then every share."""
    amounts = variant.sums.amounts
    steps = steps_of(variant) or dict.fromkeys(STEPS, 0)
    made_up = amounts[Amount.FABRICATED_BEFORE].total if Amount.FABRICATED_BEFORE in amounts else 0
    counted = {str(Amount.FABRICATED_BEFORE): f"{AMOUNTS[Amount.FABRICATED_BEFORE].title}: {made_up:,.0f}"}
    kinds = {str(amounts_of(kind)[0]): (kind, before) for kind, (before, _) in kinds_of(variant).items()}
    counted.update({what: f"{KINDS[kind].title}, as written: {before:,}" for what, (kind, before) in kinds.items()})
    counted.update({step: f"{STEPS[step]}: {number:,}" for step, number in steps.items()})
    for metric in Metric:
        if any(metric in one.sums.shares for one in results.variants):
            share = variant.sums.shares.get(metric)
            counted[metric.value] = f"{METRICS[metric].title}: {share_in_words(share, interval=False)}"
    return counted


def _first(variant: VariantResults) -> str:
    """Return what is listed before anybody chooses: what was made up, or, where nothing was, what was written."""
    made_up = variant.sums.amounts.get(Amount.FABRICATED_BEFORE)
    return str(Amount.FABRICATED_BEFORE if made_up and made_up.total else Amount.FOUND)


def _label(unit: tuple[str, str], titles: dict[tuple[str, str], str], *, several: bool) -> str:
    if unit == ("", ""):
        return "All of it"
    own = f"{unit[1]}: {titles[unit]}" if titles[unit] and titles[unit] != unit[1] else unit[1]
    return f"{unit[0]}, {own}" if several else own


def _choose(results: EvaluationResults, scope: str, first: str) -> ChartMark:
    """Ask what is to be listed, as a press on a chart does; select boxes show their options as plain text."""
    by_name = {one.name: one for one in results.variants}
    of, change_of = tab.offer("behind-variant", scope, list(by_name), first)
    left, middle, right = st.columns((3, 4, 4), gap="small")
    variant = by_name[left.selectbox("Of", list(by_name), key=of, on_change=change_of)]
    whats = _whats(results, variant)
    which, change_which = tab.offer("behind-what", scope, list(whats), _first(variant))
    what = middle.selectbox("Which", list(whats), format_func=whats.__getitem__, key=which, on_change=change_which)
    units = tab.units_of(results, variant.name)
    titles = {(one.subject, one.key): one.title for one in variant.units}
    label = partial(_label, titles=titles, several=len({subject for subject, _ in units[1:]}) > 1)
    within, change_within = tab.offer("behind-unit", scope, units)
    subject, key = right.selectbox("In", units, format_func=label, key=within, on_change=change_within)
    return ChartMark(variant=variant.name, subject=subject, key=key, what=what)


def _quotation(judged: Judged) -> tuple[str, ...]:
    sign, word, tone = outcome_in_words(judged)
    outcome = element("span", f"{sign} {word[:1].upper()}{word[1:]}", class_=f"wb-verdict {tone}")
    now = element("p", _UNMARKED if judged.action is DecisionAction.UNQUOTED else "Nothing", class_="note")
    if judged.written:
        by = " · ".join(part for part in (judged.by, judged.source) if part)
        now = join_html(
            [element("p", judged.written, class_="said"), *([element("p", by, class_="note")] if by else [])]
        )
    kind = [element("p", KINDS[judged.kind].title, class_="wb-kind")] if judged.kind else []
    is_reference = judged.words.startswith("[[") and judged.words.endswith("]]")
    return (
        element("code", judged.words)
        if is_reference
        else join_html([element("p", judged.words, class_="said"), nearest_passage(judged)]),
        join_html([outcome, *kind, element("p", reason_in_words(judged), class_="note")]),
        now,
    )


def _statement(statement: Statement) -> tuple[str, ...]:
    carried = element("span", "✓ Supported" if statement.supported else "✗ Not supported", class_="wb-verdict care")
    if statement.supported:
        carried = element("span", "✓ Supported", class_="wb-verdict good")
    cites = [
        element("p", words, element("span", "" if needed else " (not needed)", class_="note"), class_="said")
        for words, needed in zip(statement.citations, statement.needed, strict=True)
    ]
    return element("p", statement.text, class_="said"), carried, join_html(cites or [escape_text("Nothing")])


def _unit_in_words(one: CountedItem, what: str) -> SafeHtml:
    """Say what was counted of a unit as a whole."""
    if one.unit.trouble:
        return element("p", f"It was not written: {one.unit.trouble}", class_="wb-notice", role="note")
    share = next((own for metric, own in one.unit.shares.items() if metric == what), None)
    amounts = one.unit.amounts
    parts = [share_in_words(share, interval=False)] if share is not None else []
    asked = amounts.get(Amount.REACHABLE_WORDS, amounts.get(Amount.TARGET_WORDS))  # older results have the target only
    if Amount.WORDS in amounts and asked is not None:
        parts.append(f"{amounts[Amount.WORDS]:,.0f} words, {asked:,.0f} asked for")
    return element("p", "; ".join(parts), class_="wb-words")


def _place(where: UnitLocation, session_id: str, key: str) -> None:
    """Lead to where a unit stands."""
    match where:
        case EditionLocation():
            to = urls.address(session_id, run=where.run, position=where.position)
            page = urls.page_path("edition")
            st.page_link(page, label="Read it in its edition", query_params=to, width="content")
        case AnswerLocation():
            if st.button("Read it on the page Ask", key=f"{key}-go", type="tertiary"):
                unfolded_answers.show_all(session_id)
                unfolded_answers.unfold(session_id, where.answer_id)
                urls.go("ask", session_id)
        case TextLocation():
            fold = st.expander("Read the whole text", key=f"{key}-text", on_change="rerun")
            if fold.open:
                with fold:
                    st.html(element("article", words_as_html(where.text), class_="wb-reading wb-coming"))
        case _:
            pass


def _group(
    listed: Sequence[CountedItem], what: str, where: UnitLocation, *, session_id: str, key: str, repeats: int
) -> None:
    first = listed[0]
    unit = first.unit
    named = f"{unit.key}: {unit.title}" if unit.title and unit.title != unit.key else unit.key
    again = f", time {first.repeat + 1}" if repeats > 1 else ""
    head = element(
        "p", element("b", named[:1].upper() + named[1:]), element("span", f" {unit.subject}{again}", class_="note")
    )
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key=f"{key}-head"):
        st.html(element("div", head, class_="wb-evaluate-unit"), width="stretch")
        if not isinstance(where, TextLocation):
            _place(where, session_id, key)
    quotations = [_quotation(one.quotation) for one in listed if one.quotation is not None]
    statements = [_statement(one.statement) for one in listed if one.statement is not None]
    parts = [_unit_in_words(one, what) for one in listed if one.quotation is None and one.statement is None]
    if quotations:
        parts.append(table(_HEADINGS, quotations, caption=f"Quotations of {named}"))
    if statements:
        parts.append(table(_SUPPORT, statements, caption=f"Statements of {named}"))
    st.html(element("div", *parts, class_="wb-evaluate-behind"))
    if isinstance(where, TextLocation):
        _place(where, session_id, key)


def quotations(results: EvaluationResults, scope: str, places: FindLocation, session_id: str, *, first: str) -> None:
    """Ask which quotations are to be listed, and list them unit by unit, the worst first; `first` is the variant whose
    they are before anybody chooses."""
    heading("The quotations behind a number")
    mark = _choose(results, scope, first)
    found = counted_items(results, mark)
    if not found:
        st.html(element("p", _NOTHING, class_="wb-quiet"))
        return
    shown = sorted(found[: tab.rows(scope)], key=lambda one: one.place)
    for number, (_, group) in enumerate(groupby(shown, key=lambda one: one.place)):
        listed = list(group)
        key = tab.key_of(f"listed-{number}", scope)
        _group(listed, mark.what, places(listed[0]), session_id=session_id, key=key, repeats=results.repeats)
    if len(found) > len(shown):
        text = f"{len(shown):,} of {count(len(found), 'quotation')} are listed, the worst first."
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.button("Show more", on_click=tab.more_rows, args=(scope,), key=tab.key_of("more", scope))
            st.html(element("span", text, class_="wb-quiet"), width="content")
