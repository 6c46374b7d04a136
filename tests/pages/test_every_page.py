import pytest

from tests.pages.conftest import Opener
from workbench.places import PAGES
from workbench.store import Session, Store

NAMES = sorted(path.stem for path in PAGES.glob("*.py"))
WITH_SESSION = [name for name in NAMES if name != "sessions"]


@pytest.mark.parametrize("name", NAMES)
def test_an_empty_database_is_no_failure(name: str, open_page: Opener) -> None:
    """Every page alone says what to do next."""
    opened = open_page(name)
    assert opened.failures == []
    assert "session" in opened.words.casefold()


@pytest.mark.parametrize("name", WITH_SESSION)
def test_an_address_of_no_session_says_so(name: str, open_page: Opener) -> None:
    """An old bookmark, or one of another database."""
    opened = open_page(name, session="nosuchone")
    assert opened.failures == []
    assert "There is no session nosuchone in this database." in opened.words


@pytest.mark.parametrize("name", WITH_SESSION)
def test_a_session_without_sources_says_what_it_lacks(name: str, open_page: Opener, store: Store) -> None:
    """And where to bring it."""
    session = store.create("Nothing in it")
    opened = open_page(name, session=session.session_id)
    assert opened.failures == []
    assert "transcript" in opened.words.casefold()
    assert "Nothing in it" in opened.words


@pytest.mark.parametrize("name", NAMES)
def test_the_sample_is_shown(name: str, open_page: Opener, sample_stored: Session) -> None:
    """Every page with everything there is."""
    opened = open_page(name, session=sample_stored.session_id)
    assert opened.failures == []
    assert sample_stored.title in opened.words


@pytest.mark.parametrize("name", NAMES)
def test_a_database_that_is_none_is_said_calmly(name: str, open_page: Opener, store: Store) -> None:
    """Where, what, and what to do; no traceback."""
    store.path.write_bytes(b"This is a letter to my aunt." * 100)
    opened = open_page(name, session="sample")
    assert not opened.app.exception
    assert len(opened.failures) == 1
    assert str(store.path) in opened.words
