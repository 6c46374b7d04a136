"""The results of an evaluation: one value for the page, the command, the report and the gate, and its file formats.

`results_of` and `results_of_units` make it; `results_data` (read again by `read_results`), `results_csv`, `units_csv`
and `results_html` write it; `marks` and `counted_items` lead from a number to what it was counted from.
"""

from workbench.experiments.results.baseline import Baseline, BaselineVariant, read_results
from workbench.experiments.results.chart_marks import STANDING, ChartMark, mark_of, marks
from workbench.experiments.results.quotations import CountedItem, counted_items
from workbench.experiments.results.report import results_html
from workbench.experiments.results.results import EvaluationResults, UnitGroup, VariantResults
from workbench.experiments.results.results_data import results_data, results_json
from workbench.experiments.results.results_file import MAX_BYTES
from workbench.experiments.results.summarise import results_of, results_of_units
from workbench.experiments.results.tables_csv import results_csv, units_csv

__all__ = [
    "MAX_BYTES",
    "STANDING",
    "Baseline",
    "BaselineVariant",
    "ChartMark",
    "CountedItem",
    "EvaluationResults",
    "UnitGroup",
    "VariantResults",
    "counted_items",
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
