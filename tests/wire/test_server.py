import http.client
import socket
import threading
import urllib.error
import urllib.request
from collections.abc import Generator
from contextlib import ExitStack, closing, contextmanager

import pytest

from tests.wire.server import End, Request, Script, Server, in_turn, nobody, said, whole

HELLO = whole(b'"hello"', Content_Type="application/json")
ASK = b"GET / HTTP/1.1\r\n\r\n"
LOOPBACK = urllib.request.build_opener(urllib.request.ProxyHandler({}))


@contextmanager
def connected(server: Server, sent: bytes) -> Generator[socket.socket]:
    """Connect, and send something."""
    host, _, port = server.url.removeprefix("http://").partition(":")
    with closing(socket.create_connection((host, int(port)), timeout=120)) as client:
        client.sendall(sent)
        yield client


def heard(client: socket.socket) -> bytes:
    """Return what comes until the server ends the connection."""
    return b"".join(iter(lambda: client.recv(1_000), b""))


def test_a_request_is_kept_as_it_came_and_answered() -> None:
    """With its headers by small letters, and its body as JSON."""
    with Server(in_turn(HELLO)) as server:
        host, _, port = server.url.removeprefix("http://").partition(":")
        with closing(http.client.HTTPConnection(host, int(port), timeout=120)) as client:
            client.request("POST", "/v1/a?b=c", b'{"d": 1}', {"X-Goog-Api-Key": "k"})
            assert client.getresponse().read() == b'"hello"'
    (request,) = server.requests
    assert (request.method, request.path, request.json) == ("POST", "/v1/a?b=c", {"d": 1})
    assert request.headers["x-goog-api-key"] == "k"


def test_chunks_and_pauses_come_in_their_order() -> None:
    """An empty piece is none: it would end the answer."""
    script = said((b"one ", b"", 0.01, b"two"), "201 Created")
    with Server(in_turn(script)) as server, LOOPBACK.open(server.url, timeout=120) as answer:
        assert (answer.status, answer.read()) == (201, b"one two")


def test_a_kept_connection_is_asked_twice() -> None:
    """The second script answers the second request, and ends the connection."""
    with Server(in_turn(HELLO, Script((b"bye",)))) as server:
        with connected(server, ASK + ASK) as client:
            assert heard(client).endswith(b'"hello"bye')
        assert [request.gone.is_set() for request in server.requests] == [False, False]


@pytest.mark.parametrize("count", range(len(b"one") + len(b"two") + 2))
def test_a_cut_script_sends_so_many_bytes(count: int) -> None:
    """No more than there are, and its pauses."""
    script = Script((b"one", 0.0, b"two"), End.KEEP)
    assert script.size == 6
    with Server(in_turn(script.cut(count))) as server, connected(server, ASK) as client:
        assert heard(client) == b"onetwo"[:count]


def test_a_reset_is_no_end() -> None:
    """The client hears of it as an error."""
    reset = pytest.raises(ConnectionResetError)
    with Server(in_turn(Script((b"one",), End.RESET))) as server, connected(server, ASK) as client, reset:
        heard(client)


def test_whoever_hangs_is_let_go() -> None:
    """By a client that goes, which is seen, or by the end of the server; no thread is left of either."""
    before = threading.active_count()
    with ExitStack() as clients:
        with Server(in_turn(Script((b"one",), End.HANG))) as server:
            with connected(server, ASK) as client:
                assert client.recv(3) == b"one"
                assert not server.requests[0].gone.is_set()
            assert server.requests[0].gone.wait(120)
            client = clients.enter_context(connected(server, ASK))
            assert client.recv(3) == b"one"
        assert heard(client) == b""
        assert threading.active_count() == before


def test_what_goes_wrong_in_an_answer_is_heard_of() -> None:
    """At the end of the block: the client only loses its connection."""

    def answer(request: Request) -> Script:
        raise LookupError(request.method)

    with pytest.raises(LookupError, match="GET"), Server(answer) as server, connected(server, ASK) as client:
        assert heard(client) == b""


def test_nobody_takes_no_connection() -> None:
    """As long as the block lasts, so that no other program takes the port."""
    with nobody() as url, pytest.raises(urllib.error.URLError, match="refused"):
        LOOPBACK.open(url, timeout=120)
