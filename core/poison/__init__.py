"""Poison: the battery's corruptions in place of the quotations of one draft, and what becomes of each.

`planting` (corrupted words where a quotation stood) → `outcomes` (what a stranger finds in the finished chapter) →
`running` (which quotation is corrupted how, in which draft). `naive` says what a check by likeness would have let
through; `records` are the values.
"""

from core.poison.naive import NAIVE_THRESHOLD, NaiveCheck
from core.poison.outcomes import read_outcomes
from core.poison.planting import Form, Planted, plant, spots_of
from core.poison.records import Ending, Injected, Outcome, PoisonedDraft, Poisoning, Tally
from core.poison.running import poison_chapter

__all__ = [
    "NAIVE_THRESHOLD",
    "Ending",
    "Form",
    "Injected",
    "NaiveCheck",
    "Outcome",
    "Planted",
    "PoisonedDraft",
    "Poisoning",
    "Tally",
    "plant",
    "poison_chapter",
    "read_outcomes",
    "spots_of",
]
