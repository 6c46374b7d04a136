"""A reverse proxy on the loopback: it hands on every byte, `Host` with them, and adds the headers that proxies add."""

import socket
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress

ADDED = b"X-Forwarded-For: 192.0.2.7\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Host: talks.example\r\n"


class Proxy:
    """Where it listens; `serve` says where it leads, which may be known later."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._target = 0

    def serve(self, port: int) -> None:
        """Hand everything on to a port of this machine, until it is closed."""
        self._target = port
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Take no more connections."""
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.create_connection(("127.0.0.1", self._target))
                threading.Thread(target=_hand_on, args=(client, server, ADDED), daemon=True).start()
                threading.Thread(target=_hand_on, args=(server, client, b""), daemon=True).start()


def _hand_on(source: socket.socket, sink: socket.socket, added: bytes) -> None:
    """Hand bytes on until one side closes; `added` goes behind the first line."""
    with suppress(OSError):
        while piece := source.recv(65_536):
            first, newline, rest = piece.partition(b"\r\n")
            sink.sendall(first + newline + added + rest if newline else piece)
            added = b""
    for end in (source, sink):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
    source.close()


@contextmanager
def reverse_proxy() -> Generator[Proxy]:
    """Give a proxy that listens already, so that an app can be told its port."""
    proxy = Proxy()
    try:
        yield proxy
    finally:
        proxy.close()
