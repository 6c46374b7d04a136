"""The component of a map made by hand: the transcript's, with selecting in it and the tree beside it."""

from collections.abc import Callable
from typing import Any

from workbench.ui.components.browser_component import BrowserComponent, browser_files
from workbench.ui.components.transcript import PARTS

_SCRIPTS = ("words", "moves", "picked", "keys", "acts", "tree", "rows", "awaited", "main")

_OWN = browser_files(__file__, *(f"{name}.js" for name in _SCRIPTS), "map.css")

COMPONENT = BrowserComponent("workbench.map", *PARTS, *_OWN, patched=True)


def show_map(
    data: dict[str, Any], *, key: str, arrived: int, heard: bool = False, on_act: Callable[[object], object]
) -> None:
    """Show what `map_payload` made; `arrived` is the browser's own number of the last act that did, 0 for none, and
    `heard` adds the buttons that play.

    `on_act` is called before the rerun with what the browser sent, for `read_sent` to check.
    """
    COMPONENT.show({"focus": "", "arrived": arrived, "heard": heard}, data, key=key, on_act=on_act)
