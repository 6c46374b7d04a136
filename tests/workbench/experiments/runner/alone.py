"""A program that works on an experiment.

`python -m tests.workbench.experiments.runner.alone DATABASE EXPERIMENT [UNITS]`.

It takes the lease as soon as nobody holds it. After so many units it kills itself (SIGKILL).
"""

import os
import signal
import sys
import time
from pathlib import Path

from workbench.experiments import runner
from workbench.experiments.runner import UnitReport
from workbench.jobs.runs import JobLimits
from workbench.store import Store

LIMITS = JobLimits(lease_seconds=0.3)


def main(database: Path, experiment_id: str, units: int | None) -> None:
    """Work, and perhaps die."""
    store = Store(database)
    told: list[UnitReport] = []

    def tell(one: UnitReport) -> None:
        told.append(one)
        if len(told) == units:
            os.kill(os.getpid(), signal.SIGKILL)

    while store.experiments.progress(experiment_id).is_held(time.time()):
        time.sleep(0.01)
    runner.run_experiment(store, experiment_id, runner.new_owner(), on_unit=tell, limits=LIMITS)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else None)
