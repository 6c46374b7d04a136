"""What a page does while the database cannot be used, and with what came from elsewhere."""

import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.conftest import Opener
from workbench.sample import sample_session
from workbench.store import Session, Store


@contextmanager
def kept_by_another_program(store: Store, begin: str) -> Generator[None]:
    """Hold the lock for writing (IMMEDIATE) or every lock (EXCLUSIVE)."""
    with closing(sqlite3.connect(store.path, isolation_level=None)) as connection:
        connection.execute(f"BEGIN {begin}")
        yield
        connection.execute("ROLLBACK")


def test_the_list_is_shown_while_another_program_writes(store: Store, open_page: Opener) -> None:
    """What it shows at a glance is computed though it cannot be noted, and nobody waits for that."""
    sample_session(store)
    with kept_by_another_program(store, "IMMEDIATE"):
        opened = open_page("sessions")
    assert opened.failures == []
    assert "proven" in opened.words
    assert store.sessions.list()[0].glance is None
    open_page("sessions")
    assert store.sessions.list()[0].glance is not None


@pytest.mark.parametrize("begin", ["IMMEDIATE", "EXCLUSIVE"])
def test_a_preset_that_cannot_be_saved_is_said(
    store: Store, sample_stored: Session, open_page: Opener, monkeypatch: pytest.MonkeyPatch, begin: str
) -> None:
    """Where and what to do, no traceback; nothing is stored, and the next try works."""
    monkeypatch.setattr("workbench.ui.common.page_context.PATIENCE", 0.5)  # seconds
    opened = open_page("coverage", session=sample_stored.session_id, look="Presets")

    def save(app: AppTest) -> None:
        app.button_group(key="look").set_value("Presets")
        app.run()
        app.text_input(key="preset-name").set_value("strict")
        next(button for button in app.button if button.label.startswith("Save")).click()

    save(opened.app)
    with kept_by_another_program(store, begin):
        opened.app.run()
    assert not opened.app.exception
    assert len(opened.failures) == 1
    assert str(store.path) in opened.words
    assert store.presets.list(sample_stored.session_id) == ()
    again = open_page("coverage", session=sample_stored.session_id)
    save(again.app)
    again.app.run()
    assert [preset.name for preset in store.presets.list(sample_stored.session_id)] == ["strict"]


@pytest.mark.parametrize("what", ["transcript", "evidence"])
def test_a_source_that_cannot_be_read_can_be_replaced(
    store: Store, sample_stored: Session, open_page: Opener, what: str
) -> None:
    """An imported session may hold anything: its page says what is wrong, and takes another file."""
    put = {"transcript": store.sessions.put_transcript, "evidence": store.sessions.put_evidence}[what]
    put(sample_stored, "talk.md", b"PK\x03\x04 no text")
    opened = open_page("sources", session=sample_stored.session_id)
    assert not opened.app.exception
    assert opened.failures == []
    assert "talk.md cannot be read." in opened.words
    assert len(opened.app.file_uploader) == 2
