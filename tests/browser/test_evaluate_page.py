from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.resting import rest, until_true
from workbench.sample import SAMPLE_ID

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.running import Opener, Visit

pytestmark = pytest.mark.browser

TRIES, A_WHILE = 10, 700  # milliseconds
BARS = ".js-plotly-plot .barlayer .point path"
LISTED = "[...document.querySelectorAll('.wb-evaluate-behind p.said')].map(one => one.textContent)"


@pytest.fixture(scope="module")
def visited(app: str, visit_once: Opener) -> Visit:
    """The page on the sample, as somebody sees it who opens it for the first time."""
    opened = visit_once(f"{app}/evaluate?session={SAMPLE_ID}", "light")
    expect(opened.page.locator(".wb-figure")).to_have_count(5)
    return opened


def press_bar(page: Page, place: int, listed: str) -> None:
    """Press a bar near where it begins, and again where the chart was just drawn anew, until it is listed."""
    bar, which = page.locator(BARS).nth(place), page.get_by_role("combobox", name="Which")
    for _ in range(TRIES):
        rest(page)
        bar.scroll_into_view_if_needed()
        box = bar.bounding_box()
        if box is None:
            continue
        page.mouse.click(box["x"] + min(6, box["width"] / 2), box["y"] + box["height"] / 2)
        page.wait_for_timeout(A_WHILE)
        if which.input_value() == listed:
            return
    expect(which).to_have_value(listed)


def test_all_pages_stand_on_one_line(visited: Visit) -> None:
    """At 1280 and at a projector's 1024 pixels; the session's name is whole in both."""
    page = visited.page
    links = "document.querySelectorAll('.st-key-wb-bar [data-testid=stPageLink-NavLink]')"
    tops = f"[...{links}].map(one => Math.round(one.getBoundingClientRect().top))"
    for width in (1280, 1024):
        page.set_viewport_size({"width": width, "height": 900})
        until_true(page, f"(() => {{ const tops = {tops}; return tops.length === 14 && new Set(tops).size === 1 }})()")
        until_true(
            page,
            "(() => { const one = document.querySelector('.wb-open'); return one.scrollWidth <= one.clientWidth })()",
        )
    page.set_viewport_size({"width": 1280, "height": 900})


def test_a_press_on_a_bar_lists_the_quotations_behind_it(visited: Visit) -> None:
    """The select boxes say what is listed, so that the keyboard leads to the same."""
    page = visited.page
    expect(page.get_by_role("combobox", name="Which")).to_have_value("Written by the model: 82")
    press_bar(page, 4, "Kept as it was: 82")
    until_true(page, f"{LISTED}.length >= 10")
    assert visited.outside == []


def test_a_model_that_misbehaves_is_followed_to_its_end(visited: Visit) -> None:
    """One press; the numbers come by themselves, what was made up is listed, and the address opens the same again."""
    page = visited.page
    rest(page)
    page.get_by_role("button", name="Let it misbehave").click()
    expect(page.get_by_text("Finished: 18 of 18 units.")).to_be_visible()
    expect(page.locator(".wb-figure").first).to_contain_text("23 before enforcement")
    page.wait_for_url("**experiment=**")
    until_true(page, f"{LISTED}.some(words => words.includes('paid as much for the doorknobs'))")
    # The words beside a chart may be there before it is drawn anew; until then its marks are another variant's.
    expect(page.locator(".js-plotly-plot").first).to_contain_text("−19")
    press_bar(page, 1, "Marks taken off: 19")
    page.reload()
    expect(page.get_by_text("Finished: 18 of 18 units.")).to_be_visible()
    rest(page)
    page.get_by_role("button", name="All experiments").click()
    expect(page.locator(".wb-experiment").first).to_contain_text("A model that misbehaves")
    assert [one for one in visited.complaints if "404" not in one] == []
