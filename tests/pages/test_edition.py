import re
import sqlite3
from contextlib import closing

import pytest

from core.casting import Cast
from tests.pages.conftest import Opener
from workbench import desk
from workbench.places import SAMPLE_DATA
from workbench.store import Session, Store


def sources_only(store: Store) -> Session:
    session = store.create("Not written yet")
    session = store.put_transcript(session, "interview.md", (SAMPLE_DATA / "interview.md").read_bytes())
    return store.put_evidence(session, "evidence.json", (SAMPLE_DATA / "evidence.json").read_bytes())


def test_before_the_first_run_the_page_says_what_the_button_does(open_page: Opener, store: Store) -> None:
    """No empty frame."""
    opened = open_page("edition", session=sources_only(store).session_id)
    assert "No edition was written yet." in opened.words
    assert [button.label for button in opened.app.button] == ["Write the edition"]


def test_the_button_writes_and_stores_a_run(open_page: Opener, store: Store) -> None:
    """With its verdict, its certificate and the raw reply of every chapter."""
    session = sources_only(store)
    opened = open_page("edition", session=session.session_id)
    opened.app.button(key="write").click().run()
    assert opened.failures == []
    assert "✓ Verified" in opened.words
    (run,) = store.runs(session.session_id)
    assert (run.verdict, run.client, run.fallbacks) == ("verified", "offline", 0)
    stored = store.run(run.run_id)
    assert f'"raw_sha256": "{stored.edition.raw_sha256}"' in stored.certificate
    replies = store.replies(run.run_id)
    assert len(replies) == len(stored.edition.chapters)
    assert any(replies)


def test_writing_again_is_a_new_run(open_page: Opener, store: Store, sample_stored: Session) -> None:
    """Nothing is overwritten, and either run can be read."""
    before = store.run(store.runs(sample_stored.session_id)[0].run_id)
    opened = open_page("edition", session=sample_stored.session_id)
    opened.app.button(key="write").click().run()
    assert [run.number for run in store.runs(sample_stored.session_id)] == [1, 2]
    assert store.run(before.summary.run_id) == before
    assert "Run 2" in opened.words
    opened.app.selectbox(key="run").select_index(1).run()
    assert opened.failures == []
    assert "Run 1" in opened.words


def test_the_edition_is_read_chapter_by_chapter(open_page: Opener, sample_stored: Session) -> None:
    """With its verdict, excerpts and claims; choosing another chapter shows that one."""
    opened = open_page("edition", session=sample_stored.session_id)
    first = opened.words
    for words in ("We do not promise that a quote is fair", "Key Excerpts", "Core Claims"):
        assert words in first
    opened.app.selectbox(key="chapter").set_value(1).run()
    assert opened.failures == []
    assert opened.words != first


def test_the_edition_is_of_the_transcript_it_was_written_from(
    open_page: Opener, store: Store, sample_stored: Session
) -> None:
    """Though the session has another one by now: the run's own is kept, and the page says whose the verdict is."""
    store.put_transcript(store.session(sample_stored.session_id), "other.txt", b"Ada: Nothing of it is in here.\n")
    opened = open_page("edition", session=sample_stored.session_id)
    assert opened.failures == []
    assert "✓ Verified" in opened.words
    assert "This edition is of another transcript (interview.md) than the session has now" in opened.words
    listed = open_page("sessions").words
    assert "✓ Verified" not in listed
    assert "Its last edition is of another transcript than it has now." in listed


def test_an_edition_says_when_its_quotes_left_the_whitelist(
    open_page: Opener, store: Store, sample_stored: Session
) -> None:
    """By what the person decided since about who speaks."""
    assert "left the whitelist" not in open_page("edition", session=sample_stored.session_id).words
    store.put_cast(sample_stored.session_id, Cast(label="Casimir Boyle", person="Somebody Else"), version=None)
    opened = open_page("edition", session=sample_stored.session_id)
    assert opened.failures == []
    assert re.search(r"\d+ quotes of this edition left the whitelist since", opened.words)


def test_an_edition_that_cannot_be_stored_is_said_and_leaves_no_run(
    open_page: Opener, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another program keeps the file from being written; the session stays as it was, and the next try counts."""
    monkeypatch.setattr(desk, "PATIENCE", 0.1)
    session = sources_only(store)
    opened = open_page("edition", session=session.session_id)
    with closing(sqlite3.connect(store.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        opened.app.button(key="write").click().run()
        assert not opened.app.exception
        assert "another program is writing to this file" in " ".join(opened.failures)
        assert store.runs(session.session_id) == ()
    opened.app.button(key="write").click().run()
    assert len(store.runs(session.session_id)) == 1
