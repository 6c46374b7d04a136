"""The component of a narrative with its numbers."""

from collections.abc import Callable
from typing import Any

from workbench.ui.components.browser_component import BrowserComponent, browser_files

COMPONENT = BrowserComponent(
    "workbench.numbers",
    *browser_files(
        __file__, "main.js", "narrative.js", "place.js", "choice.js", "card.js", "results.js", "numbers.css"
    ),
)


def show_numbers(data: dict[str, Any], *, key: str, identity: str, on_act: Callable[[object], object]) -> None:
    """Show what `payload` made; the place in the narrative that `identity` names is kept.

    `on_act` is called before the rerun with what the browser sent, for `read_act` to check.
    """
    COMPONENT.show({"key": identity}, data, key=key, on_act=on_act)
