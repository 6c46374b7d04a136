"""Ends a request from outside: at its deadline, or where it is cancelled."""

import socket
from collections.abc import Mapping
from contextlib import suppress
from threading import Timer
from time import monotonic
from typing import Any

from core.errors import ServiceError, TimedOut

_CONNECTED = (".connect_tcp.complete", ".start_tls.complete")  # encryption takes the place of what it encrypts


class RequestDeadline:
    """Ends the connection of one request after so many seconds, or before.

    A time-out of each read is not enough: a server that says a byte a minute is never silent. `watch` is the "trace"
    of httpx2, and is told of the connection when it is made; one that is kept from an earlier request is not seen.
    """

    def __init__(self, seconds: float) -> None:
        self._is_over = False
        self._is_left = False
        self._socket: socket.socket | None = None
        self._start(seconds)

    def _start(self, seconds: float) -> None:
        self._ends = monotonic() + seconds
        self._timer = Timer(max(0.0, seconds), self._expire)
        self._timer.daemon = True
        self._timer.start()

    def _expire(self) -> None:
        self._is_over = True
        self._end()

    def _end(self) -> None:
        if self._socket is not None:
            with suppress(OSError):
                # Not that of a TLS socket, which would also tidy up what another thread reads from.
                socket.socket.shutdown(self._socket, socket.SHUT_RDWR)

    def watch(self, name: str, info: Mapping[str, Any]) -> None:
        """Take the connection when it is made."""
        if name.endswith(_CONNECTED):
            self._socket = info["return_value"].get_extra_info("socket")
            if self._is_over or self._is_left:
                self._end()

    def check(self, late: str) -> None:
        """Raise the cause of an end that was brought about here: ServiceError where the request was cancelled, TimedOut
        with the message `late` where its time was over."""
        if self._is_left:
            message = "The call was ended here."
            raise ServiceError(message)
        if self._is_over:
            raise TimedOut(late)

    def hurry(self, seconds: float) -> None:
        """End the connection so many seconds from now, unless it ends before."""
        if monotonic() + seconds < self._ends:
            self._timer.cancel()
            self._start(seconds)

    def leave(self) -> None:
        """End the connection now; whoever reads from it wakes up."""
        self._is_left = True
        self._end()

    def stop(self) -> None:
        """Let the time pass: the request is done."""
        self._timer.cancel()
