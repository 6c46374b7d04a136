"""Arithmetic that returns infinity or NaN instead of raising, however large a number is."""

from collections.abc import Generator
from contextlib import contextmanager
from decimal import ROUND_HALF_UP, Context, Decimal, localcontext

MOST_DIGITS = 1_000
"""Digits of a number in a narrative or in results; a longer row of digits is data."""

_LONGEST = 15  # digits before or after the point that are still written out
_GROUPED = 10_000  # from here on digits are grouped
_CALM = Context(prec=MOST_DIGITS + 100, rounding=ROUND_HALF_UP, Emin=-999_999, Emax=999_999, traps=[])


@contextmanager
def safe_arithmetic() -> Generator[None]:
    """Keep arithmetic inside from raising: overflow gives infinity, an undefined result compares as false."""
    with localcontext(_CALM):
        yield


def round_to(value: Decimal, decimals: int) -> Decimal:
    """Return `value` with so many decimals, half away from zero; NaN if that cannot be written."""
    with safe_arithmetic():
        return value.quantize(Decimal(1).scaleb(-decimals))


def plain(value: Decimal) -> str:
    """Return a number for people: digits in groups if it is of usual size, else a few digits and an exponent."""
    if value.is_zero():
        return "0"
    exponent = value.as_tuple().exponent
    if not isinstance(exponent, int) or not -_LONGEST <= value.adjusted() <= _LONGEST:
        return f"{value:.4e}"
    shown = f"{value:f}" if exponent >= -_LONGEST else f"{value:.6f}".rstrip("0").rstrip(".")
    return shown if abs(value) < _GROUPED else f"{Decimal(shown):,f}"
