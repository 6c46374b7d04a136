"""The door to experiments: work on one here and now, or in the background; look at it, stop it, remove it.

The workers of this process are known here, by the database and the experiment; the store alone says how that stands.
"""

from collections.abc import Callable, Iterable
from secrets import token_urlsafe

from core.errors import BadInput, Problem
from workbench.experiments.runner import pending_calls
from workbench.experiments.runner.experiment_status import ExperimentStatus, UnitReport
from workbench.experiments.runner.experiment_worker import CallerStop, ExperimentWorker
from workbench.jobs.limits import LIMITS, JobLimits
from workbench.jobs.worker import StopRequest, WorkerRegistry
from workbench.providers import client_of
from workbench.providers.keys import holds_key
from workbench.store import ExperimentPlan, ExperimentProgress, ExperimentState, Store, experiment_id_of

_PATIENCE = 2.0  # seconds that a stop waits for a worker that has just something to finish

_workers = WorkerRegistry[ExperimentWorker]()


def _key(store: Store, experiment_id: str) -> str:
    return f"{experiment_id} in {store.path}"


def _check(plan: ExperimentPlan) -> None:
    """Raise BadInput where a name that would be stored holds a key, or who is to write or to judge is no client."""
    if any(map(holds_key, (plan.title, *(variant.name for variant in plan.variants)))):
        remedy = "Take it out; get a new one where others may have seen it."
        raise BadInput(Problem(place="names", message="one holds a key, and would be stored with it.", remedy=remedy))
    judges = () if plan.judge is None else (plan.judge.client,)
    for choice in (*(variant.client for variant in plan.variants), *judges):
        client_of(choice)


def new_owner() -> str:
    """Return a name under which to take a lease."""
    return token_urlsafe(12)


def run_experiment(
    store: Store,
    experiment_id: str,
    owner: str,
    *,
    told: Callable[[UnitReport], None] = lambda _: None,
    check: Callable[[], None] = lambda: None,
    limits: JobLimits = LIMITS,
) -> ExperimentProgress:
    """Work on an experiment until it is done or cannot go on, and return how it stands then.

    Its lease is `owner`'s already, or is taken. `told` is called after every unit, `check` all the while. What one
    variant alone cannot do is in its troubles, and its state is failed then; a stop that another program asks for is
    its state as well. Everything else that ends it is raised, after all that was done is kept: KeyboardInterrupt and
    what `check` raises (it is stopped then), JudgeFailed, BadInput where a source cannot be read, BrokenProof,
    StoreError. Raises NotStored where it is gone, Conflict where another works on it.
    """
    stands = store.experiment_progress(experiment_id)
    if stands.owner != owner:
        stands = store.lease_experiment(experiment_id, owner, limits.lease_seconds)
    if stands.state is ExperimentState.DONE:
        return stands
    worker = ExperimentWorker(store, experiment_id, owner, limits=limits, told=told, check=check)
    try:
        with worker.heartbeat:
            _check(store.experiment_plan(experiment_id))
            worker.write()
    except CallerStop as stop:
        worker.give_up(stop)
        raise stop.why from None
    except StopRequest as stop:
        worker.give_up(stop)
    except BaseException as error:
        worker.give_up(error)
        raise
    return store.experiment_progress(experiment_id)


def _begin(store: Store, experiment_id: str, owner: str, limits: JobLimits) -> None:
    worker = ExperimentWorker(store, experiment_id, owner, limits=limits)
    _workers.begin(_key(store, experiment_id), lambda: worker)


def start(
    store: Store, plan: ExperimentPlan, *, files: Iterable[tuple[str, bytes]] = (), limits: JobLimits = LIMITS
) -> ExperimentProgress:
    """Store an experiment, or find the same one, and work on it in the background; returns how it stands.

    `files` are sources (names and bytes) that are not kept yet. One that is done stays as it is. Raises BadInput for a
    plan or a client that is none, NotStored where a source is not kept, Conflict where somebody works on it, here or
    elsewhere, StoreError.
    """
    _check(plan)
    owner, own = new_owner(), _workers.own(_key(store, experiment_id_of(plan)))
    stands = store.begin_experiment(plan, owner, limits.lease_seconds, files=files, **own)
    if stands.state is not ExperimentState.DONE:
        _begin(store, stands.experiment_id, owner, limits)
    return stands


def resume(store: Store, experiment_id: str, *, limits: JobLimits = LIMITS) -> ExperimentProgress:
    """Go on in the background with an experiment that was stopped, failed or was interrupted; returns how it stands.

    What is done is not done again, and what a client answered is not asked again. Where another version of this program
    had begun it, its plan is begun as another experiment: both may measure otherwise. Raises Conflict where somebody
    works on it, here or elsewhere, NotStored where it is gone, BadInput, StoreError.
    """
    plan = store.experiment_plan(experiment_id)
    if experiment_id_of(plan) != experiment_id:
        return start(store, plan, limits=limits)
    _check(plan)
    owner, own = new_owner(), _workers.own(_key(store, experiment_id))
    stands = store.lease_experiment(experiment_id, owner, limits.lease_seconds, **own)
    if stands.state is not ExperimentState.DONE:
        _begin(store, experiment_id, owner, limits)
    return stands


def stop(store: Store, experiment_id: str) -> None:
    """Stop an experiment, whichever program works on it; here at once, elsewhere with the next beat of its lease.

    Raises NotStored where it is gone, StoreError.
    """
    if not _workers.stop(_key(store, experiment_id), _PATIENCE):
        store.stop_experiment(experiment_id)


def delete(store: Store, experiment_id: str) -> None:
    """Remove an experiment that nobody works on, with all that no other one needs, for good.

    Raises Conflict where somebody works on it, NotStored where it is gone, StoreError.
    """
    store.delete_experiment(experiment_id, **_workers.own(_key(store, experiment_id)))
    _workers.forget(_key(store, experiment_id))
    pending_calls.forget(store, experiment_id)


def experiment_status(store: Store, experiment_id: str) -> ExperimentStatus | None:
    """Return what this process's worker does for an experiment now, None where it has none; the store is not asked."""
    worker = _workers.get(_key(store, experiment_id))
    return None if worker is None else worker.look()
