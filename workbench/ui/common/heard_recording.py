"""The recording of the open session on its pages: whether it can be heard, and the player at their foot."""

from pathlib import Path
from typing import Any

import streamlit as st

from core.span import Span
from core.transcripts.transcript import TranscriptPair
from workbench.safe_html import SafeHtml, element
from workbench.serving.recording_route import address_of
from workbench.sessions.recording import MEDIA_TYPES, RecordingState, recording_state
from workbench.store import Session, SourceFile
from workbench.ui.common import cache, page_context
from workbench.ui.components import player


def address_in(session: Session) -> str:
    """Return the address under which a session's recording can be heard, "" where it has none that is there as it was
    named."""
    recording = session.recording
    if recording is None or recording_state(session) is not RecordingState.FOUND:
        return ""
    try:
        return address_of(Path(recording.path), MEDIA_TYPES[recording.kind])
    except OSError:  # it went away a moment ago
        return ""


def own_transcript(session: Session) -> TranscriptPair | None:
    """Return the transcript of a session whose recording can be heard, None where it cannot."""
    material = cache.readable(cache.material(session)) if address_in(session) else None
    return cache.transcript_of(material) if material is not None and material.transcript is not None else None


def play_button(transcript: TranscriptPair, span: Span) -> SafeHtml:
    """Return the button that plays a stretch of raw, nothing where the transcript gives it no time."""
    seconds, label = player.play_of(transcript, span), "Play these words"
    if not seconds:
        return SafeHtml("")
    return element("button", "▶", type="button", class_="wb-play", data_play=seconds, aria_label=label, title=label)


@st.cache_resource(max_entries=4, show_spinner=False)
def _data(source: SourceFile, _transcript: TranscriptPair) -> dict[str, Any]:
    del source
    return player.payload(_transcript)


def dock(session: Session | None) -> None:
    """Put the player of a session's recording at the foot of the page, where it waits for the first press on a button
    that plays."""
    address = address_in(session) if session is not None else ""
    transcript = own_transcript(session) if session is not None and address else None
    if session is None or session.transcript is None or transcript is None:
        return
    data, key = _data(session.transcript, transcript), page_context.key_of("player", session.session_id)
    with st.container(key="wb-player"):
        player.show_player(data, key=key, address=address)
