"""Decide whether a number is a claim, and its hedge, from its context."""

import re

from core.numbers.claims.candidate import ClaimCandidate, PrecedingWords
from core.numbers.claims.context import (
    ACCOUNTS,
    COUNTED,
    DAYTIMES,
    HEDGE_PAIRS,
    HEDGE_SIGNS,
    HEDGES,
    LABEL_VERBS,
    LABELS,
    MONTHS,
    NO_NOUNS,
    PROPER,
    SOFT_LABELS,
    TIME_NOUNS,
    is_year,
)  # fmt: skip
from core.numbers.records import Hedge
from core.numbers.unit_forms import BASIS_POINTS, PERCENT, PERMILLE, POINTS

_USUAL = 15  # digits of a number that is usually no account, card or key
_MARKS = "([{\"'“‘„«*_~≈<>≤≥"
_LINE_MARKS = ' \t>*+-•#([–|"“'
_HEADING = re.compile(r"[ \t>]*#{1,6}[ \t]+$")
_OUTLINE = re.compile(r"(?:\.\d+)*(?:[.)]|[ \t]*[-–:])?[ \t]+[A-Z]|\.[ \t]")
_CLOCK_BEHIND = re.compile(
    r"\.[0-5]\d[ \u00a0]?[ap]\.?m\b"
    r"|[ \u00a0]?(?:[ap]\.m\b|o['’]clock|in the (?:morning|afternoon|evening)|at night|(?:sharp|GMT|UTC)\b)"
)
_NAME_BEFORE = re.compile(r"[^\W\d_]\w*[-‐‑/]$")
_LETTERED = frozenset("seat seats flat flats unit units block class ward bay berth".split())
_PERIOD = re.compile(r" (?:FY ?)?20\d\d\b")
_FILMED = frozenset(
    "video videos tv tvs resolution screen screens camera cameras footage display displays monitor monitors film films"
    " streaming stream race races run runs".split()
)
_PAST = re.compile(r"\b(?:(?:half|quarter) (?:past|to)|(?:five|ten|twenty|minutes) past) $", re.IGNORECASE)
_OF_MONTH = re.compile(r" of ([A-Z][a-z]+)")
_PER_HUNDRED = frozenset((PERCENT, POINTS, BASIS_POINTS, PERMILLE))


def _beside(text: str, start: int) -> PrecedingWords:
    words = text[max(0, start - 40) : start].rsplit(None, 2)
    if not words:
        return PrecedingWords("", "", "", "", touches=False)
    raw = words[-1]
    word = raw.lstrip(_MARKS)
    return PrecedingWords(
        raw, word, word.lower(), words[-2].lstrip(_MARKS) if len(words) > 1 else "", not text[start - 1].isspace()
    )


def _line_before(text: str, at: int) -> str | None:
    """Return the text between the beginning of the line and `at`, None if it is more than marks."""
    line = text.rfind("\n", max(0, at - 24), at)
    if line < 0 and at > 24:
        return None
    before = text[line + 1 : at]
    return None if before.strip(_LINE_MARKS) else before


def _is_list_ordinal(text: str, found: ClaimCandidate) -> bool:
    """Tell whether a number only counts the items of a list or the parts of a text."""
    behind, before = text[found.end], text[found.start - 1]
    if before == "(" and behind == ")" and 0 < found.value < 30 and not found.in_words:
        # (1) one thing, (2) another
        opened = text[found.start - 2]
        return text[found.end + 1].isspace() and text[found.end + 2].isalpha() and (opened.isspace() or opened in ":;,")
    if behind not in ".)" and before not in " \t":
        return False
    start = _line_before(text, found.start)
    if start is None or found.in_words:
        return False
    if _HEADING.match(start):
        return bool(_OUTLINE.match(text, found.end))
    if behind not in ".)" or not text[found.end + 1].isspace() or found.end - found.start > 6:
        return False
    # After a line without an end, `12.` ends its sentence; in a list it is in no sentence anyway.
    line = found.start - len(start)
    return found.value == 1 or line < 2 or not (text[line - 2].isalnum() or text[line - 2] == ",")


def _is_label(text: str, found: ClaimCandidate, beside: PrecedingWords) -> bool:
    """Tell whether a plain number is a label: `page 12`, `no. 5`, `Boeing 747`, `option 2`."""
    if beside.touches:
        return beside.raw[-1] in ".:§#" and beside.lower in LABELS
    name = beside.lower.rstrip(":")
    behind = found.behind.lower()
    counts = bool(behind) and behind not in NO_NOUNS and behind not in LABEL_VERBS
    if name in LABELS:
        return not (found.in_words and counts)
    if name in ACCOUNTS and found.last - found.first > _USUAL:
        return True
    if beside.word in PROPER:
        return found.behind not in COUNTED
    return name in SOFT_LABELS and (found.value < 1000 or name == "line") and not counts


