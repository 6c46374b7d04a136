"""What the page Map shows of a session: the outline of its transcript, and what became of it in the map."""

from collections.abc import Iterable
from typing import NamedTuple

import streamlit as st

from core.evidence.evidence_map import EvidenceMap
from core.evidence.speaker_mapping import LabelReport, describe_labels
from core.map_making.decide import DecidedRows
from core.map_making.doctor.findings import MapFinding
from core.map_making.doctor.map_findings import of_empty
from core.map_making.outline.propose import TalkOutline, propose_outline
from core.map_making.transcript_use import TranscriptUse, measure_use
from core.transcripts.speakers import SpeakerRole
from core.transcripts.transcript import TranscriptPair
from workbench.store import Session, hash_of
from workbench.ui.common import cache
from workbench.ui.common.cache import SessionMaterial
from workbench.ui.map.choice import ShownProposal

CHAPTERS_ON_SCREEN = 8

PART = "part"
"""Under which key the tab, and the address of the page, remember which part is looked at."""

WAITS = "map.waits"
"""Under which key the tab remembers that a map waits on *Sources* to be confirmed."""


def waits_on_sources(session: Session) -> bool:
    """Tell whether a map of the session was just made to wait there; asked once."""
    return st.session_state.pop(WAITS, "") == session.session_id


class TalkRoles(NamedTuple):
    """The labels of those who may be quoted, and of those who ask."""

    guests: tuple[str, ...]
    hosts: tuple[str, ...]


def _with_role(reports: Iterable[LabelReport], role: SpeakerRole) -> tuple[str, ...]:
    return tuple(one.label for one in reports if one.turns and one.person.speaker_role is role)


def roles_of(material: SessionMaterial) -> TalkRoles:
    """Return who is guest and host, as a person or the session's map says; nothing is guessed."""
    evidence = cache.effective_map(material).evidence_map if material.has_map else None
    reports = describe_labels(cache.transcript_of(material), evidence, material.casts)
    return TalkRoles(_with_role(reports, SpeakerRole.GUEST), _with_role(reports, SpeakerRole.HOST))


@st.cache_resource(max_entries=cache.SESSIONS_KEPT, show_spinner="Looking for chapters and quotes")
def _outline(key: str, guests: tuple[str, ...], hosts: tuple[str, ...], _transcript: TranscriptPair) -> TalkOutline:
    del key
    return propose_outline(_transcript, guests=guests, hosts=hosts)


def voices_of(transcript: TranscriptPair, roles: TalkRoles, speaker: str) -> TalkRoles:
    """Return who is guest and host; `speaker` is who speaks all of a transcript without labels, "" where nobody has
    said it."""
    return roles if transcript.labels else TalkRoles((speaker,) if speaker else (), ())


def outline_of(material: SessionMaterial, voices: TalkRoles) -> TalkOutline:
    """Return the outline of a session's transcript. Raises BadInput."""
    source = material.transcript
    key = "\0".join((source.sha256, source.form, *source.chosen)) if source else ""
    return _outline(key, voices.guests, voices.hosts, cache.transcript_of(material))


@st.cache_resource(max_entries=cache.SESSIONS_KEPT, show_spinner=False)
def _use(key: str, _material: SessionMaterial) -> TranscriptUse:
    del key
    line = cache.line_of(_material)
    return measure_use(line.transcript, line.whitelist, line.roster)


def use_of(material: SessionMaterial) -> TranscriptUse:
    """Return how much of the transcript the map of a complete session uses."""
    return _use(material.ground, material)


def empty_places(evidence: EvidenceMap) -> list[MapFinding]:
    """Return the chapters of a map without claims, and its claims without words or quotes."""
    chapters = enumerate(evidence.chapters)
    return [one for number, chapter in chapters for one in of_empty(chapter, f"chapters[{number}]")]


class ProposedMap(NamedTuple):
    """A map that is proposed; `by` tells it from the session's others."""

    evidence_map: EvidenceMap
    by: str


def shown_proposal(session: Session, material: SessionMaterial, proposed: ProposedMap) -> ShownProposal:
    """Return a proposal with what became of its rows in the session's map."""
    source = material.transcript
    people = ",".join(one.speaker_id for one in proposed.evidence_map.speakers)
    name = f"map.choice.{session.session_id}.{source.sha256 if source else ''}.{people}.{proposed.by}"
    decided = DecidedRows(cache.effective_map(material).rows)
    return ShownProposal(hash_of(name)[:16], proposed.evidence_map, decided)
