"""Read floors as a person writes them: `METRIC=VALUE` and `VARIANT:METRIC=VALUE`."""

import re
from collections.abc import Iterable
from decimal import Decimal
from difflib import get_close_matches

from core.errors import BadInput, Problem
from core.evaluation.difference_labels import COHERENCE, Measure
from core.evaluation.records import Metric
from core.prose.render import one_line
from core.text.safe_html import ended
from workbench.experiments.gate.gate_result import FLOORED, MeasureFloor

_PLACE = "--fail-under"
_NAMED: dict[str, Measure] = {str(measure): measure for measure in FLOORED}
_NUMBER = re.compile(r"([0-9]{1,12}(?:\.[0-9]{1,20})?|\.[0-9]{1,20})\s*(%?)")
_SHOWN = 80  # characters of what a person wrote
_HUNDRED = Decimal(100)


def _bad(asked: str, message: str, remedy: str) -> Problem:
    shown = one_line(asked if len(asked) <= _SHOWN else f"{asked[: _SHOWN - 1]}…")
    return Problem(place=_PLACE, message=f"{shown}: {message}", remedy=remedy)


def _unknown(asked: str, name: str) -> Problem:
    near = get_close_matches(name.casefold().replace("-", "_"), _NAMED, n=1)
    meant = f"Did you mean {near[0]}? " if near else ""
    return _bad(asked, ended(f"there is no metric “{one_line(name)}”"), f"{meant}There are: {', '.join(_NAMED)}.")


def _value(asked: str, written: str, measure: Measure) -> Decimal | Problem:
    found = _NUMBER.fullmatch(written)
    if found is None:
        return _bad(asked, "the value is not a number of 0 or more.", "Write it like 0.95 or 95%.")
    value, percent = Decimal(found[1]), bool(found[2])
    if isinstance(measure, Metric):
        value = value / _HUNDRED if percent else value
        return value if value <= 1 else _bad(asked, "a share is at most 1.", "Write it like 0.95 or 95%.")
    if percent:
        return _bad(asked, f"{measure} is not a share.", "Write a number without %.")
    if measure == COHERENCE:
        return value if 1 <= value <= 5 else _bad(asked, "scores are from 1 to 5.", "Write one of these, like 4.2.")
    if value != value.to_integral_value():
        return _bad(asked, f"{measure} is counted in whole numbers.", "Write one, like 0.")
    return value


def _floor(asked: str) -> MeasureFloor | Problem:
    left, equals, value = (part.strip() for part in asked.rpartition("="))
    if not equals:
        return _bad(asked, "names no value.", "Write METRIC=VALUE or VARIANT:METRIC=VALUE.")
    variant, colon, name = (part.strip() for part in left.rpartition(":"))
    if colon and not variant:
        return _bad(asked, "names no variant before the colon.", "Write METRIC=VALUE or VARIANT:METRIC=VALUE.")
    measure = _NAMED.get(name)
    if measure is None:
        return _unknown(asked, name)
    read = _value(asked, value, measure)
    if isinstance(read, Problem):
        return read
    return MeasureFloor(variant=variant, measure=measure, value=read, asked=asked.strip())


def read_floors(asked: Iterable[str]) -> tuple[MeasureFloor, ...]:
    """Return the floors; several floors of one metric all count.

    A variant's name may hold colons and equals signs: the last ones separate it from metric and value. Raises BadInput
    with all problems.
    """
    read = [_floor(one) for one in asked]
    problems = [one for one in read if isinstance(one, Problem)]
    if problems:
        raise BadInput(*problems)
    return tuple(one for one in read if isinstance(one, MeasureFloor))
