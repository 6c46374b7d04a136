"""Experiment files: read into a complete plan, written from a plan, and their schema."""

from workbench.experiments.plan_file.document import MAX_FILE_BYTES
from workbench.experiments.plan_file.plan import MOST_CELLS, LoadedPlan, read_experiment
from workbench.experiments.plan_file.reader import PlanSource
from workbench.experiments.plan_file.schema import experiment_schema
from workbench.experiments.plan_file.write import experiment_file_of

__all__ = [
    "MAX_FILE_BYTES",
    "MOST_CELLS",
    "LoadedPlan",
    "PlanSource",
    "experiment_file_of",
    "experiment_schema",
    "read_experiment",
]
