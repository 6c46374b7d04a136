"""A place in a talk: the turns around it, the sentence that holds it, and the sessions that have this very talk."""

import json
from hashlib import sha256
from typing import NamedTuple

import streamlit as st

from core.errors import BadInput, Problem
from core.span import Span
from core.text.segmentation import sentence_spans, trimmed
from core.transcripts.readers.decoding import MAX_BYTES
from core.transcripts.transcript import TranscriptPair
from workbench.archive.search.searched_archive import SearchedArchive
from workbench.files.read_file import read_bytes
from workbench.search.find_files import path_of
from workbench.search.read_source import read_chosen
from workbench.search.talk_facts import IndexedTalk
from workbench.store import Session
from workbench.ui.common import cache, page_context
from workbench.ui.explore.state.talks import ExploredTalk

_TURNS_AROUND = 2
_AROUND = 900  # characters of a turn on each side of the place, and of a transcript without turns


class ShownTurn(NamedTuple):
    """A turn beside a place, or the part of it that is shown: who speaks, when, and its words.

    `found` is where the place stands in `text`, None in the turns around it.
    """

    speaker: str
    seconds: float | None
    text: str
    found: Span | None


class ShownPassage(NamedTuple):
    """A place in a talk: `span` in code points of raw, half-open, with the turns around it and its whole `sentence`."""

    talk: ExploredTalk
    transcript: TranscriptPair
    span: Span
    turns: tuple[ShownTurn, ...]
    sentence: Span


def bytes_of(talk: IndexedTalk) -> bytes:
    """Return the file of a talk as it was indexed. Raises BadInput where it is another by now."""
    data = read_bytes(path_of(talk.key), MAX_BYTES, regular=True)
    if sha256(data).hexdigest() != talk.sha256:
        message = "this file was changed since it was read."
        raise BadInput(Problem(place=talk.key, message=message, remedy="Press Look for changes."))
    return data


@st.cache_resource(max_entries=8, show_spinner=False)
def _transcript(sha: str, name: str, tiers: str, _data: bytes) -> TranscriptPair:
    del sha
    return read_chosen(_data, name, json.loads(tiers))


def _part(text: str, found: Span) -> tuple[str, Span]:
    """Return the part of a long text around a place, with the place in it."""
    start, end = max(0, found.start - _AROUND), min(len(text), found.end + _AROUND)
    before, after = "… " if start else "", " …" if end < len(text) else ""
    moved = len(before) - start
    return f"{before}{text[start:end]}{after}", Span(found.start + moved, found.end + moved)


def _shown(transcript: TranscriptPair, number: int, span: Span, archive: SearchedArchive) -> ShownTurn:
    turn = transcript.turns[number]
    speaker = archive.person_of(turn.speaker or "")
    text = turn.span.slice(transcript.raw)
    if turn.span.start <= span.start and span.end <= turn.span.end:
        text, found = _part(text, Span(span.start - turn.span.start, span.end - turn.span.start))
        return ShownTurn(speaker, turn.start_seconds, text, found)
    if len(text) > 2 * _AROUND:
        after = turn.span.start > span.start
        text = f"{text[: 2 * _AROUND]} …" if after else f"… {text[-2 * _AROUND :]}"
    return ShownTurn(speaker, turn.start_seconds, text, None)


def _sentence(transcript: TranscriptPair, span: Span, within: Span) -> Span:
    """Return the sentences of a stretch that a place lies in."""
    inside = (
        Span(within.start + start, within.start + end) for start, end in sentence_spans(within.slice(transcript.raw))
    )
    meet = [one for one in inside if one.start < span.end and span.start < one.end]
    return trimmed(Span(meet[0].start, meet[-1].end), transcript.raw) if meet else span


def passage_at(talk: ExploredTalk, span: Span, archive: SearchedArchive) -> ShownPassage | None:
    """Return a place of a talk with what stands around it, None where the talk has no such place.

    Raises BadInput where the talk's file is another by now.
    """
    transcript = _transcript(talk.talk.sha256, talk.talk.name, talk.talk.tiers, bytes_of(talk.talk))
    if not span.start < span.end <= len(transcript.raw):
        return None
    number = transcript.turn_number(span)
    if number is None:
        text, found = _part(transcript.raw, span)
        turns = (ShownTurn("", transcript.time_at(span.start), text, found),)
        start, end = max(0, span.start - _AROUND), min(len(transcript.raw), span.end + _AROUND)
        return ShownPassage(talk, transcript, span, turns, _sentence(transcript, span, Span(start, end)))
    numbers = range(max(0, number - _TURNS_AROUND), min(len(transcript.turns), number + _TURNS_AROUND + 1))
    turns = tuple(_shown(transcript, one, span, archive) for one in numbers)
    return ShownPassage(talk, transcript, span, turns, _sentence(transcript, span, transcript.turns[number].span))


def sessions_of(passage: ShownPassage) -> tuple[Session, ...]:
    """Return the sessions whose transcript is this very talk, read in the same way; the last changed first."""
    found: list[Session] = []
    for summary in page_context.store().sessions.list():
        source = summary.session.transcript
        if source is None or source.sha256 != passage.talk.talk.sha256:
            continue
        material = cache.readable(cache.material(summary.session))
        if material.transcript is not None and cache.transcript_of(material).raw == passage.transcript.raw:
            found.append(summary.session)
    return tuple(found)
