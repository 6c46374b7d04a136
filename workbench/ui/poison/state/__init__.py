"""The page Poison: `drafts` chooses what is falsified and remembers the result, `poison_labels` puts it into words."""

from workbench.ui.poison.state.drafts import (
    DRAW,
    ChapterOption,
    DraftSource,
    again,
    drafts_of,
    names_of,
    poisoning_of,
    subjects_of,
)
from workbench.ui.poison.state.poison_labels import (
    CLASSES,
    HOW_ALIKE,
    SIGNS,
    TONES,
    board_in_words,
    difference_of,
    ending_in_words,
    endings_in_words,
    typography_in_words,
)

__all__ = [
    "CLASSES",
    "DRAW",
    "HOW_ALIKE",
    "SIGNS",
    "TONES",
    "ChapterOption",
    "DraftSource",
    "again",
    "board_in_words",
    "difference_of",
    "drafts_of",
    "ending_in_words",
    "endings_in_words",
    "names_of",
    "poisoning_of",
    "subjects_of",
    "typography_in_words",
]
