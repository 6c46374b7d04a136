from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.resting import rest, until_true
from workbench.sample import SAMPLE_ID

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.conftest import Opener

pytestmark = pytest.mark.browser

# A heading is where an address led: at the top of the window, unless the page ends before, and with the focus.
LED_TO = """
(id) => {
  const heading = document.getElementById(id);
  if (!heading || document.activeElement !== heading) return false;
  const { top } = heading.getBoundingClientRect();
  return top >= 0 && top < window.innerHeight / 2;
}
"""


def led_to(page: Page, name: str, anchor: str) -> None:
    """Wait until a section is shown, and its address stands in the bar."""
    until_true(page, LED_TO, f"help-{anchor}")
    expect(page.locator("article")).to_have_attribute("data-help", name)
    rest(page)  # a press or a step back while the page still runs is lost in its next drawing


def test_an_address_opens_its_section(app: str, visit: Opener) -> None:
    """Page and section; nothing is asked of the network."""
    visited = visit(f"{app}/help?session={SAMPLE_ID}&page=troubles#resume-finds-no-call", "light")
    led_to(visited.page, "troubles", "resume-finds-no-call")
    visited.page.wait_for_url(lambda url: url.endswith("page=troubles#resume-finds-no-call"))
    assert visited.outside == []


def test_links_open_in_place_and_back_leads_back(app: str, visit: Opener) -> None:
    """To another page, to a section of the same one, and back through both; the app is loaded once."""
    page = visit(f"{app}/help?session={SAMPLE_ID}&page=pages#whitelist", "light").page
    led_to(page, "pages", "whitelist")
    page.evaluate("window.loadedOnce = true")
    page.locator("article a[href*='page=guarantee#meaning-warnings']").click()
    led_to(page, "guarantee", "meaning-warnings")
    page.wait_for_url(lambda url: url.endswith(f"help?session={SAMPLE_ID}&page=guarantee#meaning-warnings"))
    page.locator("article a[href$='#the-folds']").click()
    led_to(page, "guarantee", "the-folds")
    page.locator(".wb-help-pages a", has_text="Models").click()
    expect(page.locator("article")).to_have_attribute("data-help", "models")
    page.go_back()
    led_to(page, "guarantee", "the-folds")
    page.go_back()
    led_to(page, "guarantee", "meaning-warnings")
    page.go_back()
    led_to(page, "pages", "whitelist")
    assert page.evaluate("window.loadedOnce")
    expect(page.locator(".wb-open")).to_have_text("The sample: Slow Instruments")


def test_a_search_leads_from_hit_to_hit_by_the_keyboard(app: str, visit: Opener) -> None:
    """What was found stays beside the page, while one section after the other is read."""
    page = visit(f"{app}/help", "light").page
    page.get_by_role("searchbox", name="Search the help").or_(page.get_by_label("Search the help")).first.fill(
        "lost speech"
    )
    hits = page.locator(".wb-help-hits a")
    expect(hits.first).to_be_visible()
    expect(page.locator(".wb-help-hits mark").first).to_be_visible()
    for number in (0, 1):
        name, _, anchor = (hits.nth(number).get_attribute("href") or "").partition("page=")[2].partition("#")
        hits.nth(number).focus()
        page.keyboard.press("Enter")
        led_to(page, name, anchor)
        expect(hits.first).to_be_visible()


def test_the_mark_of_a_page_opens_its_section_in_a_tab_of_its_own(app: str, visit: Opener) -> None:
    """The page itself stays as it is."""
    page = visit(f"{app}/verify?session={SAMPLE_ID}", "dark").page
    expect(page.locator("textarea").first).to_be_visible()
    rest(page)
    page.locator("textarea").first.fill("“Half past six.”")
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Help on the page Verify").click()
    led_to(opened.value, "pages", "verify")
    opened.value.close()
    expect(page.locator("textarea").first).to_have_value("“Half past six.”")


def test_pictures_are_shown(app: str, visit: Opener) -> None:
    """All of the demo's, as wide as the page has room for."""
    visited = visit(f"{app}/help?page=demo", "light")
    images = visited.page.locator("article img")
    expect(images).to_have_count(3)
    seen = "[...document.querySelectorAll('article img')].every((one) => one.complete && one.naturalWidth > 0)"
    until_true(visited.page, seen)
    assert visited.outside == []
    assert [one for one in visited.complaints if "404" not in one] == []
