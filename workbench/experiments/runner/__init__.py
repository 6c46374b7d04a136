"""Experiments: subjects written by many variants, judged, measured and compared; each call is paid for once.

The way of an experiment through the room: `order` (what is done when) → `lines` (what chapters are written along) →
`writing` (one unit, through `unit_calls` and `asking`, which know every call that was ever answered) → `judging` →
`measuring` → `working` (all of it, stored unit by unit) → `door` (in the foreground or the background).
"""

from workbench.experiments.runner.control import (
    delete,
    experiment_status,
    new_owner,
    resume,
    run_experiment,
    start,
    stop,
)
from workbench.experiments.runner.estimate_experiment import ExperimentEstimate, estimate
from workbench.experiments.runner.experiment_status import ExperimentStatus, UnitReport
from workbench.experiments.runner.experiment_worker import JudgeError
from workbench.experiments.runner.material import line_of
from workbench.experiments.runner.pending_calls import store_all as store_unstored
from workbench.experiments.runner.pending_calls import unstored_calls
from workbench.experiments.runner.unit_usage import with_usage
from workbench.experiments.runner.work_order import cells_of
from workbench.jobs.limits import LEASE_SECONDS

__all__ = [
    "LEASE_SECONDS",
    "ExperimentEstimate",
    "ExperimentStatus",
    "JudgeError",
    "UnitReport",
    "cells_of",
    "delete",
    "estimate",
    "experiment_status",
    "line_of",
    "new_owner",
    "resume",
    "run_experiment",
    "start",
    "stop",
    "store_unstored",
    "unstored_calls",
    "with_usage",
]
