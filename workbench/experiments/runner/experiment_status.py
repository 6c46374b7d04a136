"""What can be seen of an experiment while somebody works on it."""

from core.record import Record
from workbench.store import PlanCell


class UnitReport(Record):
    """One unit that is done, or could not be, as whoever waits is told: `done` are, of `all_units`.

    `title` is the chapter's or the question. `paid` calls were made for it, `found` had been made before. `trouble`
    says why there is no unit, "" where there is one; with `is_over` its variant is left for this time.
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


class ExperimentStatus(Record):
    """What this process's worker is doing now.

    `owner` is the name it took the lease under; `cell` and `position` are those of the unit it is at, None before the
    first. `said` says in one line what it does. What follows is of the call under way: for how many seconds, how fast
    its reply comes, and `notice`, what is out of the ordinary. `trouble`, "" where all is well, is why it gave up where
    not even that could be stored.
    """

    experiment_id: str
    owner: str
    cell: PlanCell | None = None
    position: int = 0
    said: str = ""
    seconds: float = 0.0
    tokens_per_second: float | None = None
    notice: str = ""
    trouble: str = ""
