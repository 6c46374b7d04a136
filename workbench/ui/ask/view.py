"""The page Ask in the middle: earlier questions with their answers, the one that is being asked, and the box."""

import json
from collections.abc import Sequence
from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.answers.answer_text import answer_data, answer_markdown
from core.answers.records import AnswerMode
from core.errors import WorkbenchError
from core.transcripts.transcript import TranscriptPair
from workbench.files.names import file_stem
from workbench.labels import count, when
from workbench.providers import client_title
from workbench.safe_html import element
from workbench.store import MAX_QUESTION, AnswerSummary, Session, StoredAnswer
from workbench.ui.ask import actions
from workbench.ui.ask.component import AnswerView, payload, show_answer
from workbench.ui.ask.state import context, sources
from workbench.ui.ask.view_pending import question
from workbench.ui.common import heard_recording, page_context, unfolded_answers
from workbench.ui.common.answer_labels import MODES
from workbench.ui.common.heard_words import HeardWords, heard_words
from workbench.ui.common.page_context import key_of
from workbench.ui.common.search_library import index_state
from workbench.ui.common.widgets.base import heading, show_html

_AT_ONCE = 8  # questions that are listed; the earlier ones by a button


def sides() -> Sequence[DeltaGenerator]:
    """Return the two sides of the page: what is asked, and the conversation."""
    return st.columns((4, 13), gap="large")


def _made_by(one: AnswerSummary) -> str:
    if one.mode is AnswerMode.EXCERPTS and not one.fallback_reason:
        return MODES[one.mode][0]
    return f"{MODES[one.mode][0]}, {one.model or client_title(one.client)}"


def _standing(one: AnswerSummary) -> str:
    proven = f"{count(one.quotes, 'quotation')} proven" if one.quotes else "no quotations"
    return f"{proven}, {one.refused:,} refused" if one.refused else proven


@st.cache_resource(max_entries=32, show_spinner=False)
def _stored(path: str, answer_id: str) -> StoredAnswer:
    del path
    return page_context.store().answers.get(answer_id)


@st.cache_resource(max_entries=32, show_spinner=False)
def _data(
    path: str, answer_id: str, state: tuple[str, ...], _own: TranscriptPair | None, _told: HeardWords
) -> dict[str, object]:
    del state
    stored = _stored(path, answer_id)
    around, found = context.passages_with_neighbours(stored.answer), context.question_matches(stored.answer)
    return payload(AnswerView(stored.answer, around, found, stored.left_out, stored.notice, stored.calls, _own, _told))


def _markdown(stored: StoredAnswer) -> bytes:
    return answer_markdown(stored.answer).encode("utf-8", "replace")


def _json(stored: StoredAnswer) -> bytes:
    return (json.dumps(answer_data(stored.answer), ensure_ascii=False, indent=2) + "\n").encode("utf-8", "replace")


def _delete(session: Session, answer_id: str) -> None:
    place, key = (session.session_id, answer_id), key_of("ask-delete-sure", answer_id)
    with st.popover("Delete", type="tertiary", key=key_of("ask-delete", answer_id)):
        st.html(element("p", "The question and its answer will be gone for good.", class_="wb-words"))
        st.button("Delete this answer", on_click=actions.delete, args=place, key=key)


def _acts(session: Session, stored: StoredAnswer) -> None:
    """Offer an answer as files, and to delete it."""
    stem = f"{file_stem(session.title)}-answer-{stored.number}"
    key = stored.answer_id
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.html(element("span", "Download", class_="wb-quiet"), width="content")
        st.download_button(
            "Markdown",
            data=partial(_markdown, stored),
            file_name=f"{stem}.md",
            mime="text/markdown",
            on_click="ignore",
            key=key_of("ask-markdown", key),
            type="tertiary",
        )
        st.download_button(
            "JSON",
            data=partial(_json, stored),
            file_name=f"{stem}.json",
            mime="application/json",
            on_click="ignore",
            key=key_of("ask-json", key),
            type="tertiary",
        )
        _delete(session, key)


