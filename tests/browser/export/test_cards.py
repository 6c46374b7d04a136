"""Cards in a real browser: nothing outside its box, whatever the font and the script."""

import pytest
from playwright.sync_api import Page

from core.editions.export.card import SHAPES, CardShape, write_card
from core.errors import EditionError
from tests.browser.running import Opener
from tests.core.editions.export.test_card import HASH, talk

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

FONTS = ("serif", "sans-serif", "monospace")
WORDS = {
    "latin": "We are on the weir, and it's raining; MMMM WWWW — nobody knows @ 100 % for how long.",
    "cyrillic": "Мы стоим на плотине, и идёт дождь; ЩЩЩЩ ШШШШ — никто не знает, как долго это продлится.",
    "arabic": "نحن نقف على السد والمطر يهطل، ولا أحد يعرف كم سيستمر ذلك؛ صصص ضضض.",
    "chinese": "我们站在堤坝上，雨一直在下，没有人知道还要下多久。这就是全部。",
    "mixed": "Weir 堤坝 плотина السد 😀😀 — all of it.",
    "signs": "\ufdfd \ufdfd \u2e3b \U0001f469\u200d\U0001f469\u200d\U0001f467 ﷺ 𒐫 all of it",
}
TIMES = (1, 3, 5)
# Where the lines of a card lie, as the browser draws them.
MEASURE = """svg => [...svg.querySelectorAll('text')].map(one => {
  const box = one.getBBox();
  return [box.x, box.y, box.x + box.width, box.y + box.height, one.textContent];
})"""


@pytest.fixture
def page(visit: Opener) -> Page:
    """A page of its own."""
    return visit("about:blank", "light").page


@pytest.mark.parametrize("shape", list(SHAPES))
@pytest.mark.parametrize("script", list(WORDS))
@pytest.mark.parametrize("font", FONTS)
def test_nothing_leaves_its_box(page: Page, font: str, script: str, shape: CardShape) -> None:
    """Of short quotes and long ones, with long names: each line lies inside the card, above the next one."""
    width, height = SHAPES[shape]
    drawn = 0
    for times in TIMES:
        words = " ".join([WORDS[script]] * times)
        try:
            edition = talk(words, name=WORDS[script][:40], title=WORDS[script])
            data = write_card(edition, "q1", shape, certificate_sha256=HASH)
        except EditionError:
            continue
        page.set_content(data.decode())
        page.add_style_tag(content=f"text {{ font-family: {font} !important; }}")
        lines = page.locator("svg").evaluate(MEASURE)
        drawn += 1
        for left, top, right, bottom, text in lines:
            assert left >= 30, text
            assert right <= width - 30, text
            assert top >= 0, text
            assert bottom <= height, text
        middles = [(top + bottom) / 2 for _, top, _, bottom, _ in lines]
        assert middles == sorted(middles)
    assert drawn
