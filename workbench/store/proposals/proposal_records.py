"""A map that a model proposes: what it is asked about, and how far it is."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from core.record import Record
from workbench.store.database.clock import is_held
from workbench.store.records import SourceFile
from workbench.store.runs.run_plans import ClientChoice

MAP_MODE = "map"
"""The writing mode under which its calls are counted."""


class ProposalPlan(Record):
    """What a map is proposed of, and by whom; `guests` and `hosts` are names, and `windows` how many requests it
    takes, as `core.map_making.proposal.map_requests` has them."""

    transcript: SourceFile
    guests: tuple[str, ...]
    hosts: tuple[str, ...]
    client: ClientChoice
    windows: Annotated[int, Field(ge=1)]


class ProposalState(StrEnum):
    """How far a proposal is; one that is running while nobody holds its lease was interrupted."""

    RUNNING = "running"
    STOPPED = "stopped"
    FAILED = "failed"
    DONE = "done"


class ProposalProgress(Record):
    """How far the proposal of a session is: small, so that a page may read it twice a second.

    `answered` counts the windows with a reply. `message` says why it stopped or failed. `owner` holds its lease, "" for
    nobody, until `leased_until` (seconds since the epoch, by `workbench.store.database.clock`).
    """

    proposal_id: str
    session_id: str
    begun_at: str
    state: ProposalState
    message: str
    owner: str
    leased_until: float
    stop_requested: bool
    answered: int

    def is_held(self, now: float) -> bool:
        """Tell whether somebody holds a lease that has not run out."""
        return is_held(self.owner, self.leased_until, now)
