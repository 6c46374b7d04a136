"""A question that has no answer yet, on the page Ask: its progress, and what can be done.

A fragment polls its progress and shows only text whose quotations are decided.
"""

import streamlit as st

from core.errors import WorkbenchError
from workbench.jobs import answers
from workbench.jobs.answers import AnswerStage, AnswerStatus
from workbench.labels import count
from workbench.safe_html import SafeHtml, element
from workbench.store import Session
from workbench.ui.ask import actions
from workbench.ui.common import page_context
from workbench.ui.common.widgets.base import show_html
from workbench.ui.model_picker.view_stream import words_as_html

_POLL_SECONDS = 0.5  # seconds between two polls
_HEIGHT = 380  # pixels of the words that come
_NOTHING_YET = "Nothing is checked yet, so nothing is shown yet."
_STAGES = {
    AnswerStage.SEARCHING: "Looking for passages",
    AnswerStage.ASKING: "The model is answering",
    AnswerStage.CHECKING: "Quotations are being checked",
}
_ELSEWHERE = "Another program is asking this question. Its answer appears here when it is ready."
_LOST = "The program that asked this question ended before the answer was ready. Nothing of it was kept."


def question(text: str, *notes: str) -> SafeHtml:
    """Return a question as a person asked it, with what is to be said of it below."""
    sentence = " · ".join(note for note in notes if note)
    parts = [element("p", text, class_="asked"), *([element("p", sentence, class_="note")] if sentence else [])]
    return element("div", *parts, class_="wb-asked")


def _measures(live: AnswerStatus) -> None:
    parts = [_STAGES[live.stage], f"{live.seconds:.0f} s"]
    if live.citations:
        parts.insert(1, count(len(live.citations), "passage"))
    if live.received:
        held = f", {live.held:,} held back" if live.held else ""
        parts.append(f"{count(live.received, 'character')} received{held}")
    if live.proven:
        parts.append(f"{count(live.proven, 'quotation')} proven")
    st.html(element("p", " · ".join(parts), class_="wb-ask-stage", role="status"))


def _progress(live: AnswerStatus) -> None:
    _measures(live)
    if live.notice:
        st.html(element("p", live.notice, class_="wb-notice", role="status"))
    if live.stage is AnswerStage.SEARCHING:
        return
    with st.container(height=_HEIGHT, autoscroll=True, key="wb-ask-live"):
        none = element("p", _NOTHING_YET, class_="wb-quiet")
        st.html(element("article", words_as_html(live.text) if live.text else none, class_="wb-reading wb-coming"))


def _poll(session: Session, answer_id: str) -> None:
    """Draw the progress; once the question is answered or has failed, the page is drawn again."""
    try:
        pending = answers.pending_question(page_context.store(), session.session_id)
    except WorkbenchError as error:  # the next look may be luckier
        st.html(element("p", str(error), class_="wb-quiet"))
        return
    if (
        pending is None
        or pending.lost
        or pending.question.answer_id != answer_id
        or (pending.live and pending.live.trouble)
    ):
        st.rerun()
    if pending.live is None:
        st.html(element("p", _ELSEWHERE, class_="wb-words wb-quiet"))
    else:
        _progress(pending.live)


def _ended(session: Session, pending: answers.PendingQuestion) -> None:
    """Say that there will be no answer, and what can be done."""
    trouble = pending.live.trouble if pending.live else ""
    if trouble:
        st.html(element("p", trouble, class_="wb-failure", role="alert"))
    else:
        st.html(element("p", _LOST, class_="wb-notice", role="note"))
    place, text = (session.session_id,), pending.question.question
    with st.container(horizontal=True, gap="small"):
        if trouble:
            st.button("Try to store it again", on_click=actions.store_again, args=place, key="ask-store")
        st.button("Ask again", on_click=actions.ask_again, args=(session, text), key="ask-again", type="primary")
        st.button("Discard this question", on_click=actions.dismiss, args=place, key="ask-dismiss")


def under_way(session: Session, pending: answers.PendingQuestion) -> None:
    """Show the question that is being asked, poll its progress, and offer to stop it."""
    ended = pending.lost or bool(pending.live and pending.live.trouble)
    with st.container(key="wb-ask-coming"):
        with st.container(horizontal=True, wrap=False, vertical_alignment="top", gap="small"):
            show_html(question(pending.question.question), width="stretch")
            if pending.live is not None and not ended:
                st.button("Stop", on_click=actions.stop, args=(session.session_id,), key="ask-stop", width="content")
        if ended:
            _ended(session, pending)
        else:
            st.fragment(_poll, run_every=_POLL_SECONDS)(session, pending.question.answer_id)
