"""An earlier results.json as a baseline; its sums are computed again from its units."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, TypeVar

from pydantic import ConfigDict, Field, ValidationError

from core.errors import BadInput, Problem
from core.evaluation.measures import Sums, sum_units
from core.evaluation.records import Unit
from core.record import Record
from core.text.documents import DocumentReader, is_list, is_object
from workbench.experiments.results.results_data import amounts_data, metrics_data, scores_data
from workbench.experiments.results.results_file import WRITE_AGAIN, parse_results
from workbench.store.database.json_text import from_json, json_text
from workbench.store.experiments.experiment_records import ExperimentState

_MOST_PROBLEMS = 50
_HIGHEST = 10**15  # far more than any count here, and sums up to it are exact
_R = TypeVar("_R", bound=Record)


class BaselineVariant(Record):
    """A variant of an earlier evaluation; its units have no quotations and no statements; `repeats` count from 0."""

    name: str
    units: tuple[Unit, ...]
    repeats: tuple[int, ...]
    sums: Sums
    missing: int
    trouble: str


class Baseline(Record):
    """An earlier evaluation; `name` is the file's name, `state` the experiment's state when it was written.

    `judge` and `judges_support` are as in EvaluationResults.
    """

    name: str
    title: str
    reference: str
    state: ExperimentState
    judge: str
    judges_support: bool
    variants: tuple[BaselineVariant, ...]

    @property
    def finished(self) -> bool:
        """Whether all planned units were there."""
        return self.state is ExperimentState.DONE and not any(one.missing or one.trouble for one in self.variants)

    def variant(self, name: str) -> BaselineVariant | None:
        """Return the variant of this name, None if there is none."""
        return next((one for one in self.variants if one.name == name), None)


class _FiledUnit(Unit):
    """A unit in the form of the file."""

    repeat: int


class _FiledVariant(Record):
    """A variant of the file without its units; fields that are only for readers are not read."""

    model_config = ConfigDict(extra="ignore")

    name: Annotated[str, Field(min_length=1)]
    missing: int
    trouble: str
    metrics: dict[str, Any]
    amounts: dict[str, Any]
    coherence: dict[str, Any] | None


class _FiledResults(Record):
    """The fields of the file without its variants."""

    model_config = ConfigDict(extra="ignore")

    title: str
    reference: str
    state: ExperimentState
    judge: str
    judges_support: bool


def _path(parts: Iterable[int | str]) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in parts if part != "[key]")


def _numbers(value: object) -> Iterator[int | float]:
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, int | float) and not isinstance(one, bool):
            yield one
        elif is_object(one):
            waiting += one.values()
        elif is_list(one):
            waiting += one


def _complain(walk: DocumentReader, place: str, error: Mapping[str, Any]) -> None:
    message = str(error["msg"]).replace("Input should be", "must be").replace("Value error, ", "")
    message = {"missing": "is missing", "extra_forbidden": "is not a known field"}.get(error["type"], message)
    walk.complain((place + _path(error["loc"])).removeprefix("."), f"{message}.", WRITE_AGAIN)


def _read(kind: type[_R], value: Mapping[str, Any], place: str, walk: DocumentReader) -> _R | None:
    """Return a part of the file as a record; None, with all its problems noted, if it does not fit."""
    if not all(0 <= one <= _HIGHEST for one in _numbers(value)):  # False for infinity and NaN too
        walk.complain(place, "holds a number below 0 or a number that is too large.", WRITE_AGAIN)
        return None
    try:
        return from_json(kind, json_text(value))
    except ValidationError as bad:
        for error in bad.errors(include_url=False, include_input=False)[: _MOST_PROBLEMS + 1]:
            _complain(walk, place, error)
    return None


def _parts(
    holder: Mapping[str, Any], place: str, name: str, walk: DocumentReader
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the objects of a list, each with its place; ends early after too many problems."""
    here = f"{place}.{name}".removeprefix(".")
    given: object = holder.get(name)
    if not is_list(given):
        walk.complain(here, "must be a list.", WRITE_AGAIN)
        return
    for index, one in enumerate(given):
        if len(walk.problems) > _MOST_PROBLEMS:
            return
        if is_object(one):
            yield f"{here}[{index}]", one
        else:
            walk.complain(f"{here}[{index}]", "must be an object.", WRITE_AGAIN)


