"""Experiment files: read into a plan with nothing left to look up, written from one, and their schema."""

from workbench.experiment_file.document import MAX_FILE_BYTES
from workbench.experiment_file.plan import MOST_CELLS, Wished, read_experiment
from workbench.experiment_file.reading import KeptFile
from workbench.experiment_file.schema import experiment_schema
from workbench.experiment_file.sessions import session_material
from workbench.experiment_file.writing import experiment_file_of

__all__ = [
    "MAX_FILE_BYTES",
    "MOST_CELLS",
    "KeptFile",
    "Wished",
    "experiment_file_of",
    "experiment_schema",
    "read_experiment",
    "session_material",
]
