"""The map by hand alone: after an act the page is given the changes of what it holds, and nothing else can come of them
than what is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import WebSocket, expect

from tests.browser.map.by_hand_page import entries, half_past, press, ready, selected
from tests.browser.resting import settle

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.running import Opener

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

# Presses Enter and goes on in the same moment, before any answer can have come.
ENTER = """(then) => {
  const hosts = [...document.querySelectorAll("*")].map((one) => one.shadowRoot).filter(Boolean);
  const { view } = hosts.map((one) => one.querySelector("#view")).find((one) => one?.view);
  const how = { key: "Enter", bubbles: true, composed: true, cancelable: true };
  view.text.dispatchEvent(new KeyboardEvent("keydown", how));
  if (then === "forget") view.built.beside = view.built.marks = "what is not known to anybody";
  return [...view.root.querySelectorAll(".awaited")].map((one) => one.textContent);
}"""


def in_first_claim(page: Page) -> None:
    """Make the first claim current, and select words for it."""
    entries(page, "claim").first.click()
    half_past(page)


def test_an_act_is_shown_at_once_as_not_yet_proven(sample: Page) -> None:
    """Then as proven, and there is one row of it."""
    proven = sample.locator("li.of-claim").first.locator(".proven")
    many = proven.count()
    in_first_claim(sample)
    assert sample.evaluate(ENTER, "wait") == ["Half past six.not yet proven"]
    expect(proven).to_have_count(many + 1)
    expect(sample.locator(".awaited")).to_have_count(0)
    expect(sample.locator("li.of-claim").first.get_by_text("Half past six.", exact=True)).to_have_count(1)


def test_a_new_claim_is_shown_at_once_as_not_yet_stored(empty: Page) -> None:
    """With the chapter before it and the quote in it."""
    half_past(empty)
    press(empty, "Shift+N")
    expect(entries(empty, "support")).to_have_count(1)
    expect(empty.locator(".awaited")).to_have_count(0)
    expect(empty.get_by_label("Title of the chapter")).to_be_focused()


def test_a_page_that_holds_something_else_asks_for_all_of_it(sample: Page) -> None:
    """Changes of what it does not hold are not used; afterwards it goes on as before."""
    proven = sample.get_by_text("✓ proven")
    many = proven.count()
    in_first_claim(sample)
    sample.evaluate(ENTER, "forget")
    expect(proven).to_have_count(many + 1)
    expect(sample.locator(".awaited")).to_have_count(0)
    half_past(sample)
    press(sample, "Shift+ArrowLeft")
    expect(selected(sample)).to_contain_text("2 words")
    press(sample, "Enter")
    expect(proven).to_have_count(many + 2)


def test_rows_that_stay_are_not_drawn_anew(sample: Page) -> None:
    """What an act does not touch keeps its place in the page, and the row that changed is where it belongs."""
    rows = entries(sample, "support")
    many = rows.count()
    rows.evaluate_all("(all) => all.forEach((one) => (one.dataset.seen = ''))")
    in_first_claim(sample)
    press(sample, "Enter")
    expect(rows).to_have_count(many + 1)
    expect(sample.locator("button.entry[data-seen]")).to_have_count(many)
    press(sample, "Control+z")
    expect(rows).to_have_count(many)
    expect(sample.locator("button.entry[data-seen]")).to_have_count(many)


def test_of_a_long_talk_little_is_sent(address: str, visit: Opener) -> None:
    """The talk and its quotes once; for an act less than a tenth of that."""
    received: list[int] = []

    def heard(socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: received.append(len(data)))

    page = visit("about:blank", "light").page
    page.on("websocket", heard)
    page.goto(f"{address}/?of=large")
    ready(page)
    settle(page)
    expect(page.locator("li.of-claim")).to_have_count(20)
    first = sum(received)
    entries(page, "claim").first.click()
    half_past(page)
    press(page, "Enter")
    page.locator(".wb-words", has_text="Done: the quote").wait_for()
    page.locator(".awaited").wait_for(state="detached")
    assert sum(received) - first < first / 10
