"""A question in the background: seen while it is answered, stopped, stored once, and never lost without a word."""

import time
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from sqlite3 import connect
from threading import Event, Timer

import pytest

from core.errors import BadInput
from core.llm.client import GenerationRequest, Reply, RetryWait
from tests.workbench.jobs.answers.records import (
    GOOD,
    QUESTION,
    SLICE,
    Room,
    answering_now,
    check_proven,
    room_in,
    scripted,
)
from tests.workbench.jobs.runs.acting import registered, until
from workbench.jobs import answers
from workbench.jobs.answers import AnswerStage, AnswerStatus, QuestionRequest
from workbench.jobs.calls import CallEvent
from workbench.jobs.runs import JobLimits
from workbench.search import SearchIndex
from workbench.store import ClientChoice, Conflict, OpenQuestion, UnknownRecord

OFFLINE = ClientChoice(kind="offline")
HELD = ClientChoice(kind="held")


class Held:
    """A client that writes a part of its reply and goes on once it is let go."""

    name, model = "held", "a-model"

    def __init__(self, reply: str, parts: int) -> None:
        self.reply = reply
        self.at = parts
        self.is_silent = False
        self.let_go = Event()
        self.closed = Event()

    def generate(self, request: GenerationRequest) -> Reply:
        """Return the reply."""
        del request
        return Reply(text=self.reply, requests=1)

    def stream(self, request: GenerationRequest) -> Iterator[CallEvent]:
        """Yield a part of the reply, wait, and yield the rest."""
        yield self.reply[: self.at]
        while not self.let_go.wait(20 if self.is_silent else 0.02):
            yield RetryWait(seconds=9, why="It is busy.")
        yield self.reply[self.at :]
        yield self.generate(request)

    def close(self) -> None:
        """Note that nobody wants it any more."""
        self.closed.set()


@contextmanager
def held(reply: str = GOOD, parts: int = 40) -> Generator[Held]:
    """Let there be a client of the kind "held" for as long as this lasts."""
    client = Held(reply, parts)
    with registered("held", lambda _client: client):
        yield client
        client.let_go.set()
        until(lambda: not answering_now())


def seen(room: Room) -> AnswerStatus:
    """Return what can be seen of the question that is being asked."""
    live = answers.answer_status(room.store, room.session_id)
    assert live is not None
    return live


def test_an_answer_is_seen_while_it_comes(room: Room) -> None:
    """Only what the gate let through; the passages, the pace and what is waited for beside it. Then it is stored, once,
    and nothing is asked any more."""
    with held() as client:
        answer_id = room.begin(HELD, by_reference=False)
        until(lambda: "It is busy" in seen(room).notice)
        live = seen(room)
        assert (live.answer_id, live.question, live.stage, live.calls) == (answer_id, QUESTION, AnswerStage.ASKING, 1)
        assert live.text.strip() == "People cannot rely on it."
        assert (live.received, live.proven, live.trouble) == (40, 0, "")
        assert live.held > 0
        assert len(live.citations) == 6
        asking = answers.pending_question(room.store, room.session_id)
        assert asking is not None
        assert asking.live is not None
        assert (asking.question.question, asking.lost) == (QUESTION, False)
        assert room.store.answers.open_question(room.session_id) == asking.question
        client.let_go.set()
        stored = room.wait(answer_id)
    check_proven(stored.answer)
    assert [(quote.text, quote.record_id) for quote in stored.answer.quotes] == [(SLICE, "f-3")]
    assert (stored.number, stored.answer.client, stored.answer.model) == (1, "held", "a-model")
    assert stored.asked_at == asking.question.asked_at
    assert answers.answer_status(room.store, room.session_id) is None
    assert answers.pending_question(room.store, room.session_id) is None
    assert [one.answer_id for one in room.store.answers.list(room.session_id)] == [answer_id]
    assert client.closed.is_set()


def test_one_question_of_a_session_is_asked_at_a_time(room: Room) -> None:
    """A second press, and a second program, are told; another session is asked meanwhile."""
    other = room._replace(session_id=room.store.sessions.create("Another").session_id)
    with held() as client:
        answer_id = room.begin(HELD)
        with pytest.raises(Conflict, match="at the moment"):
            room.begin(OFFLINE)
        other.begin(OFFLINE)
        until(lambda: other.store.answers.list(other.session_id))
        client.let_go.set()
        room.wait(answer_id)
    elsewhere = OpenQuestion(
        answer_id="theirs", question="Why?", asked_at="x", owner="another program", leased_until=time.time() + 600
    )
    room.store.answers.begin(room.session_id, elsewhere)
    with pytest.raises(Conflict, match="another tab or program"):
        room.begin(OFFLINE)
    asking = answers.pending_question(room.store, room.session_id)
    assert asking is not None
    assert (asking.question, asking.live, asking.lost) == (elsewhere, None, False)
    answers.dismiss(room.store, room.session_id)
    assert room.store.answers.open_question(room.session_id) == elsewhere


