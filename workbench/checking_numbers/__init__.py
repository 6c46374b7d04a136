"""The numbers of narratives: `narratives`, `results` and `ruling` take in what a person gives, `held` keeps it for one
tab, `checking` checks each narrative once, `marks` and `wording` say what was found."""

from workbench.checking_numbers.checking import Checked, check, check_all, first_words, fixes_at, stretch, verdict_of
from workbench.checking_numbers.marks import KINDS, Kind, Mark, kind_of
from workbench.checking_numbers.wording import facts_of, row_cells

__all__ = [
    "KINDS",
    "Checked",
    "Kind",
    "Mark",
    "check",
    "check_all",
    "facts_of",
    "first_words",
    "fixes_at",
    "kind_of",
    "row_cells",
    "stretch",
    "verdict_of",
]
