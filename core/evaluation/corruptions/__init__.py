"""The battery: proven quotes, corrupted in named ways and sent through every stage that may let one through.

Typography must get through, nothing else may. It is the demonstration of the promise and its regression test:
`corruption` names what is done, `material` holds what it is done to and who said what, `typography`, `wording` and
`arrangement` do it, `choosing` draws the cases, `stages` puts them to the whitelist, enforcement and verify, `running`
counts.
"""

from core.evaluation.corruptions.corruption import Corruption, CorruptionClass
from core.evaluation.corruptions.corruption_material import Material, run_of
from core.evaluation.corruptions.corruption_report import BatteryReport, Expected, OffCase, Tally
from core.evaluation.corruptions.run_stages import expected_of, run_battery
from core.evaluation.corruptions.choose_quotes import CAP, corruptions, corruptions_of
from core.evaluation.corruptions.stages import TRIALS, Outcome, Stage, Trial, as_markdown, has_unpaired_mark

__all__ = [
    "CAP",
    "TRIALS",
    "BatteryReport",
    "Corruption",
    "CorruptionClass",
    "Expected",
    "Material",
    "OffCase",
    "Outcome",
    "Stage",
    "Tally",
    "Trial",
    "as_markdown",
    "corruptions",
    "corruptions_of",
    "expected_of",
    "has_unpaired_mark",
    "run_battery",
    "run_of",
]
