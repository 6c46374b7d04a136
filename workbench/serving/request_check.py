"""Which requests the app takes: those under its own names, and acts only from its own pages.

A web site can make a browser ask this machine, even under the site's own name once that leads here (DNS rebinding). The
two headers that it cannot write itself decide: `Host`, the name that was asked, and `Origin`, the site that asks.
"""

import sys
from typing import NoReturn

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from workbench.serving.allowed_hosts import Origins
from workbench.serving.content_policy import secured

WRONG_HOST = "Quote Workbench answers to its own address only; the option --allow-host adds another.\n"
WRONG_ORIGIN = "Quote Workbench takes this from its own pages only, not from another web site.\n"
OTHER_START = "Start Quote Workbench with its own command, workbench; started otherwise it would answer any web site."

_READING = {"GET", "HEAD", "OPTIONS"}
_installed = False


def is_installed() -> bool:
    """Tell whether this process serves the app behind the check."""
    return _installed


def refuse_other_starts() -> NoReturn:
    """End the program with one sentence: the app is served behind the check, or not at all."""
    sys.exit(OTHER_START)


class RequestCheck:
    """Refuses with 403 and one sentence, and writes the headers of every answer; an ASGI application around another."""

    def __init__(self, app: ASGIApp, origins: Origins) -> None:
        global _installed  # noqa: PLW0603 - one process serves one app, and its pages ask
        _installed = True
        self._app = app
        self._origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or let the app answer it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        host = self._host(scope)
        why = self._refusal(scope, host)

        async def send_secured(message: Message) -> None:
            if message["type"] in {"http.response.start", "websocket.http.response.start"}:
                message["headers"] = secured(message.get("headers", []), host)
            await send(message)

        if why:
            await _refuse(scope, receive, send_secured, why)
        else:
            await self._app(scope, receive, send_secured)

    def _host(self, scope: Scope) -> str:
        """Return the name that was asked, or "" if it is not one of the app's."""
        named = _values(scope, b"host")
        # A target that names a host of its own (`GET http://other/`) would count for more than the header.
        origin_form = scope["path"].startswith("/") or (scope.get("method"), scope["path"]) == ("OPTIONS", "*")
        host = named[0].lower() if len(named) == 1 and origin_form else ""
        return host if host in self._origins else ""

    def _refusal(self, scope: Scope, host: str) -> str:
        if not host:
            return WRONG_HOST
        origins = _values(scope, b"origin")
        if not origins and scope["type"] == "http" and scope["method"] in _READING:
            return ""
        return "" if len(origins) == 1 and origins[0] in self._origins[host] else WRONG_ORIGIN


def _values(scope: Scope, header: bytes) -> list[str]:
    return [value.decode("latin-1") for name, value in scope["headers"] if name.lower() == header]


async def _refuse(scope: Scope, receive: Receive, send: Send, why: str) -> None:
    kind = "http"
    if scope["type"] == "websocket":
        await receive()  # the handshake, which is answered like any request where the server can do that
        if "websocket.http.response" not in scope.get("extensions", {}):
            await send({"type": "websocket.close"})
            return
        kind = "websocket.http"
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(why)).encode())]
    if kind == "http":
        headers.append((b"connection", b"close"))  # so that nothing more of an upload is read
    await send({"type": f"{kind}.response.start", "status": 403, "headers": headers})
    await send({"type": f"{kind}.response.body", "body": why.encode()})