def _answer(session: Session, one: AnswerSummary) -> None:
    path = str(page_context.store().path)
    try:
        stored = _stored(path, one.answer_id)
    except WorkbenchError as error:  # one that cannot be read takes no others with it
        st.html(element("p", str(error), class_="wb-failure", role="alert"))
        _delete(session, one.answer_id)
        return
    own = heard_recording.own_transcript(session)
    heard = session.transcript.sha256 if own and session.transcript else ""
    told, key = heard_words(session), key_of("answer", one.answer_id)
    data = _data(path, one.answer_id, (index_state(), heard, repr(told.places)), own, told)
    show_answer(data, key=key, fresh=actions.is_fresh(one.answer_id), heard=bool(heard))
    _acts(session, stored)


def _row(session: Session, one: AnswerSummary, *, newest: bool) -> None:
    """Show a question, and its answer where it is unfolded."""
    unfolded = unfolded_answers.is_unfolded(session.session_id, one.answer_id, newest=newest)
    place = (session.session_id, one.answer_id)
    with st.container(key=key_of("wb-ask-entry", one.answer_id)):
        with st.container(horizontal=True, wrap=False, vertical_alignment="top", gap="small"):
            text = question(one.question, when(one.asked_at), _made_by(one), _standing(one))
            show_html(text, width="stretch")
            key = key_of("ask-fold", one.answer_id)
            if unfolded:
                st.button("Fold", on_click=unfolded_answers.fold, args=place, key=key, type="tertiary", width="content")
            else:
                st.button(
                    "Read", on_click=unfolded_answers.unfold, args=place, key=key, type="tertiary", width="content"
                )
        if unfolded:
            _answer(session, one)


def history(session: Session, every: Sequence[AnswerSummary], *, under_way: bool) -> None:
    """Show the questions of the session, the newest last and unfolded but while another is asked; of many the last."""
    shown = every if unfolded_answers.shows_all(session.session_id) else every[-_AT_ONCE:]
    if len(shown) < len(every):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            text = f"{count(len(every) - len(shown), 'earlier question')}."
            st.html(element("span", text, class_="wb-quiet"), width="content")
            st.button(
                "Show them",
                on_click=unfolded_answers.show_all,
                args=(session.session_id,),
                key="ask-earlier",
                type="tertiary",
            )
    for one in shown:
        _row(session, one, newest=one is every[-1] and not under_way)


def nothing_asked() -> None:
    """Say what this page is for, before the first question."""
    heading("Ask your sources")
    what = "An answer quotes the passages it is made from, and every quotation is proven to stand in its record."
    how = "Press the label of a quotation to see its passage in context. That a quotation is real says nothing about "
    how += "whether the person was right."
    st.html(element("div", element("p", what), element("p", how), class_="wb-empty"))


def suggestions(session: Session, answers: Sequence[AnswerSummary], *, disabled: bool) -> None:
    """Offer those of the sample's questions that were not asked yet, where the sample is asked."""
    asked = {one.question for one in answers}
    known = sources.sample_questions() if sources.asks_the_sample(session.session_id) else ()
    questions = [one for one in known if one not in asked]
    if not questions:
        return
    with st.expander(
        "Questions for the sample", expanded=not answers, key=f"ask-fold-suggested-{bool(answers)}", type="compact"
    ):
        chosen = st.pills(
            "Questions for the sample",
            questions,
            key=actions.suggested_key(len(questions)),
            disabled=disabled,
            label_visibility="collapsed",
            wrap=True,
        )
    if chosen and not disabled:
        actions.ask_suggested(session, chosen)


def box(session: Session, *, disabled: bool) -> None:
    """Ask for a question; while one is asked there is no other."""
    with st.container(key="wb-ask-box"):
        st.chat_input(
            "Ask a question",
            key=actions.BOX,
            max_chars=MAX_QUESTION,
            disabled=disabled,
            on_submit=actions.ask_typed,
            args=(session,),
        )
