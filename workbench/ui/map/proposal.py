"""The map that a model proposes for a session: what would be asked, how far it is, and what came of it."""

from collections.abc import Sequence
from typing import NamedTuple

import streamlit as st

from core.errors import BadInput, Problem
from core.map_making.proposal.map_from_replies import MapProposal, map_from_replies
from core.map_making.proposal.map_requests import MapWindow, map_requests
from core.transcripts.transcript import TranscriptPair
from workbench.jobs import proposals
from workbench.jobs.proposals import ProposalStatus
from workbench.providers import PROVIDERS, provider_of
from workbench.providers.choice import checked_service, named_service
from workbench.store import (
    CallRecord,
    ClientChoice,
    LockedDatabase,
    ProposalPlan,
    ProposalProgress,
    ProposalState,
    Session,
    SourceFile,
    StoreError,
)
from workbench.store.database.clock import seconds
from workbench.ui.common import page_context
from workbench.ui.map.state import TalkRoles
from workbench.ui.model_picker import state


class TalkToAsk(NamedTuple):
    """The transcript of a session and who speaks in it, as a model would be asked about it."""

    session: Session
    source: SourceFile
    transcript: TranscriptPair
    roles: TalkRoles

    @property
    def key(self) -> str:
        """What tells this transcript, as it is read, from others."""
        return "\0".join((self.source.sha256, self.source.form, *self.source.chosen))


class ProposalSnapshot(NamedTuple):
    """What the page shows of a proposal beside its rows; when it changes, the page is drawn again."""

    state: ProposalState
    held: bool
    stop_requested: bool
    message: str
    answered: int


@st.cache_resource(max_entries=8, show_spinner=False)
def _windows(
    key: str, guests: tuple[str, ...], hosts: tuple[str, ...], _transcript: TranscriptPair
) -> tuple[MapWindow, ...]:
    del key
    return map_requests(_transcript, guests=guests, hosts=hosts)


def windows_of(talk: TalkToAsk, roles: TalkRoles) -> tuple[MapWindow, ...]:
    """Return the requests that ask for a map of the transcript. Raises BadInput."""
    return _windows(talk.key, roles.guests, roles.hosts, talk.transcript)


def proposers() -> tuple[str, ...]:
    """Return the kinds of those that can propose a map, in the order in which Generate offers them."""
    return tuple(one.kind for one in PROVIDERS.values() if one.can_judge and one.on_generate.name)


def proposer_key(session: Session) -> str:
    """Return under which key the tab's state holds who is to propose."""
    return f"map-proposer-{session.session_id}"


def named_client(session: Session) -> ClientChoice | None:
    """Return who is to propose, as far as it is named; None where replies are still to be given."""
    asked = state.current_choice((), str(st.session_state[proposer_key(session)]))
    return named_service(asked) if provider_of(asked.writer).is_service else asked.file


def checked_client(session: Session) -> ClientChoice:
    """Return who is to propose. Raises BadInput where something of it is missing."""
    asked = state.current_choice((), str(st.session_state[proposer_key(session)]))
    if provider_of(asked.writer).is_service:
        return checked_service(asked)
    if asked.file is None:
        raise BadInput(Problem(place="replies", message="there are none yet.", remedy="Choose a file with them."))
    return asked.file.model_copy(update={"words_per_second": asked.pace})


def plan_of(talk: TalkToAsk, choice: ClientChoice, windows: Sequence[MapWindow]) -> ProposalPlan:
    """Return the plan of a proposal for the transcript."""
    return ProposalPlan(
        transcript=talk.source,
        guests=talk.roles.guests,
        hosts=talk.roles.hosts,
        client=choice,
        windows=len(windows),
    )


@st.cache_resource(max_entries=8, show_spinner=False)
def _plan(path: str, proposal_id: str) -> ProposalPlan:
    del path
    return page_context.store().proposals.plan(proposal_id)


def stored_plan(progress: ProposalProgress) -> ProposalPlan:
    """Return the plan of a stored proposal; it never changes."""
    return _plan(str(page_context.store().path), progress.proposal_id)


def is_of(plan: ProposalPlan, talk: TalkToAsk) -> bool:
    """Tell whether a proposal was made of the session's present transcript, read as it is."""
    then, now = plan.transcript, talk.source
    return (then.sha256, then.form, then.chosen) == (now.sha256, now.form, now.chosen)


def windows_of_plan(talk: TalkToAsk, plan: ProposalPlan) -> tuple[MapWindow, ...]:
    """Return the requests of a proposal that was begun, for the persons that were guests and hosts then."""
    return windows_of(talk, TalkRoles(plan.guests, plan.hosts))


class ProposalOutcome(NamedTuple):
    """What came of a proposal so far: the map with all that is refused, its calls, and how many windows have a reply
    that can be used."""

    proposal: MapProposal
    calls: tuple[CallRecord, ...]
    replies: int


@st.cache_resource(max_entries=4, show_spinner="Looking at the replies")
def _outcome(key: tuple[str, str, int, int], _talk: TalkToAsk, _plan: ProposalPlan) -> ProposalOutcome:
    calls = page_context.store().calls.list(key[1])
    replies = proposals.replies_of(windows_of_plan(_talk, _plan), calls)
    made = map_from_replies(_talk.transcript, replies, guests=_plan.guests, hosts=_plan.hosts)
    return ProposalOutcome(made, calls, len(replies))


def outcome_of(progress: ProposalProgress, talk: TalkToAsk, plan: ProposalPlan) -> ProposalOutcome:
    """Return what came of a proposal; nothing of it is in the session's map by itself."""
    made = len(page_context.store().calls.list(progress.proposal_id)) if progress.answered < plan.windows else 0
    key = (str(page_context.store().path), progress.proposal_id, progress.answered, made)
    return _outcome(key, talk, plan)


def snapshot_of(progress: ProposalProgress) -> ProposalSnapshot:
    """Return the present state of a proposal; why this process's worker gave up counts while it is still its own."""
    live = proposals.proposal_status(progress.proposal_id)
    own = live if live is not None and live.owner == progress.owner else None
    trouble = own.trouble if own else ""
    return ProposalSnapshot(
        state=ProposalState.FAILED if trouble else progress.state,
        held=(own is not None or progress.is_held(seconds())) and not trouble,
        stop_requested=progress.stop_requested,
        message=trouble or progress.message,
        answered=progress.answered,
    )


def poll(progress: ProposalProgress, seen: ProposalSnapshot) -> tuple[ProposalStatus | None, bool]:
    """Return what this process's worker does now, and whether anything changed since the page was drawn."""
    try:
        stored = page_context.store().proposals.progress(progress.session_id)
    except LockedDatabase:  # another program has locked the file for a moment; the next poll is soon
        return proposals.proposal_status(progress.proposal_id), False
    except StoreError:  # the session or the file is gone or was replaced; the redrawn page says which
        return None, True
    changed = stored is None or stored.proposal_id != progress.proposal_id or snapshot_of(stored) != seen
    return proposals.proposal_status(progress.proposal_id), changed
