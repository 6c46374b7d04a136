"""Begin, resume, stop and discard the proposal of a map in the background.

The workers of this process are known here, by their proposals; the store alone says how a proposal stands.
"""

from collections.abc import Sequence

from core.errors import BadInput, Problem
from core.map_making.proposal.map_requests import MapWindow
from workbench.jobs.limits import LIMITS, JobLimits
from workbench.jobs.pending_calls import PendingCalls
from workbench.jobs.proposals.proposal_worker import ProposalStatus, ProposalWorker
from workbench.jobs.worker import WorkerRegistry, new_owner
from workbench.providers import client_of, provider_of
from workbench.store import CallRecord, ClientChoice, ProposalPlan, ProposalProgress, ProposalState, Store

_pending: dict[str, PendingCalls[CallRecord]] = {}  # by the proposal
_workers = WorkerRegistry[ProposalWorker]()


def _check_client(choice: ClientChoice) -> None:
    if not provider_of(choice.kind).can_answer:
        remedy = "Choose a model, or take the outline, which needs none."
        raise BadInput(Problem(place="client", message=f"{choice.kind} is no model.", remedy=remedy))
    client_of(choice)


def _work(
    store: Store,
    proposal: ProposalProgress,
    windows: Sequence[MapWindow],
    choice: ClientChoice,
    *,
    owner: str,
    limits: JobLimits,
) -> None:
    pending = _pending.setdefault(proposal.proposal_id, PendingCalls())
    worker = ProposalWorker(store, proposal, windows, choice, owner=owner, limits=limits, pending=pending)
    _workers.begin(proposal.proposal_id, lambda _: worker)


def begin(
    store: Store, session_id: str, plan: ProposalPlan, windows: Sequence[MapWindow], *, limits: JobLimits = LIMITS
) -> ProposalProgress:
    """Begin the session's proposal and ask for its windows in the background; returns it as it is stored.

    `windows` are those of the plan. Raises BadInput for a client that is no model, Conflict where the session has a
    proposal or another transcript by now, UnknownSession, StoreError. Nothing is begun then.
    """
    _check_client(plan.client)
    owner = new_owner()
    proposal = store.proposals.begin(session_id, plan, owner=owner, seconds=limits.lease_seconds)
    _work(store, proposal, windows, plan.client, owner=owner, limits=limits)
    return proposal


def resume(
    store: Store, proposal: ProposalProgress, windows: Sequence[MapWindow], *, limits: JobLimits = LIMITS
) -> ProposalProgress:
    """Go on with a proposal that was stopped, failed or was interrupted; what was answered is not asked again.

    `windows` are those of its plan; one that is done stays so. Raises Conflict where it is worked on, here or
    elsewhere, UnknownRecord where it is gone, StoreError.
    """
    plan, owner = store.proposals.plan(proposal.proposal_id), new_owner()
    held = _workers.own(proposal.proposal_id)
    leased = store.proposals.lease(proposal.proposal_id, owner, limits.lease_seconds, **held)
    if leased.state is not ProposalState.DONE:
        _work(store, leased, windows, plan.client, owner=owner, limits=limits)
    return leased


def stop(store: Store, proposal_id: str) -> None:
    """Stop a proposal, whichever program works on it; here at once, elsewhere with the next beat of its lease.

    Raises UnknownRecord where it is gone, StoreError.
    """
    if not _workers.stop(proposal_id):
        store.proposals.request_stop(proposal_id)


def discard(store: Store, proposal: ProposalProgress) -> None:
    """Remove a proposal that nobody works on, with all its replies.

    Raises Conflict where somebody does, UnknownRecord where it is gone, StoreError.
    """
    held = _workers.own(proposal.proposal_id)
    store.proposals.discard(proposal.proposal_id, proposal.session_id, **held)
    _workers.forget(proposal.proposal_id)
    _pending.pop(proposal.proposal_id, None)


def proposal_status(proposal_id: str) -> ProposalStatus | None:
    """Return what this process's worker of a proposal is doing now, None where it has none."""
    worker = _workers.get(proposal_id)
    return None if worker is None else worker.look()
