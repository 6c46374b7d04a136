"""How an answer is made, on the page Ask: who answers, which passages it is made from, and how it may quote."""

import streamlit as st

from core.answers.records import AnswerMode
from workbench.labels import count
from workbench.providers import provider_of
from workbench.safe_html import element
from workbench.store import PassageDiversity, Session
from workbench.ui.ask.state import choices
from workbench.ui.ask.state.choices import key_of
from workbench.ui.common.answer_labels import MODES
from workbench.ui.model_picker import view

_SEARCH = {"summaries": "Summaries, where there are any", "both": "Summaries and texts"}
_DIVERSITY = {
    PassageDiversity.SIMILARITY: "Leave out what is too alike",
    PassageDiversity.COURSES: "One of each course first",
}
_REFERENCE = {True: "By reference", False: "By copying"}
_REFERENCE_NOTE = (
    "By reference: the model names a sentence, and the program inserts its exact words. By copying: the model writes "
    "the words itself, and every quotation is checked."
)


def _note(text: str) -> None:
    st.html(element("p", text, class_="wb-ask-note"))


def _replies(session: Session) -> None:
    given = choices.replies(session.session_id)
    if given is not None:
        many = "one text for every call" if given.every_call else count(len(given.replies), "reply", "replies")
        _note(f"{given.name}: {many}.")
        st.button(
            "Choose others",
            on_click=choices.take_replies,
            args=(session.session_id, None),
            type="tertiary",
            key="ask-forget-replies",
        )
        return
    key = key_of("replies-file", session.session_id)
    st.file_uploader(
        "A list of replies in JSON, or one text for all",
        key=key,
        max_upload_size=20,
        on_change=choices.take_replies_file,
        args=(session.session_id, key),
    )


def _synonyms(session: Session) -> None:
    given = choices.synonyms(session.session_id)
    if given:
        _note(f"Synonyms of {count(len(given), 'word')} are searched for.")
        forget = (session.session_id, None)
        st.button(
            "Forget the synonyms",
            on_click=choices.take_synonyms,
            args=forget,
            type="tertiary",
            key="ask-forget-synonyms",
        )
        return
    key = key_of("synonyms-file", session.session_id)
    st.file_uploader(
        "Synonyms in YAML, word: [words]",
        type=["yml", "yaml", "json"],
        key=key,
        max_upload_size=1,
        on_change=choices.take_synonyms_file,
        args=(session.session_id, key),
    )


def who(session: Session) -> None:
    """Ask who answers, and what a service needs."""
    chosen, offered = choices.chosen_provider(session.session_id), choices.can_answer(session.session_id)
    key = key_of("who", session.session_id)
    if st.session_state[key] != chosen:  # whom one cannot ask any more; set else, it would undo a press that just came
        st.session_state[key] = chosen
    provider = provider_of(chosen)
    with st.expander("Who answers", expanded=provider.reads_prompt, key="ask-fold-who", type="compact"):
        st.radio(
            "Who answers",
            offered,
            format_func=lambda writer: provider_of(writer).on_ask.name,
            captions=[provider_of(writer).on_ask.caption for writer in offered],
            key=key,
            label_visibility="collapsed",
            persist_state="session",
        )
        if provider.is_service:
            view.service(session, chosen)
        elif provider.from_file:
            _replies(session)


def how(session: Session) -> None:
    """Ask how a model is to answer and to quote."""

    def key(name: str) -> str:
        return key_of(name, session.session_id)

    nobody = not provider_of(choices.chosen_provider(session.session_id)).reads_prompt
    mode = st.session_state[key("mode")]
    with st.expander("How it answers", key="ask-fold-how", type="compact"):
        if nobody:
            _note("With excerpts only there is nothing to choose here.")
        st.radio(
            "What it writes",
            choices.MODELS_MODES,
            format_func=lambda one: MODES[one][0],
            captions=[MODES[one][1] for one in choices.MODELS_MODES],
            key=key("mode"),
            disabled=nobody,
            persist_state="session",
        )
        st.radio(
            "How it quotes",
            tuple(_REFERENCE),
            format_func=_REFERENCE.__getitem__,
            key=key("by_reference"),
            disabled=nobody or mode is AnswerMode.BASELINE,
            persist_state="session",
        )
        _note(_REFERENCE_NOTE)
        st.number_input(
            "Shorter quotations say more than the claim (words)",
            0,
            100,
            step=1,
            key=key("least_words"),
            disabled=nobody or mode not in (AnswerMode.INLINE, AnswerMode.SYNTHESIS),
            persist_state="session",
        )
        st.toggle(
            "Keep the claims whose quotes are proven",
            key=key("keep_valid"),
            disabled=nobody or mode is not AnswerMode.SYNTHESIS,
            persist_state="session",
        )
        _note(
            "On: where the quotation of a claim is refused twice, only that claim is left out. Off: excerpts replace "
            "the whole answer."
        )
        st.text_input(
            "What the sources are about",
            key=key("domain"),
            max_chars=200,
            placeholder="Nothing in particular",
            disabled=nobody,
            persist_state="session",
        )


def passages(session: Session) -> None:
    """Ask which of the passages that are found an answer is made from."""

    def key(name: str) -> str:
        return key_of(name, session.session_id)

    with st.expander("Which passages", key="ask-fold-passages", type="compact"):
        st.number_input("Passages, at most", 1, 50, step=1, key=key("most"), persist_state="session")
        st.number_input(
            "Of one file, at most",
            1,
            50,
            None,
            step=1,
            placeholder="2, or more where files are few",
            key=key("max_per_file"),
            persist_state="session",
        )
        st.radio(
            "Search in",
            tuple(_SEARCH),
            format_func=_SEARCH.__getitem__,
            key=key("search_in"),
            persist_state="session",
        )
        _synonyms(session)
        st.selectbox(
            "Among those that fit",
            tuple(_DIVERSITY),
            format_func=_DIVERSITY.__getitem__,
            key=key("diversity"),
            persist_state="session",
        )
        alike = st.session_state[key("diversity")] == PassageDiversity.SIMILARITY
        st.slider(
            "Fit against variety", 0.0, 1.0, step=0.05, key=key("lambda_"), disabled=not alike, persist_state="session"
        )
        _note("To the left, passages that differ; to the right, those that fit best, however alike.")
        st.toggle("Send only the best in full", key=key("hybrid"), persist_state="session")
        st.number_input(
            "In full",
            0,
            50,
            step=1,
            key=key("in_full"),
            disabled=not st.session_state[key("hybrid")],
            persist_state="session",
        )
        _note(
            "Of the other passages the model is sent the summary, where there is one. Quotations come from full texts "
            "only."
        )
