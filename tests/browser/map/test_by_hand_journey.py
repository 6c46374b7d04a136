"""A map made by hand from a bare transcript, in the real app: by keys alone, and by the mouse."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.map.by_hand_page import entries, press, selected
from tests.browser.resting import choose_answer, drag, rest
from workbench.paths import SAMPLE_DATA
from workbench.store import Store

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Locator, Page

    from tests.browser.running import Opener

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

MOST_TABS = 60


@pytest.fixture
def bare(app: str, database: Path) -> str:
    """A session of this test alone, with a transcript and nothing else."""
    del app
    sessions = Store(database).sessions
    session = sessions.create("By hand")
    session = sessions.put_transcript(session, "interview.md", (SAMPLE_DATA / "interview.md").read_bytes())
    return session.session_id


def tab_to(page: Page, wanted: Locator) -> None:
    """Go to something with the Tab key alone."""
    for _ in range(MOST_TABS):
        if wanted.evaluate("(node) => node.getRootNode().activeElement === node"):
            return
        page.keyboard.press("Tab")
    expect(wanted).to_be_focused()


def write(page: Page, label: str, words: str) -> None:
    """Write into the field that opened, by keys, and leave it."""
    expect(page.get_by_label(label)).to_be_focused()
    page.keyboard.type(words)
    press(page, "Enter")


def expect_tree(page: Page, chapters: list[str], claims: list[str], quotes: int) -> None:
    expect(entries(page, "chapter")).to_have_text(chapters)
    expect(entries(page, "claim")).to_have_text(claims)
    expect(entries(page, "support")).to_have_count(quotes)
    expect(page.get_by_text("✓ proven")).to_have_count(quotes)


def test_a_map_by_keys_alone(app: str, bare: str, visit: Opener) -> None:
    """From a bare transcript to two chapters, three claims and four quotes; undo, redo, and all of it on reload."""
    page = visit(f"{app}/map?session={bare}", "light").page
    outline = page.get_by_role("radio", name="Outline")
    expect(outline).to_be_checked()
    rest(page)
    tab_to(page, outline)
    press(page, "ArrowRight", "ArrowRight", "Space")
    text = page.get_by_role("region", name="Transcript")
    expect(text).to_be_visible()
    rest(page)
    tab_to(page, text)
    press(page, "ArrowRight", "ArrowDown", "ArrowDown", "Shift+ArrowDown", "Shift+N")
    write(page, "Title of the chapter", "The first")
    expect_tree(page, ["The first"], ["not yet said"], 1)
    press(page, "ArrowDown", "Shift+ArrowDown", "Enter")
    expect(entries(page, "support")).to_have_count(2)
    press(page, "ArrowDown", "Shift+ArrowDown", "n")
    write(page, "Words of the claim", "It was late")
    expect_tree(page, ["The first"], ["not yet said", "It was late"], 3)
    press(page, "ArrowDown", "Shift+ArrowDown", "Shift+N")
    write(page, "Title of the chapter", "The second")
    whole = (["The first", "The second"], ["not yet said", "It was late", "not yet said"], 4)
    expect_tree(page, *whole)
    press(page, "Control+z")
    expect(page.get_by_text("Taken back: the chapter “Chapter 2” was renamed.")).to_be_visible()
    expect_tree(page, ["The first", "Chapter 2"], *whole[1:])
    press(page, "Control+z")
    expect_tree(page, ["The first"], ["not yet said", "It was late"], 3)
    press(page, "Control+Shift+z")
    expect(entries(page, "chapter")).to_have_text(["The first", "Chapter 2"])
    press(page, "Control+Shift+z")
    expect_tree(page, *whole)
    page.reload()
    expect(page.get_by_role("radio", name="By hand")).to_be_checked()
    expect_tree(page, *whole)
    expect(page.get_by_text("Undo takes back: the chapter “Chapter 2” was renamed.")).to_be_visible()


def test_a_map_by_the_mouse(app: str, bare: str, visit: Opener) -> None:
    """Words are dragged over, and buttons clicked; the second claim takes in what is chosen there."""
    page = visit(f"{app}/map?session={bare}", "dark").page
    choose_answer(page, "Start an empty map")
    words = page.locator("article .words")
    expect(words.first).to_be_visible()
    rest(page)

    def select(block: int) -> None:
        drag(words.nth(block), (3, 14), 87, selected(page))

    select(1)
    page.get_by_role("button", name="New chapter").last.click()
    write(page, "Title of the chapter", "Clicked")
    expect_tree(page, ["Clicked"], ["not yet said"], 1)
    select(0)
    selected(page).get_by_role("button", name="Add to").click()
    expect(entries(page, "support")).to_have_count(2)
    page.locator("article mark").first.click()
    expect(page.locator("button.entry.lit")).to_have_count(1)
    entries(page, "claim").click()
    page.get_by_role("button", name="Delete").click()
    expect(entries(page, "claim")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text(re.compile("Taken back: a claim not yet said was deleted"))).to_be_visible()
    expect_tree(page, ["Clicked"], ["not yet said"], 2)


def test_an_act_on_what_another_tab_changed_is_refused(app: str, bare: str, visit: Opener) -> None:
    """In a sentence, and the tab shows the map as it is."""
    one = visit(f"{app}/map?session={bare}", "light").page
    choose_answer(one, "Start an empty map")
    one.get_by_role("button", name="New chapter").click()
    write(one, "Title of the chapter", "Ours")
    expect(entries(one, "chapter")).to_have_text(["Ours"])
    other = visit(f"{app}/map?session={bare}", "light").page
    expect(entries(other, "chapter")).to_have_text(["Ours"])
    for page, title in ((other, "Theirs"), (one, "Mine")):
        rest(page)
        entries(page, "chapter").click()
        page.get_by_role("button", name="Rename").click()
        expect(page.get_by_label("Title of the chapter")).to_be_focused()
        page.get_by_label("Title of the chapter").fill(title)
        press(page, "Enter")
        expect(entries(page, "chapter")).to_have_text(["Theirs"])
    expect(one.get_by_text("was changed since you saw it")).to_be_visible()
