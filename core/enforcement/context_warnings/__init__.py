"""Where a slice may mean something else than what was said: the words just outside it turn its meaning.

The `words` that can turn it are closed lists; `find` looks for them in the sentences a slice cuts.
"""

from core.enforcement.context_warnings.find_warnings import find_meaning_warnings
from core.enforcement.context_warnings.warning import MeaningWarning, WarningKind

__all__ = ["MeaningWarning", "WarningKind", "find_meaning_warnings"]
