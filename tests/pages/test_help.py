from typing import get_args

import pytest

from tests.pages.conftest import Opened, Opener
from workbench.help import PAGES, HelpPage
from workbench.help.sections import sections_of
from workbench.store import Session, Store
from workbench.ui.common import urls

HOSTILE = "<img src=x onerror=alert(1)> $x$ :smile: -- **b**"


def body(opened: Opened, part: str) -> str:
    """Return the HTML of the element that has a class."""
    return next(one.body for one in opened.app.html if f'class="{part}"' in one.body)


def test_the_first_page_is_open(open_page: Opener) -> None:
    """With the list of all pages, each with its address."""
    opened = open_page("help")
    assert opened.failures == []
    assert 'data-help="start"' in body(opened, "wb-help")
    listed = body(opened, "wb-help-pages")
    assert listed.count('aria-current="page"') == 1
    for page in PAGES:
        assert f'href="help?page={page.name}"' in listed
        assert page.title in listed


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_page_opens_by_its_address(page: HelpPage, open_page: Opener) -> None:
    """And its sections are listed under it."""
    opened = open_page("help", page=page.name)
    assert opened.failures == []
    assert f'data-help="{page.name}"' in body(opened, "wb-help")
    listed = body(opened, "wb-help-pages")
    for section in sections_of(page):
        if section.level == 2:
            assert f'href="help?page={page.name}#{section.anchor}"' in listed


@pytest.mark.parametrize("name", ["nosuch", HOSTILE, "../start"])
def test_a_page_that_is_none_says_so(name: str, open_page: Opener) -> None:
    """The first one is shown in its place, and the name is text."""
    opened = open_page("help", page=name)
    assert opened.failures == []
    assert f"The help has no page {name}." in opened.words
    assert 'data-help="start"' in body(opened, "wb-help")
    assert "<img" not in body(opened, "wb-notice")


def test_links_keep_the_session(open_page: Opener, sample_stored: Session) -> None:
    """Whoever goes on from the help is in the session that was open."""
    opened = open_page("help", session=sample_stored.session_id, page="pages")
    assert f'href="help?session={sample_stored.session_id}&amp;page=models"' in body(opened, "wb-help")
    assert sample_stored.title in opened.words


def test_a_search_shows_sections_with_snippets(open_page: Opener) -> None:
    """In place of the list, the words marked; the page that was open stays."""
    opened = open_page("help", page="models")
    opened.app.text_input(key="help-search").set_value("lost speech").run()
    assert opened.failures == []
    found = body(opened, "wb-help-hits")
    assert 'href="help?page=files#transcripts"' in found
    assert "<mark>lost</mark> <mark>speech</mark>" in found
    assert 'data-help="models"' in body(opened, "wb-help")
    assert "sections found." in opened.words


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("xyzzy", "No section of the help has these words."),
        ("xyzzy keys", "No section has all of these words;"),
        ("quote", "The first 25 are shown."),
        (HOSTILE, "section"),
    ],
)
def test_what_a_search_did_not_find_is_said(query: str, said: str, open_page: Opener) -> None:
    """Nothing, not all words, or more than are shown."""
    opened = open_page("help")
    opened.app.text_input(key="help-search").set_value(query).run()
    assert opened.failures == []
    assert said in opened.words
    assert not any("<img src=x" in one.body for one in opened.app.html)


@pytest.mark.parametrize("name", get_args(urls.Page))
def test_every_page_has_a_mark_that_leads_to_its_section(name: str, open_page: Opener, store: Store) -> None:
    """In a tab of its own, with the session that is open; the section is there."""
    session = store.sessions.create("Mine")
    opened = open_page(name, session=session.session_id)
    mark = next(one.body for one in opened.app.html if "wb-help-mark" in one.body)
    assert f'href="help?session={session.session_id}&amp;page=pages#{name}"' in mark
    assert 'target="_blank"' in mark
    pages = next(page for page in PAGES if page.name == "pages")
    assert any(section.anchor == name and section.heading == name.capitalize() for section in sections_of(pages))


def test_the_help_is_there_without_a_database(open_page: Opener, store: Store) -> None:
    """Whoever's sessions cannot be opened needs it most."""
    store.path.write_bytes(b"This is a letter to my aunt." * 100)
    opened = open_page("help", page="troubles")
    assert opened.failures == []
    assert "The app does not start" in opened.words
