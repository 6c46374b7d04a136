"""The connection of a page of Streamlit without a browser: its script runs, and what the page is sent is kept."""

import socket
from collections.abc import Generator
from contextlib import contextmanager

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from tests.wire.raw_http import PATIENCE


@contextmanager
def open_page(port: int, host: str, origin: str) -> Generator[ClientConnection]:
    """Open a page's connection to a port of this machine, under a name and from a page."""
    start = BackMsg()
    start.rerun_script.query_string = "session=sample"
    with connect(
        f"ws://{host}/_stcore/stream",
        origin=Origin(origin),
        subprotocols=[Subprotocol("streamlit")],
        sock=socket.create_connection(("127.0.0.1", port), timeout=PATIENCE),
        open_timeout=PATIENCE,
    ) as connection:
        connection.send(start.SerializeToString())
        yield connection


def messages(connection: ClientConnection) -> list[ForwardMsg]:
    """Return what the page is sent until its script has run."""
    came: list[ForwardMsg] = []
    while not came or came[-1].WhichOneof("type") != "script_finished":
        data = connection.recv(timeout=PATIENCE)
        assert isinstance(data, bytes)
        came.append(ForwardMsg.FromString(data))
    return came
