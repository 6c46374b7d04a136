"""Two tabs on one session: neither overwrites the other without a word."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.browser.running import Opener

pytestmark = pytest.mark.browser


def test_a_mend_of_another_tab_is_not_made_twice(app: str, copied: str, visit: Opener) -> None:
    """The tab that comes second is told and sees the mend that stands."""
    first, second = (visit(f"{app}/whitelist?session={copied}", "light").page for _ in range(2))
    for page in (first, second):
        page.get_by_role("tab", name="Rejected").click()
        page.locator("li.refused summary").first.click()
    evidence_id = first.locator("li.refused").first.get_attribute("data-evidence")
    offer = f"li.refused[data-evidence='{evidence_id}'] button.offer"
    first.locator(offer).first.click()
    expect(first.get_by_role("tab", name="Corrected (1)")).to_be_visible()
    second.locator(offer).first.click()
    expect(second.get_by_role("alert")).to_contain_text("nothing was done")
    expect(second.get_by_role("tab", name="Corrected (1)")).to_be_visible()
