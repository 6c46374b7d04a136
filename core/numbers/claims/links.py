"""Link numbers that belong together: ranges, ratios, shares, and labels or dates with several numbers."""

from collections.abc import Iterator, Sequence

from core.numbers.claims.candidate import EXACT, ClaimCandidate, quotient
from core.numbers.claims.context import TIME_NOUNS
from core.span import Span

_LONGEST_GAP = 14
_DASHES = frozenset(("-", "–", "—", "‑", "‒", "−", " - ", " – ", " — "))
_HYPHENED = frozenset(("-in-", "‑in‑", "-out-of-", "‑out‑of‑"))
_OVER = frozenset((" out of ", " out of every ", " out of each ", " in every ", " of every ", " in ")) | _HYPHENED
_IN = frozenset((" in ", "-in-", "‑in‑"))
_LISTED = frozenset((" and ", ", ", " or ", " & ", " to ", ", and ", " through ", ",", "/"))
_MARKS = frozenset("-/:.")
_SHARES = frozenset(("fraction", "ratio", "ordinal", "times"))


def _may_be_share(first: ClaimCandidate, second: ClaimCandidate, gap: str) -> bool:
    """Tell whether two numbers are written like a share, and neither is classified otherwise."""
    if first.excluded_as or not (gap in _OVER or gap == " to "):
        return False
    return second.excluded_as in ("", "year") or (second.excluded_as == "name" and gap in _HYPHENED)


def _becomes_share(text: str, first: ClaimCandidate, second: ClaimCandidate, gap: str) -> bool:
    """Make `one in five`, `9 out of 10` or `3 to 1` one number; tell whether it was."""
    if not (first.plain and second.plain) or first.value < 1 or not second.value or second.start != second.first:
        return False
    if gap == " to ":
        if second.value != 1 or first.value <= 1 or _is_range(text, first):
            return False
        unit = "ratio"
    else:
        whole = all(number.value == number.value.to_integral_value() for number in (first, second))
        # In "1-in-5" the hyphen makes the second number look like a part of a name.
        excluded_as = second.excluded_as and gap not in _HYPHENED
        lasts = excluded_as or second.behind in TIME_NOUNS or second.value > 1_000_000
        if not whole or first.value >= second.value or (gap in _IN and lasts):
            return False
        unit = "fraction"
    first.value, first.quantum, first.unit = quotient(first.value, second.value), EXACT, unit
    first.end = first.last = second.end
    first.behind = second.behind
    return True


def _is_range(text: str, first: ClaimCandidate) -> bool:
    """Tell whether a range as in `from 21 to 1` is meant, with no word of a ratio before it."""
    before = text[max(0, first.start - 80) : first.start].lower()
    return before.endswith("from ") and "ratio" not in before and "odds" not in before


def _complete(first: ClaimCandidate, second: ClaimCandidate) -> None:
    """Give the first number of a range the unit and magnitude of the second, and the second the currency of the
    first."""
    if (
        second.factor
        and not first.factor
        and (not first.unit or (first.unit.isupper() and second.unit in ("", first.unit)))
    ):
        first.multiply(second.factor)
    if not first.unit:
        first.unit = second.unit
    elif not second.unit and first.unit.isupper():
        second.unit = first.unit


def _link_range(text: str, first: ClaimCandidate, second: ClaimCandidate, gap: str) -> None:
    """Set `other_end` in both ends of a range."""
    before = text[max(0, first.start - 8) : first.start].lower()
    named = (gap == " and " and before.endswith("between ")) or (gap == " to " and before.endswith("from "))
    if not (named or gap == " to " or gap in _DASHES):
        return
    if (first.unit in _SHARES or second.unit in _SHARES) and first.unit != second.unit:
        return
    alike = first.unit == second.unit or not first.unit or not second.unit
    if alike:
        _complete(first, second)
    if alike or named:
        first.other_end, second.other_end = Span(second.start, second.end), Span(first.start, first.end)


def _pass_on(before: ClaimCandidate, found: ClaimCandidate, gap: str) -> None:
    """Pass the reason for being no claim on to a neighbour: `pages 3 and 4`, `12-15 March`, `between 2010 and 2015`."""
    joined = gap in _DASHES or gap in _MARKS
    if not (joined or gap in _LISTED):
        return
    if found.excluded_as == "date" and not before.excluded_as and before.plain and before.value <= 31:
        before.excluded_as = "date"
    elif found.excluded_as == "year" and not before.excluded_as and _could_be_year(before):
        before.excluded_as = "year"
    elif found.excluded_as or not found.plain:
        return
    elif before.excluded_as == "label" or (joined and gap in _MARKS and before.excluded_as == "name"):
        found.excluded_as = before.excluded_as
    elif before.excluded_as == "date" and joined and found.value <= 31:
        found.excluded_as = "date"
    elif before.excluded_as == "year" and _could_be_year(found):
        found.excluded_as = "year"


def _could_be_year(found: ClaimCandidate) -> bool:
    return found.plain and not found.in_words and found.end - found.start == 4 and 1800 <= found.value < 2100


def link(text: str, numbers: Sequence[ClaimCandidate]) -> Iterator[ClaimCandidate]:
    """Yield the numbers of a text, linked with their neighbours; joined numbers are yielded once."""
    before: ClaimCandidate | None = None
    for found in numbers:
        if before is not None and found.start - before.end <= _LONGEST_GAP:
            gap = text[before.end : found.start].replace("\n", " ")
            if _may_be_share(before, found, gap) and _becomes_share(text, before, found, gap):
                continue
            _pass_on(before, found, gap)
            if not (before.excluded_as or found.excluded_as):
                _link_range(text, before, found, gap)
        if before is not None:
            yield before
        before = found
    if before is not None:
        yield before