def test_a_question_whose_program_ended_is_said_to_be_lost(room: Room) -> None:
    """Nothing of it is stored; it can be forgotten, or another asked in its place."""
    lost = OpenQuestion(
        answer_id="lost", question="Why?", asked_at="x", owner="a program that was killed", leased_until=time.time() - 1
    )
    for forget in (True, False):
        room.store.answers.begin(room.session_id, lost)
        asking = answers.pending_question(room.store, room.session_id)
        assert asking is not None
        assert (asking.question, asking.live, asking.lost) == (lost, None, True)
        if forget:
            answers.dismiss(room.store, room.session_id)
            assert answers.pending_question(room.store, room.session_id) is None
    assert room.ask(OFFLINE).number == 1
    assert answers.pending_question(room.store, room.session_id) is None


def test_what_was_found_stays_where_a_person_stops(room: Room) -> None:
    """At once, with the call as far as it came; nothing more is asked for."""
    with held() as client:
        answer_id = room.begin(HELD, by_reference=False)
        until(lambda: seen(room).received)
        assert answers.stop(room.store, room.session_id)
        stored = room.store.answers.get(answer_id)
        until(client.closed.is_set)
    check_proven(stored.answer)
    assert stored.answer.mode == "excerpts"
    assert stored.answer.fallback_reason == "It was stopped by hand, so these are the passages that were found."
    (call,) = stored.calls
    assert (call.reply, call.trouble) == (GOOD[:40], "It was stopped.")
    assert answers.stop(room.store, room.session_id)  # a second press


@pytest.mark.parametrize("mode", ["inline", "synthesis", "excerpts", "baseline"])
def test_offline_a_question_gets_the_passages(room: Room, mode: str) -> None:
    """Whatever was wanted: labelled excerpts, and no reason, for nothing went wrong."""
    stored = room.ask(OFFLINE, mode=mode)
    check_proven(stored.answer)
    assert (stored.answer.mode, stored.answer.fallback_reason, stored.answer.client) == ("excerpts", "", "offline")
    assert (stored.answer.usage.calls, stored.answer.usage.seconds_to_first) == (0, None)
    assert stored.answer.quotes


def test_a_question_that_finds_nothing_asks_nobody(room: Room) -> None:
    """The answer says so."""
    stored = room.wait(room.begin(scripted("never used"), text="Xylophones?"))
    assert (stored.calls, stored.answer.quotes, stored.found) == ((), (), 0)
    assert stored.answer.fallback_reason == "Nothing in these sources has the words of this question."


def test_a_question_that_cannot_be_asked_begins_nothing(room: Room) -> None:
    """No words, or a client that there is none of."""
    for client, text in ((OFFLINE, " \n"), (ClientChoice(kind="nobody"), QUESTION)):
        with pytest.raises(BadInput):
            room.begin(client, text=text)
    assert answers.pending_question(room.store, room.session_id) is None
    assert not answering_now()


LIMITED = {
    "silent": (JobLimits(longest_silence=0.3), "nothing more of the reply came for 0.3 seconds"),
    "slow": (JobLimits(longest_call=0.3), "the reply was not complete after 0.3 seconds"),
    "long": (JobLimits(longest_reply=20), "the reply is longer than 20 characters"),
}


@pytest.mark.parametrize(("limits", "why"), LIMITED.values(), ids=LIMITED)
def test_a_call_that_takes_too_much_is_given_up(room: Room, limits: JobLimits, why: str) -> None:
    """The passages stay, with the reason and what to do."""
    with held() as client:
        client.is_silent = limits.longest_silence < 1
        stored = room.wait(room.begin(HELD, limits=limits))
    check_proven(stored.answer)
    assert why in stored.answer.fallback_reason
    assert "Ask again, or choose another client." in stored.answer.fallback_reason


