"""The parts of a number before and after its digits: sign, currency, magnitude, unit."""

import re

from core.numbers.claims.candidate import ClaimCandidate
from core.numbers.unit_forms import (
    BEHIND,
    CODES,
    DOLLARS,
    GLUED_ONLY,
    METRES,
    PERCENT,
    PERMILLE,
    POINTS,
    POWERS,
    SYMBOLS,
    UnitForm,
)  # fmt: skip

SPACES = " \u00a0\u202f\u2009\n"
_SPACE = rf"[{SPACES}]"
_PERCENT_SIGNS = "%٪％"
_SIGNS = "+-−–"
_BEFORE_SIGN = frozenset(" \u00a0\u202f\u2009\t\n([{\"'“‘„«*_~≈<>≤≥=|:;/,→").union(SYMBOLS)
_SIGN_WORD = re.compile(r"(?<!\w)([mM]inus|[pP]lus)[ \u00a0]$")
_CURRENCY_BEHIND = re.compile(rf"{_SPACE}?([{re.escape(''.join(SYMBOLS))}])(?!\s?\d|\.\d)")
_DEGREES = re.compile(rf"{_SPACE}?(?:(?:°|º)[ \u00a0]?([CF])(?!\w)|(℃|℉)|°)")
_POINTS = re.compile(r"[ \u00a0]?p\.p\.")
_US_DOLLARS = re.compile(rf"{_SPACE}U\.S\. dollars?\b")
_WORD = re.compile(rf"({_SPACE}|[-‑]|)([^\W\d_²³]+)(/(?:h|s)(?!\w))?")
_NEXT = re.compile(rf"(?:{_SPACE}|-)([^\W\d_]+)")
_SPECIAL = frozenset("°º℃℉pU").union(SYMBOLS)
_NOTHING = frozenset(".,;:)]!?\"'”’")


def _known(gap: str, word: str) -> UnitForm | None:
    """Return the unit or magnitude that a word after a number is, None if it is neither."""
    if gap and word in GLUED_ONLY:
        return METRES if word == "m" and gap not in "-‑" else None
    known = BEHIND.get(word)
    return BEHIND.get(word.lower()) if known is None and len(word) > 1 else known


def read_tail(text: str, found: ClaimCandidate) -> None:
    """Read the text after a number that belongs to it: first a magnitude, then a unit."""
    while True:
        at = found.end
        sign = text[at]
        if sign in _NOTHING:
            return
        if sign in SPACES:
            sign = text[at + 1]
            at += 1
        if sign in _PERCENT_SIGNS or sign == "‰":
            if not found.unit:
                found.end, found.unit = at + 1, PERMILLE if sign == "‰" else PERCENT
            return
        if sign in _SPECIAL and _reads_sign(text, found):
            return
        if not _reads_magnitude(text, found):
            return


def _reads_sign(text: str, found: ClaimCandidate) -> bool:
    """Read a currency's symbol, degrees or `p.p.`; tell whether there was one."""
    at = found.end
    if (symbol := _CURRENCY_BEHIND.match(text, at)) and not found.unit:
        found.end, found.unit = symbol.end(), SYMBOLS[symbol[1]]
    elif (degrees := _DEGREES.match(text, at)) and not found.unit:
        found.end, found.unit = (
            degrees.end(),
            f"°{degrees[1] or ''}" if not degrees[2] else {"℃": "°C", "℉": "°F"}[degrees[2]],
        )
    elif points := _POINTS.match(text, at):
        found.end, found.unit = points.end(), POINTS
    elif (dollars := _US_DOLLARS.match(text, at)) and found.unit in ("", "USD"):
        found.end, found.unit = dollars.end(), "USD"
    else:
        return False
    return True


def _reads_magnitude(text: str, found: ClaimCandidate) -> bool:
    """Read one word; tell whether it was a magnitude, so that a unit may follow."""
    match = _WORD.match(text, found.end)
    if match is None:
        return False
    gap, word, per = match.groups()
    end = match.end()
    known = _known(gap, word + per) if per else None
    if per and known is None:
        end -= len(per)
    known = known or _known(gap, word)
    power = POWERS.get(text[end]) if known and not known.factor else None
    if power and not text[end + 1].isalnum():
        known, end = UnitForm(unit=word + power), end + 1
    if word == "x" and gap and text[end] in SPACES and text[end + 1].isdigit():
        return False  # 12 x 15
    if known is None or text[end].isalnum() or text[end] == "_":
        found.behind = found.behind or word
        return False
    if known.more:
        following = _NEXT.match(text, end)
        unit = known.more.get(following[1].lower()) if following else None
        if following is None or unit is None:
            found.behind = found.behind or word
            return False
        known, end = UnitForm(unit=unit), following.end()
    return _takes(found, known, end, gap)


def _takes(found: ClaimCandidate, known: UnitForm, end: int, gap: str) -> bool:
    """Apply a unit or magnitude to the number; tell whether it was a magnitude."""
    if known.factor:
        if found.factor or found.unit == "ordinal":
            return False
        found.multiply(known.factor)
        found.end = end
        return True
    if (not found.unit or found.unit == known.unit) and not (known.unit == "times" and gap == "-" and not known.fold):
        found.end, found.unit = end, known.unit
    return False


def _reads_minus(text: str, found: ClaimCandidate) -> bool:
    """Read a sign; tell whether it is a minus."""
    at = found.start
    if text[at - 1] in _SIGNS:
        # A dash between two numbers is no sign.
        between = text[at - 1] == "–" and text[at - 2] == " " and text[at - 3].isdigit()
        if at and text[at - 2] in _BEFORE_SIGN and not between:
            found.start = at - 1
            return text[at - 1] != "+"
    elif (
        text[at - 1] in " \u00a0"
        and text[at - 2] == "s"
        and at > 4
        and (sign := _SIGN_WORD.search(text, at - 6 if at > 5 else 0, at))
    ):
        found.start = sign.start()
        return sign[1] in ("minus", "Minus")
    return False


def _read_currency(text: str, found: ClaimCandidate) -> None:
    """Read a currency's symbol or code before the digits."""
    at = found.start - (text[found.start - 1] in SPACES)
    before = text[at - 1]
    if before in SYMBOLS:
        if before == "$":
            for size in (2, 1):
                dollars = DOLLARS.get(text[at - 1 - size : at - 1]) if at > size else None
                if dollars and not text[at - 2 - size].isalnum():
                    found.start, found.unit = at - 1 - size, dollars
                    return
        # `5 $ 10`: a sign belongs to the number that it touches.
        if at == found.start or not text[at - 2].isdigit():
            found.start, found.unit = at - 1, SYMBOLS[before]
    elif before.isupper():
        code = text[at - 3 : at]
        if code in CODES and not text[at - 4].isalnum():
            found.start, found.unit = at - 3, CODES[code]
    elif before in ".s" and at > 2 and (rupees := _RUPEES.search(text, at - 3, at)):
        found.start, found.unit = rupees.start(), "INR"


_RUPEES = re.compile(r"(?<!\w)Rs\.?$")


def read_head(text: str, found: ClaimCandidate) -> None:
    """Read the text before the digits: a sign, a currency, and a sign before that."""
    if not found.start:
        return
    minus = _reads_minus(text, found)
    begin = found.start
    if begin:
        _read_currency(text, found)
    if found.start < begin:
        minus = _reads_minus(text, found) or minus
    if minus:
        found.value = found.value.copy_negate()
