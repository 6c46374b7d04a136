"""Numbers written in digits."""

import re
from collections.abc import Mapping
from decimal import Decimal
from functools import cache

from core.numbers.claims.affixes import read_head, read_tail
from core.numbers.claims.candidate import EXACT, ONE, ClaimCandidate, no_claim, quotient
from core.numbers.claims.shapes import read_shape, read_telephone
from core.numbers.rules import DecimalStyle
from core.numbers.safe_arithmetic import MOST_DIGITS
from core.numbers.unit_forms import BEHIND, CODES

VULGAR: Mapping[str, Decimal] = {
    sign: quotient(int(share[0]), int(share[2:]))
    for sign, share in zip(
        "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞⅐⅑⅒",
        "1/2 1/3 2/3 1/4 3/4 1/5 2/5 3/5 4/5 1/6 5/6 1/8 3/8 5/8 7/8 1/7 1/9 1/10".split(),
        strict=True,
    )
}
_SIGNS = "".join(VULGAR)
_ALONE = re.compile(rf"[{_SIGNS}](?<![\w{_SIGNS}].)(?!\w)")
_GROUPS = {DecimalStyle.POINT: ",٬", DecimalStyle.COMMA: "."}
_DECIMALS = {DecimalStyle.POINT: ".٫", DecimalStyle.COMMA: ","}
_JOINTS = frozenset("-–/⁄:. \u00a0")
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺−", "0123456789-+-")
_EXPONENT = re.compile(
    r"[eE]([+\-−]?\d{1,3})(?!\w)"
    r"|[ \u00a0]?[×x*·][ \u00a0]?10(?:\^\(?([+\-−]?\d{1,3})\)?(?!\d)|([⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}))"
)
_RAISED_DIGITS = frozenset("⁰¹²³⁴⁵⁶⁷⁸⁹")
_POWER = re.compile(r"[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}(?![\w⁰¹²³⁴⁵⁶⁷⁸⁹])")
_MISREAD: Mapping[str, int] = {"O": 0, "o": 0, "l": 1, "I": 1}
_TIMES = frozenset("eE×x*·")
_ORDINALS = frozenset("st nd rd th ST ND RD TH".split())
_DAYTIMES = frozenset("am pm AM PM".split())


_PLAIN_BEFORE = frozenset("abcdefghijklmnopqrtuvwxyz,")  # characters that end no sign and no currency


@cache
def _scanner(style: DecimalStyle) -> re.Pattern[str]:
    """Return the pattern of digits that are no beginning of a word.

    It begins with a character class, which the engine finds fast. Every repetition is bounded or possessive, so that a
    long row of digits is read once.
    """
    return re.compile(
        r"\d(?:(?<!\w\d)|(?<=[A-Z]{3}\d)|(?<=_\d)(?<![^\W_]_\d))"
        rf"(?:\d{{0,2}}([{_GROUPS[style]}'’ \u00a0\u202f\u2009])(?:(?<=,)\d\d,){{0,5}}"
        r"\d{3}(?!\d)(?:\1\d{3}(?!\d))*|\d*)"
        rf"([{_DECIMALS[style]}]\d+)?([{_SIGNS}]?)([^\W\d_]*)"
    )


def _bare(text: str, start: int, match: re.Match[str]) -> ClaimCandidate:
    """Return the number that the digits themselves are."""
    group, decimals, vulgar, glued = match.groups()
    last = match.end() - len(glued) - len(vulgar)
    digits = text[start:last]
    if group:
        digits = digits.replace(group, "")
    if len(digits) > MOST_DIGITS:
        return no_claim(start, match.end(), "name")
    if decimals:
        value = Decimal(f"{digits[: -len(decimals)]}.{decimals[1:]}")
        return ClaimCandidate(start, last, start, last, value, ONE.scaleb(1 - len(decimals)))
    return ClaimCandidate(start, last, start, last, Decimal(digits), ONE)


