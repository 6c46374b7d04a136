"""The experiments' part of the store: their plans, the calls that were made for them, and what came of it."""

from collections.abc import Iterable, Mapping

from workbench.store.base import StoreBase
from workbench.store.experiments import experiment_calls, experiment_units, experiments
from workbench.store.experiments.experiment_calls import CachedCall, FailedCall
from workbench.store.experiments.experiment_records import (
    Experiment,
    ExperimentPlan,
    ExperimentProgress,
    ExperimentState,
    StoredUnit,
)
from workbench.store.experiments.experiment_units import UnitPosition
from workbench.store.runs.call_records import CallRecord


class ExperimentStore(StoreBase):
    """The experiments in a database file; see `Store`, which is this and the rest.

    A worker's writes name its `owner`, the text that it took the lease with, and raise LostLease where another works on
    the experiment by now, or it is gone. What a call took is kept all the same.
    """

    def begin_experiment(
        self,
        plan: ExperimentPlan,
        owner: str,
        seconds: float,
        *,
        files: Iterable[tuple[str, bytes]] = (),
        instead_of: str = "",
        living: str = "",
    ) -> ExperimentProgress:
        """Store an experiment with its source files (names and bytes), or find it, and take its lease as
        `lease_experiment` does; one that is done stays so.

        Raises BadInput for a plan that is none, NotStored where a source is neither kept nor given, and Conflict where
        somebody else works on it.
        """
        with self._database.writing() as connection:
            return experiments.begin(
                connection, plan, owner, seconds, files=files, instead_of=instead_of, living=living
            )

    def experiments(self) -> tuple[ExperimentProgress, ...]:
        """Return how far all experiments are, the one begun last first."""
        with self._database.reading() as connection:
            return experiments.listed(connection)

    def experiment(self, experiment_id: str) -> Experiment:
        """Return an experiment with all that is done. Raises NotStored."""
        with self._database.reading() as connection:
            return experiments.read(connection, experiment_id)

    def experiment_plan(self, experiment_id: str) -> ExperimentPlan:
        """Return the plan of an experiment; it never changes. Raises NotStored."""
        with self._database.reading() as connection:
            return experiments.plan(connection, experiment_id)

    def experiment_progress(self, experiment_id: str) -> ExperimentProgress:
        """Return how far an experiment is and who works on it; nothing that was written is read. Raises NotStored."""
        with self._database.reading() as connection:
            return experiments.progress(connection, experiment_id)

    def lease_experiment(
        self, experiment_id: str, owner: str, seconds: float, *, instead_of: str = "", living: str = ""
    ) -> ExperimentProgress:
        """Take the lease of an experiment to go on with it, from nobody or from `instead_of`, the owner that gives way.

        Raises NotStored, and Conflict where another works on it, or `living` is its owner, even after that ran out.
        """
        with self._database.writing() as connection:
            return experiments.lease(connection, experiment_id, owner, seconds, instead_of=instead_of, living=living)

    def renew_experiment(self, experiment_id: str, owner: str, seconds: float) -> bool:
        """Keep the lease; tell whether a stop is asked for. Raises LostLease."""
        with self._database.writing() as connection:
            return experiments.renew(connection, experiment_id, owner, seconds)

    def stop_experiment(self, experiment_id: str) -> None:
        """Ask whoever works on an experiment, in whatever program, to stop. Raises NotStored."""
        with self._database.writing() as connection:
            experiments.request_stop(connection, experiment_id)

    def note_all_units(self, experiment_id: str, owner: str, count: int) -> None:
        """Note how many units an experiment will have. Raises LostLease."""
        with self._database.writing() as connection:
            experiments.note_all_units(connection, experiment_id, owner, count)

    def answered_calls(self, experiment_id: str) -> dict[UnitPosition, int]:
        """Return how many of its writer's calls were answered, for each unit that is done."""
        with self._database.reading() as connection:
            return experiment_units.answered(connection, experiment_id)

    def put_unit(
        self, experiment_id: str, owner: str, done: StoredUnit, *, answers: int, keys: Iterable[str] = ()
    ) -> None:
        """Store a unit, `answers` of whose writer's calls were answered, and that it uses the calls under these keys.

        Raises LostLease, and Conflict where another unit is stored in its place.
        """
        with self._database.writing() as connection:
            experiment_units.put(connection, experiment_id, owner, done, answers=answers)
            experiment_calls.use(connection, experiment_id, keys)

    def find_call(self, key: str) -> CachedCall | None:
        """Return the call that was answered under a key, for whichever experiment; None where it is to be made."""
        with self._database.reading() as connection:
            return experiment_calls.find(connection, key)

    def known_calls(self, keys: Iterable[str]) -> frozenset[str]:
        """Return those of the keys under which a call was answered."""
        with self._database.reading() as connection:
            return experiment_calls.known(connection, keys)

    def keep_call(self, key: str, call: CallRecord, experiment_id: str, place: UnitPosition) -> CachedCall:
        """Keep a call that was answered for a unit, before anything is done to its reply; returns the one that stands
        under its key. Raises NotStored where the experiment is gone.
        """
        with self._database.writing() as connection:
            return experiment_calls.keep(connection, experiment_id, place, key, call)

    def note_failed_call(self, experiment_id: str, place: UnitPosition, failed: FailedCall) -> None:
        """Keep a call for a unit that failed: it counts, and answers nobody."""
        with self._database.writing() as connection:
            experiment_calls.note_failed(connection, experiment_id, place, failed)

    def failed_calls(self, experiment_id: str) -> dict[UnitPosition, tuple[FailedCall, ...]]:
        """Return the calls of an experiment that failed, in order, by the units that they were made for."""
        with self._database.reading() as connection:
            return experiment_calls.failed(connection, experiment_id)

    def release_experiment(
        self,
        experiment_id: str,
        owner: str,
        state: ExperimentState,
        message: str,
        *,
        troubles: Mapping[str, str] | None = None,
    ) -> None:
        """Give the lease back and say how the experiment stands, why, and which variants could not go on and why.

        Raises LostLease.
        """
        with self._database.writing() as connection:
            experiments.release(connection, experiment_id, owner, state, message, troubles=troubles or {})

    def delete_experiment(self, experiment_id: str, *, instead_of: str = "", living: str = "") -> None:
        """Remove an experiment for good, with all that no other one needs.

        Raises NotStored, and Conflict while somebody but `instead_of` works on it, or `living` is the owner.
        """
        with self._database.writing() as connection:
            experiments.delete(connection, experiment_id, instead_of=instead_of, living=living)