def test_replies_that_run_out_are_an_error(room: Room) -> None:
    """The reason names the script; a claim that stood already is kept where a person wants that."""
    stored = room.ask(scripted(), mode="inline")
    assert "the script has 0 replies" in stored.answer.fallback_reason
    assert stored.answer.quotes


def test_a_session_that_is_gone_is_said(room: Room) -> None:
    """The answer has no place any more; whoever looks is told, and it can be dismissed."""
    with held() as client:
        answer_id = room.begin(HELD)
        until(lambda: seen(room).received)
        room.store.sessions.delete(room.store.sessions.get(room.session_id))
        client.let_go.set()
        until(lambda: not answering_now())
        assert "could not be stored" in seen(room).trouble
        assert "was deleted" in seen(room).trouble
        room.store.sessions.restore(room.session_id)
        with pytest.raises(UnknownRecord):
            room.store.answers.get(answer_id)
        answers.store_again(room.store, room.session_id)
        assert room.store.answers.get(answer_id).number == 1
    assert answers.answer_status(room.store, room.session_id) is None


def test_an_answer_that_could_not_be_stored_is_stored_with_the_next_one(room: Room) -> None:
    """What was paid for is not lost with a full disk; a question that is dismissed is."""
    for forgotten in (False, True):
        before = len(room.store.answers.list(room.session_id))
        with held() as client, closing(connect(room.store.path, isolation_level=None)) as other:
            room.begin(HELD)
            until(lambda: seen(room).received)
            other.execute("BEGIN EXCLUSIVE")
            client.let_go.set()
            until(lambda: not answering_now())
            other.execute("ROLLBACK")
        assert "could not be stored" in seen(room).trouble
        if forgotten:
            answers.dismiss(room.store, room.session_id)
        assert answers.answer_status(room.store, room.session_id) is None or not forgotten
        room.ask(OFFLINE)
        assert len(room.store.answers.list(room.session_id)) == before + (1 if forgotten else 2)


def test_an_index_that_cannot_be_read_is_said(room: Room, tmp_path: Path) -> None:
    """Nothing was found, so there is no answer; the question is asked no more."""
    (tmp_path / "notes.txt").write_text("No index.", encoding="utf-8")
    asked = QuestionRequest(text=QUESTION, client=OFFLINE)
    answers.begin(room.store, SearchIndex(tmp_path / "notes.txt"), room.session_id, asked)
    until(lambda: not answering_now())
    assert "notes.txt" in seen(room).trouble
    assert room.store.answers.open_question(room.session_id) is None
    assert room.store.answers.list(room.session_id) == ()
    answers.dismiss(room.store, room.session_id)
    assert answers.answer_status(room.store, room.session_id) is None


def test_a_lease_is_kept_for_as_long_as_it_takes(room: Room) -> None:
    """However long a call takes, another program sees that it is under way."""
    with held():
        room.begin(HELD, limits=JobLimits(lease_seconds=0.4))
        first = room.store.answers.open_question(room.session_id)
        assert first is not None
        until(
            lambda: (
                (now := room.store.answers.open_question(room.session_id))
                and now.leased_until > first.leased_until + 0.5
            )
        )


def test_two_rooms_do_not_mix(room: Room, tmp_path: Path) -> None:
    """Workers are told apart by the file and the session."""
    (tmp_path / "other").mkdir()
    other = room_in(tmp_path / "other")
    with held() as client:
        room.begin(HELD)
        assert answers.answer_status(other.store, room.session_id) is None
        assert answers.answer_status(other.store, other.session_id) is None
        client.let_go.set()


@pytest.mark.parametrize(("text", "kept"), [("Xylophones?", 0), (QUESTION, 1)])
def test_a_stop_while_it_is_searched(room: Room, tmp_path: Path, text: str, kept: int) -> None:
    """Another program keeps the index to itself for a moment: what is found then is kept, and nothing where nothing
    is."""
    with closing(connect(tmp_path / "ask.db", isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN EXCLUSIVE")
        room.begin(OFFLINE, text=text)
        assert seen(room).stage is AnswerStage.SEARCHING
        free = Timer(0.2, other.execute, ("ROLLBACK",))
        free.start()
        assert answers.stop(room.store, room.session_id)
        free.join()
    until(lambda: not answering_now())
    assert answers.pending_question(room.store, room.session_id) is None
    reasons = [one.fallback_reason for one in room.store.answers.list(room.session_id)]
    assert reasons == ["It was stopped by hand, so these are the passages that were found."] * kept
