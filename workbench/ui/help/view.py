"""The page Help on the screen."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.span import Span
from core.text.safe_html import counted
from workbench.help import PAGES, HelpPage
from workbench.help.search import HelpHit, HelpSearch
from workbench.help.sections import HelpSection, sections_of
from workbench.safe_html import SafeHtml, element, join_html
from workbench.ui.common import urls
from workbench.ui.common.widgets.base import show_html
from workbench.ui.help.render import page_html

_MAX_HITS = 25
_LISTED_LEVEL = 2  # of headings: sections are listed, what stands inside them is not


def sides() -> tuple[DeltaGenerator, DeltaGenerator]:
    """Return the place of the list and the place of the page."""
    left, right = st.columns([1, 3], gap="large")
    return left.container(key="wb-help-side"), right


def search() -> str:
    """Ask what to look for, "" for nothing."""
    return (
        st.text_input(
            "Search the help",
            key="help-search",
            type="search",
            live=True,
            placeholder="Search the help",
            label_visibility="collapsed",
        )
        or ""
    ).strip()


def _marked(text: str, marks: tuple[Span, ...]) -> SafeHtml:
    """Return a text with the words that were searched for marked."""
    parts: list[str] = []
    done = 0
    for start, end in marks:
        if start >= done:
            parts += [text[done:start], element("mark", text[start:end])]
            done = end
    return join_html([*parts, text[done:]])


def _hit(hit: HelpHit) -> SafeHtml:
    section = hit.section
    is_title = section.heading == section.page.title
    where = element("span", "the beginning of the page" if is_title else section.page.title, class_="note")
    link = element("a", section.heading, class_="wb-help-link", href=urls.help_link(section.page.name, section.anchor))
    return element("li", link, where, element("p", _marked(hit.snippet, hit.marks)))


def hits(found: HelpSearch) -> None:
    """Show the sections that a search found, the best first."""
    if not found.hits:
        st.html(element("p", "No section of the help has these words.", class_="wb-quiet", role="status"))
        return
    number = counted(len(found.hits), "section")
    text = f"{number} found." if found.all_words else f"No section has all of these words; {number} with some of them."
    if len(found.hits) > _MAX_HITS:
        text = f"{text} The first {_MAX_HITS} are shown."
    listed = element("ol", *map(_hit, found.hits[:_MAX_HITS]), class_="wb-help-hits")
    show_html(join_html([element("p", text, class_="wb-quiet", role="status"), listed]))


def _section_link(section: HelpSection) -> SafeHtml:
    address = urls.help_link(section.page.name, section.anchor)
    return element("li", element("a", section.heading, class_="wb-help-link", href=address))


def _page_link(page: HelpPage, open_page: HelpPage) -> SafeHtml:
    current = {"aria_current": "page"} if page == open_page else {}
    link = element("a", page.title, class_="wb-help-link", href=urls.help_link(page.name), **current)
    if page != open_page:
        return element("li", link)
    sections = [section for section in sections_of(page) if section.level == _LISTED_LEVEL]
    return element("li", link, element("ul", *map(_section_link, sections)))


def listing(open_page: HelpPage) -> None:
    """Show the list of the pages, with the sections of the one that is open."""
    pages = element("ul", *(_page_link(page, open_page) for page in PAGES))
    st.html(element("nav", pages, class_="wb-help-pages", aria_label="Pages of the help"))


def unknown(name: str, shown: HelpPage) -> None:
    """Say that there is no page of the name that the address has, if so."""
    if name and name != shown.name:
        text = f"The help has no page {name}. Its pages are listed here; this is the first one."
        st.html(element("p", text, class_="wb-notice", role="note"))


def page(shown: HelpPage) -> None:
    """Show a page of the help."""
    show_html(page_html(shown, urls.help_link))
