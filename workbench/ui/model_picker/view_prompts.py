"""Prompts on the screen: exactly what is sent, chapter by chapter, boxes for pasted answers, and the template."""

from collections.abc import Mapping

import streamlit as st

from core.generation.line import Line
from core.generation.prompt import IDEAS_PROMPT_TEMPLATE, PLACEHOLDERS, REQUIRED_PLACEHOLDERS
from core.generation.requests import request_of
from workbench.labels import count
from workbench.providers import provider_of
from workbench.safe_html import element
from workbench.store import Session
from workbench.ui.common.chapters import ChapterRow
from workbench.ui.common.widgets import heading, words
from workbench.ui.common.widgets.stored_fields import show_stored
from workbench.ui.model_picker import state as choosing
from workbench.ui.model_picker.state import choice_key

_HEIGHT, _BOX_HEIGHT = 300, 330  # pixels of a prompt and of the box beside it, which counts its label in
SYSTEM_HEIGHT = 120
_DRAWN = 12  # chapters before the rest is folded away
_NOT_SENT = "No quote of this chapter is proven, so nothing is sent; its draft says so."
_OFFLINE = "The offline composer reads the same claims and quotes without a prompt. A model would be sent this."
_SENT = "Exactly what is sent, chapter by chapter; where a model is asked again, the run keeps what it was sent then."
SYSTEM = "System instruction, sent with the prompt"
_TEMPLATE = (
    "The template of every prompt. {required} must stand in it; {others} may. What stands for them is filled in for "
    "each chapter, and is never read as an instruction of yours."
)


def _verbatim(text: str, height: int = _HEIGHT) -> None:
    """Show a text with a button to copy it; `st.code` takes one line end off at each end, so it is given one more."""
    st.code(f"\n{text}\n", language=None, wrap_lines=True, height=height)


def titled(title: str, text: str, *, without: str = "", height: int = _HEIGHT) -> None:
    """Show a text to the letter, `height` pixels high, under what it is; `without` is said where there is none."""
    with st.container(gap="xxsmall"):
        st.html(element("p", title, class_="wb-column wb-exactly"))
        if text:
            _verbatim(text, height)
        else:
            st.html(element("p", without, class_="wb-quiet"))


def _prompt(line: Line, chapter: int, *, with_system: bool = False) -> None:
    request = request_of(line, chapter)
    if request is None:
        words(_NOT_SENT)
        return
    if with_system:
        titled("The prompt", request.prompt)
        titled(SYSTEM, request.system, height=SYSTEM_HEIGHT)
    else:
        _verbatim(request.prompt)


def preview(session: Session, line: Line, rows: Mapping[int, ChapterRow], writer: str) -> None:
    """Show the prompt of one chapter at a time; it is built only while somebody looks."""
    folded = st.expander("See what is sent to a model", key="see-prompts", on_change="rerun")
    if not folded.open:
        return
    with folded:
        words(_SENT if provider_of(writer).reads_prompt else _OFFLINE)
        key = choice_key("prompt", session.session_id)
        if st.session_state.get(key) not in rows:
            st.session_state.pop(key, None)
        chapter = st.selectbox(
            "Chapter", list(rows), format_func=lambda chapter: rows[chapter].label, key=key, width=560
        )
        _prompt(line, chapter, with_system=True)


def _answer(session: Session, line: Line, chapter: int, row: ChapterRow) -> None:
    key = choice_key("answer", session.session_id, chapter)
    answered = bool(str(st.session_state.get(key) or "").strip())
    state = element("span", "✓ answered" if answered else "no answer yet", class_="wb-generate-state")
    st.html(element("h3", element("span", row.label), " ", state, class_="wb-chapter-name"))
    left, right = st.columns(2, gap="medium")
    with left, st.container(gap=None):
        st.html(element("p", "Copy this prompt", class_="wb-column"))
        _prompt(line, chapter)
    right.text_area("Paste the answer", key=key, height=_BOX_HEIGHT, persist_state="session")


def answers(session: Session, line: Line, rows: Mapping[int, ChapterRow]) -> None:
    """Show the prompt of each chapter beside a box for what a model answered to it."""
    heading("Copy, ask, paste")
    held = [st.session_state.get(choice_key("answer", session.session_id, chapter)) for chapter in rows]
    given = sum(bool(str(answer or "").strip()) for answer in held)
    text = f"{given} of {count(len(rows), 'answer')} {'is' if given == 1 else 'are'} pasted. "
    words(f"{text}A chapter without one holds its key excerpts only. Answers stay in this tab until you write.")
    everything = st.session_state.get(choice_key("more", session.session_id), False)
    chapters = list(rows) if everything else list(rows)[:_DRAWN]
    for chapter in chapters:
        with st.container(border=True, key=f"wb-answer-{chapter}"):
            _answer(session, line, chapter, rows[chapter])
    if len(chapters) < len(rows):
        st.button("Show the other chapters", key="more-answers", on_click=_show_all, args=(session,))


def _show_all(session: Session) -> None:
    st.session_state[choice_key("more", session.session_id)] = True


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(f"{{{{{name}}}}}" for name in names)


def template(session: Session) -> None:
    """Let a person write the template of every prompt, and go back to the built-in one."""
    own = session.settings.prompt_template
    with st.expander("Change the prompt template", key="see-template"):
        required = _listed(REQUIRED_PLACEHOLDERS)
        others = _listed(tuple(name for name in PLACEHOLDERS if name not in REQUIRED_PLACEHOLDERS))
        words(_TEMPLATE.format(required=required, others=others))
        words("This session has a template of its own." if own else "This is the built-in template.")
        key = choice_key("template", session.session_id)
        show_stored(key, IDEAS_PROMPT_TEMPLATE if own is None else own)
        with st.form("template", border=False):
            st.text_area("Template", key=key, height=420, label_visibility="collapsed")
            with st.container(horizontal=True, gap="small"):
                st.form_submit_button("Use this template", on_click=choosing.use_template, args=(key,))
                st.form_submit_button(
                    "Back to the built-in template", on_click=choosing.built_in_template, args=(key,), type="tertiary"
                )
