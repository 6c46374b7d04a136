"""Warnings: the words just outside a slice turn its meaning.

`turning_words` holds the closed lists of such words; `find_warnings` looks for them in the sentences that a slice cuts.
"""

from core.enforcement.context_warnings.find_warnings import find_meaning_warnings
from core.enforcement.context_warnings.warning import MeaningWarning, WarningKind

__all__ = ["MeaningWarning", "WarningKind", "find_meaning_warnings"]
