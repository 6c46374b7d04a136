"""Which page of the help is open."""

from workbench.help import PAGES, HelpPage


def page_named(name: str) -> HelpPage:
    """Return the page of this name, the first one where there is none."""
    return next((page for page in PAGES if page.name == name), PAGES[0])
