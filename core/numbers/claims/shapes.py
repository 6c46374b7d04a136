"""Recognise digits that are no plain number: dates, times, versions, telephones; and fractions and ratios."""

import re
from decimal import Decimal

from core.numbers.claims.affixes import read_head, read_tail
from core.numbers.claims.candidate import EXACT, ONE, ClaimCandidate, no_claim, quotient
from core.numbers.unit_forms import SYMBOLS
from core.span import Span

_SHAPES = re.compile(
    r"""
    (?P<date>\d{4}([-/.])(?:0?[1-9]|1[0-2])\2(?:0?[1-9]|[12]\d|3[01])(?!\d)(?:[T ]\d{2}:\d{2}(?::\d{2})?Z?)?
      |\d{1,2}([-/.])\d{1,2}\3(?:\d{4}|\d{2})(?!\d)
      |[12]\d{3}-(?:0[1-9]|1[0-2])(?![\d.%])
      |(?:0?[1-9]|1[0-2])/(?:19|20)\d{2}(?!\d))
    |(?P<years>(?P<first>[12]\d{3})[-–/](?P<second>[12]\d{3}|\d{2})(?![\d%]|,\d{3}))
    |(?P<name>\d+(?:\.\d+){2,}|\d+(?:-\d+){2,}|24/7(?!\d)|9/11(?!\d)
      |\d{4}(?:[ \u00a0]\d{4}){2,}(?:[ \u00a0]\d{1,3})?(?!\d)|0\d{3}(?:[ \u00a0]\d{2,4}){2,}(?!\d)
      |(?P<phone>\d{3}[-.][ ]?\d{4}(?![\d%]))|(?!19|20)\d{4}[ \u00a0]\d{4}(?!\d)
      |\d{2,3}(?:[ ]\d{4}){2,}(?!\d)|\d{3}[ .]\d{3}[ .]\d{4}(?!\d))
    |(?P<time>(?:[01]?\d|2[0-4])[:h][0-5]\d(?::[0-5]\d)?(?![\d%]))
    |(?P<fraction>(?P<part>\d{1,4})[/⁄](?P<whole>\d{1,4}))(?![\d/\w])
    |(?P<ratio>(?P<one>\d{1,6}(?:\.\d{1,6})?):(?P<other>\d{1,6}))(?![:\d])
    |(?P<chain>\d{1,6}(?::\d+){2,})
    """,
    re.VERBOSE,
)
_NOON = re.compile(r"\s?[ap]\.?m\b", re.IGNORECASE)
_KINDS = ("date", "years", "name", "time", "fraction", "ratio", "chain")
_ABROAD = re.compile(r"\d{1,4}(?:[ .\u00a0-]?\(?\d{2,5}\)?){2,6}|\d{8,15}")
_AREA = re.compile(r"\d{2,5}\)[ .-]?\d{2,4}(?:[ .-]?\d{2,5})+")
_DIALLED = re.compile(
    r"(?i)(?:\b(?:call(?:ed|ing)?|(?:tele)?phones?|phoned|tel|dial(?:led)?|fax|mobile|cell|hotline|helpline|ring|rang|text"
    r"|sms|whatsapp|contact|ext)\b[^.;!?\n]{0,24}|\(\d{3}\) ?)$"
)
_POINT_GROUPS = re.compile(r"[1-9]\d{0,2}(?:\.\d{3}){2,4}")
_LEAST_DIGITS = 7
_LONGEST_SPAN = 150  # years


def read_shape(text: str, start: int) -> ClaimCandidate | None:
    """Return what the digits from `start` on are together, None if they are a plain number."""
    shape = _SHAPES.match(text, start)
    if shape is None:
        return None
    if shape["phone"] and not _is_telephone(text, start, shape["phone"]):
        return None
    return _read_kind(text, start, shape)


def _read_kind(text: str, start: int, shape: re.Match[str]) -> ClaimCandidate | None:
    """Return what the digits of a known shape are."""
    kind, end = _kind(shape), shape.end()
    span = Span(start, end)
    if kind == "name" and _POINT_GROUPS.fullmatch(shape.group()):
        return _with_point_groups(text, start, end)
    if kind == "time" and _is_about_ratios(text, start, end):
        over, _, under = shape.group().partition(":")
        return _share(span, over, under, "ratio")
    if kind == "fraction":
        return _share(span, shape["part"], shape["whole"], kind)
    if kind == "ratio":
        return _share(span, shape["one"], shape["other"], kind)
    if kind == "years":
        return no_claim(start, end, "year") if _are_years(text, start, shape["first"], shape["second"]) else None
    return no_claim(start, end, "date" if kind in ("date", "time") else "name")


def _is_telephone(text: str, start: int, written: str) -> bool:
    """Tell whether `555-1234` is a telephone number, no range: by the text before it, or by its digits."""
    if _DIALLED.search(text, max(0, start - 40), start):
        return True
    return written[3] == "-" and (written[4] in " 0" or written[0] == "0")


def _with_point_groups(text: str, start: int, end: int) -> ClaimCandidate:
    """Return `1.234.567`, whose points group digits even if the decimal mark is a point; four groups are an address."""
    written = text[start:end]
    if written.count(".") == 3:
        return no_claim(start, end, "name")
    found = ClaimCandidate(start, end, start, end, Decimal(written.replace(".", "")), ONE)
    read_tail(text, found)
    read_head(text, found)
    return found


def _kind(shape: re.Match[str]) -> str:
    return next(kind for kind in _KINDS if shape[kind] is not None)


def _is_about_ratios(text: str, start: int, end: int) -> bool:
    """Tell whether the words around `3:15` mean a ratio and not a time."""
    nearby = text[max(0, start - 40) : end + 20].lower()
    return ("ratio" in nearby or "odds" in nearby) and not _NOON.match(text, end)


def _share(span: Span, over: str, under: str, unit: str) -> ClaimCandidate:
    start, end = span
    if not under.isdecimal() or not int(under):
        return no_claim(start, end, "name")
    return ClaimCandidate(start, end, start, end, quotient(Decimal(over), int(under)), EXACT, unit)


def _are_years(text: str, start: int, first: str, second: str) -> bool:
    """Tell whether `2019-2023` or `2023/24` are years and not a range of counts."""
    begin = int(first)
    end = int(second) if len(second) == len(first) else begin // 100 * 100 + int(second)
    return begin < end < 2200 and end - begin <= _LONGEST_SPAN and text[start - 1] not in SYMBOLS


def read_telephone(text: str, start: int) -> ClaimCandidate | None:
    """Return the telephone number that begins at `start`, after `+` or `(`, or with leading zeros for abroad."""
    match = (_AREA if text[start - 1] == "(" else _ABROAD).match(text, start)
    if match is None:
        return None
    written = match.group()
    if sum(map(str.isdigit, written)) < _LEAST_DIGITS or (written.isdigit() and text[start - 1] == "("):
        return None
    return no_claim(start, match.end(), "name")
