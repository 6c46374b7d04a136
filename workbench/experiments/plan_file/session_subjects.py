"""Sessions of the database as subjects of an experiment."""

from typing import NamedTuple

from core.errors import BadInput, Problem
from core.evidence.evidence_map import EvidenceMap
from core.generation.settings import Settings
from core.text.safe_html import ended
from workbench.experiments.plan_file.reader import PlanFileReader
from workbench.sessions.effective_map import effective_map_of, given_map
from workbench.sessions.session_material import material_of
from workbench.sessions.stored_transcript import read_stored
from workbench.store import Session, SessionMaterial, Store, UnknownRecord

_LISTED = 5


class SessionSubject(NamedTuple):
    """A session with the material of its line, and the number of chapters of its map."""

    title: str
    material: SessionMaterial
    chapters: int


def find_session(store: Store, words: str) -> Session | Problem:
    """Return the session with this id, else the one with this title; what is wrong if none or several fit.

    Raises StoreError.
    """
    known = [summary.session for summary in store.sessions.list()]
    found = [one for one in known if one.session_id == words] or [one for one in known if one.title == words.strip()]
    if len(found) == 1:
        return found[0]
    if found:
        ids = ", ".join(one.session_id for one in found[:_LISTED])
        message = ended(f"{len(found)} sessions have the title “{words}”")
        return Problem(place="", message=message, remedy=f"Write the id of one of them: {ids}.")
    titles = ", ".join(f"“{one.title}”" for one in known[:_LISTED]) + (", …" if len(known) > _LISTED else "")
    remedy = f"There are: {titles}." if known else "The database holds no session; name another with --db."
    return Problem(place="", message=ended(f"there is no session with the id or title “{words}”"), remedy=remedy)


def _map_of(reading: PlanFileReader, material: SessionMaterial) -> EvidenceMap:
    """Return the effective map of a session. Raises BadInput if a source is missing or cannot be read."""
    if material.transcript is None:
        raise BadInput(Problem(place="the session", message="lacks a source.", remedy="Bring one on the page Sources."))
    read = reading.store.sources.get
    pair = read_stored(read(material.transcript.sha256), material.transcript)
    given = given_map(read, material.evidence, material.title)
    return effective_map_of(given, pair.labels, material.casts, material.acts).evidence_map


def session_at(reading: PlanFileReader, place: str, words: str) -> SessionSubject | None:
    """Return the session with this id, else with this title; None, with a problem noted, if none or several fit."""
    session = find_session(reading.store, words)
    if isinstance(session, Problem):
        reading.complain(place, session.message, session.remedy)
        return None
    material = material_of(reading.store, session, settings=Settings())  # each variant has its own
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
