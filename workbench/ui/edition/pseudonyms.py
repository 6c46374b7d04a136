"""An edition under the pseudonyms of its session: what is read, and what can be downloaded."""

from collections.abc import Mapping
from typing import NamedTuple

import streamlit as st

from core.editions.denied_quotes import with_denials
from core.editions.listener_verdict import ListenerVerdict, ListeningFinding
from core.errors import BadInput, Problem
from core.record import Record
from core.verify import Verdict
from workbench.sessions.exporting.exported import ExportedEdition
from workbench.sessions.pseudonym_files import EditionWithNames, PseudonymFiles, pseudonym_files, under_pseudonyms
from workbench.store import EarVerdict, Session, SessionMaterial, hash_of
from workbench.ui.common import page_context
from workbench.ui.common.opened_edition import OpenedEdition
from workbench.ui.edition.heard_files import verdicts_of
from workbench.ui.edition.state import heard_of

_CERTIFICATE = "certificate.json"
_NO_TRANSCRIPT = Problem(
    place="the transcript",
    message="it cannot be read as it was when the edition was written, so its labels cannot be replaced.",
    remedy="Bring its file again on the page Sources.",
)
NOT_PROVEN = Problem(
    place="the edition",
    message="an edit in it is not proven, so there is neither a page nor a certificate of it.",
    remedy="Take the edit back, correct it in the view Edit, or choose a document below: it begins with saying so.",
)


class EditionAsRead(NamedTuple):
    """An edition under the names that it is read with, and what was heard of its quotes, by quote id."""

    opened: OpenedEdition
    heard: Mapping[str, EarVerdict]


class PseudonymsOrProblems(Record):
    """The files of an edition under pseudonyms, or what keeps it from being made."""

    files: PseudonymFiles | None = None
    problems: tuple[Problem, ...] = ()


def _given(session: Session, material: SessionMaterial, opened: OpenedEdition) -> EditionWithNames:
    """Return what an edition under pseudonyms is made of. Raises BadInput where it cannot be."""
    if opened.transcript is None:
        raise BadInput(_NO_TRANSCRIPT)
    return EditionWithNames(opened.edition, opened.transcript, material.casts, verdicts_of(session, opened.edition))


def _key(session: Session, material: SessionMaterial, opened: OpenedEdition) -> str:
    casts = "".join(one.model_dump_json() for one in material.casts)
    edits = "".join(one.model_dump_json() for one in opened.edits)
    heard = "".join(one.model_dump_json() for one in verdicts_of(session, opened.edition))
    known = (str(page_context.store().path), opened.run.summary.run_id, material.key, casts, edits, opened.why, heard)
    return hash_of("\0".join(known))


@st.cache_resource(max_entries=8, show_spinner="Writing it under pseudonyms")
def _files(
    key: str, _session: Session, _material: SessionMaterial, _opened: OpenedEdition, *, redact: bool
) -> PseudonymsOrProblems:
    del key
    try:
        made = pseudonym_files(_given(_session, _material, _opened), _opened.run.settings, redact=redact)
    except BadInput as error:
        return PseudonymsOrProblems(problems=error.problems)
    return PseudonymsOrProblems(files=made)


def _as_stored(verdict: ListenerVerdict) -> EarVerdict:
    """Return what was heard of a quote under pseudonyms as what is stored is shown."""
    return EarVerdict(
        quote_id=verdict.quote_id,
        raw_sha256=verdict.raw_sha256,
        recording_sha256=verdict.recording_sha256,
        says_so=verdict.verdict is ListeningFinding.SO,
        note=verdict.note,
        name=verdict.name,
        heard_at=verdict.date,
    )


@st.cache_resource(max_entries=4, show_spinner="Reading it under pseudonyms")
def _shown(key: str, _session: Session, _material: SessionMaterial, _opened: OpenedEdition) -> EditionAsRead | None:
    del key
    try:
        if _opened.edition.verdict == Verdict.UNPROVEN:  # its edits, shown beside it, have the real names
            return None
        made = under_pseudonyms(_given(_session, _material, _opened), redact=False)
    except BadInput:
        return None
    edited = _opened.edited.model_copy(update={"edition": made.edition})
    changed = {"edited": edited, "transcript": made.transcript, "present": None, "line": None}
    heard = {one.quote_id: _as_stored(one) for one in made.verdicts}
    return EditionAsRead(_opened.model_copy(update=changed), heard)


def files_under_pseudonyms(
    session: Session, material: SessionMaterial, opened: OpenedEdition, *, redact: bool
) -> PseudonymsOrProblems:
    """Return the files of an edition under the session's pseudonyms as it reads now, or why there are none."""
    return _files(_key(session, material, opened), session, material, opened, redact=redact)


def export_under_pseudonyms(
    session: Session, material: SessionMaterial, opened: OpenedEdition, *, redact: bool
) -> ExportedEdition:
    """Return what is exported of an edition under pseudonyms. Raises BadInput where it cannot be made."""
    made = under_pseudonyms(_given(session, material, opened), redact=redact)
    offered = files_under_pseudonyms(session, material, opened, redact=redact)
    certificate = offered.files.texts.get(_CERTIFICATE, "") if offered.files else ""
    heard, made_at = with_denials(made.edition, made.verdicts), opened.run.summary.finished_at
    unproven = opened.edited.unproven
    return ExportedEdition(heard, made.transcript, certificate, (), made_at, unproven, made.verdicts)


def as_read(session: Session, material: SessionMaterial, opened: OpenedEdition) -> EditionAsRead:
    """Return the edition as it is read and presented: under pseudonyms where the session is, and where it can be."""
    shown = _shown(_key(session, material, opened), session, material, opened) if session.under_pseudonyms else None
    return shown or EditionAsRead(opened, heard_of(session, opened))
