"""What an evaluation says: one value for the page, the command, the report and the gate, and its forms as files.

`results_of` and `results_of_units` make it; `results_data` (read again by `read_results`), `results_csv`, `units_csv`
and `results_html` write it; `marks` and `behind` lead from a number to what it was counted from.
"""

from workbench.evaluating.baseline import Baseline, BaselineVariant, read_results
from workbench.evaluating.behind import Behind, behind
from workbench.evaluating.data import results_data, results_json
from workbench.evaluating.making import results_of, results_of_units
from workbench.evaluating.marks import STANDING, Mark, mark_of, marks
from workbench.evaluating.records import Group, Results, VariantResults
from workbench.evaluating.report import results_html
from workbench.evaluating.results_file import MAX_BYTES
from workbench.evaluating.tables_csv import results_csv, units_csv

__all__ = [
    "MAX_BYTES",
    "STANDING",
    "Baseline",
    "BaselineVariant",
    "Behind",
    "Group",
    "Mark",
    "Results",
    "VariantResults",
    "behind",
    "mark_of",
    "marks",
    "read_results",
    "results_csv",
    "results_data",
    "results_html",
    "results_json",
    "results_of",
    "results_of_units",
    "units_csv",
]
