"""The component of a card: Python writes the picture, and the browser, which has the fonts, makes pixels of it."""

from core.editions.export.card import SHAPES, CardShape
from workbench.ui.components.browser_component import BrowserComponent, browser_files
from workbench.ui.components.packing import pack

COMPONENT = BrowserComponent("workbench.card", *browser_files(__file__, "main.js", "card.css"))


def show_card(svg: bytes, shape: CardShape, *, name: str, in_words: str, key: str) -> None:
    """Show a card, and offer it as the files `name.svg` and `name.png`; `in_words` is for whoever does not see it."""
    width, height = SHAPES[shape]
    card = {"svg": svg.decode(), "width": width, "height": height, "name": name, "words": in_words}
    COMPONENT.show({}, pack(card=card), key=key)
