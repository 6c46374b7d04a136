"""A run that is not finished, on the screen: its progress, the text whose quotations are decided, and what can be done.

A fragment polls the text, so that the page is drawn again only where something other than the text changed.
"""

from collections.abc import Sequence

import streamlit as st

from core.generation.line import Line
from core.generation.pipeline import edition_quotes
from workbench.jobs.runs import LEASE_SECONDS
from workbench.jobs.runs.progress import ChapterStatus, RunSnapshot, status_in_words, steps_of, writer_of
from workbench.labels import count
from workbench.providers import provider_of
from workbench.safe_html import SafeHtml, element
from workbench.sessions.chapter_html import chapter_as_html
from workbench.store import OpenRunProgress, RunState, UnknownRecord
from workbench.ui.common import cache, page_context
from workbench.ui.common.chapters import ChapterRow, rows_of
from workbench.ui.common.widgets.base import show_html
from workbench.ui.generate import actions
from workbench.ui.generate.view_runs import replacement
from workbench.ui.model_picker import state as choosing
from workbench.ui.model_picker import view
from workbench.ui.model_picker.view_calls import calls
from workbench.ui.model_picker.view_stream import decisions_as_html, measures_as_html, words_as_html

_QUICK, _SLOW = 0.5, 3.0  # seconds between two looks, while it is written and while it is not
_KEY_WIDTH = 560  # pixels
_HEIGHT = 420  # pixels of the words that come
_SIGNS = {
    ChapterStatus.DONE: "✓",
    ChapterStatus.WRITING: "▸",
    ChapterStatus.BROKEN: "◦",
    ChapterStatus.FAILED: "✗",
    ChapterStatus.WAITING: "·",
}
# A process that has just started cannot know whether the one before it ended or another one writes.
_ELSEWHERE = (
    "Another program is writing this run, or was until a moment ago. Each chapter is shown here once it is done; if "
    f"no program is writing it any more, it can be resumed in at most {LEASE_SECONDS:g} seconds."
)


def _poll(open_run: OpenRunProgress, seen: RunSnapshot, label: str) -> None:
    """Draw the text so far; where something else changed, the whole page is drawn again."""
    live, changed, goes_on = actions.poll_run(open_run, seen)
    if changed:
        if goes_on:  # what was said of a run that has ended since is over too
            page_context.keep_last_messages()
        st.rerun()
    if not seen.held:
        return
    if live is None:
        st.html(element("p", _ELSEWHERE, class_="wb-words wb-quiet"))
        return
    actions.note_words_seen(open_run, live)
    st.html(element("h2", label, class_="wb-heading"))
    if live.notice:
        st.html(element("p", live.notice, class_="wb-notice wb-call-notice", role="status"))
    show_html(measures_as_html(live))
    with st.container(height=_HEIGHT, autoscroll=True, key="wb-live"):
        none = element("p", "Nothing is checked yet, so nothing is shown yet.", class_="wb-quiet")
        st.html(element("article", words_as_html(live.text) if live.text else none, class_="wb-reading wb-coming"))
    st.html(element("div", decisions_as_html(live.decisions), class_="wb-generate-last"))


def _steps(open_run: OpenRunProgress, pulse: RunSnapshot, rows: Sequence[ChapterRow], line: Line) -> SafeHtml:
    items: list[SafeHtml] = []
    for chapter, step in zip(open_run.chapters, steps_of(open_run, pulse), strict=True):
        row = rows[line.effective_index(chapter.chapter_index)]
        parts: list[str] = [step.value]
        if chapter.fell_back:
            parts.append("its key excerpts only")
        if step in (ChapterStatus.BROKEN, ChapterStatus.FAILED) and chapter.answered:
            parts.append("its reply is stored")
        name = element("span", row.label, class_="name")
        state = element("span", ", ".join(parts), class_="note")
        sign = element("span", _SIGNS[step], class_="sign", aria_hidden="true")
        items.append(element("li", sign, element("div", name, state), class_=step.name.lower()))
    return element("ol", *items, class_="wb-steps")


def lost_by_discarding(open_run: OpenRunProgress) -> str:
    """Say what is lost when an open run is discarded."""
    done, answered = (sum(getattr(one, what) for one in open_run.chapters) for what in ("done", "answered"))
    if done:
        replies = " and every reply of this run" if answered else " of this run"
        return f"{count(done, 'finished chapter')}{replies} will be gone for good."
    if answered:
        return f"No chapter is finished; {count(answered, 'reply', 'replies')} of this run will be gone for good."
    return "Nothing of this run is finished, so nothing that was written is lost."


