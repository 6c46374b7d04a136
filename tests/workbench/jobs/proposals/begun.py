"""A program that lets a model propose a map, and is killed at a moment.

`python -m tests.workbench.jobs.proposals.begun DATABASE URL MOMENT`: makes a session with a talk of three windows and
begins its proposal; kills itself (SIGKILL) once MOMENT things of it were stored, never where that is below 0.
"""

import sys
import time
from collections.abc import Sequence
from pathlib import Path

from core.map_making.proposal.map_requests import MapWindow, map_requests
from core.transcripts.readers import read_transcript
from tests.wire.map_proposals import talk_of
from tests.workbench.killing import MortalStore
from workbench.jobs import proposals
from workbench.jobs.limits import JobLimits
from workbench.store import ClientChoice, ProposalPlan, ProposalProgress, ProposalState, Session, Store

TALK = talk_of(340).encode()
TRANSCRIPT = read_transcript(TALK, "talk.txt")
GUESTS = ("Ann Lee", "Bob Marsh")
WINDOWS = map_requests(TRANSCRIPT, guests=GUESTS)
LIMITS = JobLimits(lease_seconds=0.4)


class Killing(MortalStore):
    """A store whose program is killed before or after a call is stored, or before the end is."""

    def __init__(self, path: Path, moments: int) -> None:
        super().__init__(path, moments)
        self.proposals.add_call = self.passing(self.proposals.add_call, before=True, after=True)
        self.proposals.release = self.passing(self.proposals.release, before=True, after=True)


def session_of(store: Store) -> Session:
    """Make a session with the talk."""
    return store.sessions.put_transcript(store.sessions.create("The harbour"), "talk.txt", TALK)


def plan_for(session: Session, choice: ClientChoice, windows: Sequence[MapWindow] = WINDOWS) -> ProposalPlan:
    """Return the plan of a proposal for the talk."""
    assert session.transcript is not None
    return ProposalPlan(transcript=session.transcript, guests=GUESTS, hosts=(), client=choice, windows=len(windows))


def asks(url: str) -> ClientChoice:
    """Return a server of ours as who proposes."""
    return ClientChoice(kind="openai", model="m", base_url=f"{url}/v1")


def ended(store: Store, session_id: str) -> ProposalProgress:
    """Wait until nobody works on the proposal of a session any more; return it."""
    until = time.monotonic() + 120
    while time.monotonic() < until:
        found = store.proposals.progress(session_id)
        assert found is not None
        if found.state is not ProposalState.RUNNING:
            return found
        time.sleep(0.01)
    raise AssertionError("it goes on for two minutes")


def main(database: Path, url: str, moment: int) -> None:
    """Begin a proposal and wait for its end."""
    store = Killing(database, moment)
    session = session_of(store)
    proposals.begin(store, session.session_id, plan_for(session, asks(url)), WINDOWS, limits=LIMITS)
    ended(store, session.session_id)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
