"""The numbers of narratives: `narratives` and `rules` read what a person gives, `kept` is what the session keeps of it,
`tab` what one tab remembers, `check_narratives` checks each narrative once, `number_kinds` and `number_labels` describe
what was found."""

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
