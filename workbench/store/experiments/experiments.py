"""Experiments: begun, leased, filled unit by unit, removed. The same plan is the same experiment.

Neither progress nor storing a unit reads other units, so the cost per unit does not grow with the experiment.
"""

import json
import sqlite3
from collections.abc import Iterable, Mapping

from workbench.store.database import clock, leases
from workbench.store.database.json_text import as_json, from_json, json_text
from workbench.store.errors import UnknownRecord
from workbench.store.experiments import experiment_calls, experiment_units
from workbench.store.experiments.experiment_checks import check_plan
from workbench.store.experiments.experiment_records import (
    Experiment,
    ExperimentPlan,
    ExperimentProgress,
    ExperimentState,
    ExperimentSummary,
    StoredUnit,
)
from workbench.store.records import SourceFile
from workbench.store.runs.run_plans import hash_of
from workbench.store.sessions import sources
from workbench.version import program_version

_NO_EXPERIMENT = "This experiment is not there any more: it was removed, perhaps in another tab or program."
_THIS = "This experiment"
_COUNTED = """SELECT *, (SELECT count(*) FROM experiment_units AS done
    WHERE done.experiment_id = experiments.experiment_id) AS units FROM experiments"""


def experiment_id_of(plan: ExperimentPlan) -> str:
    """Return the id of a plan's experiment: another plan has another one, and so has another version of this program,
    which may measure differently."""
    return hash_of(as_json(plan) + program_version())


def _progress(row: sqlite3.Row) -> ExperimentProgress:
    columns = {name: row[name] for name in ExperimentProgress.model_fields if name != "troubles"}
    return ExperimentProgress.model_validate({**columns, "troubles": json.loads(row["troubles"])})


def progress(connection: sqlite3.Connection, experiment_id: str) -> ExperimentProgress:
    """Return how far an experiment is and who works on it; no unit is read. Raises UnknownRecord."""
    row = connection.execute(f"{_COUNTED} WHERE experiment_id = ?", (experiment_id,)).fetchone()
    if row is None:
        raise UnknownRecord(_NO_EXPERIMENT)
    return _progress(row)


def summaries(connection: sqlite3.Connection) -> tuple[ExperimentProgress, ...]:
    """Return the progress of all experiments, the newest first."""
    return tuple(map(_progress, connection.execute(f"{_COUNTED} ORDER BY begun_at DESC, experiments.rowid DESC")))


def plan(connection: sqlite3.Connection, experiment_id: str) -> ExperimentPlan:
    """Return the plan of an experiment; it never changes. Raises UnknownRecord."""
    query = "SELECT content FROM experiment_plans WHERE experiment_id = ?"
    row = connection.execute(query, (experiment_id,)).fetchone()
    if row is None:
        raise UnknownRecord(_NO_EXPERIMENT)
    return from_json(ExperimentPlan, row["content"])


def read(connection: sqlite3.Connection, experiment_id: str) -> Experiment:
    """Return an experiment with its plan and all its units. Raises UnknownRecord."""
    far = progress(connection, experiment_id)
    return Experiment(
        summary=ExperimentSummary(**{name: getattr(far, name) for name in ExperimentSummary.model_fields}),
        plan=plan(connection, experiment_id),
        units=experiment_units.read(connection, experiment_id),
        **{name: getattr(far, name) for name in ("troubles", "owner", "leased_until", "stop_requested")},
    )


def _leased(stored: ExperimentProgress) -> leases.LeasedRecord:
    return leases.LeasedRecord(stored, stored.owner, stored.leased_until)


def _sources_of(given: ExperimentPlan) -> dict[str, SourceFile]:
    found = (
        source
        for subject in given.subjects
        if subject.material is not None
        for source in (subject.material.transcript, subject.material.evidence)
        if source is not None
    )
    return {source.sha256: source for source in found}


def _keep_sources(
    connection: sqlite3.Connection, experiment_id: str, given: ExperimentPlan, files: Iterable[tuple[str, bytes]]
) -> None:
    needed = _sources_of(given)
    for name, data in files:
        sources.keep(connection, name, data)
    for sha256, source in needed.items():
        if not sources.is_kept(connection, sha256):
            message = f"“{source.name}” is no longer kept: it was replaced in another tab or program."
            raise UnknownRecord(f"{message} Look at the session as it is now, then begin the experiment again.")
        query = "INSERT INTO experiment_sources (experiment_id, sha256) VALUES (?, ?)"
        connection.execute(query, (experiment_id, sha256))
    sources.drop_unused(connection)


def _add(connection: sqlite3.Connection, given: ExperimentPlan, files: Iterable[tuple[str, bytes]]) -> None:
    check_plan(given)
    experiment_id = experiment_id_of(given)
    connection.execute(
        "INSERT INTO experiments VALUES (?, ?, ?, ?, ?, 0, ?, '', '{}', ?, '', '', 0, 0)",
        (
            experiment_id,
            given.title,
            len(given.variants),
            len(given.subjects),
            given.repeats,
            ExperimentState.RUNNING.value,
            clock.now(),
        ),
    )
    query = "INSERT INTO experiment_plans (experiment_id, content) VALUES (?, ?)"
    connection.execute(query, (experiment_id, as_json(given)))
    _keep_sources(connection, experiment_id, given, files)


