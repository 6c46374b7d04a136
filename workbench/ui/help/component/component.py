"""The component itself: it shows nothing."""

from workbench.help import HelpPage
from workbench.ui.components.browser_component import BrowserComponent, browser_files

_component = BrowserComponent("workbench.help", *browser_files(__file__, "main.js", "help.css"))


def follow_links(page: HelpPage) -> None:
    """Bring the section that the address names into sight, and let links of the help open in place."""
    _component.show({"page": page.name}, key="help-links")
