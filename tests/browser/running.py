"""A real Chromium, and servers that it looks at, for as long as a `with` lasts."""

import os
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import Literal

from playwright.sync_api import BrowserContext, Error, Page, Playwright

from tests.wire.free_port import free_port

PATIENCE = 120  # seconds; machines that run tests are often busy
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
QUIET = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--disable-sync",
)


class NoBrowser(Exception):
    """There is no Chromium here, or it does not start."""


class NotServing(Exception):
    """A server did not begin to answer."""


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
    def forbidden(self) -> list[str]:
        """The complaints about what a content policy forbids."""
        return [complaint for complaint in self.complaints if "Content Security Policy" in complaint]

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


def find_chromium() -> str:
    """Return the browser's path; raises `NoBrowser` where there is none."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        raise NoBrowser(f"no Chromium on this machine (looked for {', '.join(NAMES)})")
    return path


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
    raise NotServing(f"the app did not start:\n{log.read_text(encoding='utf-8', errors='replace')}")


@contextmanager
def serving(place: Path) -> Generator[Serve]:
    """Give a function that starts a server with `{port}` in its arguments filled in and returns its address."""
    servers: list[subprocess.Popen[bytes]] = []

    def start(arguments: list[str]) -> str:
        home = Path(mkdtemp(dir=place))  # a fresh machine: no settings, no mail prompt answered
        port = free_port()
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

    try:
        yield start
    finally:
        for server in servers:
            server.terminate()
        for server in servers:
            server.wait(timeout=PATIENCE)


@contextmanager
def browsing(playwright: Playwright, chromium: str, profiles: Path) -> Generator[Contexts]:
    """Give a function that returns the context of a scheme, 1280 px wide, with a profile of its own.

    What Streamlit serves unchanged is fetched and compiled once, as for a person: a page costs half as much then.
    Raises `NoBrowser` where Chromium does not start.
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
                raise NoBrowser(f"{chromium} does not start: {error.message.splitlines()[0]}") from error
            made[scheme].set_default_timeout(PATIENCE * 1000)
        return made[scheme]

    try:
        yield context
    finally:
        for one in made.values():
            one.close()


@contextmanager
def visiting(contexts: Contexts) -> Generator[Opener]:
    """Give a function that opens an address on a page of its own, in the scheme asked for.

    Whatever a test looks at, no page may try what its content policy forbids.
    """
    visits: list[Visit] = []

    def open_page(url: str, scheme: Scheme = "light") -> Visit:
        visits.append(Visit(contexts(scheme).new_page()))
        visits[-1].page.goto(url)
        return visits[-1]

    try:
        yield open_page
    finally:
        for visit in visits:
            visit.page.close()
    assert [complaint for visit in visits for complaint in visit.forbidden] == []
