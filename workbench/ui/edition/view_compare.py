"""Two runs on the screen: which, and what of them is the same."""

from collections.abc import Sequence

import streamlit as st

from workbench.safe_html import element
from workbench.store import FinishedRun, RunSummary, Session
from workbench.ui.common import cache, page_context, urls
from workbench.ui.common.run_label import run_label
from workbench.ui.common.widgets import heading, show_html
from workbench.ui.edition.compare_runs import (
    ChapterPair,
    RunComparison,
    chapter_name,
    chapters_as_html,
    compare_runs,
    made_as_html,
    quotes_as_html,
    run_name,
    texts_as_html,
)

_OTHER_TRANSCRIPT = (
    "The two runs are of different transcripts. A quote counts as the same where the same person says the same words; "
    "where it stands in its transcript is not compared."
)
_WITHOUT_EDITS = "Both are compared as they were written; later edits are left out."


def _notice(text: str) -> None:
    st.html(element("p", text, class_="wb-notice", role="note"))


def _nothing_beside(session: Session, run: FinishedRun) -> None:
    text = (
        f"{run_name(run)} is the only one of this session: write another, with other settings or another client, and "
        "the two stand here side by side."
    )
    st.html(element("div", element("p", text), class_="wb-empty"))
    address = urls.address(session.session_id)
    st.page_link(urls.page_path("generate"), label="Write one on the page Generate", query_params=address)


def _choose_other(others: Sequence[RunSummary], run: FinishedRun) -> RunSummary:
    """Ask which run to compare with; the one before is proposed, which most likely is the one meant."""
    by_number = {other.number: other for other in others}
    numbers = sorted(by_number, reverse=True)
    before = next((number for number in numbers if number < run.summary.number), numbers[0])
    number = st.selectbox(
        "Compare with",
        numbers,
        index=numbers.index(before),
        format_func=lambda number: run_label(by_number[number]),
        key=f"compare-with-{run.summary.run_id}",
        width=520,
    )
    return by_number[number]


def _choose_pair(found: RunComparison) -> ChapterPair:
    """Ask for a chapter; the first that differs is proposed."""
    pairs = found.chapters
    first = next((index for index, pair in enumerate(pairs) if not pair.same_text), 0)

    def label(index: int) -> str:
        pair = pairs[index]
        return f"{chapter_name(pair.new or pair.old)}: {'the same' if pair.same_text else 'different'}"

    chosen = f"compare-chapter-{found.old.summary.run_id}-{found.new.summary.run_id}"
    return pairs[st.selectbox("Chapter", range(len(pairs)), index=first, format_func=label, key=chosen, width=520)]


def compare(session: Session, runs: Sequence[RunSummary], run: FinishedRun) -> None:
    """Show a run beside another one of its session, the older one first; where there is no other, say how to get
    one."""
    others = [other for other in runs if other.run_id != run.summary.run_id]
    if not others:
        _nothing_beside(session, run)
        return
    chosen = _choose_other(others, run)
    other = cache.read_run(chosen)
    if isinstance(other, cache.UnreadableRun):
        _notice(other.why)
        return
    old, new = sorted((run, other), key=lambda one: one.summary.number)
    found = compare_runs(old, new)
    if not found.same_transcript:
        _notice(_OTHER_TRANSCRIPT)
    if any(not edit.undone for one in (old, new) for edit in page_context.store().edits.list(one.summary.run_id)):
        _notice(_WITHOUT_EDITS)
    show_html(made_as_html(found))
    heading("Chapter by chapter")
    show_html(chapters_as_html(found))
    heading("Quotes")
    show_html(quotes_as_html(found))
    heading("The text, side by side")
    show_html(texts_as_html(found, _choose_pair(found)))
