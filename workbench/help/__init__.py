"""The help: pages of Markdown that the app shows, the command prints and the repository holds."""

from workbench.help.pages import PAGES, HelpPage, read_page

__all__ = ["PAGES", "HelpPage", "read_page"]