def _acts(open_run: OpenRunProgress, pulse: RunSnapshot) -> None:
    """Offer what can be done with a run that no worker is writing."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.button("Resume", on_click=actions.resume, args=(open_run,), type="primary", key="resume")
        if pulse.done:
            st.button("Keep what is done", on_click=actions.keep, args=(open_run,), key="keep")
        if len(pulse.done) < len(open_run.chapters):
            go_on = actions.resume_without_chapter
            st.button("Go on without this chapter", on_click=go_on, args=(open_run,), key="go-on-without")
        with st.popover("Discard", key="discard"):
            st.html(element("p", lost_by_discarding(open_run), class_="wb-words"))
            st.button("Discard this run", on_click=actions.discard, args=(open_run,), key="discard-sure")


def _head(open_run: OpenRunProgress, pulse: RunSnapshot) -> None:
    made = f"By {writer_of(actions.recipe_of(open_run).client)}."
    failed = not pulse.held and pulse.state is RunState.FAILED
    parts = [element("p", element("b", status_in_words(open_run, pulse)), " ", element("span", made, class_="note"))]
    if failed:
        parts.append(element("p", pulse.message))
    if not pulse.held:
        rest = (
            "Resume writes the rest; nothing that was answered is asked again. A new run can be begun after this one."
        )
        parts.append(element("p", rest, class_="note"))
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        look = "wb-failure" if failed else "wb-open-run"
        st.html(element("div", *parts, class_=look, role="status"), width="stretch")
        if pulse.held and not pulse.stop_requested:
            st.button("Stop", on_click=actions.stop, args=(open_run.run_id,), key="stop")


def _key(open_run: OpenRunProgress) -> None:
    """Ask for a key before a run is resumed: a typed key is lost when the program ends, and a key may be refused."""
    choice = actions.recipe_of(open_run).client
    if provider_of(choice.kind).is_service:
        with st.container(border=True, gap="small", width=_KEY_WIDTH, key="wb-service"):
            view.key(open_run.session_id, choice)


def _read(open_run: OpenRunProgress, rows: Sequence[ChapterRow], line: Line) -> None:
    """Let a person read the chapters that are done; of these only the chosen one is read from the store."""
    done = {one.position: one.chapter_index for one in open_run.chapters if one.done}
    if not done:
        return
    folded = st.expander("Read the chapters that are done", key="read-done", on_change="rerun")
    if not folded.open:
        return

    def label(position: int) -> str:
        return rows[line.effective_index(done[position])].label

    with folded:
        position = st.selectbox("Chapter", list(done), format_func=label, key="done-chapter", width=560)
        draft = actions.draft_of(open_run, position)
        show_html(chapter_as_html(draft, edition_quotes([draft], line.settings)))


def _calls(open_run: OpenRunProgress, rows: Sequence[ChapterRow], line: Line) -> None:
    """Let a person see what was asked and answered so far; only the calls of the chosen chapter are read."""
    asked = {one.position: one.chapter_index for one in open_run.chapters if one.calls}
    if not asked:
        return
    folded = st.expander("What was asked and answered", key="see-calls", on_change="rerun")
    if not folded.open:
        return

    def label(position: int) -> str:
        return rows[line.effective_index(asked[position])].label

    with folded:
        position = st.selectbox("Chapter", list(asked), format_func=label, key="asked-chapter", width=560)
        attempt = actions.draft_of(open_run, position).attempt if open_run.chapters[position].done else ""
        calls(page_context.store().calls.list(open_run.run_id, position), attempt, key="asked-call")


def _open_run(found: OpenRunProgress) -> None:
    line = cache.line_of(actions.recipe_of(found).material)
    rows = rows_of(line)
    pulse = actions.run_snapshot(found)
    actions.watch(found)
    _head(found, pulse)
    replacement(actions.replaced_words_notice(found))
    if not pulse.held:
        _acts(found, pulse)
        _key(found)
    left, right = st.columns((4, 8), gap="large")
    with left:
        show_html(_steps(found, pulse, rows, line))
    writing = next((chapter for chapter in found.chapters if not chapter.done), found.chapters[-1])
    label = rows[line.effective_index(writing.chapter_index)].label
    with right:
        st.fragment(_poll, run_every=_QUICK if pulse.held else _SLOW)(found, pulse, label)
    _read(found, rows, line)
    _calls(found, rows, line)


def open_run(found: OpenRunProgress) -> None:
    """Show a run that is not finished and poll it; where it has ended since it was looked up, draw the page again."""
    choosing.put_away()
    try:
        _open_run(found)
    except UnknownRecord:
        st.rerun()
