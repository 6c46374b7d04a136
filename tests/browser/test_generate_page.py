"""A run in a real browser: begun, watched, stopped, resumed, in two tabs, with a stranger's worst words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from core.evidence import read_evidence
from core.line import Line, prepare_line
from core.pipeline import request_of
from core.readers import read_transcript
from workbench.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser

    from tests.browser.conftest import Opener

pytestmark = pytest.mark.browser

WORST = Path(__file__).with_name("worst_words.txt").read_text(encoding="utf-8").strip()
SAID = "I went down the stairs every morning and I wrote the number down"
TALK = f"**Ada:** {SAID}. {WORST}\n\n**Bob:** You did not.\n"
# Forty words a second: the first paragraph comes at once, the second leaves time to stop.
REPLY = f"## {WORST}\n\nAda told it: “{SAID}”. Then “I invented this” {WORST}\n\n{'and so it went on ' * 32}\n"
SHOWN = "<img src=x onerror=document.title="  # the marks behind it hold no proven words, and go


def evidence() -> bytes:
    support = [{"quote": SAID, "speaker": "Ada", "evidence_id": "e1"}]
    persons = [{"speaker_name": name, "speaker_role": role} for name, role in (("Ada", "guest"), ("Bob", "host"))]
    chapters = [{"title": f"Chapter {WORST}", "claims": [{"claim": f"Claim {WORST}", "support": support}]}]
    return json.dumps({"title": "A map", "speakers": persons, "chapters": chapters}).encode()


@pytest.fixture(scope="module")
def line() -> Line:
    return prepare_line(read_evidence(evidence(), "map.json"), read_transcript(TALK.encode(), "talk.md"))


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("generate") / "workbench.db"
    store = Store(path)
    session = store.create(f"Title {WORST}"[:200], session_id="hostile")
    session = store.put_transcript(session, "talk.md", TALK.encode())
    store.put_evidence(session, "map.json", evidence())
    return path


@pytest.fixture(scope="module")
def address(chromium: Browser, serve: Callable[[list[str]], str], database: Path) -> str:
    del chromium
    server = serve(["-m", "workbench", "app", "--port", "{port}", "--no-browser", "--db", str(database)])
    return f"{server}/generate?session=hostile"


def test_a_run_is_begun_watched_stopped_and_resumed(address: str, visit: Opener, line: Line, database: Path) -> None:
    """In one tab; another that was open before sees it and cannot begin a second. Every word is shown as it is."""
    visited, other = visit(address, "light"), visit(address, "light").page
    page = visited.page
    expect(other.get_by_role("button", name="Write the edition")).to_be_visible()

    page.get_by_text("See what is sent to a model").click()
    code = page.get_by_test_id("stCode").locator("code")
    expect(code).to_contain_text("Write one chapter")
    request = request_of(line, 0)
    assert request is not None
    assert WORST in request.prompt
    assert code.evaluate("e => e.textContent") == request.prompt

    page.get_by_text("Replies written beforehand", exact=True).click()
    page.get_by_label("Or paste them").fill(REPLY)
    page.get_by_role("button", name="Use these replies").click()
    page.get_by_role("combobox", name="How fast it writes").click()
    page.get_by_role("option", name="40 words a second").click()
    expect(page.get_by_text("How fast it writes")).to_be_visible()
    page.get_by_role("button", name="Write the edition").click()

    coming = page.locator(".wb-coming")
    expect(coming.locator("mark")).to_have_text(f"“{SAID}”")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("Run 1 was stopped; 0 of 1 chapter is done.")).to_be_visible()
    other.get_by_role("button", name="Write the edition").click()
    expect(other.locator(".wb-done")).to_contain_text("Run 1 is open already, so nothing was begun twice.")
    expect(other.get_by_role("button", name="Write the edition")).to_have_count(0)
    assert len(Store(database).runs("hostile")) == 0

    page.get_by_role("button", name="Resume").click()
    expect(other.locator(".wb-coming")).to_contain_text(SHOWN)
    expect(other.locator(".wb-done")).to_be_visible()  # what was said stays where the page draws itself anew
    live = str(coming.evaluate("e => e.textContent"))
    for words in (SHOWN, "taken", "$x$ :smile: -- >= ", "😀"):
        assert words in live
    expect(other.locator(".wb-last")).to_contain_text("marks taken off: not in the transcript")
    for tab in (page, other):
        expect(tab.locator(".st-key-wb-finished")).to_contain_text("Run 1 is finished: 1 chapter")
    assert len(Store(database).runs("hostile")) == 1
    page.get_by_role("link", name="Read the edition").click()
    expect(page.locator(".wb-reading h2").first).to_be_visible()
    assert "run=1" in page.url
    assert page.locator("img[src=x]").count() == 0
    assert "taken" not in page.title()
    assert visited.outside == []
