"""A real Chromium, started for each file with one profile, and the real app, started once for each worker."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import BrowserContext, Error, Page, Playwright, expect, sync_playwright

from workbench.sample import SAMPLE_ID
from workbench.store import Store

PATIENCE = 120  # seconds; machines that run tests are often busy
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
QUIET = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--disable-sync",
)


class Visit:
    """One page that was opened, everything it asked the network for and everything it complained about."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.requests: list[str] = []
        self.complaints: list[str] = []
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("console", lambda message: self.complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    @property
    def outside(self) -> list[str]:
        """The requests that left the machine."""
        at_home = (
            "http://127.0.0.1:",
            "ws://127.0.0.1:",
            "http://localhost:",
            "ws://localhost:",
            "data:",
            "blob:",
            "about:",
        )
        return [url for url in self.requests if not url.startswith(at_home)]


Scheme = Literal["light", "dark"]
Opener = Callable[[str, Scheme], Visit]
Contexts = Callable[[Scheme], BrowserContext]
Serve = Callable[[list[str]], str]


def _no_browser(why: str) -> None:
    if os.environ.get("CI"):
        pytest.fail(f"{why}; with CI set, the browser tests must run")
    pytest.skip(why)


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    # Playwright keeps an event loop running until it is closed; a session's would be in the way of every later test.
    expect.set_options(timeout=PATIENCE * 1000)
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def chromium() -> str:
    """The browser's path."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        _no_browser(f"no Chromium on this machine (looked for {', '.join(NAMES)})")
    return path or ""


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _wait_until_healthy(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if server.poll() is not None:
            break
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=5) as answer:  # noqa: S310 - our own loopback address
                if answer.status == 200:
                    return
        except (urllib.error.URLError, TimeoutError, ConnectionError):
            time.sleep(0.05)
    pytest.fail(f"the app did not start:\n{log.read_text(encoding='utf-8', errors='replace')}")


def _serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serve]:
    servers: list[subprocess.Popen[bytes]] = []

    def start(arguments: list[str]) -> str:
        home = tmp_path_factory.mktemp("home")  # a fresh machine: no settings, no mail prompt answered
        port = _free_port()
        log = home / "log.txt"
        command = [sys.executable, *(argument.format(port=port) for argument in arguments)]
        with log.open("wb") as out:
            server = subprocess.Popen(
                command, cwd=home, env={**os.environ, "HOME": str(home)}, stdout=out, stderr=subprocess.STDOUT
            )
        servers.append(server)
        url = f"http://127.0.0.1:{port}"
        _wait_until_healthy(url, server, log)
        return url

    yield start
    for server in servers:
        server.terminate()
    for server in servers:
        server.wait(timeout=30)


@pytest.fixture(scope="module")
def serve(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serve]:
    """Start a server with `{port}` in its arguments filled in; returns its address."""
    yield from _serving(tmp_path_factory)


@pytest.fixture(scope="session")
def _serve_for_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serve]:  # pyright: ignore[reportUnusedFunction]
    yield from _serving(tmp_path_factory)


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of `app`; all tests of a worker use it, so what a test changes is a session of its own."""
    return tmp_path_factory.mktemp("app") / "workbench.db"


@pytest.fixture(scope="session")
def _app(_serve_for_all: Serve, database: Path) -> str:  # pyright: ignore[reportUnusedFunction]
    return _serve_for_all(["-m", "workbench", "app", "--port", "{port}", "--no-browser", "--db", str(database)])


@pytest.fixture(scope="module")
def app(chromium: str, request: pytest.FixtureRequest) -> str:
    """The address of the real app, started as a person starts it, with the sample session in it."""
    del chromium  # asked for first, so that nothing is served where nobody can look
    return request.getfixturevalue("_app")


@pytest.fixture
def copied(app: str, database: Path) -> str:
    """The id of a session of this test alone: a copy of the sample."""
    del app  # which brings the sample
    return Store(database).duplicate(SAMPLE_ID, "A copy").session_id


@pytest.fixture(scope="session")
def profiles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the browsers of a worker keep what they fetched."""
    return tmp_path_factory.mktemp("profiles")


@pytest.fixture(scope="module")
def contexts(playwright: Playwright, chromium: str, profiles: Path) -> Iterator[Contexts]:
    """One context for each scheme, 1280 px wide, whose profile all files of a worker share.

    What Streamlit serves unchanged is fetched and compiled once, as for a person: a page costs half as much then.
    """
    made: dict[str, BrowserContext] = {}

    def context(scheme: Scheme) -> BrowserContext:
        if scheme not in made:
            try:
                made[scheme] = playwright.chromium.launch_persistent_context(
                    profiles / scheme,
                    executable_path=chromium,
                    args=list(QUIET),
                    timeout=PATIENCE * 1000,
                    viewport={"width": 1280, "height": 900},
                    color_scheme=scheme,
                )
            except Error as error:
                _no_browser(f"{chromium} does not start: {error.message.splitlines()[0]}")
                raise
            made[scheme].set_default_timeout(PATIENCE * 1000)
        return made[scheme]

    yield context
    for one in made.values():
        one.close()


def _visiting(contexts: Contexts) -> Iterator[Opener]:
    pages: list[Page] = []

    def open_page(url: str, scheme: Scheme = "light") -> Visit:
        pages.append(contexts(scheme).new_page())
        visited = Visit(pages[-1])
        visited.page.goto(url)
        return visited

    yield open_page
    for page in pages:
        page.close()


@pytest.fixture
def visit(contexts: Contexts) -> Iterator[Opener]:
    """Open an address on a page of its own, in the scheme asked for."""
    yield from _visiting(contexts)


@pytest.fixture(scope="module")
def visit_once(contexts: Contexts) -> Iterator[Opener]:
    """Open an address on a page that all tests of a file look at; what one of them does to it, it undoes."""
    yield from _visiting(contexts)
