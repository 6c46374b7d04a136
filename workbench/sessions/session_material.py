"""The material of a stored session: its sources, and what a person decided about them."""

from collections.abc import Callable, Iterable

from core.generation.line import Line
from core.generation.settings import Settings
from workbench.sessions.recording import verdicts_on
from workbench.store import EarVerdict, Session, SessionMaterial, Store


def material_of(store: Store, session: Session, *, settings: Settings | None = None) -> SessionMaterial:
    """Read from the store what the line of a session is made from; its settings are the session's, unless others are
    given.

    Raises StoreError.
    """
    return SessionMaterial(
        transcript=session.transcript,
        evidence=session.evidence,
        casts=tuple(one.cast for one in store.speaker_mappings.list(session.session_id)),
        settings=settings or session.settings,
        acts=tuple(one.act for one in store.acts.list(session.session_id) if not one.undone),
        title="" if session.evidence else session.title,
    )


def without_denied(
    given: SessionMaterial,
    session: Session,
    verdicts: Iterable[EarVerdict],
    line_of: Callable[[SessionMaterial], Line],
) -> SessionMaterial:
    """Return the material of a new run: without the quotes of the session's transcript that somebody heard to be not
    so in its recording, unless its settings keep them. `line_of` raises BadInput where a source cannot be read."""
    heard = [one for one in verdicts if not one.says_so]
    if not heard or not given.complete or not given.settings.leave_out_denied:
        return given
    line = line_of(given)
    known = {quote.quote_id for quote in line.whitelist}
    denied = sorted(known & verdicts_on(session, line.transcript.raw, heard).keys())
    return SessionMaterial.model_validate({**dict(given), "denied": tuple(denied)})
