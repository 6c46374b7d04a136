"""Certificate, edition and transcript side by side: every difference between them has a name.

`verify` finds the quotations of the edition by itself; here they are compared with the list in the certificate.
"""

from core.editions.comparison.compare import compare
from core.editions.comparison.compare_bytes import EditionText
from core.editions.comparison.discrepancy import Comparison, DifferencePlace, Discrepancy, DiscrepancyKind
from core.editions.comparison.read_certificate import read_certificate

__all__ = [
    "Comparison",
    "DifferencePlace",
    "Discrepancy",
    "DiscrepancyKind",
    "EditionText",
    "compare",
    "read_certificate",
]
