"""What a session has written is measured in the background; a page that waits for it sees how far it is."""

from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import NamedTuple, TypeVar

from streamlit.runtime import exists, get_instance
from streamlit.runtime.scriptrunner import add_script_run_ctx, get_script_run_ctx

from core.evaluation.records import Unit
from core.record import Record
from workbench.jobs.computation import Computation, ComputationRegistry, Report
from workbench.store import CallFacts

AT_ONCE = 0.5
"""For how many seconds a page waits for the numbers before it shows how far they are."""
_KEPT = 24

_T = TypeVar("_T")


class MeasuredUnits(Record):
    """Units that were measured, with the calls made for them; without any, `why` says what kept them from that.

    `transcript` and `name` are those that they were measured on, `is_kept` whether it was there.
    """

    units: tuple[Unit, ...] = ()
    calls: tuple[CallFacts, ...] = ()
    why: str = ""
    transcript: str = ""
    name: str = ""
    is_kept: bool = True


class PendingUnits(NamedTuple):
    """Units that are being measured: of what, and how each is called."""

    of: str
    one: str
    computation: Computation[MeasuredUnits]

    @property
    def share(self) -> float:
        """How much is done, from 0 to 1."""
        done, steps = self.computation.progress
        return done / steps if steps else 0.0

    @property
    def in_words(self) -> str:
        """How far it is, in words."""
        done, steps = self.computation.progress
        return f"{self.one} {min(done + 1, steps):,} of {steps:,}" if steps else "reading what was written"


_registry = ComputationRegistry[MeasuredUnits](_KEPT)


def _is_connected(browser: str) -> bool:
    return exists() and get_instance().is_active_session(browser)


def _viewer() -> tuple[str, Callable[[], bool]]:
    """Return the tab that looks, and what tells whether it is open."""
    context = get_script_run_ctx()
    browser = context.session_id if context is not None else ""
    return browser, partial(_is_connected, browser)


def ask(key: str, compute: Callable[[Report], MeasuredUnits]) -> Computation[MeasuredUnits]:
    """Return the computation of some units, which is begun where there is none yet; `key` names their content."""
    context = get_script_run_ctx()

    def work(report: Report) -> MeasuredUnits:
        # Streamlit's cache looks for a page in every thread, and complains in the terminal where there is none.
        add_script_run_ctx(ctx=context)
        return compute(report)

    return _registry.ask(key, work, *_viewer())


def forget(key: str) -> None:
    """Let units be measured anew when they are asked for next."""
    _registry.forget(key)


def keep_asking(pending: PendingUnits) -> bool:
    """Say that a tab still waits for some units; tell whether they have come."""
    pending.computation.ask(*_viewer())
    return pending.computation.has_ended


def wait_for(measure: Callable[[], _T | PendingUnits]) -> _T | PendingUnits:
    """Return what `measure` returns, again and again while what it waits for comes at once."""
    end, found = monotonic() + AT_ONCE, measure()
    while isinstance(found, PendingUnits) and found.computation.wait(max(0.0, end - monotonic())):
        found = measure()
    return found
