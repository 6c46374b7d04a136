"""What only the browser can do for the help: follow a link without loading the app anew, and scroll to a section."""

from workbench.ui.help.component.component import follow_links

__all__ = ["follow_links"]
