"""A number as found, before it is decided whether it is a claim."""

from dataclasses import dataclass
from decimal import Context, Decimal
from typing import NamedTuple

from core.numbers.records import Hedge
from core.span import Span

ONE = Decimal(1)
EXACT = Decimal(0)
# Precise enough for every number that is read, and without traps; the caller's own context is never changed.
_ARITHMETIC = Context(prec=120, Emin=-1_000_000, Emax=1_000_000, traps=[])
_QUOTIENTS = Context(prec=28, traps=[])
SENTINEL = "\n" * 8
"""Ends every text that is read, so that a look a few characters ahead or at `text[-1]` never leaves it."""


def quotient(over: Decimal | int, under: Decimal | int) -> Decimal:
    """Return a share, to 28 digits."""
    return _QUOTIENTS.divide(Decimal(over), Decimal(under))


@dataclass(slots=True)
class ClaimCandidate:
    """`start` to `end` is the claim's text, `first` to `last` its bare number; code points, half-open.

    `factor` is the magnitude that `value` includes already, 0 if none was written; `behind` is the word after it that
    does not belong to it. `excluded_as` says why it is no claim: "year", "date", "label", "name", "list".
    """

    start: int
    end: int
    first: int
    last: int
    value: Decimal
    quantum: Decimal = EXACT
    unit: str = ""
    excluded_as: str = ""
    in_words: bool = False
    factor: Decimal = EXACT
    behind: str = ""
    hedge: Hedge = Hedge.NONE
    other_end: Span | None = None

    @property
    def plain(self) -> bool:
        """Tell whether the number has no sign, currency, magnitude or unit."""
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
    """The two words before a number: the last one as written, the last one in lower case without leading marks, and the
    one before."""

    raw: str
    word: str
    lower: str
    earlier: str
    touches: bool


def no_claim(start: int, end: int, why: str) -> ClaimCandidate:
    """Return a stretch of digits that is no separate number."""
    return ClaimCandidate(start, end, start, end, EXACT, excluded_as=why)