def begin(
    connection: sqlite3.Connection,
    given: ExperimentPlan,
    owner: str,
    seconds: float,
    *,
    files: Iterable[tuple[str, bytes]] = (),
    instead_of: str = "",
    living: str = "",
) -> ExperimentProgress:
    """Store an experiment with its source files, each a name and its bytes, or find it, and take its lease; a finished
    one stays as it is.

    Raises BadInput for an invalid plan, UnknownRecord if a source is neither stored nor given, Conflict if another
    worker has it.
    """
    experiment_id = experiment_id_of(given)
    query = "SELECT 1 FROM experiments WHERE experiment_id = ?"
    if connection.execute(query, (experiment_id,)).fetchone() is None:
        _add(connection, given, files)
    return lease(connection, experiment_id, owner, seconds, instead_of=instead_of, living=living)


def lease(
    connection: sqlite3.Connection,
    experiment_id: str,
    owner: str,
    seconds: float,
    *,
    instead_of: str = "",
    living: str = "",
) -> ExperimentProgress:
    """Take the lease of an experiment, as `open_runs.lease` does for a run; the troubles of its variants are cleared.

    A finished one stays as it is. Raises UnknownRecord, Conflict if another worker has it.
    """
    stored = progress(connection, experiment_id)
    leases.refuse_held(_leased(stored), _THIS, "It was left to go on there.", instead_of=instead_of, living=living)
    if stored.state is ExperimentState.DONE:
        return stored
    leases.take(connection, leases.EXPERIMENTS, experiment_id, owner, seconds)
    connection.execute("UPDATE experiments SET troubles = '{}' WHERE experiment_id = ?", (experiment_id,))
    return progress(connection, experiment_id)


def renew(connection: sqlite3.Connection, experiment_id: str, owner: str, seconds: float) -> bool:
    """Renew the lease; tell whether a stop is requested. Raises LostLease."""
    leases.renew(connection, leases.EXPERIMENTS, experiment_id, owner, seconds)
    query = "SELECT stop_requested FROM experiments WHERE experiment_id = ?"
    return bool(connection.execute(query, (experiment_id,)).fetchone()["stop_requested"])


def put_unit_count(connection: sqlite3.Connection, experiment_id: str, owner: str, count: int) -> None:
    """Store how many units an experiment will have. Raises LostLease."""
    leases.check_owner(connection, leases.EXPERIMENTS, experiment_id, owner)
    connection.execute("UPDATE experiments SET all_units = ? WHERE experiment_id = ?", (count, experiment_id))


def put_unit(
    connection: sqlite3.Connection,
    experiment_id: str,
    owner: str,
    done: StoredUnit,
    *,
    answers: int,
    keys: Iterable[str] = (),
) -> None:
    """Store a unit, the number of its writer's answered calls, and the keys of the calls that it uses.

    Storing the same unit twice is allowed. Raises LostLease, Conflict if another one is stored in its place.
    """
    experiment_units.put(connection, experiment_id, owner, done, answers=answers)
    experiment_calls.use(connection, experiment_id, keys)


def release(
    connection: sqlite3.Connection,
    experiment_id: str,
    owner: str,
    state: ExperimentState,
    message: str,
    *,
    troubles: Mapping[str, str] | None = None,
) -> None:
    """Release the lease and store the experiment's state, the reason, and the variants that could not go on, with
    reasons.

    Raises LostLease.
    """
    leases.release(connection, leases.EXPERIMENTS, experiment_id, owner, state.value, message)
    ended = clock.now() if state is ExperimentState.DONE else ""
    query = "UPDATE experiments SET troubles = ?, finished_at = ? WHERE experiment_id = ?"
    connection.execute(query, (json_text(dict(troubles or {})), ended, experiment_id))


def request_stop(connection: sqlite3.Connection, experiment_id: str) -> None:
    """Request the worker of an experiment, in any program, to stop. Raises UnknownRecord."""
    if not leases.request_stop(connection, leases.EXPERIMENTS, experiment_id):
        raise UnknownRecord(_NO_EXPERIMENT)


def delete(connection: sqlite3.Connection, experiment_id: str, *, instead_of: str = "", living: str = "") -> None:
    """Remove an experiment with all that no other one needs: its plan, units, calls and source files.

    Raises UnknownRecord if it is gone, Conflict if `living`, or any other worker than `instead_of`, works on it.
    """
    stored = progress(connection, experiment_id)
    leases.refuse_held(
        _leased(stored), _THIS, "Stop it first; it was left as it is.", instead_of=instead_of, living=living
    )
    connection.execute("DELETE FROM experiments WHERE experiment_id = ?", (experiment_id,))
    experiment_calls.drop_unused(connection)
    sources.drop_unused(connection)
