"""Ports of this machine for servers that tests start."""

import socket
import sys

_held: list[socket.socket] = []


def free_port() -> int:
    """Return a port that nobody else is given before the server that is told of it listens there.

    Until then seconds pass, in which other tests are given ports by the dozen. On Linux a bound socket that does not
    listen keeps them away, and lets a server that reuses addresses, as all do, listen beside it; elsewhere it lets
    none.
    """
    holder = socket.socket()
    holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    holder.bind(("127.0.0.1", 0))
    port = holder.getsockname()[1]
    if sys.platform == "linux":
        _held.append(holder)
    else:
        holder.close()
    return port
