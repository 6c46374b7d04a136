import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from core.evidence.speaker_mapping import Cast
from core.transcripts.speakers import SpeakerRole
from tests.pages.conftest import Opener
from tests.properties import few
from workbench.paths import PAGES
from workbench.store import Session, Store
from workbench.ui.common import page_context

NAMES = sorted(path.stem for path in PAGES.glob("*.py"))
WITH_SESSION = [name for name in NAMES if name not in ("sessions", "explore", "help")]


@pytest.mark.parametrize("name", NAMES)
def test_an_empty_database_is_no_failure(name: str, open_page: Opener) -> None:
    """Every page alone says what to do next."""
    opened = open_page(name)
    assert opened.failures == []
    assert "session" in opened.words.casefold()


@pytest.mark.parametrize("name", few(2, WITH_SESSION))
def test_an_address_of_no_session_says_so(name: str, open_page: Opener) -> None:
    """An old bookmark, or one of another database."""
    opened = open_page(name, session="nosuchone")
    assert opened.failures == []
    assert "There is no session nosuchone in this database." in opened.words


@pytest.mark.parametrize("name", few(3, WITH_SESSION))
def test_a_session_without_sources_says_what_it_lacks(name: str, open_page: Opener, store: Store) -> None:
    """And where to bring it."""
    session = store.sessions.create("Nothing in it")
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


@pytest.mark.parametrize("name", few(2, NAMES))
def test_a_database_that_is_none_is_said_calmly(name: str, open_page: Opener, store: Store) -> None:
    """Where, what, and what to do; no traceback."""
    store.path.write_bytes(b"This is a letter to my aunt." * 100)
    opened = open_page(name, session="sample")
    assert not opened.app.exception
    assert len(opened.failures) == 1
    assert str(store.path) in opened.words


@pytest.mark.parametrize(
    ("name", "address"),
    [("whitelist", {}), ("coverage", {}), ("generate", {}), ("edition", {"look": "Edit"})],
    ids=["whitelist", "coverage", "generate", "edition"],
)
def test_decisions_that_do_not_fit_are_named_wherever_they_would_count(
    name: str, address: dict[str, str], open_page: Opener, store: Store, sample_stored: Session
) -> None:
    """Two labels cast to one person with two roles: what is left out is said, not only where it was decided."""
    for label, role in (("Casimir Boyle", SpeakerRole.GUEST), ("Wanda Prell", SpeakerRole.HOST)):
        store.speaker_mappings.put(
            sample_stored.session_id, Cast(label=label, person="Ann Ode", role=role), version=None
        )
    opened = open_page(name, session=sample_stored.session_id, **address)
    assert opened.failures == []
    assert "does not fit together and is left out" in opened.words
    assert "Casimir Boyle" in opened.words


class Trouble(NamedTuple):
    """What is wrong with a database file, how to bring it about and to end it, and what is said."""

    words: str
    begin: Callable[[Path], sqlite3.Connection | None]


def hold(path: Path) -> sqlite3.Connection:
    """Another program keeps the file to itself."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    return other


def remember(path: Path) -> None:
    """A newer program was here."""
    with closing(sqlite3.connect(path)) as newer, newer:
        newer.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('quote_workbench', 'newer', '')"
        )


TROUBLES = {
    "locked": Trouble("another program is writing to this file", hold),
    "newer": Trouble("made by a newer version of this program", remember),
}


@pytest.mark.parametrize("name", few(2, NAMES))
@pytest.mark.parametrize("trouble", TROUBLES)
def test_a_database_in_trouble_is_one_calm_message(
    trouble: str, name: str, open_page: Opener, sample_stored: Session, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What and what to do; nothing is changed, and the page is back when the trouble has passed."""
    monkeypatch.setattr(page_context, "PATIENCE", 0.1)
    held = TROUBLES[trouble].begin(store.path)
    opened = open_page(name, session=sample_stored.session_id)
    assert not opened.app.exception
    assert len(opened.failures) == 1
    assert TROUBLES[trouble].words in opened.words
    if held is not None:
        held.close()
        assert open_page(name, session=sample_stored.session_id).failures == []
