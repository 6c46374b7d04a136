from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.resting import rest, until_true
from workbench.sample import SAMPLE_ID

if TYPE_CHECKING:
    from tests.browser.running import Opener

pytestmark = [pytest.mark.browser, pytest.mark.thorough]


def test_the_scoreboard_stands_and_another_draw_falsifies_otherwise(app: str, visit: Opener) -> None:
    """Two figures, the bars of both checks, a list with every change visible; "again" changes the list, not the 0."""
    visited = visit(f"{app}/poison?session={SAMPLE_ID}", "light")
    page = visited.page
    figures = page.locator(".wb-poison-figure")
    expect(figures.first).to_contain_text("0 of ")
    expect(figures.first).to_contain_text("false quotations got through here")
    expect(figures.last).to_contain_text("would have passed a check by likeness")
    expect(page.locator(".js-plotly-plot")).to_contain_text("A negation reversed")
    changed = page.locator(".wb-poison-way ins")
    expect(changed.first).to_be_visible()
    rest(page)
    struck = "getComputedStyle(document.querySelector('.wb-poison-way ins')).textDecorationLine"
    assert page.evaluate(struck) == "underline"
    listed = "[...document.querySelectorAll('.wb-poison-way p.said')].map(one => one.textContent).join('\\n')"
    before = page.evaluate(listed)
    page.get_by_role("button", name="Falsify again, differently").click()
    until_true(page, f"before => {listed} !== before && {listed} !== ''", before)
    expect(figures.first).to_contain_text("0 of ")
    assert visited.outside == []
