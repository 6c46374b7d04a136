"""What a new transcript or evidence map would do to a session's quotes, before anything is replaced."""

from hashlib import sha256

import streamlit as st

from core.casting import Cast
from core.errors import Problem
from core.evidence import EvidenceMap, read_evidence
from core.line import Line, prepare_line
from core.mending import Mend
from core.readers import read_transcript
from core.record import Record
from core.replacement import QuoteFate, compare_proofs
from workbench import desk, memo
from workbench.intake import Kind, Taken, evidence_facts
from workbench.memo import Material
from workbench.understanding import understand


class Tally(Record):
    """How many of the `typed` quotes of an evidence map are proven; `different` counts the same words once."""

    proven: int
    typed: int
    different: int


class Replacement(Record):
    """What is about to happen.

    `stale` are the mends that no longer apply, `idle` the casts whose label is gone; `problems` say why the casts could
    not be applied to the new source.
    """

    fates: tuple[QuoteFate, ...]
    stale: tuple[Mend, ...]
    idle: tuple[Cast, ...]
    problems: tuple[Problem, ...]
    before: Tally
    after: Tally


def tally(line: Line) -> Tally:
    """Count the quotes of a line's evidence map, and those of them that are proven."""
    typed = evidence_facts(line.evidence_map).quotes
    return Tally(proven=typed - len(line.proofs.refusals), typed=typed, different=len(line.whitelist))


def _given_evidence(material: Material) -> EvidenceMap:
    """Return the map as it was given, without what a person decided since."""
    source = material.evidence
    return read_evidence(desk.store().source_bytes(source.sha256), source.name) if source else EvidenceMap(chapters=())


@st.cache_resource(max_entries=4, show_spinner="Proving the quotes against the new file")
def _replacement(key: str, _material: Material, _taken: Taken) -> Replacement:
    del key
    before = memo.line_of(_material)
    transcript = before.transcript
    if _taken.kind is Kind.TRANSCRIPT:
        transcript = read_transcript(_taken.data, _taken.name)
        given = _given_evidence(_material)
    else:
        given = read_evidence(_taken.data, _taken.name)
    understood = understand(given, transcript.labels, _material.casts, _material.mends)
    after = prepare_line(understood.evidence_map, transcript)
    already = memo.understood(_material).stale
    return Replacement(
        fates=compare_proofs(before.proofs, after.proofs),
        stale=tuple(mend for mend in understood.stale if mend not in already),
        idle=tuple(one for one in _material.casts if one.label not in transcript.labels),
        problems=understood.problems,
        before=tally(before),
        after=tally(after),
    )


def foresee(material: Material, taken: Taken) -> Replacement:
    """Return what becomes of the quotes of a complete session if `taken` replaces what it has.

    Raises BadInput where what it has cannot be read any more.
    """
    key = "\0".join((material.key, taken.kind, taken.name, sha256(taken.data).hexdigest()))
    return _replacement(key, material, taken)
