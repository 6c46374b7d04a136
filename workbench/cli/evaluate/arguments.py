"""Read and check all inputs of `workbench evaluate` before anything runs; all problems are reported together."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from core.errors import BadInput, Problem
from workbench.experiments.gate import MeasureFloor, read_floors
from workbench.experiments.plan_file import MAX_FILE_BYTES, LoadedPlan, read_experiment
from workbench.experiments.results import MAX_BYTES, Baseline, read_results
from workbench.files.read_file import read_bytes
from workbench.files.write_files import check_writable
from workbench.providers.client_spec import check_key
from workbench.sample import begin_with_the_sample
from workbench.store import ClientChoice, ExperimentPlan, Store

NAMES = ("results.json", "results.csv", "report.html")
"""The files that an experiment's results may have."""

_T = TypeVar("_T")


class EvaluateOptions(NamedTuple):
    """The options of the command: `out` is a folder for its files; with `estimate` nothing is sent."""

    baseline: Path | None = None
    floors: Sequence[str] = ()
    allow_chance: bool = False
    estimate: bool = False
    as_json: bool = False
    out: Path | None = None
    database: Path | None = None


class EvaluateInputs(NamedTuple):
    """The inputs of the command, read."""

    wished: LoadedPlan
    floors: tuple[MeasureFloor, ...]
    baseline: Baseline | None


class _ProblemCollector:
    """Reads one input after the other and collects the problems of all."""

    def __init__(self) -> None:
        self._problems: list[Problem] = []

    def read(self, reader: Callable[[], _T]) -> _T | None:
        """Return what `reader` returns; None if it raises BadInput, whose problems are collected."""
        try:
            return reader()
        except BadInput as error:
            self._problems += error.problems
            return None

    @property
    def has_refused(self) -> bool:
        """Whether there was any problem."""
        return bool(self._problems)

    @property
    def refusal(self) -> BadInput:
        """All problems, each once."""
        return BadInput(*dict.fromkeys(self._problems))


def _check_out(out: Path, read: Sequence[Path | None]) -> None:
    """Raise BadInput if the result files cannot be written, or would overwrite an input."""
    taken = {path.resolve() for path in read if path is not None}
    for path in (out / name for name in NAMES):
        if path.resolve() in taken:
            message = "it is read by this command, so nothing is written over it."
            raise BadInput(Problem(place=str(path), message=message, remedy="Name another folder with --out."))
        if path.is_dir():
            message = "it is a folder, but a result file has this name."
            raise BadInput(Problem(place=str(path), message=message, remedy="Move it away, or name another folder."))
    check_writable(out)


def _experiment(path: Path, store: Store) -> LoadedPlan:
    data = read_bytes(path, MAX_FILE_BYTES)
    if b"session" in data:  # it may name the sample's, with which every database begins
        begin_with_the_sample(store)
    return read_experiment(data, path.name, folder=path.absolute().parent, store=store)


def _baseline(path: Path) -> Baseline:
    return read_results(read_bytes(path, MAX_BYTES), path.name)


def read_given(path: Path, wish: EvaluateOptions, store: Store) -> EvaluateInputs:
    """Return the experiment, the floors and the baseline.

    Raises BadInput with the problems of all of them, StoreError.
    """
    trying = _ProblemCollector()
    floors = trying.read(lambda: read_floors(wish.floors))
    before, out = wish.baseline, wish.out
    baseline = None if before is None else trying.read(lambda: _baseline(before))
    if out is not None:
        trying.read(lambda: _check_out(out, (path, before)))
    wished = trying.read(lambda: _experiment(path, store))
    if trying.has_refused or wished is None or floors is None:
        raise trying.refusal
    return EvaluateInputs(wished, floors, baseline)


def clients_of(plan: ExperimentPlan) -> tuple[ClientChoice, ...]:
    """Return all clients that may be called: the variants' and the judge's."""
    return (*(variant.client for variant in plan.variants), *([plan.judge.client] if plan.judge else []))


def _of_the_file(problem: Problem) -> Problem:
    """Return a client's problem with a remedy for the experiment file in place of the command's options."""
    remedy = problem.remedy.replace("--key-env NAME", "`key_env: NAME` in the file")
    return problem.model_copy(update={"place": "client", "remedy": remedy})


def check_keys(plan: ExperimentPlan) -> None:
    """Raise BadInput with every service whose key is missing."""
    trying = _ProblemCollector()
    for choice in clients_of(plan):
        trying.read(lambda choice=choice: check_key(choice))
    if trying.has_refused:
        raise BadInput(*map(_of_the_file, trying.refusal.problems))
