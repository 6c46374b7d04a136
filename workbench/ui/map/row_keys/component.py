"""The component that says which keys the rows have and listens to them."""

from workbench.ui.components.browser_component import BrowserComponent, browser_files

COMPONENT = BrowserComponent("workbench.row_keys", *browser_files(__file__, "main.js", "keys.css"))


def show_row_keys(name: str) -> None:
    """Show the keys of the rows below; `name` is the proposal's."""
    COMPONENT.show({}, key=f"map-keys-{name}")
