"""Where a slice may mean something else than what was said: the words just outside it turn its meaning.

The `words` that can turn it are closed lists; `find` looks for them in the sentences a slice cuts.
"""

from core.meaning.find import find_meaning_warnings
from core.meaning.warning import MeaningWarning, WarningKind

__all__ = ["MeaningWarning", "WarningKind", "find_meaning_warnings"]
