"""The component of a transcript with its quotes."""

from collections.abc import Callable
from typing import Any

from workbench.ui.components.browser_component import BrowserComponent, browser_files

_SCRIPTS = ("view", "text", "places", "filters", "search", "choice", "panel", "card", "rejected", "ribbon")
_STYLES = ("text", "bar", "panel", "ribbon")

PARTS = browser_files(__file__, *(f"{name}.js" for name in _SCRIPTS), *(f"{name}.css" for name in _STYLES))
"""Scripts and styles of the view without the function that Streamlit calls, for whoever shows more in it."""

COMPONENT = BrowserComponent("workbench.transcript", *PARTS, *browser_files(__file__, "main.js"))


def show_transcript(
    data: dict[str, Any],
    *,
    key: str,
    focus: str = "",
    heard: bool = False,
    on_act: Callable[[object], object] | None = None,
) -> None:
    """Show what `payload` made, at the quote or rejected quote that `focus` names by its id; `heard` adds the buttons
    that play.

    `on_act` is called before the rerun with what the browser sent, for `read_act` to check.
    """
    COMPONENT.show({"focus": focus, "heard": heard}, data, key=key, on_act=on_act)
