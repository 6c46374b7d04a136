"""What of an opened edition can be exported: the edition as it reads now, or the session's evidence map."""

from core.editions.denied_quotes import with_denials
from core.errors import BadInput, Problem
from workbench.sessions.edition_files import CERTIFICATE
from workbench.sessions.exporting.exported import Exported, ExportedEdition, ExportedMap
from workbench.sessions.exporting.formats import WHITELIST
from workbench.sessions.listened_quotes import verdicts_of_line
from workbench.store import Session
from workbench.ui.common import page_context
from workbench.ui.common.opened_edition import OpenedEdition
from workbench.ui.edition.heard_files import files_as_heard, verdicts_of


def _missing(place: str, message: str) -> BadInput:
    return BadInput(Problem(place=place, message=message, remedy="Bring its file again on the page Sources."))


def exported(session: Session, opened: OpenedEdition, what: str) -> Exported:
    """Return what of an edition is exported. Raises BadInput where its transcript or its map is not there."""
    if what == WHITELIST:
        if opened.present is None:
            raise _missing("the evidence map", "the session has none, or no transcript to prove it.")
        present, stored = opened.present, page_context.store().ear_verdicts.list(session.session_id)
        return ExportedMap(present.evidence_map, present.transcript, verdicts_of_line(session, present, stored))
    if opened.transcript is None:
        raise _missing("the transcript", "it cannot be read as it was when the edition was written.")
    certificate = files_as_heard(session, opened).texts.get(CERTIFICATE, "")
    made_at, verdicts = opened.run.summary.finished_at, verdicts_of(session, opened.edition)
    heard = with_denials(opened.edition, verdicts)
    return ExportedEdition(heard, opened.transcript, certificate, (), made_at, opened.edited.unproven, verdicts)
