"""Seed 1's five success criteria as five figures over any units."""

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

from pydantic import Field

from core.coverage.levels import CoverageLevel
from core.evaluation.proportion import NOTHING, Share
from core.evaluation.records import NEAR_TARGET, Amount, Metric, Unit
from core.record import Record
from core.text.safe_html import counted

_LEVELS = [level.value for level in CoverageLevel]


class FigureName(StrEnum):
    """Seed 1's success criteria in its order."""

    FABRICATED = "fabricated"
    EXCERPTS_SLICES = "excerpts_slices"
    CLAIMS_BY_GUESTS = "claims_by_guests"
    WITHIN_TARGET = "within_target"
    CHANGED_BYTES = "changed_bytes"


class Figure(Record):
    """One of the five.

    `value` is a share or a count; a count that no unit knows is None. `target` is 0 for a count and 1 for a share.
    `met` is None if nothing was counted. `before` is the same count before enforcement, if there is one. `by_level` has
    the value of the chapters of each coverage level, if any. `sentence` is the figure in words.
    """

    name: FigureName
    title: str
    value: Share | int | None
    target: int
    met: bool | None
    sentence: str
    before: int | None = None
    by_level: dict[str, Share | int] = Field(default_factory=dict[str, Share | int])


def _share(units: Iterable[Unit], metric: Metric) -> Share:
    return sum((unit.shares[metric] for unit in units if metric in unit.shares), start=NOTHING)


def _count(units: Iterable[Unit], amount: Amount) -> int | None:
    known = [int(unit.amounts[amount]) for unit in units if amount in unit.amounts]
    return sum(known) if known else None


def _by_level(units: Sequence[Unit], measure: Callable[[Sequence[Unit]], Share | int | None]) -> dict[str, Share | int]:
    found: dict[str, Share | int] = {}
    for level in _LEVELS:
        own = [unit for unit in units if unit.level == level]
        value = measure(own) if own else None
        if value is not None and value != NOTHING:
            found[level] = value
    return found


def _fabricated_of(value: int, read: int) -> str:
    if read == 1:
        return f"The only quotation that is read {'is' if value else 'is not'}"
    verb = "is" if value < 2 else "are"
    return f"{f'{value:,}' if value else 'None'} of the {read:,} quotations that are read {verb}"


def _fabricated(units: Sequence[Unit]) -> Figure:
    value, before = _count(units, Amount.FABRICATED_AFTER), _count(units, Amount.FABRICATED_BEFORE)
    checked = [unit for unit in units if Amount.FABRICATED_AFTER in unit.amounts]
    read, written = _count(checked, Amount.QUOTATIONS) or 0, _count(units, Amount.FOUND) or 0
    earlier = f"before enforcement {before or 0:,} of {written:,} were" if written else "nobody had written one"
    if value is None:
        sentence = "Nothing was measured."
    elif not (read or value):
        fabricated = " fabricated" if written else ""
        sentence = f"What is read holds no quotation, so there is nothing to check; {earlier}{fabricated}."
    else:
        sentence = f"{_fabricated_of(value, max(read, value))} fabricated; {earlier}."
    return Figure(
        name=FigureName.FABRICATED,
        title="Fabricated quotes after enforcement",
        value=value,
        target=0,
        met=not value if read or value else None,
        sentence=sentence,
        before=before,
        by_level=_by_level(units, lambda own: _count(own, Amount.FABRICATED_AFTER)),
    )


class _FigurePhrases(NamedTuple):
    """The phrases of a figure: the noun for one, the predicate for several, for one, and the negative one."""

    one: str
    hold: str
    holds: str
    holds_not: str


def _of_all(units: Sequence[Unit], metric: Metric, title: str, phrases: _FigurePhrases) -> Figure:
    """Return a figure that is met if all satisfy it."""
    one, hold, holds, holds_not = phrases
    value = _share(units, metric)
    if not value.n:
        sentence = f"There is no {one} to look at."
    elif value.n == 1:
        sentence = f"The only {one} {holds if value.k else holds_not}."
    elif value.k in (0, value.n):
        sentence = f"{'All' if value.k else 'None of'} {counted(value.n, one)} {hold if value.k else holds}."
    else:
        sentence = f"{value.k:,} of {counted(value.n, one)} {holds if value.k == 1 else hold}."
    return Figure(
        name=FigureName(metric.value),
        title=title,
        value=value,
        target=1,
        met=value.k == value.n if value.n else None,
        sentence=sentence,
        by_level=_by_level(units, lambda own: _share(own, metric)),
    )


def _within_target(units: Sequence[Unit]) -> Figure:
    near = f"{round(100 * NEAR_TARGET)} %"
    of_its = f"within {near} of its reachable words"
    are = f"are within {near} of their reachable words"
    phrases = _FigurePhrases("chapter", are, f"is {of_its}", f"is not {of_its}")
    figure = _of_all(units, Metric.WITHIN_TARGET, f"Chapters within {near} of their reachable words", phrases)
    levels = [(level, value) for level, value in figure.by_level.items() if isinstance(value, Share)]
    if not levels:
        return figure
    by_level = ", ".join(f"{level} {value.k:,} of {value.n:,}" for level, value in levels)
    return figure.model_copy(update={"sentence": f"{figure.sentence} By coverage: {by_level}."})


def _changed(units: Sequence[Unit]) -> Figure:
    value = _count(units, Amount.CHANGED_BYTES)
    known = [unit.amounts[Amount.CHANGED_BYTES] for unit in units if Amount.CHANGED_BYTES in unit.amounts]
    texts = counted(len(known), "text")
    if value is None:
        sentence = "Nothing was enforced a second time."
    elif value:
        changed = sum(number > 0 for number in known)
        sentence = f"A second enforcement changes {counted(value, 'byte')}, in {changed:,} of {texts}."
    else:
        sentence = f"A second enforcement of {texts} changes nothing."
    return Figure(
        name=FigureName.CHANGED_BYTES,
        title="Bytes that a second enforcement changes",
        value=value,
        target=0,
        met=None if value is None else value == 0,
        sentence=sentence,
        by_level=_by_level(units, lambda own: _count(own, Amount.CHANGED_BYTES)),
    )


def five_figures(units: Iterable[Unit]) -> tuple[Figure, ...]:
    """Return seed 1's success criteria, always five and in its order, of any units together.

    Chapters that were not written are not within their reachable words. Source: decisions.md#seed-1.
    """
    all_of_them = tuple(units)
    of_raw, by_guest = "an exact slice of the transcript", "on a quote by a GUEST"
    slices = _FigurePhrases("Key Excerpt", "are exact slices of the transcript", f"is {of_raw}", f"is not {of_raw}")
    guests = _FigurePhrases("Core Claim", f"stand {by_guest}", f"stands {by_guest}", f"does not stand {by_guest}")
    return (
        _fabricated(all_of_them),
        _of_all(all_of_them, Metric.EXCERPTS_SLICES, "Key Excerpts that are exact slices", slices),
        _of_all(all_of_them, Metric.CLAIMS_BY_GUESTS, "Core Claims on a GUEST’s quote", guests),
        _within_target(all_of_them),
        _changed(all_of_them),
    )
