"""A run to be written, on the screen: who writes, how it may quote, which chapters, and the button."""

from collections.abc import Mapping, Sequence

import streamlit as st

from core.generation.line import Line
from core.llm.client import WritingMode
from workbench.jobs.runs.progress import writer_of
from workbench.jobs.usage import estimate_in_words
from workbench.labels import count
from workbench.providers import keys, provider_of
from workbench.providers.choice import named_service, writers_for
from workbench.providers.offline import OFFLINE
from workbench.providers.provider import ProviderChoice
from workbench.providers.recorded import sent_of
from workbench.providers.token_counts import can_count
from workbench.safe_html import element
from workbench.store import Session, SessionMaterial
from workbench.ui.common import widgets
from workbench.ui.common.chapters import ChapterRow, rows_of
from workbench.ui.common.widgets import heading
from workbench.ui.generate import actions
from workbench.ui.model_picker import state, view, view_prompts
from workbench.ui.model_picker.state import choice_key

_MODES = {
    WritingMode.REFERENCE: (
        "By reference",
        "The model names a quote, and the program inserts its exact words, so no quote can be invented.",
    ),
    WritingMode.QUOTE: (
        "By copying",
        "The model copies the quotes it was given. Each one is checked, and corrected or stripped of its marks.",
    ),
    WritingMode.FREE: (
        "Free",
        "The model is given no proven quotes. For comparison: most of its quotations will lose their marks.",
    ),
}
_PACES: dict[int | None, str] = {None: "At once", 40: "40 words a second", 10: "10 words a second"}
_OFFLINE_MODE = "The offline composer always quotes by reference: the program inserts the exact words."


_NARROW, _WIDE = 130, 170  # pixels
_SAMPLING_NOTE = (
    "The same for every call of a run, so that runs repeat as far as the service allows. A model's thinking counts "
    "towards the longest reply."
)


def _caption(writer: str, chosen: str) -> str:
    """Return what a writer is; one that waits for a key says what to do, and where it is chosen its box says it."""
    provider = provider_of(writer)
    if provider.needs_key and chosen != writer and not keys.source_of(writer):
        return provider.on_generate.without_key
    return provider.on_generate.caption


def _choose_writer(session: Session) -> str:
    key, options = choice_key("writer", session.session_id), writers_for(session)
    if st.session_state.get(key) not in options:
        st.session_state[key] = OFFLINE.kind
    return st.radio(
        "Who writes",
        options,
        format_func=lambda writer: provider_of(writer).on_generate.name,
        captions=[_caption(writer, st.session_state[key]) for writer in options],
        key=key,
        persist_state="session",
    )


def _choose_chapters(session: Session, rows: Mapping[int, ChapterRow]) -> None:
    key = choice_key("chapters", session.session_id)
    held = st.session_state.get(key)
    if held and not set(held) <= set(rows):  # the thresholds joined or parted chapters meanwhile
        st.session_state[key] = [chapter for chapter in held if chapter in rows]
    st.multiselect(
        "Chapters",
        list(rows),
        format_func=lambda chapter: rows[chapter].label,
        key=key,
        placeholder="All of them. Choose some to write only these.",
        persist_state="session",
    )


def _choose_how(writer: str) -> None:
    heading("How it may quote")
    provider = provider_of(writer)
    if not provider.reads_prompt:
        state.put_away("mode")
        st.html(element("p", _OFFLINE_MODE, class_="wb-words wb-quiet"))
    else:
        st.radio(
            "How it is asked to quote",
            tuple(_MODES),
            format_func=lambda mode: _MODES[mode][0],
            captions=[caption for _, caption in _MODES.values()],
            key=state.key_of("mode"),
            label_visibility="collapsed",
        )
    st.toggle("No block quotes in the narrative", key=state.key_of("strict_narrative"))
    st.html(element("p", "Of a model; those that cannot stand inside quotation marks stay.", class_="wb-switch-note"))
    st.toggle("Parts of proven quotes are allowed", key=state.key_of("allow_fragments"))
    text = "Off by default: a quote that is cut at the wrong place can say the opposite. A part has four words or more."
    st.html(element("p", text, class_="wb-switch-note"))
    if provider.is_service:
        _choose_sampling()
    else:
        state.put_away("second_attempt", "temperature", "seed", "most_tokens")


def _choose_sampling() -> None:
    st.toggle("Ask once more where quotations are refused", key=state.key_of("second_attempt"))
    text = "The model is told which quotations were refused and why. The better attempt is used; both are kept."
    st.html(element("p", text, class_="wb-switch-note"))
    with st.expander("How the model chooses its words"):
        st.html(element("p", _SAMPLING_NOTE, class_="wb-quiet"))
        with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
            temperature, seed, most = (state.key_of(name) for name in ("temperature", "seed", "most_tokens"))
            st.number_input("Temperature", 0.0, 2.0, step=0.1, format="%.2f", key=temperature, width=_NARROW)
            st.number_input("Seed", 0, 2**31 - 1, step=1, key=seed, width=_NARROW)
            st.number_input("Longest reply, in tokens", 1, 1_000_000, step=1_024, key=most, width=_WIDE)


