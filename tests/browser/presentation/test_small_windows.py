"""Every page that one reads, at a projector's size and in a window as narrow as a phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from core.evidence.evidence_map import read_evidence
from core.generation.line import prepare_line
from core.generation.offline_client import OfflineComposer
from core.transcripts.readers import read_transcript
from tests.browser.resting import settle, until_true
from workbench.jobs.runs.write_now import write_run
from workbench.paths import SAMPLE_DATA
from workbench.sample import SAMPLE_ID, sample_session
from workbench.store import Store

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.browser.running import Opener, Serve

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

WIDER = """() => [document.documentElement, document.querySelector('[data-testid=stMain]')]
  .some((one) => one.scrollWidth > innerWidth)"""
# The boxes of the panes of the page's view: left, top, width.
PANES = """() => {
  const roots = [...document.querySelectorAll('*')].map((one) => one.shadowRoot ?? one);
  const views = roots.map((one) => one.querySelector('#view .panes'));
  const panes = views.find((one) => one)?.children ?? [];
  return [...panes].filter((one) => one.getClientRects().length).map((one) => one.getBoundingClientRect())
    .map(({ left, top, width }) => [left, top, width]);
}"""


@pytest.fixture(scope="module")
def address(serve: Serve, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The app with an edition of the sample."""
    path: Path = tmp_path_factory.mktemp("small") / "workbench.db"
    store = Store(path)
    session = sample_session(store)
    transcript = read_transcript((SAMPLE_DATA / "interview.md").read_bytes(), "interview.md")
    evidence_map = read_evidence((SAMPLE_DATA / "evidence.json").read_bytes(), "evidence.json")
    write_run(store, session.session_id, prepare_line(evidence_map, transcript), OfflineComposer())
    return serve(["-m", "workbench", "app", "--port", "{port}", "--no-browser", "--db", str(path)])


def opened(visit: Opener, address: str, name: str, width: int) -> Page:
    page = visit(f"{address}/{name}?session={SAMPLE_ID}", "light").page
    page.set_viewport_size({"width": width, "height": 860})
    expect(page.get_by_test_id("stMain")).to_be_visible()
    settle(page)
    return page


@pytest.mark.parametrize("width", [1024, 420])
@pytest.mark.parametrize("name", ["map", "whitelist", "edition", "poison", "verify", "ask"])
def test_a_page_is_no_wider_than_its_window(visit: Opener, address: str, name: str, width: int) -> None:
    """Nobody has to move it to and fro to read a line."""
    until_true(opened(visit, address, name, width), f"() => !({WIDER})()")


@pytest.mark.parametrize("name", ["whitelist", "edition"])
def test_panes_stand_below_each_other_on_a_phone(visit: Opener, address: str, name: str) -> None:
    """Each as wide as the page."""
    page = opened(visit, address, name, 420)
    expect(page.locator("#view .panes")).to_be_visible()
    first, second = page.evaluate(PANES)
    assert first[0] == second[0]
    assert first[1] < second[1]
    assert min(first[2], second[2]) > 350
