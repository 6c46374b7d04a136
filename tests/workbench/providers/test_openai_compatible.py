"""The client for servers with OpenAI's protocol, against one on the loopback that does what servers do."""

import logging
import subprocess
import sys
import threading
import traceback
from collections.abc import Generator

import pytest

from core.errors import RequestRefused, ServiceError
from core.llm.client import GenerationRequest, Outcome, Reply, RetryWait
from tests.wire.openai import DONE, chunk, completed, event, failed, streamed, trouble
from tests.wire.patience import FOR_GOOD, in_time
from tests.wire.server import End, Script, Server, in_turn, whole
from tests.workbench.providers.asking import Ends, Fails, heard
from tests.workbench.providers.openai_asking import ASKED, QUICK, asking
from tests.workbench.providers.openai_failures import FAILURES
from tests.workbench.providers.openai_faults import CANARY, FAULTS, FINE, GOOD, OPEN, WHOLE, Fault
from workbench.providers.transport.retry import RetryPolicy


def all_of(error: BaseException) -> str:
    """Return everything that a log would keep of an error."""
    return "".join(traceback.format_exception(error))


NO_LIMITS: dict[str, float] = {}
# In this order: short where nothing but the end of a time can end a call, longer where a reply has to come in time.
IMPATIENT = {
    "drip": {"deadline": 0.4},
    "hanging, then": {"read_seconds": 0.6},
    "hang": {"read_seconds": 0.2},
    "silent": {"read_seconds": 0.1},
}


def check(fault: Fault, *, streams: bool) -> None:
    """Let a fault strike, and compare what becomes of the call with what was thought."""
    limits = next((limits for word, limits in IMPATIENT.items() if word in fault.name), NO_LIMITS)
    patience = QUICK.model_copy(update={"attempts": fault.attempts, **limits})
    with asking(in_turn(*fault.scripts), patience, key=CANARY) as (client, server):
        match fault.becomes:
            case Ends() as ends:
                reply, restarts = heard(client, streams=streams)
                found = (reply.outcome, reply.text, reply.finish_reason, reply.usage, reply.requests, restarts)
                assert found == (ends.outcome, ends.text, ends.finish, ends.usage, ends.requests, ends.restarts)
                assert ends.says in reply.trouble
                assert bool(reply.trouble) == (reply.outcome is not Outcome.COMPLETE)
                assert "Canary" not in reply.model_dump_json()
            case Fails() as fails:
                with pytest.raises(ServiceError) as caught:
                    heard(client, streams=streams)
                assert (type(caught.value), caught.value.requests) == (fails.kind, fails.requests)
                assert fails.says in str(caught.value)
                assert "<" not in str(caught.value)
                assert "Canary" not in all_of(caught.value)
        server.wait_for(fault.becomes.requests)
        assert len(server.requests) == fault.becomes.requests
        assert {request.headers["authorization"] for request in server.requests} == {f"Bearer {CANARY}"}


@pytest.mark.parametrize("fault", [*FAULTS, *FAILURES], ids=lambda fault: fault.name)
def test_every_fault_has_its_end(fault: Fault) -> None:
    """While the reply is watched: how it ends, what is said, what it cost, what was asked; never the key."""
    check(fault, streams=True)


@pytest.mark.parametrize("fault", WHOLE, ids=lambda fault: fault.name)
def test_a_reply_in_one_piece_has_the_same_ends(fault: Fault) -> None:
    """Where nobody watches, it is asked for whole."""
    check(fault, streams=False)


EVENTS = (
    'data: {"choices":[{"delta":{"content":"Hi ☕"}}]}\n\n'.encode(),
    b'data: {"choices":[{"finish_reason":"stop"}]}\n\n',
)


SHORT = streamed(*EVENTS, DONE)


PLAIN = Script((OPEN, *EVENTS, DONE))


AGAIN = QUICK.model_copy(update={"attempts": 2, "first_delay": 0.001})


def cut_everywhere(script: Script) -> Generator[tuple[int, Outcome, int]]:
    """Yield for each cut of a script, followed by a whole one: its place, the reply's outcome, and how often it began
    anew. Its text is whole, and its requests are those that the server saw."""
    scripts: list[Script] = []
    with asking(lambda _: scripts.pop(0), AGAIN) as (client, server):
        for count in range(script.size):
            scripts[:] = [script.cut(count), script]
            before = len(server.requests)
            reply, restarts = heard(client, streams=True)
            assert (reply.text, reply.requests) == ("Hi ☕", len(server.requests) - before)
            assert reply.requests == 2 - len(scripts)
            yield count, reply.outcome, restarts if reply.requests == 2 else -1


def ends_of(script: Script, frame: int) -> list[int]:
    """Return after how many bytes each piece of a script is there, but for the frame around it."""
    sizes = [len(piece) for piece in script.pieces if isinstance(piece, bytes)]
    return [sum(sizes[:number]) - frame for number in range(1, len(sizes) + 1)]


def test_a_stream_cut_anywhere_is_asked_for_again() -> None:
    """After each of its bytes: what came is void, unless the reply had ended already, which is not paid for twice."""
    _, said_it, ended, *_ = ends_of(SHORT, len(b"\r\n"))
    for count, outcome, restarts in cut_everywhere(SHORT):
        assert outcome is Outcome.COMPLETE, count
        assert restarts == (0 if count < said_it else 1 if count < ended else -1), count


