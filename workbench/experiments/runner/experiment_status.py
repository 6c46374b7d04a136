"""The status of an experiment while a worker runs it."""

from core.record import Record
from workbench.jobs.call_status import CallStatus
from workbench.store import PlanCell


class UnitReport(Record):
    """A message about one unit that was written or failed; `done` of `all_units` are written.

    `title` is the chapter's title or the question. `paid` calls were made for it, `found` were made before. `trouble`
    says why the unit failed, "" if it did not; `is_over` says that its variant is skipped until the next start.
    """

    done: int
    all_units: int
    cell: PlanCell
    variant: str
    subject: str
    title: str
    paid: int = 0
    found: int = 0
    trouble: str = ""
    is_over: bool = False


class ExperimentStatus(CallStatus):
    """What this process's worker is doing now, with its running call.

    `owner` is the name that holds the lease; `cell` and `position` are those of the current unit, None before the
    first. `activity` says in one line what the worker does. `trouble` says why it gave up if that could not be stored,
    else "".
    """

    experiment_id: str
    owner: str
    cell: PlanCell | None = None
    position: int = 0
    activity: str = ""
    trouble: str = ""
