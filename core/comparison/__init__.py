"""Certificate, edition and transcript side by side: every difference between them has a name.

`verify` has found the quotations of the edition by itself; here they are held against the list in the certificate.
"""

from core.comparison.compare import compare
from core.comparison.discrepancy import Discrepancy, DiscrepancyKind
from core.comparison.reading import read_certificate

__all__ = ["Discrepancy", "DiscrepancyKind", "compare", "read_certificate"]
