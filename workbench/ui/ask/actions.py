"""What a person does on the page Ask: asks, stops, asks again, unfolds an answer, deletes one."""

import streamlit as st

from workbench.jobs import answers
from workbench.store import Session
from workbench.ui.ask.state import choices, sources, uploads
from workbench.ui.common import page_context, unfolded_answers
from workbench.ui.common.search_library import library

_ASKED = "ask.asked"
BOX = "ask-question"
_SUGGESTED = "ask.suggested"


def _ask(session: Session, text: str) -> bool:
    def act() -> None:
        asked = answers.QuestionRequest(
            text=text,
            client=choices.client(session.session_id, text),
            settings=choices.settings(session.session_id),
            sources=sources.used_source_keys(session),
            synonyms=choices.synonyms(session.session_id),
        )
        begun = answers.begin(page_context.store(), library(), session.session_id, asked)
        unfolded_answers.fold_all(session.session_id)
        unfolded_answers.unfold(session.session_id, begun.answer_id)
        st.session_state[_ASKED] = begun.answer_id
        uploads.upload_state(session.session_id).messages.clear()  # it has been read by now

    return page_context.change(act)


def ask_typed(session: Session) -> None:
    """Ask what was typed; where it cannot be asked, it is in the box again and the page says why."""
    text = str(st.session_state.get(BOX) or "")
    if text.strip() and not _ask(session, text):
        st.session_state[BOX] = text


def suggested_key(offered: int) -> str:
    """Return the key of the choice among so many suggested questions; each choice makes the next one another widget."""
    return f"ask-suggested-{st.session_state.get(_SUGGESTED, 0)}-{offered}"


def ask_suggested(session: Session, text: str) -> None:
    """Ask a suggested question, and draw the page again.

    This is no callback: one may be cut by the next run of the page, and what was chosen would be lost.
    """
    _ask(session, text)
    st.session_state[_SUGGESTED] = st.session_state.get(_SUGGESTED, 0) + 1
    st.rerun()


def ask_again(session: Session, text: str) -> None:
    """Ask a question whose answer got lost with its program."""
    dismiss(session.session_id)
    _ask(session, text)


def dismiss(session_id: str) -> None:
    """Forget a question that can no longer be answered."""
    page_context.change(lambda: answers.dismiss(page_context.store(), session_id))


def store_again(session_id: str) -> None:
    """Store an answer that could not be stored before."""
    page_context.change(lambda: answers.store_again(page_context.store(), session_id))


def stop(session_id: str) -> None:
    """Stop the question that is being asked; what was found so far is kept."""
    page_context.change(lambda: answers.stop(page_context.store(), session_id))


def is_fresh(answer_id: str) -> bool:
    """Tell whether an answer is to what was asked last in this tab."""
    return st.session_state.get(_ASKED) == answer_id


def delete(session_id: str, answer_id: str) -> None:
    """Delete an answer for good."""
    page_context.change(
        lambda: page_context.store().answers.delete(session_id, answer_id), "The question and its answer were deleted."
    )
