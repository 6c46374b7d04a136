"""The component of a narrative with its numbers."""

from collections.abc import Callable
from typing import Any, NamedTuple

from workbench.ui.components.browser_component import BrowserComponent, browser_files

COMPONENT = BrowserComponent(
    "workbench.numbers",
    *browser_files(
        __file__, "main.js", "narrative.js", "place.js", "choice.js", "card.js", "results.js", "numbers.css"
    ),
)


class NarrativeSelection(NamedTuple):
    """The narrative that is shown, by what names it, and whether any has `unsaved` changes, which go with the tab."""

    identity: str
    unsaved: bool = False


def show_numbers(
    data: dict[str, Any], *, key: str, which: NarrativeSelection, on_act: Callable[[object], object]
) -> None:
    """Show what `payload` made; the place in the narrative is kept.

    `on_act` is called before the rerun with what the browser sent, for `read_act` to check.
    """
    COMPONENT.show({"key": which.identity, "unsaved": which.unsaved}, data, key=key, on_act=on_act)
