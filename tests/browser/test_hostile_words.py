from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.resting import settle

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.browser.running import Opener, Visit

pytestmark = pytest.mark.browser

WORST = Path(__file__).with_name("worst_words.txt").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def address(chromium: str, serve: Callable[[list[str]], str]) -> str:
    del chromium
    page = str(Path(__file__).with_name("hostile_app.py"))
    flags = [
        "--server.port={port}",
        "--server.address=127.0.0.1",
        "--server.headless=true",
        "--browser.gatherUsageStats=false",
    ]
    return serve(["-m", "streamlit", "run", page, *flags])


@pytest.fixture(scope="module")
def visited(address: str, visit_once: Opener) -> Visit:
    visited = visit_once(address, "light")
    expect(visited.page.locator("article")).to_be_visible()
    expect(visited.page.locator(".js-plotly-plot .point")).to_have_count(2)
    return visited


@pytest.fixture(scope="module")
def page(visited: Visit) -> Page:
    return visited.page


def test_nothing_of_it_is_executed(visited: Visit) -> None:
    """No image is asked for, no script runs, no request leaves the machine."""
    settle(visited.page)
    assert visited.page.title() == "Hostile"
    assert visited.page.locator("img[src=x]").count() == 0
    assert [url for url in visited.requests if url.endswith("/x")] == []
    assert visited.outside == []
    assert visited.complaints == []


@pytest.mark.parametrize(
    "place",
    [
        ".wb-words",
        ".wb-notice",
        "article .name",
        "article .words",
        ".js-plotly-plot .ytick",
    ],
)
def test_its_characters_are_shown_exactly(page: Page, place: str) -> None:
    """In paragraphs, notices, labels, the transcript, tables, choosers and charts."""
    shown = " ".join(page.locator(place).first.evaluate("e => e.innerText ?? e.textContent").split())
    if place == ".js-plotly-plot .ytick":  # a label of a chart is broken into lines, and ends with an ellipsis
        assert shown.startswith("1. <img src=x"), shown
        return
    assert WORST in shown, shown


def test_a_quote_of_it_is_sliced_after_the_emoji(page: Page) -> None:
    """Offsets are UTF-16 units in the browser, so the mark begins where the quote begins."""
    assert page.locator("mark").all_text_contents() == [f"it. {WORST}"]


def test_its_card_is_text(page: Page) -> None:
    """Name, words, chapter, evidence and id."""
    page.locator("mark").first.click()
    card = page.get_by_label("Quote", exact=True)
    assert (card.text_content() or "").count(WORST) == 5


def test_a_carriage_return_stays_where_it_was(page: Page) -> None:
    """The words of the turn are the slice without white space at its ends, and nothing else was changed."""
    assert page.locator("article .words").text_content() == f"Before 😀 it. {WORST} After it."


def test_a_rejected_quote_is_text(page: Page) -> None:
    """As it was typed, and the words of the nearest passage."""
    page.get_by_role("tab", name="Rejected").click()
    rejected = page.locator("li.refused").first
    expect(rejected).to_contain_text(WORST)
    rejected.locator("summary").click()
    assert (rejected.text_content() or "").count(WORST) >= 3