def _is_marked(text: str, found: ClaimCandidate, done: int) -> bool:
    """Tell whether the character before a number makes it part of a name or a mark: `COVID-19`, `#5`, `[3]`."""
    before = text[found.start - 1]
    if before in "-‐‑/":
        if found.unit in _PER_HUNDRED:
            return False
        return done != found.start - 1 and bool(_NAME_BEFORE.search(text, max(0, found.start - 24), found.start))
    if before == "(":
        return text[found.start - 2].isalnum() and text[found.end] == ")"
    if before in "#№§@\\" or (before == "^" and text[found.start - 2] == "["):
        return True
    return before == "[" and found.plain and text[found.end] in "],-–;"


def _is_date(text: str, found: ClaimCandidate, beside: PrecedingWords) -> bool:
    """Tell whether a number is a day or a time of day."""
    behind = found.behind
    if found.unit == "ordinal":
        month = _OF_MONTH.match(text, found.end)
        dated = behind in MONTHS or behind.lower() in ("century", "centuries", "quarter") or beside.word in MONTHS
        return dated or bool(month and month[1] in MONTHS)
    if found.value > 31:
        return False
    if not found.in_words and (behind in MONTHS or (beside.word in MONTHS and behind not in COUNTED)):
        return True
    if found.value > 24:
        return False
    if behind in DAYTIMES or _CLOCK_BEHIND.match(text, found.end):
        return True
    return beside.lower in ("past", "to") and bool(_PAST.search(text, max(0, found.start - 16), found.start))


def _why_plain(text: str, found: ClaimCandidate, beside: PrecedingWords) -> str:
    """Return why a number without sign and unit is no claim, "" if it is one."""
    if (text[found.end] in ".)" or beside.raw.startswith("#") or not beside.raw) and _is_list_ordinal(text, found):
        return "list"
    if _is_label(text, found, beside):
        return "label"
    if found.value <= 31 and _is_date(text, found, beside):
        return "date"
    four = not found.in_words and found.last - found.first == 4 and found.end == found.last
    if four and 1000 <= found.value < 2200:
        if not is_year(text, found, beside):
            return ""
        after_day = beside.raw in MONTHS and beside.earlier[:1].isdigit()
        return "date" if after_day or (beside.raw.endswith(",") and beside.earlier in MONTHS) else "year"
    return "year" if _is_short_year(text, found) else ""


def _is_named_amount(text: str, found: ClaimCandidate, beside: PrecedingWords) -> bool:
    """Tell whether a seeming magnitude or currency is part of a name: `4K video`, `a 10K race`, `9M 2023`, `COP 28`."""
    if found.unit == "COP":
        return found.start + 2 < found.first and found.value < 100 and not found.factor
    if text[found.end - 1] not in "KMBT" or found.unit or found.end - found.last != 1:
        return False
    if beside.lower in LABELS or beside.lower in _LETTERED:
        return True
    if text[found.end - 1] == "M":
        return found.last - found.first <= 2 and bool(_PERIOD.match(text, found.end))
    return found.behind.lower() in _FILMED or (beside.lower == "in" and found.value in (4000, 8000))


def _why_none(text: str, found: ClaimCandidate, beside: PrecedingWords, done: int) -> str:
    """Return why a number is no claim, "" if it is one."""
    if text[found.start - 1] in "-‐‑/#№§@\\^[(" and _is_marked(text, found, done):
        return "name"
    if found.factor or (found.start != found.first and not found.in_words):
        return "name" if _is_named_amount(text, found, beside) else ""
    if found.unit == "ordinal":
        return "date" if not found.in_words and _is_date(text, found, beside) else ""
    return _why_plain(text, found, beside) if found.unit in ("", "m") else ""


def _is_short_year(text: str, found: ClaimCandidate) -> bool:
    """Tell whether two digits are a year without its century: `'98`."""
    return (
        text[found.start - 1] in "'’"
        and found.end - found.start == 2
        and not text[found.start - 2].isalnum()
        and text[found.end] not in "'’"
    )


def _hedge(text: str, found: ClaimCandidate, beside: PrecedingWords) -> Hedge:
    """Return the hedge of a number, from the word or sign before it."""
    before = text[found.start - 1]
    if before in HEDGE_SIGNS:
        # `>` at the beginning of a line is a block quote, after a letter it closes a tag.
        stands = before != ">" or (text[found.start - 2] in " \t(" and _line_before(text, found.start) is None)
        return HEDGE_SIGNS[before] if stands else Hedge.NONE
    if beside.touches and before not in _MARKS:
        return Hedge.NONE
    if beside.raw in HEDGE_SIGNS:
        return (
            Hedge.NONE if beside.raw == ">" and _line_before(text, found.start) is not None else HEDGE_SIGNS[beside.raw]
        )
    if beside.lower == "over" and found.behind in TIME_NOUNS:
        return Hedge.NONE
    return HEDGES.get(beside.lower) or HEDGE_PAIRS.get((beside.earlier.lower(), beside.lower), Hedge.NONE)


def classify_candidate(text: str, found: ClaimCandidate, done: int) -> None:
    """Set in `found` why it is no claim, or its hedge; `done` is the end of the claim before it."""
    beside = _beside(text, found.start)
    if not (found.in_words and found.unit):
        found.excluded_as = _why_none(text, found, beside, done)
    if not found.excluded_as:
        found.hedge = _hedge(text, found, beside)
