"""A program whose children work on an experiment and are killed, and that goes on with it.

`python -m tests.workbench.experiments.runner.killed FOLDER`: a child begins a small experiment and kills itself
(SIGKILL) after one of the things it stores; what it left is looked at; then somebody goes on with it, and in one case
two try to at the same moment. Prints what was seen of each kill, as JSON.
"""

import json
import signal
import sys
import time
from itertools import count
from pathlib import Path
from typing import Any

from tests.workbench.experiments.runner.making import GOOD, JUDGE, noted, noting, plan_of, session_in, table, variant
from tests.workbench.killing import MortalStore, child, exit_of
from workbench.experiments import runner
from workbench.jobs.runs import JobLimits
from workbench.store import (
    Conflict,
    ExperimentPlan,
    ExperimentProgress,
    Store,
    hash_of,
)

SHORT, LONGER = JobLimits(lease_seconds=0.05), JobLimits(lease_seconds=0.5)
CONTESTED = 5  # the moment after which two go on


class Killing(MortalStore):
    """A store whose program is killed before anything is stored, or after one of the things that are."""

    def __init__(self, path: Path, moments: int) -> None:
        super().__init__(path, moments)
        self.experiments.begin = self.passing(self.experiments.begin, before=True, after=True)
        self.experiments.put_unit_count = self.passing(self.experiments.put_unit_count, after=True)
        self.experiments.keep_call = self.passing(self.experiments.keep_call, after=True)
        self.experiments.put_unit = self.passing(self.experiments.put_unit, after=True)
        self.experiments.release = self.passing(self.experiments.release, after=True)


def _work(store: Store, plan: ExperimentPlan, limits: JobLimits) -> int:
    """Work on the experiment to its end; 1 where somebody else has it."""
    owner = runner.new_owner()
    try:
        begun = store.experiments.begin(plan, owner, limits.lease_seconds)
        runner.run_experiment(store, begun.experiment_id, owner, limits=limits)
    except Conflict:
        return 1
    return 0


def _wait_for_lease(store: Store) -> list[ExperimentProgress]:
    """Return what was left, at the moment when the lease of whoever was killed runs out."""
    left = list(store.experiments.list())
    while left and left[0].is_held(time.time()):
        time.sleep(0.001)
    return left


def _killed(store: Store, plan: ExperimentPlan, notes: Path, moment: int) -> dict[str, Any] | None:
    """Let a child work until it is killed, and go on; return what was seen, None where it was not killed."""
    if exit_of(child(lambda: _work(Killing(store.path, moment), plan, SHORT))) != -signal.SIGKILL:
        return None
    before = noted(notes)
    left = _wait_for_lease(store)
    if moment == CONTESTED:
        codes = sorted(exit_of(child) for child in [child(lambda: _work(store, plan, LONGER)) for _ in range(2)])
    else:
        codes = [_work(store, plan, LONGER)]
    (stands,) = store.experiments.list()
    return {
        "state": stands.state,
        "left": left[0].units if left else 0,
        "codes": codes,
        "before": before,
        "calls": noted(notes),
        "table": _digest(store),
        "paid": [done.paid for done in store.experiments.get(stands.experiment_id).units],
    }


def _digest(store: Store) -> str:
    (stands,) = store.experiments.list()
    return hash_of(
        json.dumps([done.model_dump(mode="json") for done in table(store.experiments.get(stands.experiment_id))])
    )


def main(folder: Path) -> dict[str, Any]:
    """Kill at every moment there is; return what was seen, and what an experiment without a kill is."""
    whole = Store(folder / "whole.db")
    plan = plan_of([session_in(whole, 0)], [variant(GOOD)], judge=JUDGE)
    empty = whole.path.read_bytes()
    _work(whole, plan, LONGER)  # before any child is made, which then need not load what it takes
    seen: dict[str, Any] = {}
    for moment in count():
        notes = folder / f"calls {moment}"
        store = Store(folder / f"moment {moment}.db")
        store.path.write_bytes(empty)
        with noting(notes):
            found = _killed(store, plan, notes, moment)
        if found is None:
            break
        seen[str(moment)] = found
    return {"seen": seen, "table": _digest(whole)}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(Path(sys.argv[1]))))
