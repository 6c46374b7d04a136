"""Poison: the battery's corruptions in place of the quotations of one draft, and what becomes of each.

`planting` (corrupted words where a quotation stood) → `outcomes` (what a stranger finds in the finished chapter) →
`running` (which quotation is corrupted how, in which draft). `naive` says what a check by likeness would have let
through; `records` are the values.
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
