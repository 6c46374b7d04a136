"""The file of an edition in a real browser: its cards stand inside the window, and what looks quoted is read so."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from core.editions.export.page_style import STYLE_SHEET
from core.editions.export.webpage import write_html
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import generate_edition
from core.verify import UnverifiedReason, Verdict, verify_edition
from tests.browser.resting import until_true

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
        until_true(page, "(width) => innerWidth === width && document.documentElement.scrollWidth <= width", width)
        cards, outside = page.evaluate(CARDS_OUTSIDE)
        assert cards == 3 * page.locator(".quote").count() > 0
        assert outside == []


WORDS = "The harbour office burned the true books in 1950."
# Where words are in a list, they are a list's item; what is marked as unproven says so itself; a state is no look.
NO_QUOTATION = {"ul", "ol", "li", "mark.unproven"}
_LOOK = """(plain) => {
  const look = (element, pseudo) => {
    const style = getComputedStyle(element, pseudo);
    return ["borderLeftWidth", "borderTopWidth", "paddingLeft", "marginLeft", "textIndent", "fontStyle",
      "backgroundColor", "backgroundImage", "content", "quotes"].map((name) => style[name]).join(";");
  };
  const own = document.querySelector("#made-up");
  const all = (element) => [null, "::before", "::after"].map((pseudo) => look(element, pseudo)).join("|");
  return own !== null && all(own) !== all(document.querySelector(plain));  // a stray cell is no element
}"""


def selectors() -> list[str]:
    """Return the elements and classes that the style sheet dresses: the last part of each selector."""
    sheet = re.sub(r"@media print \{.*", "", STYLE_SHEET, flags=re.DOTALL)
    found = {
        re.split(r"[\s>]+", re.sub(r":+[\w-]+(?:\([^)]*\))?", "", one).strip())[-1]
        for names in re.findall(r"([^{};]+)\{", sheet)
        for one in names.split(",")
    }
    return sorted(one for one in found if re.fullmatch(r"[a-z0-9]*(?:\.[a-z]+)*", one) and one)


def made_up(selector: str) -> str:
    """Return an element that a selector is for, with words that nobody said."""
    name, *classes = selector.split(".")
    dressed = f' class="{" ".join(classes)}"' if classes else ""
    return f'<{name or "p"}{dressed} id="made-up">{WORDS}</{name or "p"}>'


def test_what_is_drawn_as_a_quotation_is_read_as_one(visit_once: Opener, sample: Line, tmp_path: Path) -> None:
    """Where a chapter's text stands: another border, indent, font style, background or mark is objected to."""
    page = write_html(generate_edition(sample, OfflineComposer()))
    at = page.index("<h3>Key Excerpts</h3>")
    path = tmp_path / "edition.html"
    drawn: list[str] = []
    for selector in selectors():
        path.write_text(f"{page[:at]}{made_up(selector)}\n{page[at:]}", encoding="utf-8")
        visit = visit_once(path.as_uri(), "light")
        if visit.page.evaluate(_LOOK, "main section p:not([class]):not(#made-up)") and selector not in NO_QUOTATION:
            drawn.append(selector)
            forged = path.read_text(encoding="utf-8").replace(' id="made-up"', "")
            outcome = verify_edition(forged, sample.transcript, form="html")
            assert outcome.verdict is Verdict.UNPROVEN, selector
            assert UnverifiedReason.NOT_READABLE in {one.reason for one in outcome.unproven}, selector
    assert {".promise", "figure.quote"} <= set(drawn)
    assert ".note" not in drawn
