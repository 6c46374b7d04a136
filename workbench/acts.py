"""What a person sets going with a button; what becomes of it is said at the top of the next page."""

from core.composer import OfflineComposer
from workbench import desk, memo
from workbench.writing import write_run


def _write() -> None:
    session = desk.current()
    if session is None:
        return
    run = write_run(desk.store(), session.session_id, memo.line_of(memo.material(session)), OfflineComposer())
    desk.say(f"Run {run.number} is written and stored.")


def write() -> None:
    """Write an edition of the open session with the offline composer and store it."""
    desk.change(_write)
