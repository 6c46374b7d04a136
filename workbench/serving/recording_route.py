"""The address of a recording: its bytes in ranges from the disk, to pages of the app that were told the address.

Streamlit's own audio element reads the whole file into memory, and an hour of it is hundreds of megabytes.
"""

from pathlib import Path
from secrets import token_urlsafe
from threading import Lock
from typing import NamedTuple

from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

PREFIX = "/recording/"
GONE = "There is no recording under this address, or its file is not what it was. Load the page again.\n"
NOT_ITS_OWN = "Quote Workbench plays a recording on its own pages only.\n"

_HEADERS = {"cache-control": "no-store"}  # a recording has no copy, and so none among a browser's files


class ServedFile(NamedTuple):
    """A file with its media type; `facts` are the device, number, size and time of what was offered."""

    path: Path
    media_type: str
    facts: tuple[int, ...]


_addresses: dict[ServedFile, str] = {}
_files: dict[str, ServedFile] = {}
_lock = Lock()  # the threads of pages offer, that of the server reads


def _facts(path: Path) -> tuple[int, ...]:
    found = path.stat()
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def _answer(scope: Scope) -> Response:
    headers = {name.lower(): value for name, value in scope["headers"]}
    if scope["method"] not in {"GET", "HEAD"}:
        return PlainTextResponse(NOT_ITS_OWN, 405, {"allow": "GET, HEAD"})
    # Only a browser sends it, and no script can: another site's page may ask, and must not even learn that it played.
    if headers.get(b"sec-fetch-site", b"same-origin") != b"same-origin":
        return PlainTextResponse(NOT_ITS_OWN, 403)
    file = _files.get(scope["path"].removeprefix(PREFIX))
    try:
        if file is not None and _facts(file.path) == file.facts:
            return FileResponse(file.path, media_type=file.media_type, headers=_HEADERS)
    except OSError:
        pass
    return PlainTextResponse(GONE, 404)


class RecordingRoute:
    """Answers for the addresses of recordings, and hands every other request on; an ASGI application around another."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or let the app answer it."""
        mine = scope["type"] == "http" and scope["path"].startswith(PREFIX)
        await (_answer(scope) if mine else self._app)(scope, receive, send)


def address_of(path: Path, media_type: str) -> str:
    """Return the address under which this process serves a file until it changes: one that nobody can guess.

    Raises OSError if there is no such file.
    """
    file = ServedFile(path, media_type, _facts(path))
    with _lock:
        if file not in _addresses:
            _addresses[file] = PREFIX + token_urlsafe(32)
            _files[_addresses[file].removeprefix(PREFIX)] = file
        return _addresses[file]
