"""Injection: corruptions in place of the quotations of one draft, and the outcome of each.

`inject` (corrupted words where a quotation stood) → `endings` (the outcome in the finished chapter) → `run_injection`
(which quotation is corrupted how, in which draft). `similarity_baseline` is a check by similarity, for comparison;
`injected_draft` has the values.
"""

from core.evaluation.injection.endings import read_outcomes
from core.evaluation.injection.inject import InjectedDraft, QuotationForm, draft_quotations, inject_corruptions
from core.evaluation.injection.injected_draft import (
    Ending,
    Injected,
    InjectionOutcome,
    InjectionTally,
    PoisonedDraft,
    Poisoning,
)
from core.evaluation.injection.run_injection import poison_chapter
from core.evaluation.injection.similarity_baseline import NAIVE_THRESHOLD, SimilarityBaseline

__all__ = [
    "NAIVE_THRESHOLD",
    "Ending",
    "Injected",
    "InjectedDraft",
    "InjectionOutcome",
    "InjectionTally",
    "PoisonedDraft",
    "Poisoning",
    "QuotationForm",
    "SimilarityBaseline",
    "draft_quotations",
    "inject_corruptions",
    "poison_chapter",
    "read_outcomes",
]
