"""What becomes of a call to Gemini: Google's real library, against a server that does what services do."""

import json
import threading
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from core.errors import NetworkTrouble, ServiceError, ServiceTrouble
from core.llm.client import Outcome, Reply, RetryWait
from tests.wire.gemini import answered, chunk, event, page, streamed
from tests.wire.patience import FOR_GOOD, in_time
from tests.wire.server import End, Request, Script, in_turn
from tests.workbench.providers.asking import ASKED, Ends, Fails, ends_of, heard
from tests.workbench.providers.gemini_asking import QUICK, asking
from tests.workbench.providers.gemini_faults import CANARY, FAULTS, GOOD, OPEN, PAGE, WHOLE, Fault

pytestmark = pytest.mark.usefixtures("gemini_key")


def raised(error: ServiceError) -> str:
    """Return everything that a log would keep of an error."""
    return "".join(traceback.format_exception(error))


def check(fault: Fault, *, streams: bool) -> None:
    """Let a fault strike, and compare what becomes of the call with what was thought."""
    patience = QUICK.model_copy(update={"attempts": fault.attempts, **fault.limits})
    with asking(in_turn(*fault.scripts), patience) as (client, server):
        match fault.becomes:
            case Ends() as ends:
                reply, restarts = heard(client, streams=streams)
                found = (reply.outcome, reply.text, reply.finish_reason, reply.usage, reply.requests, restarts)
                assert found == (ends.outcome, ends.text, ends.finish, ends.usage, ends.requests, ends.restarts)
                assert ends.says in reply.trouble
                assert bool(reply.trouble) == (reply.outcome is not Outcome.COMPLETE)
                assert CANARY not in reply.model_dump_json()
            case Fails() as fails:
                with pytest.raises(ServiceError) as failed:
                    heard(client, streams=streams)
                assert (type(failed.value), failed.value.requests) == (fails.kind, fails.requests)
                assert fails.says in str(failed.value)
                assert "<" not in str(failed.value)
                assert "\n" not in str(failed.value)
                assert CANARY not in raised(failed.value)
        server.wait_for(fault.becomes.requests)
        assert len(server.requests) == fault.becomes.requests


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_stream_ends_as_was_thought(fault: Fault) -> None:
    """With what a person reads, what was sent, and what it took."""
    check(fault, streams=True)


@pytest.mark.parametrize("fault", WHOLE, ids=lambda fault: fault.name)
def test_a_call_without_a_stream_ends_as_was_thought(fault: Fault) -> None:
    """With what a person reads, what was sent, and what it took."""
    check(fault, streams=False)


def bare(text: str, **more: str) -> dict[str, Any]:
    """Return a chunk of the fewest bytes."""
    return {"candidates": [{"content": {"parts": [{"text": text}]}, **more}]}


SHORT = (bare("One "), bare("two.", finishReason="STOP"))


@pytest.mark.parametrize(
    ("script", "streams"),
    [(streamed(*SHORT), True), (answered(bare("One two.", finishReason="STOP")), False)],
    ids=["stream", "whole"],
)
def test_a_cut_at_any_byte_is_noticed(script: Script, streams: bool) -> None:  # noqa: FBT001
    """An answer whose length is known is never complete before its last byte, but for a stream whose reply was over,
    which is not paid for twice; one request is sent for each."""
    cuts = [script.cut(count) for count in range(script.size)]
    with asking(in_turn(*cuts, script)) as (client, server):
        for count in range(script.size):
            ended = ends_of(client, streams=streams)
            came = b"".join(piece for piece in script.cut(count).pieces if isinstance(piece, bytes))
            is_over = streams and b"\n\r\n" in came.partition(b"STOP")[2]
            assert (count, type(ended)) == (count, Reply if is_over else NetworkTrouble)
        assert isinstance(ended := ends_of(client, streams=streams), Reply)
        assert (ended.outcome, ended.text) == (Outcome.COMPLETE, "One two.")
        assert len(server.requests) == script.size + 1


def becomes(body: bytes) -> type[Reply] | type[ServiceTrouble]:
    """Return what a stream must end as that just ends after so many bytes, by its lines alone."""
    try:
        events = [json.loads(line.removeprefix(b"data: ")) for line in body.splitlines() if line]
    except ValueError:
        return ServiceTrouble
    return Reply if events else ServiceTrouble


