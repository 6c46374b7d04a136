"""A server on the loopback that says exactly the bytes it is told to, whatever HTTP thinks of them."""

import json
import select
import socket
import struct
import threading
import time
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Self

CRLF = b"\r\n"
RESETTING = struct.pack("ii", 1, 0)  # SO_LINGER: on, and for no time at all


class End(StrEnum):
    """What becomes of the connection once a script's pieces are sent."""

    CLOSE = "close"
    HANG = "hang"  # open and silent, until the client goes or the server stops
    RESET = "reset"
    KEEP = "keep"  # for the client's next request


@dataclass(frozen=True)
class Script:
    """An answer: bytes as they are sent, numbers as pauses in seconds, and what comes after them."""

    pieces: tuple[bytes | float, ...] = ()
    end: End = End.CLOSE

    def cut(self, count: int, end: End = End.CLOSE) -> "Script":
        """Return the script that ends after its first `count` bytes."""
        pieces: list[bytes | float] = []
        for piece in self.pieces:
            if not isinstance(piece, bytes):
                pieces.append(piece)
            elif count > 0:
                pieces.append(piece[:count])
                count -= len(piece)
        return Script(tuple(pieces), end)

    @property
    def size(self) -> int:
        """How many bytes it sends."""
        return sum(len(piece) for piece in self.pieces if isinstance(piece, bytes))

    def then(self, end: End) -> "Script":
        """Return the script with another end."""
        return replace(self, end=end)


@dataclass(frozen=True)
class Request:
    """What a client sent: names of headers in small letters, `came` on the monotonic clock.

    `gone` is set once the client is seen to have ended the connection that this was the last request of.
    """

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes
    came: float = field(default_factory=time.monotonic, compare=False)
    gone: threading.Event = field(default_factory=threading.Event, compare=False, repr=False)

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


class _Over(Exception):
    """The server stops, or the client has gone."""


@dataclass
class _Connection:
    """One connection, never waited for longer than the server lives: `stop` becomes readable when that ends."""

    peer: socket.socket
    stop: socket.socket
    unread: bytes = b""

    def wait(self, seconds: float | None = None, *, writing: bool = False) -> bool:
        """Wait until there is something to do; False when the time is over first."""
        reading = [self.stop] if writing else [self.stop, self.peer]
        readable, writable, _ = select.select(reading, [self.peer] if writing else [], [], seconds)
        if self.stop in readable:
            raise _Over
        return bool(readable or writable)

    def receive(self) -> None:
        self.wait()
        came = self.peer.recv(65_536)
        if not came:
            raise _Over
        self.unread += came

    def until(self, mark: bytes) -> bytes:
        while mark not in self.unread:
            self.receive()
        head, _, self.unread = self.unread.partition(mark)
        return head

    def exactly(self, count: int) -> bytes:
        while len(self.unread) < count:
            self.receive()
        body, self.unread = self.unread[:count], self.unread[count:]
        return body

    def request(self) -> Request:
        first, *lines = self.until(CRLF + CRLF).decode("latin-1").split("\r\n")
        method, path, _ = first.split(" ")
        pairs = (line.partition(":") for line in lines)
        headers = {name.strip().lower(): value.strip() for name, _, value in pairs}
        return Request(method, path, headers, self.exactly(int(headers.get("content-length", "0"))))

    def pause(self, seconds: float | None) -> None:
        """Do nothing for a while, or for good; the client may go meanwhile, or send what is read later."""
        ends = None if seconds is None else time.monotonic() + seconds
        while ends is None or ends > time.monotonic():
            if self.wait(None if ends is None else max(0.0, ends - time.monotonic())):
                self.receive()

    def send(self, piece: bytes) -> None:
        rest = memoryview(piece)
        while rest:
            self.wait(writing=True)
            rest = rest[self.peer.send(rest) :]

    def play(self, script: Script) -> bool:
        """Send a script; return whether the connection is kept."""
        for piece in script.pieces:
            if isinstance(piece, bytes):
                self.send(piece)
            else:
                self.pause(piece)
        if script.end is End.HANG:
            self.pause(None)
        if script.end is End.RESET:
            self.peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESETTING)
        return script.end is End.KEEP


