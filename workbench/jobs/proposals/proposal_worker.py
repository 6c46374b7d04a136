"""The worker of a proposal: asks a model for a map, window after window, and stores each reply."""

from collections.abc import Sequence
from functools import partial

from core.llm.client import Client
from core.map_making.proposal.map_requests import MapWindow
from workbench.jobs.call_status import CallStatus
from workbench.jobs.calls import CallPosition, end_calls, has_failed, make_ready
from workbench.jobs.heartbeat import Heartbeat
from workbench.jobs.limits import JobLimits
from workbench.jobs.pending_calls import PendingCalls
from workbench.jobs.proposals.replies import answers_by_window
from workbench.jobs.watched_call import CallWatcher, FailureRemedies
from workbench.jobs.worker import CallingWorker
from workbench.providers import client_of
from workbench.store import CallRecord, ClientChoice, ProposalProgress, ProposalState, Store

_REMEDIES = FailureRemedies(
    again="Resume to ask again, or discard this proposal and choose another client.",
    # Who resumes a proposal whose replies were given beforehand meets the same reply again.
    shorter="Discard this proposal, then give a shorter reply.",
    faster="Discard this proposal, then give a shorter reply, or choose a faster pace.",
    others="Discard this proposal, then give another file of replies.",
)


class ProposalStatus(CallStatus):
    """What this process's worker is doing now, with the call that it makes.

    `owner` is the name it took the lease under, `window` the number of the window that is asked for. `trouble`, ""
    where all is well, is why the worker gave up where even that could not be stored.
    """

    owner: str
    window: int
    trouble: str = ""


class ProposalWorker(CallingWorker):
    """Asks for the windows of a proposal that have no reply; `owner` holds its lease.

    `pending` are the calls that were made in this process and could not be stored: they are stored first, and what
    cannot be stored now joins them.
    """

    def __init__(
        self,
        store: Store,
        proposal: ProposalProgress,
        windows: Sequence[MapWindow],
        choice: ClientChoice,
        *,
        owner: str,
        limits: JobLimits,
        pending: PendingCalls[CallRecord],
    ) -> None:
        heartbeat = Heartbeat(partial(store.proposals.renew, proposal.proposal_id, owner), limits.lease_seconds)
        super().__init__(store, owner, heartbeat, name=f"proposal {proposal.proposal_id}", title="A proposed map")
        self._store = store
        self._proposal = proposal
        self._windows = windows
        self._choice = choice
        self.pending = pending
        self._watcher = CallWatcher(choice, limits, self._check, _REMEDIES)
        self._window = windows[0].number

    def look(self) -> ProposalStatus:
        """Return its present status."""
        seen = dict(self._watcher.look())
        return ProposalStatus(**seen, owner=self.owner, window=self._window, trouble=self.trouble)

    def release(self, *, failed: bool, message: str) -> None:
        """Give the lease back and say why. Raises LostLease, StoreError."""
        state = ProposalState.FAILED if failed else ProposalState.STOPPED
        self._store.proposals.release(self._proposal.proposal_id, self.owner, state, message)

    def write(self) -> None:
        """Ask for the windows that have no reply, and give the lease back."""
        proposal_id = self._proposal.proposal_id
        for call in self.pending:
            self.store_call(call)
        made = self._store.calls.list(proposal_id)
        answered = answers_by_window(self._windows, made)
        client = client_of(self._choice, answered=sum(not has_failed(call) for call in made))
        try:
            for window in self._windows:
                if window.number not in answered:
                    self._ask(client, window)
        finally:
            end_calls(client)  # and with it a call that was left and hangs
        self._store.proposals.release(proposal_id, self.owner, ProposalState.DONE, "")

    def _ask(self, client: Client, window: MapWindow) -> None:
        """Make a call and store it, whatever came of it."""
        self._window = window.number
        self.where = f"Part {window.number} of {len(self._windows)}: "
        make_ready(client)  # which may take seconds, in which it may be stopped
        self._check()
        index = window.number - 1
        place = CallPosition(position=index, chapter_index=index)
        self.ask_and_store(lambda: self._watcher.ask(client, window.request, place, None))

    def add_call(self, call: CallRecord) -> None:
        """Store a call for its window. Raises LostLease, StoreError."""
        self._store.proposals.add_call(self._proposal.proposal_id, self.owner, call)

    def add_late_call(self, call: CallRecord) -> None:
        """Store a call for the usage alone. Raises StoreError."""
        self._store.proposals.add_late_call(self._proposal, call)

    def _check(self) -> None:
        self.check_lease(self._proposal.proposal_id, "proposal")
