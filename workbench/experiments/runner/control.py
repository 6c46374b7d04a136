"""Start, resume, stop and delete experiments, in the foreground or the background.

This module knows the workers of this process, by database and experiment; an experiment's state is in the store alone.
"""

from collections.abc import Callable, Iterable

from core.errors import BadInput, Problem
from workbench.experiments.runner.cached_calls import forget_unstored
from workbench.experiments.runner.experiment_status import ExperimentStatus, UnitReport
from workbench.experiments.runner.experiment_worker import CallerStop, ExperimentWorker
from workbench.jobs.limits import LIMITS, JobLimits
from workbench.jobs.worker import StopRequest, WorkerRegistry, new_owner
from workbench.providers import client_of, provider_of
from workbench.providers.keys import holds_key
from workbench.store import (
    ExperimentPlan,
    ExperimentProgress,
    ExperimentState,
    JudgeChoice,
    Store,
    experiment_id_of,
)

_workers = WorkerRegistry[ExperimentWorker]()


def _key(store: Store, experiment_id: str) -> str:
    return f"{experiment_id} in {store.path}"


def _check_judge(judge: JudgeChoice) -> None:
    provider = provider_of(judge.client.kind)
    if not provider.can_answer:
        message, remedy = f"{provider.kind} cannot judge a text.", "Choose a model, or a script of judgements."
        raise BadInput(Problem(place="judge", message=message, remedy=remedy))
    if judge.support and provider.is_fixed and not judge.client.every_call:
        message = "a list of replies cannot judge what citations support"
        message = f"{message}: the number of calls is not known in advance."
        remedy = "Give one text that answers every call, or a model."
        raise BadInput(Problem(place="judge", message=message, remedy=remedy))


def _check(plan: ExperimentPlan) -> None:
    """Raise BadInput if a name holds a key, or if a client cannot write or judge."""
    if any(map(holds_key, (plan.title, *(variant.name for variant in plan.variants)))):
        remedy = "Remove it; get a new one if others may have seen it."
        raise BadInput(Problem(place="names", message="one holds a key, which would be stored.", remedy=remedy))
    judges = () if plan.judge is None else (plan.judge.client,)
    if plan.judge is not None:
        _check_judge(plan.judge)
    for choice in (*(variant.client for variant in plan.variants), *judges):
        client_of(choice)


def run_experiment(
    store: Store,
    experiment_id: str,
    owner: str,
    *,
    on_unit: Callable[[UnitReport], None] = lambda _: None,
    check: Callable[[], None] = lambda: None,
    limits: JobLimits = LIMITS,
) -> ExperimentProgress:
    """Work on an experiment in the foreground until it is done or cannot continue, and return its progress.

    The lease is taken if `owner` does not hold it. `on_unit` is called after every unit, `check` repeatedly. If a
    single variant fails, the reason is in the troubles and the state is failed; a stop from another program is a state
    too. Everything else is raised, after all finished work is stored: KeyboardInterrupt and what `check` raises (the
    state is stopped then), JudgeError, BadInput if a source cannot be read, BrokenProof, StoreError. Raises
    UnknownRecord if the experiment does not exist, Conflict if another program works on it.
    """
    stands = store.experiments.progress(experiment_id)
    if stands.owner != owner:
        stands = store.experiments.lease(experiment_id, owner, limits.lease_seconds)
    if stands.state is ExperimentState.DONE:
        return stands
    worker = ExperimentWorker(store, experiment_id, owner, limits=limits, on_unit=on_unit, check=check)
    try:
        with worker.heartbeat:
            _check(store.experiments.plan(experiment_id))
            worker.write()
    except CallerStop as stop:
        worker.give_up(stop)
        raise stop.why from None
    except StopRequest as stop:
        worker.give_up(stop)
    except BaseException as error:
        worker.give_up(error)
        raise
    return store.experiments.progress(experiment_id)


def _begin(store: Store, experiment_id: str, owner: str, limits: JobLimits) -> None:
    worker = ExperimentWorker(store, experiment_id, owner, limits=limits)
    _workers.begin(_key(store, experiment_id), lambda _: worker)


def start(
    store: Store, plan: ExperimentPlan, *, files: Iterable[tuple[str, bytes]] = (), limits: JobLimits = LIMITS
) -> ExperimentProgress:
    """Store an experiment, or find the same one, work on it in the background, and return its progress.

    `files` are sources (names and bytes) that are not stored yet. A finished experiment is left as it is. Raises
    BadInput for a wrong plan or client, UnknownRecord if a source is not stored, Conflict if the experiment is being
    worked on, here or elsewhere, StoreError.
    """
    _check(plan)
    owner, own = new_owner(), _workers.own(_key(store, experiment_id_of(plan)))
    stands = store.experiments.begin(plan, owner, limits.lease_seconds, files=files, **own)
    if stands.state is not ExperimentState.DONE:
        _begin(store, stands.experiment_id, owner, limits)
    return stands


def resume(store: Store, experiment_id: str, *, limits: JobLimits = LIMITS) -> ExperimentProgress:
    """Resume an experiment in the background that was stopped, failed or interrupted, and return its progress.

    Finished units are not written again, and answered calls are not made again. If another version of this program
    began it, its plan is started as a new experiment, because the versions may measure differently. Raises Conflict if
    it is being worked on, here or elsewhere, UnknownRecord if it does not exist, BadInput, StoreError.
    """
    plan = store.experiments.plan(experiment_id)
    if experiment_id_of(plan) != experiment_id:
        return start(store, plan, limits=limits)
    _check(plan)
    owner, own = new_owner(), _workers.own(_key(store, experiment_id))
    stands = store.experiments.lease(experiment_id, owner, limits.lease_seconds, **own)
    if stands.state is not ExperimentState.DONE:
        _begin(store, experiment_id, owner, limits)
    return stands


def stop(store: Store, experiment_id: str) -> None:
    """Stop an experiment: at once if this process works on it, else with the next heartbeat of the other process.

    Raises UnknownRecord if it does not exist, StoreError.
    """
    if not _workers.stop(_key(store, experiment_id)):
        store.experiments.request_stop(experiment_id)


def delete(store: Store, experiment_id: str) -> None:
    """Delete an experiment permanently, with everything that no other experiment needs.

    Raises Conflict if it is being worked on, UnknownRecord if it does not exist, StoreError.
    """
    store.experiments.delete(experiment_id, **_workers.own(_key(store, experiment_id)))
    _workers.forget(_key(store, experiment_id))
    forget_unstored(store, experiment_id)


def experiment_status(store: Store, experiment_id: str) -> ExperimentStatus | None:
    """Return the status of this process's worker on an experiment, None if it has none; the store is not read."""
    worker = _workers.get(_key(store, experiment_id))
    return None if worker is None else worker.look()
