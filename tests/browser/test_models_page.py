"""A model over the network, as a person uses it: a typed key, a run with every kind of trouble, what it took.

The key is a canary: at the end it is looked for wherever something of it could have stayed.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from core.llm.client import WritingMode
from tests.browser.resting import choose_answer, rest, settle, wait_until
from tests.wire import gemini
from tests.wire.server import Request, Script, Server
from workbench.sample import SAMPLE_ID, sample_session
from workbench.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

    from tests.browser.running import Opener, Serve, Visit

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

CANARY = "AIzaCanary-7Qx9-never-to-be-seen"
# Every page, and what is on it once it is there.
PAGES = {
    "Sessions": ".wb-session",
    "Sources": ".wb-source",
    "Whitelist": "article",
    "Coverage": ".js-plotly-plot .point",
    "Poison": "[data-testid='stNumberInput']",
    "Verify": "textarea",
    "Generate": ".wb-plan",
}
USED = gemini.usage(1_200, 80, thinking=40)
CHAPTER = "## A chapter\n\nWords that quote nobody at all.\n"
SIMPLER = json.dumps({"title": "A chapter", "paragraphs": [{"text": "Told without quotations.", "quote_ids": []}]})


def refusing() -> Script:
    return gemini.failed(401, f"The key {CANARY} is not known here.")


def troubled() -> Iterator[Script]:
    """Yield what the service answers, call by call: too many requests, a filter, and a key that is not taken."""
    written = gemini.streamed(gemini.chunk(CHAPTER, finish="STOP", used=USED))
    yield gemini.failed(429, "Slow down.", Retry_After="1")
    yield written
    yield gemini.streamed(gemini.chunk("## A", finish="SAFETY", used=USED))
    yield gemini.streamed(gemini.chunk(SIMPLER, finish="STOP", used=USED))
    yield written
    yield refusing()
    while True:
        yield written


class Service:
    """Gemini, as far as it is needed: a list of models, and replies in turn."""

    def __init__(self) -> None:
        self._replies = troubled()

    def __call__(self, request: Request) -> Script:
        """Answer one request."""
        if request.method == "GET":
            return gemini.models({"gemini-3.8-flash": ["generateContent"], "gemini-3.8-pro": ["generateContent"]})
        return gemini.counted(1_200) if "countTokens" in request.path else next(self._replies)


@pytest.fixture(scope="module")
def service() -> Iterator[Server]:
    with Server(Service()) as serving:
        yield serving


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("models") / "workbench.db"


@pytest.fixture(scope="module")
def visited(service: Server, serve: Serve, visit_once: Opener, database: Path) -> Iterator[Visit]:
    """The app on a machine without keys, whose Gemini is the service of this file."""
    sample_session(Store(database))
    with pytest.MonkeyPatch.context() as patch:
        for name in ("GEMINI_API_KEY", "GOOGLE_API_KEY", "OPENAI_API_KEY"):
            patch.delenv(name, raising=False)
        patch.setenv("GOOGLE_GEMINI_BASE_URL", service.url)
        url = serve(["-m", "workbench", "app", "--port", "{port}", "--no-browser", "--db", str(database)])
        yield visit_once(f"{url}/generate?session={SAMPLE_ID}", "light")


def press(page: Page, name: str) -> None:
    rest(page)
    page.get_by_role("button", name=name, exact=True).click()


def stored(page: Page, database: Path, mode: WritingMode) -> None:
    """Wait until a way of writing is stored and the page shows it: a run is begun only of what its person saw."""
    wait_until(page, lambda: Store(database).sessions.get(SAMPLE_ID).settings.mode is mode)
    settle(page)


def begin_with_gemini(page: Page) -> None:
    choose_answer(page, "Gemini")
    expect(page.locator(".st-key-wb-service")).to_contain_text("Set GEMINI_API_KEY before you start the app")
    rest(page)
    page.get_by_label("Key", exact=True).fill(CANARY)
    press(page, "Use this key")
    expect(page.locator(".st-key-wb-service")).to_contain_text("A key was typed; it is held in memory")
    press(page, "Test the connection")
    expect(page.locator(".wb-service-said")).to_contain_text("2 models")


def seen_of(page: Page) -> str:
    """All that a page holds: its source, what its fields hold, and what it keeps in the browser."""
    return page.evaluate(
        """() => [document.documentElement.outerHTML,
            ...[...document.querySelectorAll('input, textarea')].map(field => field.value),
            JSON.stringify({...localStorage}), JSON.stringify({...sessionStorage}), document.cookie].join("\\n")"""
    )


def test_a_run_with_every_kind_of_trouble_ends_and_the_key_is_nowhere(
    visited: Visit, service: Server, database: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Waited for, replaced, failed, gone on with; then what was asked and what it took; then the canary is looked
    for in the file, an export, the log, every page's source, every address, and what was downloaded."""
    page = visited.page
    begin_with_gemini(page)
    choose_answer(page, "By copying")
    stored(page, database, WritingMode.QUOTE)
    press(page, "Write the edition")
    expect(page.locator(".wb-failure").first).to_contain_text("Run 2 could not go on")
    seen = [seen_of(page)]
    press(page, "Go on without this chapter")
    expect(page.locator(".st-key-wb-finished")).to_contain_text("Run 2 is finished: 6 chapters")
    page.get_by_text("What was used", exact=True).click()
    expect(page.locator(".wb-usage").first).to_contain_text("Run 2")
    seen.append(seen_of(page))
    # The browser goes on to send the buttons of a choice that has left the page, standing on the first one.
    assert Store(database).sessions.get(SAMPLE_ID).settings.mode is WritingMode.QUOTE
    page.get_by_role("link", name="Read the edition").click()
    page.get_by_text("What was asked and answered").click()
    expect(page.locator(".wb-calls")).to_contain_text("The whole chapter")
    seen.append(seen_of(page))
    press(page, "Download")
    downloads: list[bytes] = []
    for label in ("Markdown", "Web page", "JSON", "Certificate"):
        with page.expect_download() as download:
            page.get_by_role("button", name=label, exact=True).click()
        downloads.append(Path(download.value.path()).read_bytes())
    for name, ready in PAGES.items():
        page.get_by_test_id("stPageLink").get_by_text(name, exact=True).click()
        expect(page.locator(ready).first).to_be_visible()
        seen.append(seen_of(page))
    sent = [request for request in service.requests if CANARY in " ".join(request.headers.values())]
    assert sent, "the key was used, or nothing is proven by its absence"
    store = Store(database)
    logs = [path.read_bytes() for path in tmp_path_factory.getbasetemp().glob("homes*/*/log.txt")]
    kept = {
        "the file": database.read_bytes(),
        "an export": store.sessions.export(SAMPLE_ID),
        "the log": b"\n".join(logs),
        "the pages": "\n".join(seen).encode(),
        "the addresses": "\n".join(visited.requests).encode(),
        "the complaints": "\n".join(visited.complaints).encode(),
        "the files": b"\n".join(downloads),
    }
    assert logs
    assert [where for where, what in kept.items() if CANARY.encode() in what] == []
    assert visited.outside == []
