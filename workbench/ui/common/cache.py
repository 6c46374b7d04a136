"""The app's cache: frozen records, kept under a hash of the content they were made from.

`cache_resource` hands out the record itself (0.3 ms; `cache_data` would pickle it, 200 ms); parameters that Streamlit
should not hash are represented by a key. A change of settings does not prove the quotes again.
"""

from contextlib import suppress

import streamlit as st
from pydantic import ValidationError

from core.editions.comparison import read_certificate
from core.enforcement.results import Edition
from core.errors import BadInput, Problem
from core.evidence.evidence_map import EvidenceMap, read_evidence
from core.generation.line import Line, prepare_line
from core.record import Record
from core.transcripts.transcript import TranscriptPair
from workbench.sessions.edition_files import certified_files
from workbench.sessions.effective_map import EffectiveMap, effective_map_of
from workbench.sessions.session_material import material_of, without_denied
from workbench.sessions.stored_transcript import read_for_edition, read_stored
from workbench.store import (
    FinishedRun,
    InvalidDatabase,
    LineSummary,
    RunSummary,
    Session,
    SessionMaterial,
    SessionSummary,
    SourceFile,
    StoreError,
    UnknownRecord,
)
from workbench.ui.common import page_context

SESSIONS_KEPT = 4
"""Sessions of which what was read and proven, or drawn of it, is kept: a large one takes 20 MB, and a line keeps all it
was made of."""


class UnreadableRun(Record):
    """A run that cannot be opened, and why."""

    why: str


@st.cache_resource(max_entries=SESSIONS_KEPT, show_spinner=False)
def _transcript(source: SourceFile) -> TranscriptPair:
    return read_stored(page_context.store_of_process().sources.get(source.sha256), source)


@st.cache_resource(max_entries=SESSIONS_KEPT, show_spinner=False)
def _transcript_of_edition(key: tuple[str, str, str], _edition: Edition) -> TranscriptPair:
    del key
    return read_for_edition(page_context.store_of_process().sources.get(_edition.transcript_sha256), _edition)


@st.cache_resource(max_entries=SESSIONS_KEPT, show_spinner=False)
def _evidence(source: SourceFile) -> EvidenceMap:
    return read_evidence(page_context.store_of_process().sources.get(source.sha256), source.name)


@st.cache_resource(max_entries=SESSIONS_KEPT, show_spinner=False)
def _understood(cache_key: str, _material: SessionMaterial) -> EffectiveMap:
    del cache_key
    given = _evidence(_material.evidence) if _material.evidence else EvidenceMap(title=_material.title, chapters=())
    labels = transcript_of(_material).labels if _material.transcript else ()
    return effective_map_of(given, labels, _material.casts, _material.acts)


@st.cache_resource(max_entries=SESSIONS_KEPT, show_spinner="Proving the quotes")
def _proven(cache_key: str, _material: SessionMaterial) -> Line:
    del cache_key
    return prepare_line(effective_map(_material).evidence_map, transcript_of(_material))


@st.cache_resource(max_entries=SESSIONS_KEPT, show_spinner=False)
def _line(key: str, _material: SessionMaterial) -> Line:
    del key
    line = _proven(_material.ground, _material)
    settled = line if line.settings == _material.settings else line.with_settings(_material.settings)
    return settled.without(_material.denied)


@st.cache_resource(max_entries=SESSIONS_KEPT, show_spinner=False)
def _run(path: str, run_id: str) -> FinishedRun:
    del path
    return page_context.store_of_process().runs.get(run_id)


@st.cache_resource(max_entries=SESSIONS_KEPT, show_spinner=False)
def _files(path: str, run_id: str, kept: str, _given: TranscriptPair | None) -> dict[str, str]:
    del kept  # a transcript may be lost, and be brought again
    run = _run(path, run_id)
    return certified_files(run.edition, read_certificate(run.certificate.encode("utf-8", "replace")), _given)


def material(session: Session) -> SessionMaterial:
    """Read from the store what the line of a session is made from."""
    return material_of(page_context.store_of_process(), session)


def material_to_write(session: Session) -> SessionMaterial:
    """Read from the store what a new run of a session is made from: without the quotes that somebody denied, unless the
    settings keep them."""
    store = page_context.store_of_process()
    return without_denied(material(session), session, store.ear_verdicts.list(session.session_id), line_of)


