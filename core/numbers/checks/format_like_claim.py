"""Write a result's value in the form of a number: its currency, group marks, decimals, magnitude and unit."""

import re
from decimal import Decimal

from core.numbers.records import NumericClaim, QueryResult
from core.numbers.safe_arithmetic import plain, round_to
from core.numbers.unit_words import MAGNITUDES

_SPACES = " \u00a0\u2009\u202f"
_NUMERAL = re.compile(rf"[0-9](?:[.,'’{_SPACES}]?[0-9])*")
_MAGNITUDE = re.compile(r"\s?([^\W\d_]+)")
_SIGN = re.compile(r"[+\-−–]|\b(?:plus|minus)\s", re.IGNORECASE)
_UNIT_WORDS = {"percentage_points": "percentage points", "basis_points": "basis points", "percent": "%"}
_ORDINALS = {"1": "st", "2": "nd", "3": "rd"}
_OWN_FORMS = frozenset("fraction ratio ordinal".split())  # forms in which more than digits change with the value
_LONGEST = 60  # characters of a number or a unit in a message
_DIGITS = 18  # digits of a number that is written out


def shorten(text: str) -> str:
    """Return a text, cut to the length that fits a message."""
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def with_unit(value: Decimal, unit: str) -> str:
    """Return a value and its unit as a person writes them."""
    words = shorten(" ".join(_UNIT_WORDS.get(unit, unit).split()))
    return f"{plain(value)}{words}" if words in {"%", "٪"} else f"{plain(value)} {words}".rstrip()


def row_text(row: QueryResult) -> str:
    """Return the value and unit of a row: `57.1 percent`."""
    return "" if row.value is None else with_unit(row.value, row.unit)


def _decimals(claim: NumericClaim, magnitude: Decimal) -> int | None:
    """Return how many decimals a number is written with, None if it has no last digit."""
    step = claim.quantum / magnitude if claim.quantum else Decimal(0)
    decimals = -step.adjusted() if step.is_finite() and step else -1
    return decimals if 0 <= decimals <= _DIGITS and step == Decimal(1).scaleb(-decimals) else None


def _written(value: Decimal, numeral: str, decimals: int) -> str:
    """Return a value above zero with the marks of a numeral."""
    mark = (
        numeral[-decimals - 1] if decimals and len(numeral) > decimals and not numeral[-decimals - 1].isdigit() else "."
    )
    whole = numeral[: -decimals - 1] if decimals else numeral
    found = [character for character in whole if not character.isdigit()]
    digits = sum(character.isdigit() for character in whole)
    group = found[0] if found else "" if digits > 3 else "." if mark == "," else ","
    left, _, right = f"{value:f}".partition(".")
    grouped = f"{int(left):,}".replace(",", group)
    return f"{grouped}{mark}{right}" if right else grouped


def _refill(claim: NumericClaim, value: Decimal) -> str | None:
    """Return a number's text with the digits of another value, None if its form cannot hold it."""
    numeral = _NUMERAL.search(claim.text)
    if numeral is None or len(_NUMERAL.findall(claim.text)) > 1:
        return None
    word = _MAGNITUDE.match(claim.text, numeral.end())
    magnitude = (MAGNITUDES.get(word[1]) or MAGNITUDES.get(word[1].casefold())) if word else None
    factor = magnitude or Decimal(1)
    decimals = _decimals(claim, factor)
    if decimals is None or abs(value / factor).adjusted() > _DIGITS:
        return None
    rounded = round_to(abs(value) / factor, decimals)
    if not rounded.is_finite() or (value and not rounded):
        return None
    before, behind = claim.text[: numeral.start()], claim.text[numeral.end() :]
    sign = _SIGN.search(before)
    if value < 0 and sign is None:
        before = f"−{before}"
    elif value > 0 and sign is not None:
        before = before.replace(sign[0], "", 1)
    return before + _written(rounded, numeral.group(), decimals) + behind


def _named(value: Decimal, unit: str) -> str:
    """Return a value in the common form of its unit."""
    if unit == "fraction":
        return with_unit((value * 100).normalize(), "percent")
    if unit == "ratio":
        return f"{plain(value)}:1"
    if unit == "ordinal":
        digits = plain(value)
        teen = digits[-2:-1] == "1"
        return digits + ("th" if teen else _ORDINALS.get(digits[-1:], "th"))
    return with_unit(value, unit)


def format_like_claim(claim: NumericClaim, value: Decimal) -> str:
    """Return `value`, in the claim's unit, in the form of the claim; in plain digits with its unit if that fails.

    A currency, group marks, the number of decimals, a magnitude and a unit stay as they are written.
    """
    return (_refill(claim, value) if claim.unit not in _OWN_FORMS else None) or _named(value, claim.unit)
