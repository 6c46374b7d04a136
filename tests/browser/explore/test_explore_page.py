"""The page Explore in a real browser: sixty made talks are read, sorted, searched, and a place becomes a quote."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from streamlit.proto.BackMsg_pb2 import BackMsg

from core.map_making.acts.act_records import members_of
from tests.benchmarks.archive.made_archive import write_archive
from tests.browser.resting import becomes, rest, settle, until_true, wait_until
from workbench.sessions.session_material import material_of
from workbench.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.browser.running import Opener, Serve, Visit

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

TALKS = 60
HOSTILE = "<img src=x onerror='window.hit=1'>"
SAID = "zeppelin <b>harbour</b>"


class Explored:
    """The page in a tab, with the database of its app."""

    def __init__(self, visit: Visit, store: Store, address: str) -> None:
        self.visit = visit
        self.page: Page = visit.page
        self.store = store
        self.address = address


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sixty made talks, and one whose name and words look like markup."""
    folder = tmp_path_factory.mktemp("archive")
    write_archive(folder, TALKS)
    (folder / f"{HOSTILE}.txt").write_text(f"Eve Hart: Nobody knows where the {SAID} is.\n\nBen Cole: Why?\n")
    return folder


@pytest.fixture(scope="module")
def explored(
    chromium: str, serve: Serve, visit_once: Opener, archive: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Explored]:
    """The page, once its folders are read by the command."""
    del chromium
    database = tmp_path_factory.mktemp("explore") / "workbench.db"
    address = serve(["-m", "workbench", "app", "--port", "{port}", "--no-browser", "--db", str(database)])
    visit = visit_once(f"{address}/explore", "light")
    page = visit.page
    expect(page.get_by_label("Folders on this machine")).to_be_visible()
    rest(page)
    page.get_by_label("Folders on this machine").fill(str(archive))
    page.get_by_role("button", name="Read the folders").click()
    expect(page.get_by_text(f"{TALKS + 1} talks")).to_be_visible()
    expect(page.get_by_role("button", name="Look for changes")).to_be_visible()
    yield Explored(visit, Store(database), address)
    assert page.evaluate("window.hit") is None


def opened(explored: Explored, query: str = "") -> Page:
    page = explored.page
    page.goto(f"{explored.address}/explore{query}")
    expect(page.locator("#view tbody tr").first).to_be_visible()
    rest(page)
    return page


def cells(page: Page, column: int) -> list[str]:
    """Return what stands in a column of the first table, from the top."""
    return page.locator("#view table").first.locator(f"tbody tr td:nth-child({column})").all_inner_texts()


def test_the_talks_are_sorted_by_a_column(explored: Explored) -> None:
    """Numbers from the largest on, then the other way; what is not known comes last both times."""
    page = opened(explored)
    words = page.get_by_role("columnheader", name="Words").get_by_role("button")
    for way in (-1, 1):
        words.click()
        found = [int(cell.replace(",", "")) for cell in cells(page, 5)]
        assert found == sorted(found, key=lambda number: way * number)
        assert len(found) == TALKS + 1
    page.get_by_role("columnheader", name="Minutes").get_by_role("button").click()
    minutes = cells(page, 6)
    assert minutes[0]
    assert not minutes[-1]


def test_a_filter_is_in_the_address_and_takes_one_rerun(explored: Explored) -> None:
    """A second tab with that address shows the same lines."""
    runs: list[BackMsg] = []

    def note(frame: bytes | str) -> None:
        message = BackMsg.FromString(frame if isinstance(frame, bytes) else frame.encode())
        if message.WhichOneof("type") == "rerun_script":
            runs.append(message)

    explored.page.on("websocket", lambda socket: socket.on("framesent", note))
    page = opened(explored)
    settle(page)
    runs.clear()
    field = page.get_by_label("Words", exact=True)
    field.fill("zeppelin")
    field.press("Enter")
    expect(page.get_by_text("Said “zeppelin” 1 time")).to_be_visible()
    rest(page)
    assert len(runs) == 1
    until_true(page, "() => location.search.includes('words=zeppelin')")
    again = opened(explored, f"?{page.url.partition('?')[2]}")
    expect(again.get_by_text("Said “zeppelin” 1 time")).to_be_visible()
    becomes(again, lambda: cells(again, 4), ["<b>harbour</b> is."])


def test_a_place_becomes_a_quote(explored: Explored) -> None:
    """A click on a line opens its turns; a session is started there, and the sentence added to its map."""
    query = "?words=zeppelin&look=Lines"
    page = opened(explored, query)
    page.locator("#view table.lines tbody tr").first.click()
    expect(page.locator(".wb-explore-turn.here mark")).to_have_text("zeppelin")
    expect(page.locator(".wb-explore-turn.here .said")).to_have_text(f"Nobody knows where the {SAID} is.")
    page.get_by_role("button", name="Start a session with this talk").click()
    wait_until(page, lambda: any(one.session.title == HOSTILE for one in explored.store.sessions.list()))
    (made,) = (one.session for one in explored.store.sessions.list() if one.session.title == HOSTILE)
    until_true(page, "() => location.pathname.endsWith('sources')")
    page = opened(explored, query)
    page.locator("#view table.lines tbody tr").first.click()
    page.get_by_role("button", name="Use as a quote").click()
    expect(page.get_by_text("The quote is in the map of")).to_be_visible()
    acts = material_of(explored.store, made).acts
    quotes = [one for act in acts for one in members_of(act) if one.kind == "add_support"]
    assert [(one.quote, one.speaker) for one in quotes] == [(f"Nobody knows where the {SAID} is.", "Eve Hart")]
