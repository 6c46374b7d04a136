"""Whether four digits are a year, by the words beside them: `in 2019`, but not `2019 people` or `rose by 2019`."""

import re

from core.numbers.claims.candidate import ClaimCandidate, PrecedingWords
from core.numbers.claims.context import (
    CHANGES,
    COUNTED,
    COUNTS_BEFORE,
    HEDGE_PAIRS,
    HEDGES,
    MONTHS,
    NO_NOUNS,
    YEAR_BEFORE,
    YEAR_MAYBE,
    YEAR_NOUNS,
)  # fmt: skip

_COUNT_LABELS = COUNTED | frozenset("total totals number count sum headcount fatalities injuries sales".split())
_ENDS = frozenset(".,;:!?)]–—-\n\"”’'/")
_AMOUNTS = frozenset("point points pp percent cent level levels".split())
_COUNT_SUBJECT = re.compile(
    r"\b(?:totals?|numbers?|counts?|figures?|sums?|headcount|tally|toll|amount|volume|population|enrolment|enrollment"
    r"|attendance|membership|capacity|turnout|workforce|quantity|balance)\b(?! year)[^.!?;:\n]*$"
)
_COPULAS = frozenset("is was are were be at now stands stood".split())
_YEAR_HEDGES = frozenset("around about circa ca c ~".split())


def _is_what_counts(text: str, found: ClaimCandidate, lower: str) -> bool:
    """Tell whether the words before a number say that it counts: `the total was 2000`, `Deaths: 1987`."""
    if lower.endswith(":"):
        return lower[:-1] in _COUNT_LABELS
    return lower in _COPULAS and bool(_COUNT_SUBJECT.search(text[max(0, found.start - 80) : found.start].lower()))


def is_year(text: str, found: ClaimCandidate, beside: PrecedingWords) -> bool:
    """Tell whether four digits between 1000 and 2199 are a year, by the words before and behind them."""
    raw, lower, earlier = beside.raw, beside.lower.rstrip("."), beside.earlier
    modern = 1800 <= found.value < 2100
    behind = found.behind.lower()
    ends = not behind or text[found.end] in _ENDS
    counts = not ends and behind in COUNTED
    after_day = raw.endswith(",") and earlier in MONTHS and raw[:-1].rstrip("stndrh").isdigit()
    if raw in MONTHS or after_day or lower in YEAR_BEFORE:
        # "in 2000 households", but "In 2000 households began"
        return not (counts and raw == "in")
    if text[found.start - 1] in "'’" or (text[found.end] in "'’" and text[found.end + 1] == "s"):
        return True
    if counts or lower in COUNTS_BEFORE or _is_what_counts(text, found, lower):
        return False
    if lower in HEDGES or (earlier.lower(), lower) in HEDGE_PAIRS:
        compares = lower in ("above", "below") and (earlier in _AMOUNTS or earlier.endswith("%"))
        return modern and (compares or (lower in _YEAR_HEDGES and (ends or behind in NO_NOUNS)))
    if lower in YEAR_MAYBE:
        changed = earlier.lower() in CHANGES
        reached = lower == "by" or not modern or (lower == "to" and behind in ("from", "in"))
        return not (changed and reached) and (modern or ends)
    return modern and (ends or behind in NO_NOUNS or behind in YEAR_NOUNS or behind.endswith("ed"))
