"""Corruptions: proven quotes, corrupted in named ways and sent through every stage that could accept them.

Typography must be accepted, nothing else may be. This demonstrates the promise and is its regression test: `corruption`
names the changes, `corruption_material` holds the quotes and who said what, `typography`, `reword` and `reorder` make
the changes, `choose_quotes` draws the cases, `stages` sends them to the whitelist, enforcement and verify, `run_stages`
counts, `corruption_report` has the result.
"""

from core.evaluation.corruptions.choose_quotes import CAP, corruptions, select_corruptions
from core.evaluation.corruptions.corruption import Corruption, CorruptionClass
from core.evaluation.corruptions.corruption_material import CorruptionMaterial, run_of
from core.evaluation.corruptions.corruption_report import BatteryReport, ExpectedResult, FailedCase, StageTally
from core.evaluation.corruptions.run_stages import expected_of, run_battery
from core.evaluation.corruptions.stages import (
    TRIALS,
    CaseOutcome,
    CheckStage,
    StageTrial,
    as_markdown,
    has_unpaired_mark,
)

__all__ = [
    "CAP",
    "TRIALS",
    "BatteryReport",
    "CaseOutcome",
    "CheckStage",
    "Corruption",
    "CorruptionClass",
    "CorruptionMaterial",
    "ExpectedResult",
    "FailedCase",
    "StageTally",
    "StageTrial",
    "as_markdown",
    "corruptions",
    "expected_of",
    "has_unpaired_mark",
    "run_battery",
    "run_of",
    "select_corruptions",
]
