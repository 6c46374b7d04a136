"""The chapters of a session's edition as narratives; the numbers of proven quotes in them are the speaker's."""

from urllib.parse import urlencode

from core.numbers.edition_prose import ChapterProse, edition_prose
from workbench.store import RunSummary, Session
from workbench.ui.common import cache, opened_edition, page_context, urls
from workbench.ui.numbers.state.narratives import NumberNarrative


def edition_of(session: Session) -> RunSummary | None:
    """Return the run whose chapters are meant: the one this tab looked at last, else the newest; None without any."""
    runs = page_context.store().runs.list(session.session_id)
    return opened_edition.chosen_run(session, runs) if runs else None


def _narrative(session: Session, run: RunSummary, position: int, prose: ChapterProse) -> NumberNarrative:
    address = {**urls.address(session.session_id, run=run.number, position=position), "look": "Edit"}
    return NumberNarrative(
        name=f"{prose.chapter + 1}. {prose.title}",
        text=prose.text,
        exempt=prose.exempt,
        address=f"edition?{urlencode(address)}",
    )


def chapters_of(session: Session, run: RunSummary) -> tuple[NumberNarrative, ...]:
    """Return the chapters of a run as they read now; none where it cannot be read."""
    opened = opened_edition.open_edition(cache.material(session), run)
    if isinstance(opened, cache.UnreadableRun):
        return ()
    chapters = enumerate(edition_prose(opened.edition))
    return tuple(_narrative(session, run, position, prose) for position, prose in chapters)
