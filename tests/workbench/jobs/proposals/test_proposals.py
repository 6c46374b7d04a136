"""A map that a model proposes in the background: progress, stop, failure, resuming, and what is counted."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from core.errors import BadInput
from core.map_making.proposal.map_from_replies import map_from_replies
from tests.wire import openai
from tests.wire.map_proposals import chooses, prompt_of, reply_to, says
from tests.wire.server import Request, Script, Server
from tests.workbench.jobs.proposals.begun import GUESTS, LIMITS, TRANSCRIPT, WINDOWS, asks, ended, plan_for, session_of
from workbench.jobs import proposals
from workbench.jobs.usage import sum_of, sums_by_run
from workbench.store import ClientChoice, Conflict, ProposalState, Session, Store, UnknownRecord


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "workbench.db")


@pytest.fixture
def session(store: Store) -> Session:
    return session_of(store)


def fails_at(number: int) -> Callable[[Request], Script]:
    """Answer with maps, but the request of this number with an error."""
    count = iter(range(1, 99))
    wrong = openai.failed(400, openai.trouble("It cannot be read."))
    return lambda request: wrong if next(count) == number else chooses(request)


def test_a_model_proposes_a_map(store: Store, session: Session) -> None:
    """Each window is asked for once; the replies are a map whose quotes are all proven, and their calls are counted."""
    with Server(chooses) as server:
        begun = proposals.begin(store, session.session_id, plan_for(session, asks(server.url)), WINDOWS)
        done = ended(store, session.session_id)
        assert [prompt_of(one) for one in server.requests] == [one.request.prompt for one in WINDOWS]
    assert (begun.answered, done.state, done.answered, done.message) == (0, ProposalState.DONE, 3, "")
    replies = proposals.replies_of(WINDOWS, store.calls.list(done.proposal_id))
    proposed = map_from_replies(TRANSCRIPT, replies, guests=GUESTS)
    assert proposed.evidence_map is not None
    assert len(proposed.evidence_map.chapters) == 3
    (used,) = sums_by_run(store.calls.of_session(session.session_id))
    assert (used.run_id, used.mode, used.total.calls, used.total.input_tokens) == (done.proposal_id, "map", 3, 2700)


def test_what_failed_is_asked_again_and_nothing_else(store: Store, session: Session) -> None:
    """The reason is kept until it goes on; the failed call is counted, too."""
    with Server(fails_at(2)) as server:
        proposals.begin(store, session.session_id, plan_for(session, asks(server.url)), WINDOWS)
        failed = ended(store, session.session_id)
        assert (failed.state, failed.answered) == (ProposalState.FAILED, 1)
        assert failed.message.startswith("Part 2 of 3: ")
        proposals.resume(store, failed, WINDOWS)
        assert ended(store, session.session_id).state is ProposalState.DONE
        asked = [WINDOWS.index(next(w for w in WINDOWS if w.request.prompt == prompt_of(r))) for r in server.requests]
    assert asked == [0, 1, 1, 2]
    assert sum_of(one.facts for one in store.calls.of_session(session.session_id)).failed == 1


def test_one_that_is_stopped_stays_as_far_as_it_came(store: Store, session: Session) -> None:
    """The call that was under way is left; what was answered is used, and asked for no more."""
    go_on, asked = threading.Event(), threading.Event()

    def waits(request: Request) -> Script:
        if prompt_of(request) == WINDOWS[1].request.prompt and not go_on.is_set():
            asked.set()
            go_on.wait(120)
        return chooses(request)

    with Server(waits) as server:
        begun = proposals.begin(store, session.session_id, plan_for(session, asks(server.url)), WINDOWS)
        assert asked.wait(120)
        seen = proposals.proposal_status(begun.proposal_id)
        assert seen is not None
        assert seen.window == 2
        with pytest.raises(Conflict, match="being worked on here"):
            proposals.resume(store, begun, WINDOWS)
        with pytest.raises(Conflict, match="Stop it first"):
            proposals.discard(store, begun)
        proposals.stop(store, begun.proposal_id)
        stopped = ended(store, session.session_id)
        go_on.set()
        assert (stopped.state, stopped.answered) == (ProposalState.STOPPED, 1)
        proposals.resume(store, stopped, WINDOWS)
        assert ended(store, session.session_id).answered == 3
        first = WINDOWS[0].request.prompt
        assert [prompt_of(request) for request in server.requests].count(first) == 1


def test_a_session_has_one_proposal_until_it_is_discarded(store: Store, session: Session) -> None:
    """Its replies go with it; what it took stays in the sums."""
    with Server(chooses) as server:
        plan = plan_for(session, asks(server.url))
        proposals.begin(store, session.session_id, plan, WINDOWS)
        done = ended(store, session.session_id)
        with pytest.raises(Conflict, match="has a proposal already"):
            proposals.begin(store, session.session_id, plan, WINDOWS)
        assert proposals.resume(store, done, WINDOWS).state is ProposalState.DONE
        proposals.discard(store, done)
        assert store.proposals.progress(session.session_id) is None
        with pytest.raises(UnknownRecord):
            store.calls.list(done.proposal_id)
        assert len(store.calls.of_session(session.session_id)) == len(server.requests) == 3
        proposals.begin(store, session.session_id, plan, WINDOWS)
        assert ended(store, session.session_id).state is ProposalState.DONE


def test_no_proposal_is_begun_without_a_model_or_its_transcript(store: Store, session: Session) -> None:
    """Nothing is stored then."""
    with pytest.raises(BadInput, match="is no model"):
        proposals.begin(store, session.session_id, plan_for(session, ClientChoice(kind="offline")), WINDOWS)
    plan = plan_for(session, ClientChoice(kind="scripted", replies=("{}",), every_call=True))
    store.sessions.put_transcript(session, "other.txt", b"Ann Lee: Another talk was given here.\n")
    with pytest.raises(Conflict, match="was replaced"):
        proposals.begin(store, session.session_id, plan, WINDOWS)
    assert store.proposals.progress(session.session_id) is None


def test_given_replies_go_on_where_they_ended(store: Store, session: Session) -> None:
    """A list of replies is used up one by one, over a stop in between."""
    texts = tuple(reply_to(one.request.prompt) for one in WINDOWS)
    short = ClientChoice(kind="scripted", replies=texts[:2])
    proposals.begin(store, session.session_id, plan_for(session, short), WINDOWS)
    failed = ended(store, session.session_id)
    assert (failed.state, failed.answered) == (ProposalState.FAILED, 2)
    calls = store.calls.list(failed.proposal_id)
    assert [call.reply for call in calls if call.reply] == list(texts[:2])


def test_a_deleted_session_stops_its_proposal(store: Store, session: Session) -> None:
    """Restored, it can go on."""
    go_on, asked = threading.Event(), threading.Event()

    def waits(request: Request) -> Script:
        asked.set()
        go_on.wait(120)
        return says(reply_to(prompt_of(request)))

    with Server(waits) as server:
        plan = plan_for(session, asks(server.url))
        proposals.begin(store, session.session_id, plan, WINDOWS, limits=LIMITS)
        assert asked.wait(120)
        store.sessions.delete(store.sessions.get(session.session_id))
        go_on.set()
        store.sessions.restore(session.session_id)
        stopped = ended(store, session.session_id)
        assert stopped.state is ProposalState.STOPPED
        assert "deleted meanwhile" in stopped.message
        proposals.resume(store, stopped, WINDOWS)
        assert ended(store, session.session_id).state is ProposalState.DONE
