"""Sessions of the database as subjects of an experiment."""

from typing import NamedTuple

from core.errors import BadInput, Problem
from core.evidence.evidence_map import EvidenceMap, read_evidence
from core.generation.settings import Settings
from workbench.experiments.plan_file.reader import PlanFileReader
from workbench.sessions.effective_map import effective_map_of
from workbench.sessions.stored_transcript import read_stored
from workbench.store import Session, SessionMaterial, Store, UnknownRecord

_LISTED = 5


class SessionSubject(NamedTuple):
    """A session with the material of its line, and the number of chapters of its map."""

    title: str
    material: SessionMaterial
    chapters: int


def session_material(store: Store, session: Session) -> SessionMaterial:
    """Return the material of a session's line; its settings are the defaults, because each variant has its own.

    Raises StoreError.
    """
    return SessionMaterial(
        transcript=session.transcript,
        evidence=session.evidence,
        casts=tuple(one.cast for one in store.speaker_mappings.list(session.session_id)),
        mends=tuple(one.mend for one in store.corrections.list(session.session_id) if not one.undone),
        settings=Settings(),
        promotions=tuple(one.promotion for one in store.additions.list(session.session_id) if not one.undone),
    )


def _named(reading: PlanFileReader, place: str, words: str) -> Session | None:
    known = [summary.session for summary in reading.store.sessions.list()]
    found = [one for one in known if one.session_id == words] or [one for one in known if one.title == words.strip()]
    if len(found) == 1:
        return found[0]
    if found:
        ids = ", ".join(one.session_id for one in found[:_LISTED])
        message = f"{len(found)} sessions have the title “{words}”."
        reading.complain(place, message, f"Write the id of one of them: {ids}.")
        return None
    titles = ", ".join(f"“{one.title}”" for one in known[:_LISTED]) + (", …" if len(known) > _LISTED else "")
    remedy = f"There are: {titles}." if known else "The database holds no session; name another with --db."
    reading.complain(place, f"there is no session with the id or title “{words}”.", remedy)
    return None


def _map_of(reading: PlanFileReader, material: SessionMaterial) -> EvidenceMap:
    """Return the effective map of a session. Raises BadInput if a source is missing or cannot be read."""
    transcript, evidence = material.transcript, material.evidence
    if transcript is None or evidence is None:
        raise BadInput(Problem(place="the session", message="lacks a source.", remedy="Bring one on the page Sources."))
    pair = read_stored(reading.store.sources.get(transcript.sha256), transcript)
    given = read_evidence(reading.store.sources.get(evidence.sha256), evidence.name)
    return effective_map_of(
        given, pair.labels, material.casts, material.mends, promotions=material.promotions
    ).evidence_map


def session_at(reading: PlanFileReader, place: str, words: str) -> SessionSubject | None:
    """Return the session with this id, else with this title; None, with a problem noted, if none or several fit."""
    session = _named(reading, place, words)
    if session is None:
        return None
    material = session_material(reading.store, session)
    if not material.complete:
        missing = "transcript" if material.transcript is None else "evidence map"
        reading.complain(place, f"“{session.title}” has no {missing} yet.", "Bring one on the page Sources.")
        return None
    try:
        return SessionSubject(session.title, material, len(_map_of(reading, material).chapters))
    except BadInput as error:
        reading.absorb(place, error.problems)
    except UnknownRecord as error:
        reading.complain(place, str(error))
    return None
