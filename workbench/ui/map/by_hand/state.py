"""The map by hand of a session: what its page shows, and what a person does there."""

from typing import Any

import streamlit as st

from core.generation.line import Line
from workbench.store import Session, SessionMaterial, hash_of
from workbench.ui.common import cache, page_context, urls
from workbench.ui.common.heard_words import heard_of_quotes
from workbench.ui.components.packing import KnownLines, PackedPart
from workbench.ui.components.transcript import KnownTranscript, words_part
from workbench.ui.map import history
from workbench.ui.map.by_hand.payload import MapHistory, describe_map, map_payload
from workbench.ui.map.by_hand.selecting import describe_selectable
from workbench.ui.map.by_hand.sent import read_sent

OTHER_ACTS = (
    "The map was changed since you saw it, in another tab perhaps, so nothing was taken back or done again. You see it "
    "as it is now."
)
_GONE = "This session was changed or deleted elsewhere, so nothing was done."
_NOT_READ = "The page sent something that is no change of the map, so nothing was done. Load it again."


def _arrived_as(session: Session) -> str:
    return f"map.arrived.{session.session_id}"


def arrived(session: Session) -> int:
    """Return the browser's own number of the last act that arrived from this tab, 0 for none."""
    return st.session_state.get(_arrived_as(session), 0)


@st.cache_resource(max_entries=cache.SESSIONS_KEPT, show_spinner="Counting the words")
def _words(key: str, roles: tuple[str, ...], _line: Line) -> PackedPart:
    del key, roles
    selectable = {"selectable": describe_selectable(_line.transcript)}
    return words_part(_line.transcript, _line.roster, selectable)


@st.cache_resource(max_entries=16, show_spinner=False)
def _lines(what: str, session_id: str, key: str) -> KnownLines:
    del what, session_id, key
    return KnownLines()


@st.cache_resource(max_entries=cache.SESSIONS_KEPT, show_spinner=False)
def _data(key: str, steps: MapHistory, link: str, _session: Session, _material: SessionMaterial) -> dict[str, Any]:
    del key
    line, session_id = cache.line_of(_material), _session.session_id
    source = _material.transcript
    key_of_words = hash_of("\0".join((source.sha256, source.form, *source.chosen)) if source else "")
    persons = (line.roster.resolve(label) for label in line.transcript.labels)
    words = _words(key_of_words, tuple(one.speaker_role.value if one else "" for one in persons), line)
    rows = cache.effective_map(_material).rows
    known, heard = _lines("rows", session_id, key_of_words), heard_of_quotes(_session, line)
    shown = describe_map(rows, line, steps, known, heard=heard)
    return map_payload(line, shown, KnownTranscript(words, _lines("marks", session_id, key_of_words)), link)


def data_of(session: Session, material: SessionMaterial) -> dict[str, Any]:
    """Return what the component is given."""
    steps, link = history.history_of(session, material), urls.quote_link(session.session_id)
    told = page_context.store().ear_verdicts.list(session.session_id) if session.recording else ()
    recording = session.recording.sha256 if session.recording else ""
    key = hash_of("\0".join((material.key, recording, *(one.model_dump_json() for one in told))))
    return _data(key, steps, link, session, material)


def take(value: object) -> None:
    """Do what a person asked for; where that cannot be, the next page says why."""
    session = page_context.current()
    material = cache.readable(cache.material(session)) if session is not None else None
    if session is None or material is None or material.transcript is None:
        page_context.keep_message(_GONE, went_well=False)
        return
    sent = read_sent(value, cache.transcript_of(material).raw)
    if sent is None:
        page_context.keep_message(_NOT_READ, went_well=False)
        return
    st.session_state[_arrived_as(session)] = sent.turn
    if sent.act is not None:
        history.act(session, sent.act)
    elif sent.number != history.history_of(session, material).number:
        page_context.keep_message(OTHER_ACTS, went_well=False)
    elif sent.do == "undo":
        history.undo(session)
    else:
        history.redo(session)
