from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from tests.browser.resting import wait_until
from tests.workbench.sessions.importing.folders import zip_of
from workbench.sample import SAMPLE_ID, sample_session
from workbench.store import Store

if TYPE_CHECKING:
    from tests.browser.running import Opener, Serve, Visit

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

SAMPLE = Path(__file__).parents[2] / "sample_data"
WORST = "<img src=x onerror=alert(1)> $x$ :smile: -- **b** `c` </script>"


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of this file: its tests look at the whole list."""
    return tmp_path_factory.mktemp("own") / "workbench.db"


@pytest.fixture(scope="module")
def address(chromium: str, serve: Serve, own: Path) -> str:
    """The app over this database; it begins with the sample."""
    del chromium
    return serve(["-m", "workbench", "app", "--port", "{port}", "--no-browser", "--db", str(own)])


@pytest.fixture
def alone(own: Path, address: str) -> None:
    """Nothing but the sample under its own title, whatever the tests before did with it."""
    del address
    store = Store(own)
    for summary in store.sessions.list():
        store.sessions.delete(summary.session)
    store.sessions.rename(sample_session(store), "The sample: Slow Instruments")


@pytest.fixture
def visited(address: str, alone: None, visit: Opener) -> Visit:
    visited = visit(address, "light")
    expect(visited.page.get_by_role("button", name="New session")).to_be_visible()
    return visited


def row(page: Page, number: int = 0):
    return page.locator('[class*="st-key-wb-row-"]').nth(number)


def more(page: Page, number: int = 0) -> None:
    """Open what can be done with a session."""
    row(page, number).get_by_role("button", name="More").click()
    expect(page.get_by_role("textbox", name="Title")).to_be_visible()


def rename(page: Page, title: str) -> None:
    more(page)
    field = page.get_by_role("textbox", name="Title")
    field.fill(title)
    field.press("Enter")
    expect(page.locator(".wb-session h3").first).to_have_text(title)
    page.keyboard.press("Escape")


def test_a_fresh_database_shows_the_sample_at_a_glance(visited: Visit) -> None:
    """Its quotes, levels and verdict stand in one row."""
    first = row(visited.page)
    for words in ("interview.md + evidence.json", "proven", "rejected", "Strong", "✓ Verified", "Changed"):
        expect(first).to_contain_text(words)
    assert visited.outside == []
    assert visited.complaints == []


def test_a_session_has_an_address_of_its_own(visited: Visit, visit: Opener) -> None:
    """A bookmark and a second tab open the same place."""
    page = visited.page
    link = row(page).get_by_role("link", name="Open")
    assert "session=" in (link.get_attribute("href") or "")
    link.click()
    expect(page.locator(".wb-open")).to_contain_text("The sample")
    page.wait_for_url("**/whitelist?session=*")
    second = visit(page.url, "light").page
    expect(second.locator(".wb-open")).to_contain_text("The sample")


def test_a_new_session_opens_its_sources(visited: Visit) -> None:
    """And the way back leads to the list with it."""
    page = visited.page
    page.get_by_role("button", name="New session").click()
    page.wait_for_url("**/sources?session=*")
    expect(page.get_by_role("heading", name="Transcript", exact=True)).to_be_visible()
    page.get_by_role("link", name="Sessions").click()
    expect(page.locator(".wb-session h3", has_text="Untitled session")).to_be_visible()


def test_a_deleted_session_comes_back_by_undo(visited: Visit) -> None:
    """The line that says so has the way back beside it."""
    page = visited.page
    more(page)
    page.get_by_role("button", name="Delete").click()
    line = page.locator(".st-key-wb-undo")
    expect(line).to_contain_text("Deleted “The sample")
    expect(page.locator(".wb-session h3")).to_have_count(0)
    line.get_by_role("button", name="Undo").click()
    expect(page.locator(".wb-session h3")).to_contain_text("The sample")
    expect(line).to_have_count(0)


def test_a_zip_of_transcripts_becomes_sessions(visited: Visit, tmp_path: Path) -> None:
    """Dropped, read in the background, listed: what was refused says why, and the sample is as it was."""
    page = visited.page
    talk = {"name": "May/talk.vtt", "is": "voices.vtt"}, {"name": "May/talk.json", "is": "map.json"}
    rest = {"name": "May/talk.srt", "is": "captions.srt"}, {"name": "notes.pdf", "is": "pdf"}
    talks = tmp_path / "talks.zip"
    talks.write_bytes(zip_of([*talk, *rest, {"name": "other.txt", "is": "other.txt"}]))
    page.get_by_role("button", name="Import transcripts").click()
    page.locator('input[type="file"]').set_input_files(talks)
    line = page.locator(".st-key-wb-import")
    expect(line).to_contain_text("2 sessions made, 1 file with the same words, 1 file refused.")
    titles, all_three = page.locator(".wb-session h3"), ["The Tide", "The sample: Slow Instruments", "other"]
    wait_until(page, lambda: sorted(titles.all_text_contents()) == all_three)
    expect(page.get_by_text("This is a PDF, not a text.")).to_be_visible()
    expect(page.get_by_text("talks.zip/May/talk.srt")).not_to_be_visible()
    page.get_by_text("The same words as another file").click()
    expect(page.get_by_text("talks.zip/May/talk.srt")).to_be_visible()
    line.get_by_role("button", name="Close").click()
    expect(line).to_have_count(0)
    expect(page.locator(".wb-session h3")).to_have_count(3)
    assert visited.outside == []
    assert visited.complaints == []


def test_a_session_travels_as_a_file(visited: Visit, own: Path, tmp_path: Path) -> None:
    """Exported, imported, exported: the same in everything but the title, which was taken; certificates to the byte."""
    page = visited.page
    more(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    first = tmp_path / "first.json"
    download.value.save_as(first)
    assert download.value.suggested_filename.endswith(".session.json")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Import a session").click()
    page.locator('input[type="file"]').set_input_files(first)
    expect(page.locator(".wb-done")).to_contain_text("Imported “")
    expect(page.locator(".wb-session h3")).to_have_count(2)
    page.keyboard.press("Escape")
    more(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    second = tmp_path / "second.json"
    download.value.save_as(second)
    before, after = (json.loads(path.read_text(encoding="utf-8")) for path in (first, second))
    assert after.pop("title") == f"{before.pop('title')} (imported)"
    assert after == before
    store = Store(own)
    kept = [
        [store.runs.get(run.run_id).certificate for run in store.runs.list(one.session.session_id)]
        for one in store.sessions.list()
    ]
    assert kept == [[run["certificate"] for run in before["runs"]]] * 2
    assert kept[0]


def test_a_hostile_title_is_shown_as_it_is(visited: Visit) -> None:
    """In the row, in the field, and when it is deleted; nothing of it runs."""
    page = visited.page
    rename(page, WORST)
    more(page)
    expect(page.get_by_role("textbox", name="Title")).to_have_value(WORST)
    page.get_by_role("button", name="Delete").click()
    expect(page.locator(".st-key-wb-undo")).to_contain_text(f"Deleted “{WORST}”.")
    assert page.locator("img[src=x]").count() == 0
    assert [url for url in visited.requests if url.endswith("/x")] == []
    assert visited.outside == []
    assert visited.complaints == []


def test_the_search_answers_while_one_types(visited: Visit) -> None:
    """And says so where nothing is found."""
    page = visited.page
    page.get_by_label("Search sessions").press_sequentially("no such title")
    expect(page.get_by_text("No session has “no such title” in its title or file names.")).to_be_visible()
    page.get_by_label("Search sessions").fill("INTERVIEW")
    expect(page.locator(".wb-session h3")).to_have_count(1)


def test_what_a_tab_holds_outlives_its_database(chromium: str, serve: Serve, tmp_path: Path, visit: Opener) -> None:
    """Deleted while a person works: the next page says so, with two buttons; the one gives a file that can be imported,
    the other makes the database again, in which the page goes on."""
    del chromium
    own = tmp_path / "workbench.db"
    address = serve(["-m", "workbench", "app", "--port", "{port}", "--no-browser", "--db", str(own)])
    visited = visit(f"{address}/edition?session={SAMPLE_ID}", "light")
    page = visited.page
    expect(page.get_by_text("The sample: Slow Instruments").first).to_be_visible()
    expect(page.get_by_role("button", name="Download")).to_be_visible()
    before = Store(own).sessions.export(SAMPLE_ID)
    own.unlink()
    page.get_by_role("link", name="Coverage").click()
    alert = page.get_by_role("alert").filter(has_text="the database was deleted, moved or emptied")
    expect(alert).to_have_count(1)
    expect(alert).to_contain_text("also run 1 with its edits")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export it").click()
    assert json.loads(Path(download.value.path()).read_bytes()) == json.loads(before)
    assert not own.exists()
    page.get_by_role("button", name="Make a new one with what this page holds").click()
    expect(page.get_by_text("is stored as this tab held it.")).to_be_visible()
    expect(page.get_by_text("Which quotes count")).to_be_visible()
    expect(alert).to_have_count(0)
    assert Store(own).sessions.export(SAMPLE_ID) == before
    assert visited.outside == []