class Server:
    """Answers every request with a script, each connection in a thread; none of them outlives the `with` block.

    `requests` holds what came, in the order it came. What `answer` raises is raised at the end of the block.
    """

    def __init__(self, answer: Callable[[Request], Script]) -> None:
        self.requests: list[Request] = []
        self._answer = answer
        self._threads: list[threading.Thread] = []
        self._failures: list[Exception] = []

    def __enter__(self) -> Self:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._stop, self._stopping = socket.socketpair()
        self._start(self._listen)
        return self

    def __exit__(self, kind: object, error: object, traceback: object) -> None:
        self._stopping.send(b"!")  # nobody takes it away: every thread sees it
        for thread in self._threads:  # the first of them is the one that adds others
            thread.join()
        for open_socket in (self._listener, self._stop, self._stopping):
            open_socket.close()
        if self._failures and error is None:
            raise self._failures[0]

    @property
    def url(self) -> str:
        """Where it is, without a path."""
        host, port = self._listener.getsockname()
        return f"http://{host}:{port}"

    def wait_for(self, count: int) -> None:
        """Wait until so many requests have come: on a busy machine a client may have left before one is read."""
        ends = time.monotonic() + 120
        while len(self.requests) < count and time.monotonic() < ends:
            time.sleep(0.005)

    def _start(self, work: Callable[..., None], *given: Any) -> None:
        thread = threading.Thread(target=work, args=given, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _listen(self) -> None:
        while self._stop not in select.select([self._listener, self._stop], [], [])[0]:
            peer, _ = self._listener.accept()
            self._start(self._serve, peer)

    def _serve(self, peer: socket.socket) -> None:
        connection = _Connection(peer, self._stop)
        last: Request | None = None
        with peer:
            peer.settimeout(0.0)
            peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            try:
                while True:
                    last = connection.request()
                    self.requests.append(last)
                    if not connection.play(self._answer(last)):
                        return
            except (_Over, OSError):
                if last is not None:
                    last.gone.set()
            except Exception as error:  # noqa: BLE001 - whatever it is, the test hears of it
                self._failures.append(error)


def in_turn(*scripts: Script) -> Callable[[Request], Script]:
    """Return what answers the first request with the first script, and all after the last with the last."""
    left = list(scripts)

    def answer(request: Request) -> Script:
        del request
        return left.pop(0) if len(left) > 1 else left[0]

    return answer


def said(pieces: Iterable[bytes | float], status: str = "200 OK", **headers: str) -> Script:
    """Return an answer in chunks, one for each piece that is not empty; headers are written with `_` for `-`."""
    lines = [f"HTTP/1.1 {status}", *(f"{name.replace('_', '-')}: {value}" for name, value in headers.items())]
    head = "\r\n".join([*lines, "Transfer-Encoding: chunked", "", ""]).encode("latin-1")
    chunks = (b"%x\r\n%s\r\n" % (len(piece), piece) if isinstance(piece, bytes) else piece for piece in pieces if piece)
    return Script((head, *chunks, b"0\r\n\r\n"), End.KEEP)


def whole(body: bytes, status: str = "200 OK", **headers: str) -> Script:
    """Return an answer in one piece, with its length; headers are written with `_` for `-`."""
    lines = [f"HTTP/1.1 {status}", *(f"{name.replace('_', '-')}: {value}" for name, value in headers.items())]
    head = "\r\n".join([*lines, f"Content-Length: {len(body)}", "", ""]).encode("latin-1")
    return Script((head, body), End.KEEP)


@contextmanager
def nobody() -> Generator[str]:
    """Yield the address of a port that is taken and refuses every connection."""
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        yield "http://{}:{}".format(*silent.getsockname())