def test_a_stream_that_just_ends_is_cut_off() -> None:
    """Where the connection's end is the reply's, nobody sees that something is missing but for the finish reason."""
    _, said_it, ended, _ = ends_of(PLAIN, 0)
    for count, outcome, restarts in cut_everywhere(PLAIN):
        assert outcome is (Outcome.TRUNCATED if said_it <= count < ended else Outcome.COMPLETE), count
        assert restarts == (0 if count < said_it else -1), count


def test_nothing_follows_a_redirection() -> None:
    """The key would go to another server."""
    with Server(lambda _: GOOD) as elsewhere:
        moved = whole(b"", "308 Permanent Redirect", Location=f"{elsewhere.url}/v1/chat/completions")
        with asking(in_turn(moved), key=CANARY) as (client, _), pytest.raises(RequestRefused, match="redirects to"):
            list(client.stream(ASKED))
    assert elsewhere.requests == []


def test_closing_a_stream_closes_the_connection() -> None:
    """Neither is the model left to write, nor is anything asked again."""
    endless = Script((OPEN, *([event(chunk("word ")), 0.01] * 500)))
    with asking(in_turn(endless), QUICK.model_copy(update={"attempts": 4})) as (client, server):
        events = client.stream(ASKED)
        assert [next(events) for _ in range(3)] == ["word "] * 3
        assert isinstance(events, Generator)
        events.close()
        assert server.requests[0].gone.wait(120)
        assert len(server.requests) == 1


def test_closing_a_stream_that_waits_sends_nothing_more() -> None:
    """While it waits for a service that has had too many requests."""
    with asking(in_turn(failed(429, trouble("slow"), Retry_After="20")), RetryPolicy()) as (client, server):
        events = client.stream(ASKED)
        waits = [next(events) for _ in range(3)]
        assert isinstance(events, Generator)
        events.close()
        assert all(isinstance(wait, RetryWait) and 10 < wait.seconds <= 20 for wait in waits)
        client.close()
        assert len(server.requests) == 1


def test_a_reply_that_is_over_is_not_waited_for() -> None:
    """A server that says neither [DONE] nor anything, and does not hang up, holds nobody up."""
    patience = QUICK.model_copy(update={"read_seconds": FOR_GOOD, "deadline": FOR_GOOD, "usage_seconds": 0.1})
    silent = Script((OPEN, event(chunk(FINE.text, finish="stop"))), End.HANG)
    with asking(in_turn(silent), patience) as (client, server):
        assert in_time(lambda: heard(client, streams=True))[0].text == FINE.text
        assert len(server.requests) == 1


@pytest.mark.parametrize("script", [Script((), End.HANG), Script((OPEN, event(chunk("a"))), End.HANG)])
def test_closing_the_client_ends_what_is_under_way(script: Script) -> None:
    """Also from another thread, and also while the server is silent."""
    with asking(in_turn(script), RetryPolicy(read_seconds=FOR_GOOD)) as (client, server):

        def close() -> None:
            server.wait_for(1)
            client.close()

        threading.Thread(target=close).start()
        with pytest.raises(ServiceError, match="ended here") as caught:
            in_time(lambda: list(client.stream(ASKED)))
        assert (type(caught.value), caught.value.requests, len(server.requests)) == (ServiceError, 1, 1)
        with pytest.raises(ServiceError):
            client.models()
        assert len(server.requests) == 1


def test_calls_at_the_same_time_do_not_meet() -> None:
    """One client writes for several threads."""
    found: list[Reply] = []
    with asking(lambda request: completed(request.json["messages"][1]["content"])) as (client, _):

        def ask(one: GenerationRequest) -> None:
            found.append(client.generate(one))

        asked = [ASKED.model_copy(update={"prompt": f"chapter {number}"}) for number in range(6)]
        threads = [threading.Thread(target=ask, args=(one,)) for one in asked]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(reply.text for reply in found) == [one.prompt for one in asked]


def test_no_log_has_the_key(caplog: pytest.LogCaptureFixture) -> None:
    """However much is logged."""
    with caplog.at_level(logging.DEBUG), asking(in_turn(GOOD), key=CANARY) as (client, _):
        assert list(client.stream(ASKED))[-1].text == FINE.text  # type: ignore[union-attr]
        assert "Canary" not in repr(client) + repr(vars(client))
    assert caplog.records
    assert "Canary" not in caplog.text + repr([vars(record) for record in caplog.records])


LOADS = """
import sys
from workbench.providers.openai.openai_client import OpenAIClient
client = OpenAIClient("http://127.0.0.1:1/v1", "m")
heavy = {"httpx2", "rapidfuzz", "google", "streamlit"}
print(sorted(heavy & set(sys.modules)))
client.load()
print(sorted(heavy & set(sys.modules)))
"""


def test_the_library_is_loaded_when_somebody_is_about_to_ask() -> None:
    """Not to start, nor to make a client of a choice."""
    done = subprocess.run([sys.executable, "-c", LOADS], capture_output=True, check=True, text=True)
    assert done.stdout == "[]\n['httpx2']\n"


def test_a_client_that_is_closed_has_nothing_to_load() -> None:
    """The call says that it is closed, as any other after the end."""
    with asking(in_turn(GOOD)) as (client, server):
        client.close()
        client.load()
        with pytest.raises(ServiceError, match="is closed"):
            client.generate(ASKED)
        assert server.requests == []
