"""Requests in bytes: what a browser would never send, and what it sends, without a library that mends it on the way."""

import socket
from collections.abc import Sequence
from typing import NamedTuple

PATIENCE = 120  # seconds
Headers = Sequence[tuple[str, str]]
WEBSOCKET: Headers = [
    ("Connection", "Upgrade"),
    ("Upgrade", "websocket"),
    ("Sec-WebSocket-Version", "13"),
    ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ("Sec-WebSocket-Protocol", "streamlit"),
]


class Answer(NamedTuple):
    """What came back; names of headers in small letters."""

    status: int
    headers: dict[str, str]
    body: bytes


def _until_end(connection: socket.socket) -> bytes:
    """Return what comes until the other side closes, or its answer is complete."""
    came = b""
    while True:
        head, separator, body = came.partition(b"\r\n\r\n")
        if separator:
            if head.startswith(b"HTTP/1.1 101"):
                return came
            length = next(
                (int(line[15:]) for line in head.lower().split(b"\r\n") if line[:15] == b"content-length:"), None
            )
            if length is not None and len(body) >= length:
                return came
        piece = connection.recv(65_536)
        if not piece:
            return came
        came += piece


def ask(
    port: int, headers: Headers, target: str = "/", method: str = "GET", *, version: str = "1.1", body: bytes = b""
) -> Answer:
    """Send one request with exactly these headers to a server of this machine, and return its answer."""
    lines = [f"{method} {target} HTTP/{version}", *(f"{name}: {value}" for name, value in headers)]
    if body:
        lines.append(f"Content-Length: {len(body)}")
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        connection.sendall("\r\n".join([*lines, "", ""]).encode("latin-1"))
        try:
            connection.sendall(body)
            came = _until_end(connection)
        except (BrokenPipeError, ConnectionResetError):  # refused before all of the body was there
            came = _until_end(connection)
    head, _, content = came.partition(b"\r\n\r\n")
    status, *fields = head.decode("latin-1").split("\r\n")
    pairs = (field.partition(":") for field in fields)
    return Answer(int(status.split()[1]), {name.lower(): value.strip() for name, _, value in pairs}, content)
