"""A recording's address, asked as servers ask an application: ranges, and who is answered."""

import asyncio
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from workbench.serving.recording_route import GONE, NOT_ITS_OWN, PREFIX, RecordingRoute, address_of

DATA = bytes(range(256)) * 1_000
SIZE = len(DATA)


class Reply:
    """What was answered."""

    def __init__(self, messages: list[dict[str, Any]]) -> None:
        self.status: int = messages[0]["status"]
        self.headers = {name.decode(): value.decode() for name, value in messages[0]["headers"]}
        self.body = b"".join(message["body"] for message in messages[1:])


async def _handed_on(scope: Scope, receive: Receive, send: Send) -> None:
    del scope, receive
    await send({"type": "http.response.start", "status": 299, "headers": []})
    await send({"type": "http.response.body", "body": b"the app"})


def ask(address: str, headers: Mapping[str, str] | None = None, method: str = "GET") -> Reply:
    """Ask the route, and whatever stands behind it, as a server would."""
    pairs = [(name.encode(), value.encode()) for name, value in (headers or {}).items()]
    scope = {"type": "http", "method": method, "path": address, "headers": pairs}
    messages: list[dict[str, Any]] = []

    async def send(message: Message) -> None:
        messages.append(dict(message))

    async def receive() -> Message:
        await asyncio.Event().wait()  # nobody hangs up
        raise AssertionError

    asyncio.run(RecordingRoute(_handed_on)(scope, receive, send))
    return Reply(messages)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A recording that tells each byte from its neighbours."""
    path = tmp_path / "talk.wav"
    path.write_bytes(DATA)
    return path


@pytest.mark.parametrize(
    ("wanted", "status", "part"),
    [
        (None, 200, (0, SIZE)),
        ("bytes=0-", 206, (0, SIZE)),
        ("bytes=0-0", 206, (0, 1)),
        ("bytes=100000-100099", 206, (100_000, 100_100)),
        (f"bytes={SIZE - 5}-", 206, (SIZE - 5, SIZE)),
        ("bytes=-7", 206, (SIZE - 7, SIZE)),
        (f"bytes=5-{SIZE * 2}", 206, (5, SIZE)),
        (f"bytes={SIZE}-", 416, (0, 0)),
        ("bytes=9-3", 400, (0, 0)),
        ("lines=1-2", 400, (0, 0)),
    ],
)
def test_a_range_is_these_bytes(file: Path, wanted: str | None, status: int, part: tuple[int, int]) -> None:
    """Half-open; nothing around them."""
    reply = ask(address_of(file, "audio/wav"), {"range": wanted} if wanted else {})
    assert reply.status == status
    if status < 300:
        assert reply.body == DATA[slice(*part)]
        assert (reply.headers["accept-ranges"], reply.headers["content-type"]) == ("bytes", "audio/wav")
        assert reply.headers["content-length"] == str(part[1] - part[0])
        assert reply.headers["cache-control"] == "no-store"
    if status == 206:
        assert reply.headers["content-range"] == f"bytes {part[0]}-{part[1] - 1}/{SIZE}"


def test_head_has_no_body(file: Path) -> None:
    """But says how long one would be."""
    reply = ask(address_of(file, "audio/wav"), method="HEAD")
    assert (reply.status, reply.body, reply.headers["content-length"]) == (200, b"", str(SIZE))


def test_an_address_cannot_be_guessed_and_stays(file: Path, tmp_path: Path) -> None:
    """It says nothing of the file; what a page plays goes on after the page has run again."""
    address = address_of(file, "audio/wav")
    other = tmp_path / "other.wav"
    other.write_bytes(DATA)
    assert address == address_of(file, "audio/wav") != address_of(other, "audio/wav")
    assert len(address.removeprefix(PREFIX)) >= 43
    assert file.name not in address


@pytest.mark.parametrize("path", ["", "x", "../talk.wav", "talk.wav", "%2e%2e/talk.wav", "/etc/passwd"])
def test_no_other_address_leads_to_a_file(file: Path, path: str) -> None:
    """A path is no address."""
    address_of(file, "audio/wav")
    reply = ask(PREFIX + path)
    assert (reply.status, reply.body) == (404, GONE.encode())
    assert ask("/recordings" + path).status == 299


@pytest.mark.parametrize("site", ["cross-site", "same-site", "none", ""])
def test_another_site_gets_nothing(file: Path, site: str) -> None:
    """Nor does a tab in which somebody typed the address."""
    reply = ask(address_of(file, "audio/wav"), {"sec-fetch-site": site})
    assert (reply.status, reply.body) == (403, NOT_ITS_OWN.encode())
    assert ask(address_of(file, "audio/wav"), {"sec-fetch-site": "same-origin"}).status == 200


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_a_recording_is_only_read(file: Path, method: str) -> None:
    """Whatever an address of it is asked to do."""
    assert ask(address_of(file, "audio/wav"), method=method).status == 405


def test_a_file_that_changed_is_not_served(file: Path) -> None:
    """Its hash was that of another; so is one that is gone."""
    address = address_of(file, "audio/wav")
    file.write_bytes(DATA[::-1])
    assert ask(address).status == 404
    changed = address_of(file, "audio/wav")
    assert ask(changed).body == DATA[::-1]
    file.unlink()
    assert ask(changed).status == 404


_HEARS_ALL = """
import asyncio, resource, sys
from pathlib import Path
from workbench.serving.recording_route import RecordingRoute, address_of
from workbench.sessions.recording import read_recording

def most():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

async def hear(path, wanted):
    got = 0
    async def send(message):
        nonlocal got
        got += len(message.get("body", b""))
    async def receive():
        await asyncio.Event().wait()
    scope = {"type": "http", "method": "GET", "path": address_of(Path(path), "audio/wav"), "headers": wanted}
    await RecordingRoute(None)(scope, receive, send)
    return got

small, large = sys.argv[1:]
read_recording(small)
asyncio.run(hear(small, []))
before = most()
size = read_recording(large).size
assert asyncio.run(hear(large, [])) == size
assert asyncio.run(hear(large, [(b"range", b"bytes=1000-")])) == size - 1000
print(most() - before)
"""


@pytest.mark.parametrize("megabytes", [60, pytest.param(600, marks=pytest.mark.thorough)])
def test_an_hour_takes_no_memory(tmp_path: Path, megabytes: int) -> None:
    """Named for its hash, then heard from its beginning and from within: at most 50 MB more than a second of it."""
    sizes = {"small.wav": 200_000, "large.wav": megabytes * 1_000_000}
    for name, size in sizes.items():
        with (tmp_path / name).open("wb") as made:
            made.write(b"RIFF\xff\xff\xff\xffWAVEfmt ")
            made.truncate(size)  # a file with a hole: its zeros take no room on the disk
    command = [sys.executable, "-c", _HEARS_ALL, *(str(tmp_path / name) for name in sizes)]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    assert int(done.stdout) < 50_000_000 * min(1, megabytes / 100)