def test_an_end_at_any_byte_is_told_from_a_whole_reply() -> None:
    """Where only the connection's end ends an answer: half an event is trouble, a missing finish reason truncates."""
    body = b"".join(event(piece) for piece in SHORT)
    with asking(in_turn(*(Script((OPEN, body[:count])) for count in range(len(body) + 1)))) as (client, server):
        for count in range(len(body) + 1):
            ended = ends_of(client)
            assert (count, type(ended)) == (count, becomes(body[:count]))
            if isinstance(ended, Reply):
                is_whole = b"STOP" in body[:count]
                assert (count, ended.outcome is Outcome.COMPLETE) == (count, is_whole)
                assert ended.text == ("One two." if b"two." in body[:count] else "One ")
        assert len(server.requests) == len(body) + 1


def test_closing_the_iterator_closes_the_connection() -> None:
    """At once, in mid-stream, and nothing is sent after; the client can be used again."""
    hanging = GOOD.cut(GOOD.size // 2, End.HANG)
    with asking(in_turn(hanging, GOOD), QUICK.model_copy(update={"read_seconds": 60.0})) as (client, server):
        events = client.stream(ASKED)
        assert next(events) == "One "
        assert not server.requests[0].gone.is_set()
        events.close()
        assert server.requests[0].gone.wait(120)
        assert heard(client, streams=True)[0].text == "One two."
        assert len(server.requests) == 2


@pytest.mark.parametrize(
    "script", [Script(end=End.HANG), GOOD.cut(GOOD.size // 2, End.HANG)], ids=["before", "in mid-body"]
)
def test_another_thread_may_end_a_silent_call(script: Script) -> None:
    """Whoever waits for it is told, the server sees it, and nothing is sent again."""
    patience = QUICK.model_copy(update={"attempts": 4, "read_seconds": 60.0, "deadline": 60.0})
    with asking(in_turn(script), patience) as (client, server), ThreadPoolExecutor(2) as others:
        calls = [others.submit(heard, client, streams=streams) for streams in (True, False)]
        while len(server.requests) < 2:
            time.sleep(0.01)
        client.close()
        for call in calls:
            with pytest.raises(ServiceError, match=r"ended here|is closed") as failed:
                call.result(120)
            assert not failed.value.is_transient
        assert all(request.gone.wait(120) for request in server.requests)
        with pytest.raises(ServiceError, match="is closed"):
            client.generate(ASKED)
        assert len(server.requests) == 2


def test_a_reply_that_is_over_is_not_waited_for() -> None:
    """A service that says no more and does not hang up holds nobody up, however silent it may be at other times."""
    patience = QUICK.model_copy(update={"read_seconds": FOR_GOOD, "deadline": FOR_GOOD, "usage_seconds": 0.1})
    with asking(in_turn(Script(GOOD.pieces[:-1], End.HANG)), patience) as (client, server):
        assert in_time(lambda: heard(client, streams=True))[0].text == "One two."
        assert len(server.requests) == 1


def test_calls_at_the_same_time_do_not_mix() -> None:
    """One client, several threads."""

    def answer(request: Request) -> Script:
        words = request.json["contents"][0]["parts"][0]["text"]
        return streamed(chunk(words), 0.02, chunk(" " + words, finish="STOP"))

    def ask(number: int) -> str:
        *_, reply = client.stream(ASKED.model_copy(update={"prompt": f"p{number}"}))
        assert isinstance(reply, Reply)
        return reply.text

    with asking(answer) as (client, _), ThreadPoolExecutor(4) as threads:
        assert list(threads.map(ask, range(12))) == [f"p{number} p{number}" for number in range(12)]


def test_nothing_runs_on_after_a_call() -> None:
    """No clock of a call that is done, or was left, or failed."""
    with asking(in_turn(GOOD, GOOD, page(500, PAGE), Script(), answered(b"{}"))) as (client, _):
        assert heard(client, streams=True)[0].text == "One two."
        events = client.stream(ASKED)
        next(events)
        events.close()
        for streams in (True, True, False):
            assert isinstance(ends_of(client, streams=streams), ServiceTrouble | NetworkTrouble)
        for thread in threading.enumerate():
            if isinstance(thread, threading.Timer):
                thread.join(120)
                assert not thread.is_alive()


def test_a_chunk_without_words_is_a_sign_of_life() -> None:
    """A model that thinks is told from one that hangs."""
    with asking(in_turn(streamed(chunk(thought="Hm."), chunk("One.", finish="STOP")))) as (client, _):
        assert list(client.stream(ASKED))[:2] == ["", "One."]


def test_nothing_is_sent_after_a_wait_that_was_closed() -> None:
    """Whoever stops while the client waits is not charged for another request."""
    slow = QUICK.model_copy(update={"attempts": 4, "first_delay": 30.0, "longest_delay": 30.0, "deadline": 100.0})
    with asking(in_turn(Script()), slow) as (client, server):
        events = client.stream(ASKED)
        came = next(events)
        assert isinstance(came, RetryWait)
        assert "broke" in came.why
        events.close()
        assert len(server.requests) == 1
