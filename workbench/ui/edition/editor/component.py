"""The component of a chapter that is being edited."""

from collections.abc import Callable
from typing import Any

from workbench.ui.components.browser_component import BrowserComponent, browser_files

COMPONENT = BrowserComponent(
    "workbench.editor", *browser_files(__file__, "main.js", "saving.js", "quotes.js", "editor.css")
)


def show_editor(data: dict[str, Any], *, key: str, on_act: Callable[[object], object]) -> None:
    """Show what `payload` made; `on_act` is called before the rerun with what the browser sent, for `read_act` to
    check."""
    COMPONENT.show(data, key=key, on_act=on_act)