def _units(holder: Mapping[str, Any], place: str, walk: DocumentReader) -> list[_FiledUnit]:
    units: list[_FiledUnit] = []
    seen: set[tuple[int, str, str]] = set()
    for here, one in _parts(holder, place, "units", walk):
        unit = _read(_FiledUnit, one, here, walk)
        if unit is None:
            continue
        if (unit.repeat, unit.subject, unit.key) in seen:
            walk.complain(here, "occurs a second time.", WRITE_AGAIN)
        seen.add((unit.repeat, unit.subject, unit.key))
        units.append(unit)
    return units


def _counts(value: object) -> object:
    """Return k and n of every share, by the names of the shares."""
    if not is_object(value):
        return value
    if "k" in value and "n" in value:
        return value["k"], value["n"]
    return {name: _counts(one) for name, one in value.items()}


def _variant(holder: Mapping[str, Any], place: str, walk: DocumentReader) -> BaselineVariant | None:
    """Return a variant whose sums fit its units; None, with all its problems noted, if it cannot be read."""
    before = len(walk.problems)
    filed = _read(_FiledVariant, {name: one for name, one in holder.items() if name != "units"}, place, walk)
    units = _units(holder, place, walk)
    if filed is None or len(walk.problems) > before:
        return None
    sums = sum_units(units)
    added = {"metrics": metrics_data(sums), "amounts": amounts_data(sums), "coherence": scores_data(sums.coherence)}
    for name, own in added.items():
        if _counts(getattr(filed, name)) != _counts(own):
            walk.complain(f"{place}.{name}", "is not the sum of the units: the file was changed.", WRITE_AGAIN)
    return BaselineVariant(
        name=filed.name,
        units=tuple(Unit(**{name: getattr(one, name) for name in Unit.model_fields}) for one in units),
        repeats=tuple(one.repeat for one in units),
        sums=sums,
        missing=filed.missing,
        trouble=filed.trouble,
    )


def _variants(value: Mapping[str, Any], walk: DocumentReader) -> Iterator[BaselineVariant]:
    seen: set[str] = set()
    for place, one in _parts(value, "", "variants", walk):
        variant = _variant(one, place, walk)
        if variant is not None and variant.name in seen:
            walk.complain(f"{place}.name", "is also the name of an earlier variant.", WRITE_AGAIN)
        elif variant is not None:
            seen.add(variant.name)
            yield variant


def _shown(problems: Sequence[Problem]) -> Iterator[Problem]:
    yield from problems[:_MOST_PROBLEMS]
    if len(problems) > _MOST_PROBLEMS:
        yield Problem(place="", message="There are more problems like these.", remedy=WRITE_AGAIN)


def read_results(data: bytes | str, name: str) -> Baseline:
    """Read an earlier results.json; `name` is the file's, for messages.

    Raises BadInput with all problems if it is not a results.json, was changed, or has no variant.
    """
    value = parse_results(data, name)
    walk = DocumentReader(name)
    own = {field: value[field] for field in _FiledResults.model_fields if field in value}
    head = _read(_FiledResults, own, "", walk)
    variants = tuple(_variants(value, walk))
    if not variants and not walk.problems:
        walk.complain("variants", "is empty.", "Give the results of an evaluation that has written something.")
    if head is None or walk.problems:
        raise BadInput(*_shown(walk.problems))
    return Baseline(
        name=name, variants=variants, **{field: getattr(head, field) for field in _FiledResults.model_fields}
    )
