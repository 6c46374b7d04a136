"""What a page does while the database cannot be used, and with what came from elsewhere."""

import re
import shutil
import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from typing import get_args

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.conftest import Opened, Opener
from tests.pages.test_generate import wait_for
from workbench.jobs import runs
from workbench.sample import sample_session
from workbench.store import ClientChoice, RunPlan, Session, SessionMaterial, Store
from workbench.ui.common import cache, page_context, urls


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


PAGE_NAMES = [str(name) for name in get_args(urls.Page)]
GONE = "the database was deleted, moved or emptied while this program was using it."
OTHER = "another database is in the place of the one that this program was using."


def keys(opened: Opened) -> list[str | None]:
    return [button.key for button in opened.app.button]


def lose(store: Store, how: str) -> None:
    """Let the database be gone in one of the ways in which a person or a program does that."""
    match how:
        case "deleted":
            store.path.unlink()
        case "moved":
            store.path.rename(store.path.with_name("elsewhere.db"))
        case "emptied":
            store.path.write_bytes(b"")
        case "folder deleted":
            shutil.rmtree(store.path.parent)
        case "folder moved":
            store.path.parent.rename(store.path.parent.with_name("elsewhere"))
        case _:
            other = Store(store.path.with_name("other.db"))
            other.sessions.create("Of another database")
            other.path.replace(store.path)


@pytest.mark.parametrize("name", PAGE_NAMES)
def test_each_page_says_that_the_database_was_deleted(
    store: Store, sample_stored: Session, open_page: Opener, name: str
) -> None:
    """Once, with the pages above it and two ways out; reading makes no file."""
    opened = open_page(name, session=sample_stored.session_id)
    assert opened.failures == []
    assert "lost-begin" not in keys(opened)
    store.path.unlink()
    opened.app.run()
    assert not opened.app.exception
    assert len(opened.failures) == 1
    assert opened.words.count(GONE) == 1
    assert "This tab holds the session “The sample: Slow Instruments”" in opened.words
    assert "Quote Workbench" in opened.words
    assert "lost-begin" in keys(opened)
    assert not store.path.exists()


@pytest.mark.parametrize("how", ["deleted", "moved", "emptied", "folder deleted", "folder moved", "replaced"])
def test_a_change_is_refused_however_the_database_was_lost(
    store: Store, sample_stored: Session, open_page: Opener, how: str
) -> None:
    """Nothing is made or written in its place; what was typed is said not to be stored."""
    opened = open_page("sources", session=sample_stored.session_id)
    opened.app.text_input(key=f"title-{sample_stored.session_id}").set_value("Mine")
    lose(store, how)
    before = store.path.read_bytes() if store.path.exists() else None
    opened.app.run()
    assert not opened.app.exception
    assert "This was not stored." in opened.words
    assert (OTHER if how == "replaced" else GONE) in opened.words
    assert str(store.path) in opened.words
    assert (store.path.read_bytes() if store.path.exists() else None) == before


@pytest.mark.parametrize("how", ["deleted", "emptied", "folder deleted"])
def test_a_new_database_holds_what_the_page_held(
    store: Store, sample_stored: Session, open_page: Opener, how: str
) -> None:
    """Files, settings, decisions, and the run that was opened with its edits: all that an export would hold; its pages
    go on under the same address, and can be changed."""
    name = sample_stored.session_id
    (run,) = store.runs.list(name)
    store.edits.add(run.run_id, 0, "Words of mine.", after=0)
    store.presets.put(name, "strict", sample_stored.settings.thresholds, version=None)
    store.sessions.rename(sample_stored, "With a title of mine")
    exported = store.sessions.export(name)
    opened = open_page("edition", session=name)
    assert opened.failures == []
    version = store.sessions.get(name).version
    lose(store, how)
    opened.app.run()
    assert "also run 1 with its edits" in opened.words
    assert opened.app.session_state["session.held"].exported() == exported
    opened.app.button(key="lost-begin").click().run()
    assert opened.failures == []
    assert "“With a title of mine” is stored as this tab held it." in opened.words
    fresh = Store(store.path)
    assert fresh.sessions.export(name) == exported
    assert fresh.sessions.get(name).version > version
    sources = open_page("sources", session=name)
    sources.app.text_input(key=f"title-{name}").set_value("Changed again").run()
    assert fresh.sessions.get(name).title == "Changed again"


