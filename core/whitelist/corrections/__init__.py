"""Corrections: what a person does with a quote that is refused. Nothing is corrected without a person.

`correction` (what was decided) → `evidence_text` (what may be quoted, and by whose name) → `quote_parts` (the runs of a
quote's words that stand) → `offers` and `selection` (the two ways to a correction) → `apply` (corrections put into the
map).
"""

from core.whitelist.corrections.apply import apply_mends
from core.whitelist.corrections.correction import Mend, MendedMap, MendKind
from core.whitelist.corrections.offers import offer_mends
from core.whitelist.corrections.selection import mend_to_span

__all__ = ["Mend", "MendKind", "MendedMap", "apply_mends", "mend_to_span", "offer_mends"]
