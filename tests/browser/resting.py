"""Waiting for a page of Streamlit, which may draw any part of itself anew at any moment."""

from playwright.sync_api import Locator, Page, expect

_TRIES = 20
_A_WHILE = 500  # milliseconds


def rest(page: Page) -> None:
    """Wait until the page has run: while it does, old fields stand beside new ones."""
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")


def choose(page: Page, chooser: Locator) -> None:
    """Open a select box, and again where the page drew it anew and closed it; its options are there afterwards."""
    expect(chooser).to_be_visible()
    rest(page)
    options = page.get_by_role("option")
    for _ in range(_TRIES):
        if not options.count():
            chooser.press("ArrowDown")
        page.wait_for_timeout(_A_WHILE)
        if options.count():
            return
    expect(options).not_to_have_count(0)
