"""The usage of calls: summed from their records, estimated before they are made, compared between modes."""

from workbench.jobs.usage.compare_usage import MetricComparison, by_model, chapters_compared, compare_modes
from workbench.jobs.usage.estimate_usage import UsageAmount, UsageEstimate, estimate_of
from workbench.jobs.usage.sums import RunUsage, UsageTotal, sum_of, sums_by_chapter, sums_by_run, tokens_per_second
from workbench.jobs.usage.usage_labels import cost_in_words, dollars, estimate_in_words, sum_in_words, tokens_in_words

__all__ = [
    "MetricComparison",
    "RunUsage",
    "UsageAmount",
    "UsageEstimate",
    "UsageTotal",
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