def test_another_database_in_its_place_keeps_what_it_holds(
    store: Store, sample_stored: Session, open_page: Opener
) -> None:
    """Only when a person says so is it used; what the page held is added to it."""
    opened = open_page("coverage", session=sample_stored.session_id)
    lose(store, "replaced")
    opened.app.run()
    assert opened.words.count(OTHER) == 1
    opened.app.button(key="lost-begin").click().run()
    assert opened.failures == []
    titles = {one.session.title for one in Store(store.path).sessions.list()}
    assert titles == {"Of another database", sample_stored.title}


def test_a_database_that_is_put_back_is_used_again(store: Store, sample_stored: Session, open_page: Opener) -> None:
    """By its content: a copy of it will do."""
    opened = open_page("coverage", session=sample_stored.session_id)
    whole = store.path.read_bytes()
    lose(store, "deleted")
    opened.app.run()
    assert opened.words.count(GONE) == 1
    store.path.write_bytes(whole)
    opened.app.run()
    assert opened.failures == []
    assert GONE not in opened.words


def test_without_a_session_a_new_database_begins_with_the_sample(
    store: Store, sample_stored: Session, open_page: Opener
) -> None:
    """The list of sessions holds none; it says so."""
    opened = open_page("sessions")
    lose(store, "deleted")
    opened.app.run()
    assert opened.words.count(GONE) == 1
    assert "No session was opened in this tab" in opened.words
    opened.app.button(key="lost-begin").click().run()
    assert opened.failures == []
    assert [one.session.session_id for one in Store(store.path).sessions.list()] == [sample_stored.session_id]


def test_a_second_tab_puts_its_own_session_back(store: Store, sample_stored: Session, open_page: Opener) -> None:
    """The first one made the new database, which has only the first one's session; the second still holds its own."""
    copy = store.sessions.duplicate(sample_stored.session_id, "A copy")
    first, second = (open_page("coverage", session=one.session_id) for one in (sample_stored, copy))
    lose(store, "deleted")
    first.app.run()
    first.app.button(key="lost-begin").click().run()
    second.app.run()
    assert "This tab holds the session “A copy”" in second.words
    second.app.button(key="lost-begin").click().run()
    assert second.failures == []
    titles = {one.session.title for one in Store(store.path).sessions.list()}
    assert titles == {sample_stored.title, "A copy"}


def test_a_run_in_the_background_ends_with_a_reason(store: Store, sample_stored: Session, open_page: Opener) -> None:
    """Said while the database is gone, and once more when another is begun: its run does not go on there."""
    name = sample_stored.session_id
    opened = open_page("generate", session=name)
    material = SessionMaterial(
        transcript=sample_stored.transcript,
        evidence=sample_stored.evidence,
        casts=(),
        settings=sample_stored.settings,
    )
    words = "## A chapter\n\n" + "Word upon word comes. " * 20
    client = ClientChoice(kind="scripted", name="replies.json", replies=(words,), every_call=True, words_per_second=40)
    recipe = RunPlan(material=material, client=client, chapters=(0, 1))
    run = runs.start(page_context.store(), name, cache.line_of(material), recipe, number=2)
    wait_for(lambda: (seen := runs.run_status(run.run_id)) is not None and seen.text)
    lose(store, "deleted")
    opened.app.run()
    assert "Run 2 is under way; what comes next of it cannot be stored." in opened.words
    wait_for(lambda: (seen := runs.run_status(run.run_id)) is not None and seen.trouble)
    opened.app.run()
    assert re.search(r"Run 2 ended\. Chapter 1: .*the database was deleted", opened.words)
    opened.app.button(key="lost-begin").click().run()
    assert "Run 2 ended with the database that is gone: what it had written is not stored." in opened.words
    assert runs.run_status(run.run_id) is None
    assert Store(store.path).runs.open_run(name) is None
