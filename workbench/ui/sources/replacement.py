"""What a new transcript or evidence map would do to a session's quotes, before anything is replaced."""

from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

import streamlit as st

from core.errors import Problem
from core.evidence.evidence_map import EvidenceMap, read_evidence
from core.evidence.map_roster import names_of_speakers
from core.evidence.speaker_mapping import Cast
from core.generation.line import Line, prepare_line
from core.map_making.acts.act_sentences import history_in_words
from core.map_making.acts.map_rows import rows_of
from core.map_making.acts.replay import replay
from core.record import Record
from core.transcripts.readers import read_transcript
from core.transcripts.transcript import TranscriptPair
from core.whitelist.changes import QuoteFate, compare_proofs
from workbench.sessions.effective_map import effective_map_of, given_map
from workbench.sessions.recognise_file import AcceptedSource, SourceKind, evidence_facts
from workbench.store import Session
from workbench.ui.common import cache, page_context
from workbench.ui.common.cache import SessionMaterial


class ProofCounts(Record):
    """How many of the `typed` quotes of an evidence map are proven; `different` counts the same words once."""

    proven: int
    typed: int
    different: int


class DroppedAct(NamedTuple):
    """An act that does not fit a new map: its number in the session, what it did, and why it does not fit."""

    number: int
    sentence: str
    why: str


class SourceChange(Record):
    """The effect of a replacement; `old` and `new` are the transcripts that the spans of the changes refer to.

    `idle` are the speaker mappings whose label is gone; `problems` say why the mappings could not be applied to the new
    source.
    """

    changes: tuple[QuoteFate, ...]
    idle: tuple[Cast, ...]
    problems: tuple[Problem, ...]
    before: ProofCounts
    after: ProofCounts
    old: TranscriptPair
    new: TranscriptPair


def tally(line: Line) -> ProofCounts:
    """Count the quotes of a line's evidence map, and those of them that are proven."""
    typed = evidence_facts(line.evidence_map).quotes
    return ProofCounts(proven=typed - len(line.proofs.refusals), typed=typed, different=len(line.whitelist))


def _present(material: SessionMaterial) -> EvidenceMap:
    return given_map(page_context.store().sources.get, material.evidence, material.title)


def dropped_acts(session: Session, material: SessionMaterial, given: Sequence[AcceptedSource]) -> list[DroppedAct]:
    """Return the acts that the given files' evidence map, if they hold one, has no place for."""
    evidence = next((taken for taken in given if taken.kind is SourceKind.EVIDENCE), None)
    acts = [one for one in page_context.store().acts.list(session.session_id) if not one.undone]
    if evidence is None or not acts:
        return []
    done = [one.act for one in acts]
    did = history_in_words(rows_of(_present(material)), done)
    refused = replay(rows_of(read_evidence(evidence.data, evidence.name)), done).refused
    return [DroppedAct(acts[one.place].number, did[one.place], one.message) for one in refused]


@st.cache_resource(max_entries=4, show_spinner="Proving the quotes against the new file")
def _replacement(key: str, _material: SessionMaterial, _given: Sequence[AcceptedSource]) -> SourceChange:
    del key
    before = cache.line_of(_material)
    by_kind = {taken.kind: taken for taken in _given}
    transcript, evidence = by_kind.get(SourceKind.TRANSCRIPT), by_kind.get(SourceKind.EVIDENCE)
    new = (
        read_transcript(transcript.data, transcript.name, chosen=transcript.chosen) if transcript else before.transcript
    )
    given = read_evidence(evidence.data, evidence.name) if evidence else _present(_material)
    understood = effective_map_of(given, new.labels, _material.casts, _material.acts)
    after = prepare_line(understood.evidence_map, new)
    mapped = understood.evidence_map
    return SourceChange(
        changes=compare_proofs(before.proofs, after.proofs),
        idle=tuple(one for one in _material.casts if one.label not in names_of_speakers(mapped, new.labels)),
        problems=understood.problems,
        before=tally(before),
        after=tally(after),
        old=before.transcript,
        new=new,
    )


def preview_change(material: SessionMaterial, given: Sequence[AcceptedSource]) -> SourceChange:
    """Return what happens to the quotes of a complete session if the given files replace its present ones.

    Raises BadInput where what it has cannot be read any more.
    """
    parts = [
        part for taken in given for part in (taken.kind, taken.name, sha256(taken.data).hexdigest(), *taken.chosen)
    ]
    return _replacement("\0".join((material.key, *parts)), material, given)
