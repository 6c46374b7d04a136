"""The component that plays the recording of a session."""

from typing import Any

from workbench.ui.components.browser_component import BrowserComponent, browser_files

COMPONENT = BrowserComponent("workbench.player", *browser_files(__file__, "main.js", "player.css"))


def show_player(data: dict[str, Any], *, key: str, address: str) -> None:
    """Show what `payload` made, with the recording under an address of the app."""
    COMPONENT.show({"address": address}, data, key=key)
