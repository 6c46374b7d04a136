"""The chapters of a session's edition as narratives; the numbers of proven quotes in them are the speaker's."""

from urllib.parse import urlencode

from core.numbers.edition_prose import ChapterProse, edition_prose
from workbench import desk, editions, links, memo
from workbench.checking_numbers.narratives import Narrative
from workbench.store import RunSummary, Session


def edition_of(session: Session) -> RunSummary | None:
    """Return the run whose chapters are meant: the one this tab looked at last, else the newest; None without any."""
    runs = desk.store().runs(session.session_id)
    return editions.chosen_run(session, runs) if runs else None


def _narrative(session: Session, run: RunSummary, position: int, prose: ChapterProse) -> Narrative:
    address = {**links.address(session.session_id, run=run.number, position=position), "view": "Edit"}
    return Narrative(
        name=f"{prose.chapter + 1}. {prose.title}",
        text=prose.text,
        exempt=prose.exempt,
        address=f"edition?{urlencode(address)}",
    )


def chapters_of(session: Session, run: RunSummary) -> tuple[Narrative, ...]:
    """Return the chapters of a run as they read now; none where it cannot be read."""
    opened = editions.open_edition(memo.material(session), run)
    if isinstance(opened, editions.Unreadable):
        return ()
    chapters = enumerate(edition_prose(opened.edition))
    return tuple(_narrative(session, run, position, prose) for position, prose in chapters)
