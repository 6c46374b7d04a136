"""Two tabs on one session: neither overwrites the other without a word."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.browser.conftest import Opener

pytestmark = pytest.mark.browser


def slider(page: Page, name: str) -> Locator:
    return page.get_by_role("slider", name=name)


def test_a_change_of_another_tab_is_not_overwritten(app: str, visit: Opener) -> None:
    """The second tab is told, and shows what is stored; its next move counts."""
    first, second = (visit(f"{app}/coverage?session=sample", "light").page for _ in range(2))
    quotes, words = "Strong: usable quotes, at least", "Strong: words per claim, at least"
    for page in (first, second):
        expect(slider(page, quotes)).to_have_value("5")
    slider(first, quotes).press("ArrowRight")
    expect(slider(first, quotes)).to_have_value("6")
    first.wait_for_timeout(1000)
    slider(second, words).press("ArrowRight")
    expect(second.get_by_role("alert")).to_contain_text("changed")
    expect(slider(second, quotes)).to_have_value("6")
    expect(slider(second, words)).to_have_value("50")
    slider(second, words).press("ArrowRight")
    second.wait_for_timeout(1000)
    first.reload()
    expect(slider(first, quotes)).to_have_value("6")
    expect(slider(first, words)).not_to_have_value("50")


def test_a_mend_of_another_tab_is_not_made_twice(app: str, visit: Opener) -> None:
    """The tab that comes second is told and sees the mend that stands."""
    first, second = (visit(f"{app}/whitelist?session=sample", "light").page for _ in range(2))
    for page in (first, second):
        page.get_by_role("tab", name="Rejected").click()
        page.locator("li.refused summary").first.click()
    evidence_id = first.locator("li.refused").first.get_attribute("data-evidence")
    offer = f"li.refused[data-evidence='{evidence_id}'] button.offer"
    first.locator(offer).first.click()
    expect(first.get_by_role("tab", name="Mended (1)")).to_be_visible()
    second.locator(offer).first.click()
    expect(second.get_by_role("alert")).to_contain_text("nothing was done")
    expect(second.get_by_role("tab", name="Mended (1)")).to_be_visible()