def _read_point(text: str, found: ClaimCandidate) -> None:
    """Read a point before the digits: `.5`; after other digits or a letter it makes them a part of something."""
    before = text[found.start - 2]
    if before.isdigit():
        found.excluded_as = "name"
    elif not before.isalnum() and before not in ".)]…" and text[found.first : found.last].isdigit():
        found.start = found.first = found.first - 1
        found.value, found.quantum = (
            found.value.scaleb(found.first + 1 - found.last),
            ONE.scaleb(found.first + 1 - found.last),
        )


def _read_exponent(text: str, found: ClaimCandidate) -> bool:
    exponent = _EXPONENT.match(text, found.end)
    if exponent is None:
        return False
    power = exponent[1] or exponent[2] or exponent[3]
    found.multiply(ONE.scaleb(int(power.translate(_RAISED))))
    found.end = exponent.end()
    return True


def _read_raised(found: ClaimCandidate, glued: str) -> None:
    """Read superscript digits: the exponent of a ten, else a footnote mark."""
    if found.value == 10 and (power := _POWER.match(glued)):
        found.value, found.end = ONE.scaleb(int(power.group().translate(_RAISED))), found.end + power.end()


def _read_glued(text: str, found: ClaimCandidate, glued: str, end: int) -> None:
    """Read letters directly after the digits: a known ending, else all of it is a name."""
    behind = text[end]
    if glued[0] in _RAISED_DIGITS:
        _read_raised(found, glued)
    elif behind == "%" and len(glued) == 1 and glued in _MISREAD:
        # 5O% is 50% where letters were recognised by a machine
        found.value = found.value * 10 + Decimal(_MISREAD[glued])
        found.end = found.last = end
    elif glued in _ORDINALS and not behind.isdigit():
        found.end, found.unit = end, "ordinal"
    elif glued == "s":
        found.excluded_as = "year"
    elif (glued in _DAYTIMES or (glued == "h" and behind.isdigit())) and found.value <= 24:
        found.excluded_as = "date"
    else:
        known = BEHIND.get(glued) or (BEHIND.get(glued.lower()) if len(glued) > 1 else None)
        if known is None or known.more or behind == "_" or (behind.isdigit() and behind not in "23"):
            found.excluded_as = "name"
    if found.excluded_as:
        found.end = end


def _read(text: str, start: int, match: re.Match[str]) -> ClaimCandidate:
    """Return a number with all its parts."""
    found = _bare(text, start, match)
    if found.excluded_as:
        return found
    vulgar, glued = match[3], match[4]
    before = text[start - 1]
    if before == ".":
        _read_point(text, found)
    if vulgar:
        found.add(VULGAR[vulgar])
        found.end += 1
    behind = text[found.end]
    if (behind in _TIMES or text[found.end + 1] in _TIMES) and _read_exponent(text, found):
        pass
    elif glued:
        _read_glued(text, found, glued, match.end())
    elif behind == "_" and (before != "_" or text[found.end + 1].isalnum()):
        found.excluded_as = "name"
    if found.excluded_as:
        return found
    read_tail(text, found)
    if before.isalpha() and text[start - 3 : start] not in CODES:
        found.excluded_as = "name"
        return found
    if before != " " or text[start - 2] not in _PLAIN_BEFORE:
        read_head(text, found)
    return found


def read_digits(text: str, style: DecimalStyle) -> list[ClaimCandidate]:
    """Return everything written in digits, in order; `excluded_as` is set where it is no separate number."""
    numbers: list[ClaimCandidate] = []
    done = 0
    for match in _scanner(style).finditer(text):
        start, end = match.span()
        if start < done:
            continue
        found = None
        if text[start - 1] in "+(" or text.startswith("00", start):
            found = read_telephone(text, start)
        if found is None and (text[end] in _JOINTS or match[4] == "h") and text[end + (not match[4])].isdigit():
            found = read_shape(text, start)
        if found is None:
            found = _read(text, start, match)
        done = found.end
        numbers.append(found)
    return numbers


def read_vulgar(text: str) -> list[ClaimCandidate]:
    """Return fractions of one character that stand alone."""
    if text.isascii() or not any(sign in text for sign in VULGAR):
        return []
    return [
        ClaimCandidate(match.start(), match.end(), match.start(), match.end(), VULGAR[match.group()], EXACT, "fraction")
        for match in _ALONE.finditer(text)
    ]
