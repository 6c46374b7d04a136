"""Arithmetic that answers with infinity or no number instead of an error, however large a number somebody writes."""

from collections.abc import Generator
from contextlib import contextmanager
from decimal import ROUND_HALF_UP, Context, Decimal, localcontext

_LONGEST = 15  # digits before or after the point that a person still reads
_GROUPED = 10_000  # from here on a person reads digits in groups
_CALM = Context(prec=60, rounding=ROUND_HALF_UP, Emin=-999_999, Emax=999_999, traps=[])


@contextmanager
def safe_arithmetic() -> Generator[None]:
    """Let arithmetic inside never raise: what overflows is infinite, what has no answer compares as false."""
    with localcontext(_CALM):
        yield


def round_to(value: Decimal, decimals: int) -> Decimal:
    """Return `value` with so many decimals, half away from zero; no number (NaN) where that cannot be written."""
    with safe_arithmetic():
        return value.quantize(Decimal(1).scaleb(-decimals))


def plain(value: Decimal) -> str:
    """Return a number as a person reads it: digits in groups where it is of usual size, else a few and an exponent."""
    if value.is_zero():
        return "0"
    exponent = value.as_tuple().exponent
    if not isinstance(exponent, int) or not -_LONGEST <= value.adjusted() <= _LONGEST:
        return f"{value:.4e}"
    shown = f"{value:f}" if exponent >= -_LONGEST else f"{value:.6f}".rstrip("0").rstrip(".")
    return shown if abs(value) < _GROUPED else f"{Decimal(shown):,f}"
