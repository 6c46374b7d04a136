"""What the tests of the map by hand do on its page, again and again."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.resting import settle

HALF_PAST = "Casimir Boyle · 0:00:00 · 3 words"


def ready(page: Page) -> Page:
    """Wait until the page is there, before anything was done on it."""
    page.locator("article").first.wait_for()
    page.get_by_text("Nothing was sent.").wait_for()
    settle(page)
    return page


def selected(page: Page) -> Locator:
    """What is said of the selected words."""
    return page.get_by_label("Selected words")


def entry(page: Page, words: str) -> Locator:
    """A row of the tree, by its words."""
    return page.locator("button.entry").filter(has_text=re.compile(rf"^{re.escape(words)}$"))


def entries(page: Page, level: str) -> Locator:
    """The rows of one level of the tree."""
    return page.locator(f"li.of-{level} > .line > button.entry")


def press(page: Page, *keys: str) -> None:
    """Press keys, one after the other."""
    for key in keys:
        page.keyboard.press(key)


def write(page: Page, label: str, words: str) -> None:
    """Write into the field that opened, and leave it."""
    field = page.get_by_label(label)
    expect(field).to_be_focused()
    field.fill(words)
    press(page, "Enter")


def half_past(page: Page) -> None:
    """Select all that Casimir Boyle says first: the cursor goes where one clicks."""
    page.get_by_text("Half past six.", exact=True).first.click()
    press(page, "ArrowUp", "Shift+ArrowDown")
    selected(page).filter(has_text=HALF_PAST).wait_for()
