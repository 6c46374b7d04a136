"""Run experiments: many variants write the same subjects, judged, measured and compared; each call is paid for once.

The steps: `work_order` (the order of units) → `material` (the lines of chapters) → `write_unit` (one unit, through
`unit_calls` and `cached_calls`, which reuse every stored call) → `llm_judge` → `unit_usage` → `experiment_worker` (all
of it, stored unit by unit) → `control` (in the foreground or the background).
"""

from workbench.experiments.runner.cached_calls import store_unstored, unstored_calls
from workbench.experiments.runner.control import delete, experiment_status, resume, run_experiment, start, stop
from workbench.experiments.runner.estimate_experiment import ExperimentEstimate, estimate
from workbench.experiments.runner.experiment_status import ExperimentStatus, UnitReport
from workbench.experiments.runner.experiment_worker import JudgeError
from workbench.experiments.runner.material import line_of
from workbench.experiments.runner.unit_usage import with_usage
from workbench.experiments.runner.work_order import cells_of
from workbench.jobs.heartbeat import LEASE_SECONDS
from workbench.jobs.worker import new_owner

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
