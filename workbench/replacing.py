"""What a new transcript or evidence map would do to a session's quotes, before anything is replaced."""

from collections.abc import Sequence
from hashlib import sha256

import streamlit as st

from core.errors import Problem
from core.evidence.evidence_map import EvidenceMap, read_evidence
from core.evidence.speaker_mapping import Cast
from core.generation.line import Line, prepare_line
from core.record import Record
from core.transcripts.readers import read_transcript
from core.transcripts.transcript import TranscriptPair
from core.whitelist.changes import QuoteFate, compare_proofs
from core.whitelist.corrections import Mend
from workbench import desk, memo
from workbench.intake import Kind, Taken, evidence_facts
from workbench.memo import Material
from workbench.store import Source
from workbench.understanding import understand


class Tally(Record):
    """How many of the `typed` quotes of an evidence map are proven; `different` counts the same words once."""

    proven: int
    typed: int
    different: int


class Replacement(Record):
    """What is about to happen; `old` and `new` are the transcripts that the spans of the fates are of.

    `stale` are the mends that no longer apply, `idle` the casts whose label is gone; `problems` say why the casts could
    not be applied to the new source.
    """

    fates: tuple[QuoteFate, ...]
    stale: tuple[Mend, ...]
    idle: tuple[Cast, ...]
    problems: tuple[Problem, ...]
    before: Tally
    after: Tally
    old: TranscriptPair
    new: TranscriptPair


def tally(line: Line) -> Tally:
    """Count the quotes of a line's evidence map, and those of them that are proven."""
    typed = evidence_facts(line.evidence_map).quotes
    return Tally(proven=typed - len(line.proofs.refusals), typed=typed, different=len(line.whitelist))


def given_evidence(source: Source | None) -> EvidenceMap:
    """Return an evidence map as it was given, without what a person decided since; an empty one where there is none.

    Raises BadInput where it cannot be read any more.
    """
    return read_evidence(desk.store().source_bytes(source.sha256), source.name) if source else EvidenceMap(chapters=())


@st.cache_resource(max_entries=4, show_spinner="Proving the quotes against the new file")
def _replacement(key: str, _material: Material, _given: Sequence[Taken]) -> Replacement:
    del key
    before = memo.line_of(_material)
    by_kind = {taken.kind: taken for taken in _given}
    transcript, evidence = by_kind.get(Kind.TRANSCRIPT), by_kind.get(Kind.EVIDENCE)
    new = read_transcript(transcript.data, transcript.name) if transcript else before.transcript
    given = read_evidence(evidence.data, evidence.name) if evidence else given_evidence(_material.evidence)
    understood = understand(given, new.labels, _material.casts, _material.mends, promotions=_material.promotions)
    after = prepare_line(understood.evidence_map, new)
    already = memo.understood(_material).stale
    return Replacement(
        fates=compare_proofs(before.proofs, after.proofs),
        stale=tuple(mend for mend in understood.stale if mend not in already),
        idle=tuple(one for one in _material.casts if one.label not in new.labels),
        problems=understood.problems,
        before=tally(before),
        after=tally(after),
        old=before.transcript,
        new=new,
    )


def foresee(material: Material, given: Sequence[Taken]) -> Replacement:
    """Return what becomes of the quotes of a complete session if what was given replaces what it has.

    Raises BadInput where what it has cannot be read any more.
    """
    parts = [part for taken in given for part in (taken.kind, taken.name, sha256(taken.data).hexdigest())]
    return _replacement("\0".join((material.key, *parts)), material, given)
