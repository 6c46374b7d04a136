"""Numbers that belong together: ranges, ratios, shares, and labels or dates that reach over several numbers."""

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
    """Tell whether two numbers stand as those of a share do, and neither is known to be something else."""
    if first.dead or not (gap in _OVER or gap == " to "):
        return False
    return second.dead in ("", "year") or (second.dead == "name" and gap in _HYPHENED)


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
        dead = second.dead and gap not in _HYPHENED
        lasts = dead or second.behind in TIME_NOUNS or second.value > 1_000_000
        if not whole or first.value >= second.value or (gap in _IN and lasts):
            return False
        unit = "fraction"
    first.value, first.quantum, first.unit = quotient(first.value, second.value), EXACT, unit
    first.end = first.last = second.end
    first.behind = second.behind
    return True


def _is_range(text: str, first: ClaimCandidate) -> bool:
    """Tell whether `from 21 to 1` is meant, and nothing before it speaks of a ratio."""
    before = text[max(0, first.start - 80) : first.start].lower()
    return before.endswith("from ") and "ratio" not in before and "odds" not in before


def _complete(first: ClaimCandidate, second: ClaimCandidate) -> None:
    """Give the first number of a range what only the second one shows, and the second one the first one's currency."""
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
    """Tell the two ends of a range about each other."""
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
    """What is no claim makes its neighbours none: `pages 3 and 4`, `12-15 March`, `between 2010 and 2015`."""
    joined = gap in _DASHES or gap in _MARKS
    if not (joined or gap in _LISTED):
        return
    if found.dead == "date" and not before.dead and before.plain and before.value <= 31:
        before.dead = "date"
    elif found.dead == "year" and not before.dead and _could_be_year(before):
        before.dead = "year"
    elif found.dead or not found.plain:
        return
    elif before.dead == "label" or (joined and gap in _MARKS and before.dead == "name"):
        found.dead = before.dead
    elif before.dead == "date" and joined and found.value <= 31:
        found.dead = "date"
    elif before.dead == "year" and _could_be_year(found):
        found.dead = "year"


def _could_be_year(found: ClaimCandidate) -> bool:
    return found.plain and not found.in_words and found.end - found.start == 4 and 1800 <= found.value < 2100


def link(text: str, numbers: Sequence[ClaimCandidate]) -> Iterator[ClaimCandidate]:
    """Yield the numbers of a text with what their neighbours make of them; those that become one come once."""
    before: ClaimCandidate | None = None
    for found in numbers:
        if before is not None and found.start - before.end <= _LONGEST_GAP:
            gap = text[before.end : found.start].replace("\n", " ")
            if _may_be_share(before, found, gap) and _becomes_share(text, before, found, gap):
                continue
            _pass_on(before, found, gap)
            if not (before.dead or found.dead):
                _link_range(text, before, found, gap)
        if before is not None:
            yield before
        before = found
    if before is not None:
        yield before
