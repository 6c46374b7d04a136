"""The battery: proven quotes, corrupted in named ways and sent through every stage that may let one through.

Typography must get through, nothing else may. It is the demonstration of the promise and its regression test:
`corruption` names what is done, `material` holds what it is done to and who said what, `typography`, `wording` and
`arrangement` do it, `choosing` draws the cases, `stages` puts them to the whitelist, enforcement and verify, `running`
counts.
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
