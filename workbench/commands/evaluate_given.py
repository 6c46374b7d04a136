"""Everything that `workbench evaluate` is given, read before anything is run; all that is wrong is said at once."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from core.errors import BadInput, Problem
from workbench.commands.clients import check_key
from workbench.evaluating import MAX_BYTES, Baseline, read_results
from workbench.experiment_file import MAX_FILE_BYTES, Wished, read_experiment
from workbench.files import check_writable, read_bytes
from workbench.gate import Floor, read_floors
from workbench.sample import begin_with_the_sample
from workbench.store import ClientChoice, Plan, Store

NAMES = ("results.json", "results.csv", "report.html")
"""The files that an experiment's results may have."""

_T = TypeVar("_T")


class Wish(NamedTuple):
    """What becomes of an experiment: `out` is a folder for its files; with `estimate` nothing is sent."""

    baseline: Path | None = None
    floors: Sequence[str] = ()
    allow_chance: bool = False
    estimate: bool = False
    as_json: bool = False
    out: Path | None = None
    database: Path | None = None


class Asked(NamedTuple):
    """What a command was given, read."""

    wished: Wished
    floors: tuple[Floor, ...]
    baseline: Baseline | None


class _Trying:
    """Reads one thing after the other, and keeps what is wrong with each."""

    def __init__(self) -> None:
        self._problems: list[Problem] = []

    def read(self, reader: Callable[[], _T]) -> _T | None:
        """Return what is read; None where it cannot be."""
        try:
            return reader()
        except BadInput as error:
            self._problems += error.problems
            return None

    @property
    def has_refused(self) -> bool:
        """Whether anything was wrong."""
        return bool(self._problems)

    @property
    def refusal(self) -> BadInput:
        """All that was wrong, each thing once."""
        return BadInput(*dict.fromkeys(self._problems))


def _check_out(out: Path, read: Sequence[Path | None]) -> None:
    """Raise BadInput where the files of the results cannot be written, or would be written over one that is read."""
    taken = {path.resolve() for path in read if path is not None}
    for path in (out / name for name in NAMES):
        if path.resolve() in taken:
            message = "it is read by this command, so nothing is written over it."
            raise BadInput(Problem(place=str(path), message=message, remedy="Name another folder with --out."))
        if path.is_dir():
            message = "it is a folder, and a file of the results has this name."
            raise BadInput(Problem(place=str(path), message=message, remedy="Move it away, or name another folder."))
    check_writable(out)


def _experiment(path: Path, store: Store) -> Wished:
    data = read_bytes(path, most=MAX_FILE_BYTES)
    if b"session" in data:  # it may name the sample's, with which every database begins
        begin_with_the_sample(store)
    return read_experiment(data, path.name, folder=path.absolute().parent, store=store)


def _baseline(path: Path) -> Baseline:
    return read_results(read_bytes(path, most=MAX_BYTES), path.name)


def read_given(path: Path, wish: Wish, store: Store) -> Asked:
    """Return an experiment, and what it is to be held against.

    Raises BadInput with the problems of all of it, StoreError.
    """
    trying = _Trying()
    floors = trying.read(lambda: read_floors(wish.floors))
    before, out = wish.baseline, wish.out
    baseline = None if before is None else trying.read(lambda: _baseline(before))
    if out is not None:
        trying.read(lambda: _check_out(out, (path, before)))
    wished = trying.read(lambda: _experiment(path, store))
    if trying.has_refused or wished is None or floors is None:
        raise trying.refusal
    return Asked(wished, floors, baseline)


def clients_of(plan: Plan) -> tuple[ClientChoice, ...]:
    """Return all who may be asked: the variants' clients and the judge."""
    return (*(variant.client for variant in plan.variants), *([plan.judge.client] if plan.judge else []))


def _of_the_file(problem: Problem) -> Problem:
    """Return a problem of a client in the words of the file that names it."""
    remedy = problem.remedy.replace("--key-env NAME", "`key_env: NAME` in the file")
    return problem.model_copy(update={"place": "client", "remedy": remedy})


def check_keys(plan: Plan) -> None:
    """Raise BadInput with every service that needs a key and has none."""
    trying = _Trying()
    for choice in clients_of(plan):
        trying.read(lambda choice=choice: check_key(choice))
    if trying.has_refused:
        raise BadInput(*map(_of_the_file, trying.refusal.problems))
