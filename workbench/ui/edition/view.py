"""The edition on the screen: its runs, its verdict, the view of it, its files."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.enforcement.results import ChapterDraft
from workbench.labels import NOT_PROMISED, count, verdict_in_words, when
from workbench.providers import client_title
from workbench.safe_html import element
from workbench.sessions.chapter_html import facts_as_html
from workbench.store import RunSummary, Session
from workbench.ui.common import page_context, urls
from workbench.ui.common.opened_edition import OpenedEdition
from workbench.ui.common.run_label import run_label
from workbench.ui.common.widgets import show_html, verdict_sign
from workbench.ui.edition import view_editor
from workbench.ui.edition.changes import changes_as_html, side_by_side_as_html
from workbench.ui.edition.component import show_edition
from workbench.ui.edition.review_lists import review_lists_as_html, unused_as_html, unused_quotes
from workbench.ui.edition.state import EditionFiles
from workbench.ui.edition.view_additions import chapter_additions
from workbench.ui.model_picker.view_calls import calls

View = Literal["Read", "Edit", "Compare"]
VIEWS: tuple[View, ...] = ("Read", "Edit", "Compare")
_RUN = "edition.run"
_CHAPTER = "edition.chapter"
_MEDIA = {"md": "text/markdown", "html": "text/html", "json": "application/json", "txt": "text/plain"}
_LABELS = {
    "edition.html": "Web page",
    "edition.md": "Markdown",
    "edition.json": "JSON",
    "certificate.json": "Certificate",
    "transcript.txt": "Transcript",
    "draft-unproven.md": "Draft, not proven",
}


def nothing_written() -> None:
    """Say that there is no edition yet, and where one is written."""
    why = "No edition was written yet."
    what = (
        "An edition is written from the claims and the proven quotes. The offline composer does it in a moment, "
        "without a model, a key or the network."
    )
    st.html(element("div", element("p", why), element("p", what), class_="wb-empty"))
    st.page_link(urls.page_path("generate"), label="Write one on the page Generate", query_params=urls.address())


def row() -> DeltaGenerator:
    """Return the row above the edition."""
    return st.container(horizontal=True, vertical_alignment="center", gap="small", key="wb-edition-row")


def choose_view() -> View:
    """Ask what to do with the edition; the address of the page remembers it."""
    return st.segmented_control(
        "Look at", VIEWS, default=VIEWS[0], required=True, key="look", bind="query-params", label_visibility="collapsed"
    )


def choose_run(runs: Sequence[RunSummary], chosen: RunSummary, turn_to: Callable[[RunSummary], None]) -> None:
    """Ask for one of the runs, the last one first, where there are several; a select box shows its options as plain
    text."""
    if len(runs) < 2:
        return
    by_number = {run.number: run for run in runs}
    st.session_state[_RUN] = chosen.number
    st.selectbox(
        "Run",
        sorted(by_number, reverse=True),
        format_func=lambda number: run_label(by_number[number]),
        key=_RUN,
        width=520,
        label_visibility="collapsed",
        on_change=lambda: turn_to(by_number[st.session_state[_RUN]]),
    )


def _choose_chapter(opened: OpenedEdition, position: int, turn_to: Callable[[int], None]) -> None:
    """Ask for one of the chapters; a select box shows its options as plain text."""
    chapters = opened.edition.chapters
    st.session_state[_CHAPTER] = position
    st.selectbox(
        "Chapter",
        range(len(chapters)),
        format_func=lambda index: f"{chapters[index].effective_index + 1}. {chapters[index].title}",
        key=_CHAPTER,
        width=520,
        label_visibility="collapsed",
        on_change=lambda: turn_to(st.session_state[_CHAPTER]),
    )


def _notice(text: str) -> None:
    st.html(element("p", text, class_="wb-notice", role="note"))


def unreadable(why: str, runs: Sequence[RunSummary], chosen: RunSummary, turn_to: Callable[[RunSummary], None]) -> None:
    """Say why a run cannot be read, and ask for another."""
    choose_run(runs, chosen, turn_to)
    _notice(why)


def _since(opened: OpenedEdition, session: Session) -> str:
    edition = opened.edition
    if session.transcript is None or edition.transcript_sha256 != session.transcript.sha256:
        return (
            f"This edition is of another transcript ({edition.transcript_name}) than the session has now, and its "
            "verdict is about that one."
        )
    if opened.present is None:
        return ""
    listed = {quote.quote_id for quote in opened.present.whitelist}
    gone = sum(quote.quote_id not in listed for quote in edition.quotes)
    return f"{count(gone, 'quote')} of this edition left the whitelist because of your changes." if gone else ""


def verdict(opened: OpenedEdition, session: Session) -> None:
    """Show the verdict of `verify` on the edition, what it does not promise, and the run the edition comes from; say
    which later changes affect it, whose verdict is about the material it was made from."""
    run, edition = opened.run.summary, opened.edition
    label = verdict_in_words(edition.verdict)
    made = f"Run {run.number}, {when(run.finished_at)}, by {client_title(run.client)}"
    made += ", edited by you since." if opened.edited.edited else f"; {count(run.quotations, 'quotation')}."
    sentence = element("p", label.sentence, " ", NOT_PROMISED, " ", element("span", made, class_="note"))
    st.html(element("div", verdict_sign(edition.verdict), sentence, class_="wb-verdict-line", role="status"))
    if opened.edited.aside:
        _notice(f"Your edits are not shown. {opened.edited.aside}")
    text = _since(opened, session)
    if text:
        _notice(f"{text} Write it again to bring it up to date.")


def elsewhere() -> None:
    """Lead to the presentation of the edition, and to where it is written once more, as a run of its own."""
    st.button("Present", on_click=urls.enter_presentation, key="edition.present", width="content")
    st.page_link(urls.page_path("generate"), label="Write it again", query_params=urls.address(), width="content")


def download_buttons(texts: Mapping[str, str], stem: str) -> None:
    """Offer files by name; a download draws nothing again."""
    for name, content in texts.items():
        st.download_button(
            _LABELS[name],
            content.encode("utf-8", "replace"),
            file_name=f"{stem}-{name}",
            mime=_MEDIA[name.rsplit(".", 1)[1]],
            on_click="ignore",
            key=f"download-{name}",
            width="stretch",
        )


def files(offered: EditionFiles, stem: str) -> None:
    """Offer the files of an edition."""
    download_buttons(offered.texts, stem)
    if offered.why:
        st.html(element("p", offered.why, class_="wb-quiet"))


def edit(session: Session, opened: OpenedEdition, position: int, turn_to: Callable[[int], None]) -> None:
    """Ask for a chapter, and show its editor, or why it cannot be edited."""
    _choose_chapter(opened, position, turn_to)
    if opened.present is None:
        _notice("This chapter cannot be edited: the session has no transcript or no evidence map to check it against.")
    else:
        view_editor.edit(session, opened.run, position, opened.present)


def read(
    data: dict[str, Any], opened: OpenedEdition, position: int, turn_to: Callable[[int], object], *, heard: bool
) -> None:
    """Show the edition beside its transcript; `heard` where its quotes can be played."""
    key = page_context.key_of("edition", opened.run.summary.run_id)
    show_edition(data, key=key, chapter=position, heard=heard, on_chapter=turn_to)


def _before_and_after(opened: OpenedEdition, position: int, written: str | None) -> None:
    draft = opened.edition.chapters[position]
    show_html(facts_as_html(draft, "wb-row-of-facts"))
    show_html(changes_as_html(draft, opened.edition))
    _asked(opened, position)
    if written is None:
        return
    by_hand = position in opened.edited.edited
    fold = st.expander(
        "The whole text as written, beside the text as it is now", on_change="rerun", key="edition.whole"
    )
    with fold:
        if fold.open:
            heading = "As you typed it" if by_hand else "The reply as it came"
            show_html(side_by_side_as_html(written, draft, opened.edition, heading))


def _asked(opened: OpenedEdition, position: int) -> None:
    """Show what was asked and answered; it is loaded only while the section is open."""
    fold = st.expander("What was asked and answered", on_change="rerun", key="edition.calls")
    with fold:
        if fold.open:
            run = opened.run
            made = page_context.store().calls.list(run.summary.run_id, position)
            calls(made, run.edition.chapters[position].attempt, key="edition.call")


def _unused(opened: OpenedEdition, draft: ChapterDraft) -> None:
    if opened.line is None or opened.transcript is None:
        text = "Unused quotes can be listed only for the transcript and the evidence map that the session has now."
        st.html(element("p", text, class_="wb-quiet"))
    else:
        unused = unused_quotes(draft, opened.edition, opened.line)
        show_html(unused_as_html(unused, opened.transcript))


def beside(session: Session, opened: OpenedEdition, position: int, written: str | None) -> None:
    """Show the details of the chapter: what was changed and why, what to check by hand, unused quotes, and passages
    that could be added to the evidence map."""
    draft = opened.edition.chapters[position]
    changed, to_check, unused, to_add = st.tabs(
        ["Before and after", "Check by hand", "Unused quotes", "Not in the evidence map"]
    )
    with changed:
        _before_and_after(opened, position, written)
    with to_check:
        show_html(review_lists_as_html(draft, opened.edition))
    with unused:
        _unused(opened, draft)
    with to_add:
        chapter_additions(session, opened, draft)