def _replies(session: Session, asked: ProviderChoice, needed: int) -> None:
    """Take replies that were written beforehand, and say where they do not suffice."""
    file = asked.file
    if file is None:
        upload, paste = (choice_key(what, session.session_id) for what in ("upload", "paste"))
        st.file_uploader(
            "Drop a file with the replies here, or choose one",
            key=upload,
            max_upload_size=20,
            on_change=state.take_file,
            args=(upload,),
        )
        with st.form("replies", border=False):
            st.text_area("Or paste them", key=paste, height=100)
            st.form_submit_button("Use these replies", on_click=state.take_pasted, args=(paste,))
        return
    many = "one text that answers every call" if file.every_call else count(len(file.replies), "reply", "replies")
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.html(element("span", f"{file.name}: {many}", class_="wb-generate-named"), width="content")
        st.button("Choose others", on_click=state.forget_file, type="tertiary", key="forget-replies")
    if not file.every_call and len(file.replies) < needed:
        text = f"{count(needed, 'chapter')} will ask for a reply; the run stops where there is none left."
        st.html(element("p", text, class_="wb-notice", role="note"))
    st.selectbox(
        "How fast it writes",
        tuple(_PACES),
        format_func=lambda pace: _PACES[pace],
        key=choice_key("pace", session.session_id),
        persist_state="session",
        width=240,
    )


def _plan(asked: ProviderChoice, sent: Sequence[ChapterRow], unsent: int, number: int, *, takes: str) -> str:
    """Say what the button will do; `unsent` chapters have no proven quote, `takes` is what a model will take."""
    if not sent:
        chosen = "this chapter" if unsent == 1 else "these chapters"
        return f"No quote of {chosen} is proven, so there is nothing to write. The page Whitelist says why."
    words = sum(row.coverage.reachable_words for row in sent)
    provider = provider_of(asked.writer)
    who = provider.title
    if provider.from_file and asked.file is not None:
        who = writer_of(asked.file)
    elif provider.is_service:
        who = writer_of(named_service(asked))
    parts = [f"Run {number}: {count(len(sent), 'chapter')}, about {words:,} words, by {who}."]
    if takes:
        parts.append(takes)
    if unsent:
        holds = "holds" if unsent == 1 else "hold"
        parts.append(f"{count(unsent, 'chapter')} more without a proven quote {holds} a note instead.")
    if number > 1:
        parts.append("Earlier runs stay as they are.")
    return " ".join(parts)


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _write(
    asked: ProviderChoice, line: Line, material: SessionMaterial, number: int, rows: Mapping[int, ChapterRow]
) -> None:
    """Offer to write, beside what that will take."""
    chapters = asked.chapters or tuple(rows)
    sent = sent_of(line, chapters)
    choice = named_service(asked) if provider_of(asked.writer).is_service and sent else None
    estimate = actions.estimate(material, line, sent, choice) if choice else None
    takes = _sentence(estimate_in_words(estimate)) if estimate else ""
    with st.container(horizontal=True, wrap=False, vertical_alignment="center", gap="medium", key="wb-write"):
        st.button(
            "Write the edition",
            on_click=actions.begin,
            args=(material, number, tuple(rows)),
            type="primary",
            key="write",
            disabled=not sent,
            width="content",
        )
        text = _plan(asked, [rows[chapter] for chapter in sent], len(chapters) - len(sent), number, takes=takes)
        st.html(element("p", text, class_="wb-plan"), width="stretch")
        if choice and estimate and not estimate.is_counted and can_count(choice, sent):
            count_tokens, wanted = actions.count_tokens, (material, sent, choice)
            st.button(
                "Count the tokens", on_click=count_tokens, args=wanted, type="tertiary", key="count", width="content"
            )


def denied(given: SessionMaterial) -> None:
    """Say how many quotes a new run leaves out, because somebody heard that they are not so in the recording."""
    if given.denied:
        verb = "is" if len(given.denied) == 1 else "are"
        widgets.words(
            f"{count(len(given.denied), 'quote')} that {verb} not so in the recording {verb} left out of new runs. "
            "The switch is on Whitelist, beside what to listen to first."
        )


def offer(session: Session, line: Line, material: SessionMaterial, number: int) -> None:
    """Ask for all there is to choose, and offer to write; `number` is the run's that would be written."""
    rows = {row.parts[0].number - 1: row for row in rows_of(line)}
    left, right = st.columns((6, 5), gap="large")
    with left:
        heading("Write an edition")
        writer = _choose_writer(session)
        provider = provider_of(writer)
        if provider.is_service:
            view.service(session, writer)
        _choose_chapters(session, rows)
        asked = state.current_choice(tuple(rows))
        chapters = asked.chapters or tuple(rows)
        sent = sent_of(line, chapters)
        if provider.from_file:
            _replies(session, asked, len(sent))
    with right:
        _choose_how(writer)
    takes_answers = provider.replies_for == "chapter"
    if takes_answers and sent:
        view_prompts.answers(session, line, {chapter: rows[chapter] for chapter in sent})
    _write(asked, line, material, number, rows)
    if not takes_answers:
        view_prompts.preview(session, line, {chapter: rows[chapter] for chapter in chapters}, writer)
    view_prompts.template(session)
