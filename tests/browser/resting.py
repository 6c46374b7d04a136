"""Waiting for a page of Streamlit, which may draw any part of itself anew at any moment."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.running import PATIENCE

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


def choose_answer(page: Page, name: str) -> None:
    """Choose one of several answers, and again where the page drew them anew under the press."""
    answer = page.get_by_role("radio", name=name)
    for _ in range(_TRIES):
        if answer.is_checked():
            break
        page.get_by_text(name, exact=True).click()
        page.wait_for_timeout(_A_WHILE)
        rest(page)
    expect(answer).to_be_checked()


def wait_until(page: Page, happened: Callable[[], object]) -> None:
    """Wait for what the page itself does not show, such as that something is stored."""
    for _ in range(PATIENCE * 20):
        if happened():
            return
        page.wait_for_timeout(50)
    assert happened()


def until_true(page: Page, expression: str, argument: object = None) -> None:
    """Wait until an expression, or a function of the argument, is true in the page.

    Playwright's own wait makes code from text in the page, which the app's content policy forbids.
    """
    wait_until(page, lambda: page.evaluate(expression, argument))


def settle(page: Page) -> None:
    """Wait until the page has run and the browser has drawn what came of it, which takes two frames."""
    rest(page)
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")


def eventually(page: Page, wrong: str) -> None:
    """Wait until a function of the page returns an empty list; fails with what it returned last."""
    try:
        until_true(page, f"() => ({wrong})().length === 0")
    except AssertionError:
        assert page.evaluate(wrong) == []