def readable(given: SessionMaterial) -> SessionMaterial:
    """Return the material without sources that cannot be read. Such a source may come from another machine or another
    version of this program; the person must be able to replace it."""
    kept = dict(given)
    for what, read in (("transcript", _transcript), ("evidence", _evidence)):
        source: SourceFile | None = kept[what]
        try:
            if source is not None:
                read(source)
        except BadInput:
            kept[what] = None
            kept["acts"] = () if what == "evidence" else kept["acts"]  # they are about the rows of that map
    return given if kept == dict(given) else SessionMaterial(**kept)


def transcript_of(given: SessionMaterial) -> TranscriptPair:
    """Return the transcript, read. Raises BadInput where it cannot be."""
    if given.transcript is None:
        raise BadInput(
            Problem(place="transcript", message="there is none yet.", remedy="Bring one on the page Sources.")
        )
    return _transcript(given.transcript)


def effective_map(given: SessionMaterial) -> EffectiveMap:
    """Return the evidence map with what a person did to it and decided about speakers; where there is none, an empty
    one. Raises BadInput."""
    return _understood(given.ground, given)


def unused_decisions(given: SessionMaterial) -> tuple[Problem, ...]:
    """Return which decisions about speakers and passages do not count, where there is a map that they are about."""
    return effective_map(readable(given)).left_out if readable(given).has_map else ()


def line_of(given: SessionMaterial) -> Line:
    """Return the line: everything that is proven before anything is written. Another threshold costs only the
    scoring."""
    return _line(given.key, given)


def run_of(run_id: str) -> FinishedRun:
    """Return a run with its edition; it never changes once it is stored."""
    return _run(str(page_context.store_of_process().path), run_id)


def read_run(summary: RunSummary) -> FinishedRun | UnreadableRun:
    """Return a run, or why it cannot be read where a newer version of this program made it, or where it is empty.

    Raises NotStored, and DatabaseTrouble where the file itself is at fault.
    """
    try:
        run = run_of(summary.run_id)
    except InvalidDatabase as error:
        if not isinstance(error.__cause__, ValidationError):
            raise
        why = (
            f"Run {summary.number} was written by another version of this program, a newer one most likely, and this "
            "one cannot read it. It was left as it is: update the program to read it. The other runs are as they were."
        )
        return UnreadableRun(why=why)
    if not run.edition.chapters:
        return UnreadableRun(why=f"Run {summary.number} has no chapters, so there is nothing of it to read.")
    return run


def is_kept(sha256: str) -> bool:
    """Tell whether the bytes of a source are kept."""
    try:
        page_context.store_of_process().sources.get(sha256)
    except UnknownRecord:
        return False
    return True


def kept_transcript(edition: Edition) -> TranscriptPair | None:
    """Return the transcript that an edition was made from, as this program reads it; None where it is not kept."""
    key = (edition.transcript_sha256, edition.transcript_name, edition.raw_sha256)
    try:
        return _transcript_of_edition(key, edition)
    except (UnknownRecord, BadInput):
        return None


def files_of(run_id: str) -> dict[str, str]:
    """Return the files of a run's edition by name; the transcript is missing where it is not kept."""
    edition = run_of(run_id).edition
    transcript = kept_transcript(edition)
    kept = edition.transcript_sha256 if transcript else ""
    return _files(str(page_context.store_of_process().path), run_id, kept, transcript)


def glance_of(summary: SessionSummary) -> LineSummary | None:
    """Return the key figures of a session, computed and stored only where they are not known; None where the session is
    not complete or cannot be read."""
    try:
        given = material(summary.session)
        if not given.complete:
            return None
        if summary.glance is not None and summary.glance.key == given.key:
            return summary.glance
        line = line_of(given)
    except (BadInput, UnknownRecord):  # or another tab has just deleted it
        return None
    levels = tuple(coverage.level for coverage in line.merged.coverages)
    refused = len(line.proofs.refusals)
    glance = LineSummary(key=given.key, quotes=len(line.whitelist), rejected=refused, levels=levels)
    # Only a saving of time: a file that cannot be written now is no reason to show no list, or to wait for each row.
    with suppress(StoreError):
        page_context.store_of_process().with_patience(0).sessions.put_line_summary(summary.session.session_id, glance)
    return glance
