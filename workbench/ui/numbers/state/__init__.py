"""The numbers of narratives: `narratives`, `results` and `ruling` take in what a person gives, `held` keeps it for one
tab, `checking` checks each narrative once, `marks` and `wording` say what was found."""

from workbench.ui.numbers.state.check_narratives import (
    NarrativeCheck,
    check,
    check_all,
    first_words,
    fixes_at,
    verdict_of,
    visible_excerpt,
)
from workbench.ui.numbers.state.number_kinds import KINDS, NumberMark, NumberStatus, kind_of
from workbench.ui.numbers.state.number_labels import facts_of, row_cells

__all__ = [
    "KINDS",
    "NarrativeCheck",
    "NumberMark",
    "NumberStatus",
    "check",
    "check_all",
    "facts_of",
    "first_words",
    "fixes_at",
    "kind_of",
    "row_cells",
    "verdict_of",
    "visible_excerpt",
]
