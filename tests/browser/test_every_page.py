"""What holds on every page of the real app: nothing runs out of it, nothing is loaded from elsewhere, and nothing of
Streamlit asks to be explained."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.resting import eventually
from tests.properties import few

if TYPE_CHECKING:
    from tests.browser.running import Opener, Scheme, Visit

pytestmark = pytest.mark.browser

# Every page, and what is on it once it is there.
READY = {
    "": ".wb-session",
    "sources": ".wb-source",
    "whitelist": "article",
    "coverage": ".js-plotly-plot .point",
    "generate": ".wb-plan",
    "edition": ".wb-reading h2",
    "poison": ".js-plotly-plot .point",
    "verify": "textarea",
    "numbers": "textarea",
    "ask": ".wb-ask-source",
    "explore": "textarea",
    "evaluate": ".wb-figure",
    "map": "article",
    "help": ".wb-help",
}

# What stands outside the window, or is cut at its right edge, without being in something that scrolls.
OUTSIDE = """
() => [...document.querySelectorAll('[data-testid="stMain"] *')]
  .filter((one) => !one.closest('.wb-table, .js-plotly-plot, #view, [data-testid="stSlider"]'))
  .filter((one) => one.getClientRects().length && one.getBoundingClientRect().right > window.innerWidth + 1)
  .map((one) => `${one.tagName}.${one.className}: ${one.textContent.slice(0, 40)}`)
"""

# Contrast of words with the ground they stand on, by WCAG 2.2, for words of our own that lie on a plain ground.
PALE = """
() => {
  const channels = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((c) => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const ground = (one) => {
    for (let node = one; node; node = node.parentElement) {
      const found = channels(getComputedStyle(node).backgroundColor);
      if (found.length < 4 || found[3] > 0.99) return found;
    }
    return [255, 255, 255];
  };
  const pale = [];
  const main = document.querySelector('[data-testid="stMain"]');
  for (const one of main.querySelectorAll('p, span, b, h1, h2, h3, dt, dd, td, th, a, label')) {
    if (one.closest('[data-testid="stSlider"]')) continue; // its value stands above the knob, but inside it in the tree
    const words = [...one.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
    if (!words.length || !one.checkVisibility({ opacityProperty: true })) continue;
    const [ink, paper] = [light(channels(getComputedStyle(one).color)), light(ground(one))];
    const contrast = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
    if (contrast < 4.5) pale.push(`${contrast.toFixed(1)} ${one.className}: ${one.textContent.slice(0, 40)}`);
  }
  return pale;
}
"""


@pytest.fixture(scope="module")
def tabs(visit_once: Opener) -> dict[Scheme, Visit]:
    """A tab by light and one by dark, in which one page is opened after the other."""
    return {scheme: visit_once("about:blank", scheme) for scheme in ("light", "dark")}


@pytest.mark.parametrize("scheme", few(1, ["light", "dark"]))
@pytest.mark.parametrize("name", READY)
def test_a_page_fits_and_can_be_read(app: str, tabs: dict[Scheme, Visit], name: str, scheme: Scheme) -> None:
    """At 1280 and at a projector's 1024 pixels, by light and by dark; no menu, no button to deploy, no exception.

    The browser complains of nothing, above all of nothing that the content policy forbids.
    """
    page = tabs[scheme].page
    page.goto(f"{app}/{name}?session=sample")
    expect(page.locator(".wb-open")).to_be_visible()
    expect(page.locator(READY[name]).first).to_be_visible()
    for width in (1280, 1024):
        page.set_viewport_size({"width": width, "height": 800})
        eventually(page, OUTSIDE)
    eventually(page, PALE)
    page.set_viewport_size({"width": 1280, "height": 900})
    for chrome in ("stMainMenu", "stAppDeployButton", "stException", "stDecoration"):
        expect(page.get_by_test_id(chrome)).to_have_count(0)
    assert tabs[scheme].outside == []
    # Streamlit looks for itself below the page's own address first, where it is not.
    assert [complaint for complaint in tabs[scheme].complaints if "404" not in complaint] == []
