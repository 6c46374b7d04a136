"""The file of an edition in a real browser: its cards stand inside the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.editions.export.webpage import write_html
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import generate_edition

if TYPE_CHECKING:
    from pathlib import Path

    from core.generation.line import Line
    from tests.browser.running import Opener

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

# Each quotation at the top, in the middle and at the bottom of the window: its card is shown, and wholly inside.
CARDS_OUTSIDE = """
async () => {
  let cards = 0;
  const outside = [];
  for (const quote of document.querySelectorAll('.quote')) {
    for (const block of ['start', 'center', 'end']) {
      quote.scrollIntoView({ block });
      quote.focus();
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      const card = quote.querySelector('.provenance');
      card.getAnimations().forEach((one) => one.finish());
      const box = card.getBoundingClientRect();
      cards += card.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && box.height > 0;
      if (box.x < 0 || box.y < 0 || box.right > innerWidth || box.bottom > innerHeight) {
        outside.push(`${quote.id} ${block} ${JSON.stringify(box)}`);
      }
    }
  }
  return [cards, outside];
}
"""


def test_cards_stay_inside_the_window(sample: Line, visit: Opener, tmp_path: Path) -> None:
    """Every card opens on focus, wholly inside the window, wherever its quotation stands."""
    page_file = tmp_path / "edition.html"
    page_file.write_text(write_html(generate_edition(sample, OfflineComposer(), chapters=(0,))), encoding="utf-8")
    page = visit(page_file.as_uri(), "light").page
    for width in (320, 700, 1280):
        page.set_viewport_size({"width": width, "height": 700})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        cards, outside = page.evaluate(CARDS_OUTSIDE)
        assert cards == 3 * page.locator(".quote").count() > 0
        assert outside == []
