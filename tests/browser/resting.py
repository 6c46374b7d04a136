"""Waiting for a page of Streamlit, which may draw any part of itself anew at any moment."""

import re
from collections.abc import Callable
from typing import Literal

from playwright.sync_api import Locator, Page, expect

from tests.browser.running import PATIENCE

_TRIES = 20
_A_WHILE = 500  # milliseconds


def rest(page: Page) -> None:
    """Wait until the page has run: while it does, old fields stand beside new ones.

    Each look of an `expect` that does not hold yet describes the whole page first, which takes a long talk's minutes; a
    locator's own `wait_for` describes nothing. What waits on pages of any length waits with that.
    """
    page.locator('[data-testid="stApp"][data-test-script-state="notRunning"]').wait_for()


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


def _check(page: Page, role: Literal["radio", "checkbox"], name: str) -> None:
    """Press what is not checked yet, and again where the page drew it anew under the press."""
    wanted = page.get_by_role(role, name=name)
    for _ in range(_TRIES):
        if wanted.is_checked():
            break
        page.get_by_text(name, exact=True).click()
        page.wait_for_timeout(_A_WHILE)
        rest(page)
    expect(wanted).to_be_checked()


def choose_answer(page: Page, name: str) -> None:
    """Choose one of several answers."""
    _check(page, "radio", name)


def tick(page: Page, name: str) -> None:
    """Tick a box."""
    _check(page, "checkbox", name)


def drag(taken: Locator, where: tuple[int, int], right: int, shown: Locator) -> None:
    """Drag from a place in an element to the right, in pixels; again where the page moved it away under the mouse."""
    page, (x, y) = taken.page, where
    for _ in range(_TRIES):
        rest(page)
        taken.scroll_into_view_if_needed()  # which waits until it stands still; what begins a line need not be in it
        box = taken.bounding_box()
        if box is None:
            continue
        page.mouse.move(box["x"] + x, box["y"] + y)
        page.mouse.down()
        page.mouse.move(box["x"] + x + right, box["y"] + y, steps=4)
        page.mouse.up()
        page.wait_for_timeout(_A_WHILE)
        if shown.is_visible():
            return
    expect(shown).to_be_visible()


def pick(box: Locator, option: str) -> None:
    """Choose what an option has in it in a select box, and again where the page drew the box anew meanwhile."""
    for _ in range(_TRIES):
        if option in box.input_value():
            break
        box.fill(option)  # which leaves only this one
        box.press("Enter")
        box.blur()  # what was only typed goes away
        box.page.wait_for_timeout(_A_WHILE)
        rest(box.page)
    expect(box).to_have_value(re.compile(re.escape(option)))


def wait_until(page: Page, happened: Callable[[], object]) -> None:
    """Wait for what the page itself does not show, such as that something is stored."""
    for _ in range(PATIENCE * 20):
        if happened():
            return
        page.wait_for_timeout(50)
    assert happened()


def becomes(page: Page, read: Callable[[], object], wanted: object) -> None:
    """Wait until what is read of the page is what is wanted; fails with what was read last."""
    try:
        wait_until(page, lambda: read() == wanted)
    except AssertionError:
        assert read() == wanted


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
