"""The usage of models on the screen, run by run, and free writing compared with writing with a whitelist."""

from collections.abc import Iterable, Sequence
from statistics import fmean

import streamlit as st

from workbench.jobs.usage import (
    UsageTotal,
    by_model,
    chapters_compared,
    compare_modes,
    cost_in_words,
    sum_of,
    sums_by_run,
)
from workbench.labels import MODES, count, duration
from workbench.providers import client_title, provider_of
from workbench.safe_html import SafeHtml, element, join_html, table
from workbench.store import MAP_MODE, OpenRunProgress, RunSummary, Session, SessionCall
from workbench.ui.common import page_context
from workbench.ui.common.widgets.usage_cells import calls_of, speed_of, tokens_of, with_notes

_MODES = {mode.value: said for mode, said in MODES.items()}
_HEADINGS = (("Run", ""), ("Calls", ""), ("Tokens", ""), ("Time", ""), ("Cost", ""))
_BASELINE = (
    "Averages per chapter. Baseline is writing freely, without proven quotes in the prompt; enhanced is writing with a "
    "whitelist, by reference or by copying. TTFT is the time to the first token. A value that is not known is left "
    "out of the average."
)
_NONE = "n/a"  # as `compare_modes` writes an unknown value
_NOTHING = "No model was asked in this session, so nothing was used."
_KEPT = "The usage of what was discarded is counted too; its prompts and replies are gone."


def _average(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def _times(total: UsageTotal, entries: Sequence[SessionCall]) -> SafeHtml:
    first = _average(entry.facts.first_token for entry in entries)
    proven = _average(entry.facts.first_proven for entry in entries)
    return with_notes(
        duration(total.seconds),
        "" if first is None else f"first token after {duration(first)} on average",
        "" if proven is None else f"first proven quote after {duration(proven)} on average",
        speed_of(total),
    )


def _row(name: SafeHtml, total: UsageTotal, entries: Sequence[SessionCall]) -> tuple[str, ...]:
    return name, calls_of(total, f"{total.calls:,}"), tokens_of(total), _times(total, entries), cost_in_words(total)


def sums_as_html(entries: Sequence[SessionCall], known: frozenset[str]) -> SafeHtml:
    """Return the usage of calls, run by run and in total; a run whose id is not `known` was discarded."""
    rows: list[tuple[str, ...]] = []
    for run in sums_by_run(entries):
        own = [entry for entry in entries if entry.run_id == run.run_id]
        of = "Proposed map" if run.mode == MAP_MODE else f"Run {run.run_number}"
        name = of + ("" if run.run_id in known else ", discarded")
        by = ", ".join(dict.fromkeys(entry.facts.model or client_title(entry.facts.client) for entry in own))
        rows.append(_row(with_notes(name, by, _MODES.get(run.mode, "")), run.total, own))
    if len(rows) > 1:
        rows.append(_row(element("b", "Together"), sum_of(entry.facts for entry in entries), entries))
    return table(_HEADINGS, rows, caption="What was used")


def _compared(entries: Sequence[SessionCall]) -> tuple[tuple[str, str], ...]:
    """Return the headings of a comparison, which say how many chapters each column averages."""
    free, rest = (count(chapters, "chapter") for chapters in chapters_compared(entries))
    return ("Metric", ""), (f"Baseline ({free})", ""), (f"Enhanced ({rest})", ""), ("Delta", "")


def comparisons_as_html(entries: Sequence[SessionCall]) -> SafeHtml:
    """Compare free with whitelisted writing for each model that did both. Source: decisions.md#seed-4."""
    parts: list[SafeHtml] = []
    for (_, model), own in by_model(one for one in entries if one.mode != MAP_MODE).items():
        rows = compare_modes(own)
        if any(row.baseline != _NONE for row in rows) and any(row.enhanced != _NONE for row in rows):
            cells = [(row.metric, row.baseline, row.enhanced, row.delta) for row in rows]
            heading = element("h3", f"Free, compared with whitelisted: {model}")
            parts += [heading, table(_compared(own), cells, caption="Comparison")]
    return join_html([*parts, element("p", _BASELINE, class_="wb-quiet")]) if parts else SafeHtml()


def used(session: Session, runs: Sequence[RunSummary], open_run: OpenRunProgress | None) -> None:
    """Show the usage of models in this session, in a section that can be opened."""
    if not runs and open_run is None:
        return
    folded = st.expander("What was used", key="see-usage", on_change="rerun")
    if not folded.open:
        return
    calls = page_context.store().calls.of_session(session.session_id)
    entries = [call for call in calls if provider_of(call.facts.client).is_service]
    proposal = page_context.store().proposals.progress(session.session_id)
    ids = (open_run.run_id if open_run else "", proposal.proposal_id if proposal else "")
    known = frozenset((*(run.run_id for run in runs), *ids))
    with folded:
        if not entries:
            st.html(element("p", _NOTHING, class_="wb-quiet"))
            return
        st.html(element("div", sums_as_html(entries, known), class_="wb-usage"))
        if any(entry.run_id not in known for entry in entries):
            st.html(element("p", _KEPT, class_="wb-quiet"))
        st.html(element("div", comparisons_as_html(entries), class_="wb-usage"))
