"""A number as it is found, before it is known whether it claims something."""

from dataclasses import dataclass
from decimal import Context, Decimal
from typing import NamedTuple

from core.numbers.records import Hedge
from core.span import Span

ONE = Decimal(1)
EXACT = Decimal(0)
# Wide enough for every number that is read, and free of traps; the caller's own context is never touched.
_ARITHMETIC = Context(prec=120, Emin=-1_000_000, Emax=1_000_000, traps=[])
_QUOTIENTS = Context(prec=28, traps=[])
SENTINEL = "\n" * 8
"""Stands behind every text that is read, so that looking a few characters aside never leaves it, `text[-1]` too."""


def quotient(over: Decimal | int, under: Decimal | int) -> Decimal:
    """Return a share, to 28 digits."""
    return _QUOTIENTS.divide(Decimal(over), Decimal(under))


@dataclass(slots=True)
class ClaimCandidate:
    """`start` to `end` is the claim's text, `first` to `last` its bare number; code points, half-open.

    `factor` is the magnitude that is in `value` already, 0 where none was written; `behind` is the word behind it that
    does not belong to it. `dead` says why it claims nothing: "year", "date", "label", "name", "list".
    """

    start: int
    end: int
    first: int
    last: int
    value: Decimal
    quantum: Decimal = EXACT
    unit: str = ""
    dead: str = ""
    in_words: bool = False
    factor: Decimal = EXACT
    behind: str = ""
    hedge: Hedge = Hedge.NONE
    other_end: Span | None = None

    @property
    def plain(self) -> bool:
        """Tell whether nothing but the number is written."""
        return not self.unit and not self.factor

    def multiply(self, factor: Decimal) -> None:
        """Apply a magnitude."""
        self.value = _ARITHMETIC.multiply(self.value, factor)
        self.quantum = _ARITHMETIC.multiply(self.quantum, factor)
        self.factor = factor

    def add(self, share: Decimal) -> None:
        """Add a fraction, which is exact: `2½`."""
        self.value, self.quantum = _ARITHMETIC.add(self.value, share), EXACT


class PrecedingWords(NamedTuple):
    """The two words before a number: the last as it stands and without marks before it, in small letters, the other."""

    raw: str
    word: str
    lower: str
    earlier: str
    touches: bool


def no_claim(start: int, end: int, why: str) -> ClaimCandidate:
    """Return a stretch of digits that is no number of its own."""
    return ClaimCandidate(start, end, start, end, EXACT, dead=why)
