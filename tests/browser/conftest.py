"""One Chromium and one app for all tests of a worker; they skip where there is none, and fail there when CI is set."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Playwright, expect, sync_playwright

from tests.browser.running import (
    PATIENCE,
    Contexts,
    NoBrowser,
    Opener,
    Scheme,
    Serve,
    browsing,
    find_chromium,
    serving,
    visiting,
)
from workbench.sample import SAMPLE_ID
from workbench.store import Store


def _no_browser(why: NoBrowser) -> None:
    if os.environ.get("CI"):
        pytest.fail(f"{why}; with CI set, the browser tests must run")
    pytest.skip(str(why))


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    # Playwright keeps an event loop running until it is closed; a session's would be in the way of every later test.
    expect.set_options(timeout=PATIENCE * 1000)
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def chromium() -> str:
    """The browser's path."""
    try:
        return find_chromium()
    except NoBrowser as why:
        _no_browser(why)
        raise


@pytest.fixture(scope="module")
def serve(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serve]:
    """Start a server with `{port}` in its arguments filled in; returns its address."""
    with serving(tmp_path_factory.mktemp("homes")) as start:
        yield start


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of `app`; all tests of a worker use it, so what a test changes is a session of its own."""
    return tmp_path_factory.mktemp("app") / "workbench.db"


@pytest.fixture(scope="package")
def app(chromium: str, database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the real app, started as a person starts it, with the sample session in it."""
    del chromium  # asked for first, so that nothing is served where nobody can look
    with serving(tmp_path_factory.mktemp("homes")) as start:
        yield start(["-m", "workbench", "app", "--port", "{port}", "--no-browser", "--db", str(database)])


@pytest.fixture
def copied(app: str, database: Path) -> str:
    """The id of a session of this test alone: a copy of the sample."""
    del app  # which brings the sample
    return Store(database).sessions.duplicate(SAMPLE_ID, "A copy").session_id


@pytest.fixture(scope="package")
def contexts(playwright: Playwright, chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Contexts]:
    """One context for each scheme, which all tests of a worker share."""
    with browsing(playwright, chromium, tmp_path_factory.mktemp("profiles")) as context:

        def started(scheme: Scheme) -> BrowserContext:
            try:
                return context(scheme)
            except NoBrowser as why:
                _no_browser(why)
                raise

        yield started


@pytest.fixture
def visit(contexts: Contexts) -> Iterator[Opener]:
    """Open an address on a page of its own, in the scheme asked for."""
    with visiting(contexts) as opener:
        yield opener


@pytest.fixture(scope="module")
def visit_once(contexts: Contexts) -> Iterator[Opener]:
    """Open an address on a page that all tests of a file look at; what one of them does to it, it undoes."""
    with visiting(contexts) as opener:
        yield opener
