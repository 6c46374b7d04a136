"""Personal data: e-mail, telephone, national ids, cards, IBANs, names by list; found, and replaced by their kind.

The steps: `normalise` (one form of every digit, space and hyphen) → a finder for each kind (`emails`, `phones`,
`national_ids`, `accounts`, `person_names`) → `personal_spans` (overlaps) → `detect` (the result, and the text without
personal data).
"""

from core.numbers.privacy.detect import find_personal_data, redact, redact_all
from core.numbers.privacy.personal_spans import MARKS, PersonalDataSpan

__all__ = ["MARKS", "PersonalDataSpan", "find_personal_data", "redact", "redact_all"]
