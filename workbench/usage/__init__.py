"""What calls take: summed from what was kept of them, estimated before they are made, compared between modes."""

from workbench.usage.comparing import ComparedMetric, by_model, chapters_compared, compare_modes
from workbench.usage.estimating import Amount, Estimate, estimate_of
from workbench.usage.sums import RunSum, Sum, sum_of, sums_by_chapter, sums_by_run, tokens_per_second
from workbench.usage.wording import cost_in_words, dollars, estimate_in_words, sum_in_words, tokens_in_words

__all__ = [
    "Amount",
    "ComparedMetric",
    "Estimate",
    "RunSum",
    "Sum",
    "by_model",
    "chapters_compared",
    "compare_modes",
    "cost_in_words",
    "dollars",
    "estimate_in_words",
    "estimate_of",
    "sum_in_words",
    "sum_of",
    "sums_by_chapter",
    "sums_by_run",
    "tokens_in_words",
    "tokens_per_second",
]
