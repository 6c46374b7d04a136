"""What is wrong with a session's map, and the map with what is certain mended, as a file that may replace it."""

from pathlib import PurePath
from typing import NamedTuple

import streamlit as st

from core.evidence.evidence_map import EvidenceMap, Support, read_map, write_evidence
from core.map_making.acts.act_records import ActGroup
from core.map_making.doctor.diagnosis import Diagnosis, diagnose
from core.map_making.doctor.findings import FindingKind
from core.map_making.doctor.mending_act import mending_act
from workbench.sessions.recognise_file import IntakeResult, SourceKind, take_in
from workbench.store import SessionMaterial
from workbench.ui.common import cache, page_context

KINDS = {
    FindingKind.NOT_FOUND: "Not in the transcript",
    FindingKind.ELIDED: "Words left out",
    FindingKind.PARTIAL_WORD: "Cuts a word",
    FindingKind.CROSSES_TURNS: "Over a turn’s end",
    FindingKind.WRONG_SPEAKER: "Another speaker",
    FindingKind.UNKNOWN_SPEAKER: "Unknown name",
    FindingKind.MISSING_SPEAKER: "No speaker",
    FindingKind.MISSING_ROLE: "No role",
    FindingKind.TOO_SHORT: "Too short",
    FindingKind.DOUBLED: "Stands twice",
    FindingKind.NO_GUEST: "No guest",
    FindingKind.NEAR_LEVEL: "Near the next level",
    FindingKind.OTHER_TRANSCRIPT: "Another talk’s map",
    FindingKind.EMPTY: "Empty",
    FindingKind.MARKS: "Marks around it",
    FindingKind.NAME_SPELLING: "Name’s spelling",
    FindingKind.MISSING_ID: "No id of its own",
}
"""Every kind of finding in words."""
_MENDED = ".mended"


class SessionDiagnosis(NamedTuple):
    """What is wrong with the map as a session works with it (`looked_at`), and `mended`: the map as it was given, with
    all that is certain done; where none was given, the act that does it."""

    diagnosis: Diagnosis
    looked_at: EvidenceMap
    mended: EvidenceMap | ActGroup


def _supports(evidence: EvidenceMap) -> dict[str, Support]:
    return {one.evidence_id: one for chapter in evidence.chapters for claim in chapter.claims for one in claim.support}


def mend_given(given: EvidenceMap, looked_at: EvidenceMap, mended: EvidenceMap) -> EvidenceMap:
    """Return the map as it was given with what was mended in the one that was looked at.

    What a person decided since stays apart from the file: a corrected quote keeps the words and the name that its
    correction is about, an added one is left out.
    """
    seen, done = _supports(looked_at), _supports(mended)

    def as_given(own: Support) -> Support:
        now = done[own.evidence_id]
        corrected = (own.quote, own.speaker) != (seen[own.evidence_id].quote, seen[own.evidence_id].speaker)
        return now.model_copy(update={"quote": own.quote, "speaker": own.speaker}) if corrected else now

    def support(supports: tuple[Support, ...]) -> tuple[Support, ...]:
        return tuple(as_given(own) for own in supports if own.evidence_id in done)

    chapters = (
        chapter.model_copy(
            update={
                "claims": tuple(
                    claim.model_copy(update={"support": support(claim.support)}) for claim in chapter.claims
                )
            }
        )
        for chapter in given.chapters
    )
    return given.model_copy(update={"chapters": tuple(chapters)})


@st.cache_resource(max_entries=cache.SESSIONS_KEPT, show_spinner="Looking at the map")
def _diagnosis(key: str, _material: SessionMaterial) -> SessionDiagnosis:
    del key
    source = _material.evidence
    read = read_map(page_context.store().sources.get(source.sha256), source.name) if source else None
    looked_at = cache.effective_map(_material).evidence_map
    found = diagnose(
        looked_at,
        cache.transcript_of(_material),
        missing_ids=read.missing_ids if read else (),
        thresholds=_material.settings.thresholds,
    )
    if read is not None:
        return SessionDiagnosis(found, looked_at, mend_given(read.evidence_map, looked_at, found.mended))
    return SessionDiagnosis(found, looked_at, mending_act(cache.effective_map(_material).rows, found.mended))


def diagnosis_of(material: SessionMaterial) -> SessionDiagnosis:
    """Return what is wrong with the map of a complete session; nothing is changed by looking."""
    return _diagnosis(material.key, material)


def mended_source(mended: EvidenceMap, name: str) -> IntakeResult:
    """Return the mended map as a file that was given would be taken in; `name` is that of the map it is made of."""
    stem = PurePath(name).stem.removesuffix(_MENDED)
    return take_in(SourceKind.EVIDENCE, f"{stem}{_MENDED}.json", write_evidence(mended).encode())
