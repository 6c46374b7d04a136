from collections.abc import Callable
from pathlib import Path

import pytest

from core.errors import BadInput
from tests.workbench.store import making
from tests.workbench.store.conftest import Query
from workbench.store import (
    DAYS_TO_RESTORE,
    Conflict,
    LineSummary,
    Session,
    Store,
    UnknownSession,
)


def titles(store: Store, search: str = "") -> list[str]:
    return [summary.session.title for summary in store.sessions(search)]


def test_a_fresh_file_has_no_sessions(tmp_path: Path) -> None:
    """The file and its folders are made by the first thing that is asked."""
    store = Store(tmp_path / "a" / "b" / "workbench.db")
    assert store.sessions() == store.deleted() == ()
    assert store.path.is_file()


def test_a_new_session_is_empty_and_can_be_found_again(store: Store, session: Session) -> None:
    """Its id stands in an address as it is; another store of the same file sees the same."""
    assert len(session.session_id) == 12
    assert session.session_id.replace("-", "").replace("_", "").isalnum()
    assert (session.version, session.transcript, session.evidence) == (1, None, None)
    assert Store(store.path).session(session.session_id) == session


@pytest.mark.parametrize(
    "title",
    [
        "Robert'); DROP TABLE sessions;--",
        "100 % of _ \\ and *",
        "“Ü” 😀 \u202eabc <b>$x$</b> :smile: --",
        "x" * 200,
    ],
)
def test_a_title_is_stored_as_it_is_and_found(store: Store, title: str) -> None:
    """SQL, wildcards, emoji and markup are text like any other, up to 200 characters."""
    store.create("another")
    session = store.create(title)
    assert store.session(session.session_id).title == title
    assert titles(store, title) == [title]
    assert titles(store) == [title, "another"]


@pytest.mark.parametrize(
    ("title", "message"),
    [
        ("", "is empty"),
        (" \n\t ", "is empty"),
        ("x" * 201, "has 201 characters"),
        ("x" * 1_000_000, "has 1,000,000 characters"),
        ("one\ntwo", "line break"),
        ("one\u2028two", "line break"),
        ("a\0b", "cannot be seen"),
        ("half \ud83d", "cannot be seen"),
    ],
)
def test_an_impossible_title_is_refused(store: Store, session: Session, title: str, message: str) -> None:
    """What is wrong and what to do; the session keeps its title, and no session is made."""
    for attempt in (lambda: store.create(title), lambda: store.rename(session, title)):
        with pytest.raises(BadInput, match=message) as caught:
            attempt()
        (problem,) = caught.value.problems
        assert problem.place == "the title"
        assert problem.remedy
    assert titles(store) == ["An interview"]


def test_white_space_around_a_title_goes(store: Store) -> None:
    """A title is what can be seen of it."""
    assert store.create("  A talk \n").title == "A talk"


def test_an_id_can_be_given_once(store: Store, session: Session) -> None:
    """A second session of the same id is a conflict, also while the first is deleted."""
    made = store.create("Fixed", session_id="sample_1-a")
    assert store.session("sample_1-a") == made
    store.delete(made)
    with pytest.raises(Conflict, match="this id already"):
        store.create("Again", session_id="sample_1-a")
    for impossible in ("", "a b", "a/b", "x" * 65, "ä"):
        with pytest.raises(BadInput, match="address"):
            store.create("Another", session_id=impossible)
    assert titles(store) == [session.title]


def test_every_change_is_a_version_and_what_changes_nothing_is_none(store: Store, session: Session) -> None:
    """A widget that writes its own value back makes no conflict for the other tab."""
    renamed = store.rename(session, "Other")
    assert (renamed.title, renamed.version) == ("Other", 2)
    assert renamed.changed_at > session.changed_at
    assert store.rename(renamed, " Other ") == renamed
    tuned = store.put_settings(renamed, making.settings(7))
    assert (tuned.settings, tuned.version) == (making.settings(7), 3)
    assert store.put_settings(tuned, making.settings(7)) == tuned == store.session(session.session_id)


CHANGES: dict[str, Callable[[Store, Session], Session]] = {
    "its title is now “Elsewhere”": lambda store, session: store.rename(session, "Elsewhere"),
    "its settings were changed": lambda store, session: store.put_settings(session, making.settings(7)),
    "its transcript is now “a.md”": lambda store, session: store.put_transcript(session, "a.md", b"a"),
    "its evidence map is now “a.json”": lambda store, session: store.put_evidence(session, "a.json", b"a"),
}


@pytest.mark.parametrize(("words", "change"), CHANGES.items(), ids=["title", "settings", "transcript", "evidence"])
def test_a_change_over_another_is_a_conflict(
    store: Store, session: Session, words: str, change: Callable[[Store, Session], Session]
) -> None:
    """The second tab is told what the first one changed, and overwrites nothing, whatever it wants to change."""
    stored = change(Store(store.path), session)
    attempts = (
        lambda: store.rename(session, "Mine"),
        lambda: store.put_settings(session, making.settings(8)),
        lambda: store.put_transcript(session, "mine.md", b"mine"),
        lambda: store.put_evidence(session, "mine.json", b"mine"),
        lambda: store.delete(session),
    )
    for attempt in attempts:
        with pytest.raises(Conflict, match=words) as caught:
            attempt()
        assert caught.value.stored == stored == store.session(session.session_id)


def test_a_change_and_its_reverse_are_a_conflict_too(store: Store, session: Session) -> None:
    """Versions decide, not contents."""
    store.rename(store.rename(session, "Other"), session.title)
    with pytest.raises(Conflict, match="changed and changed back"):
        store.rename(session, "Mine")


def test_the_newest_change_comes_first(store: Store) -> None:
    """Whatever kind of change it was; a noted glance is none."""
    first, second, third = (store.create(title) for title in ("first", "second", "third"))
    assert titles(store) == ["third", "second", "first"]
    store.add_mend(first.session_id, making.mend("c1.1.1"))
    assert titles(store) == ["first", "third", "second"]
    store.note_glance(second.session_id, LineSummary(key="k", quotes=3, rejected=1, levels=()))
    assert titles(store) == ["first", "third", "second"]
    store.put_preset(third.session_id, "p", making.thresholds(5), version=None)
    assert titles(store) == ["third", "first", "second"]


def test_the_search_reads_titles_and_file_names_in_any_case(store: Store, session: Session) -> None:
    """Letters beyond A to Z too; % and _ are themselves."""
    store.put_evidence(store.put_transcript(session, "ÜBUNG_1.md", b"a"), "straße.json", b"b")
    store.create("Another")
    for found in ("interVIEW", "übung", "g_1", "STRASSE", " "):
        assert "An interview" in titles(store, found)
    for missing in ("%", "n_i", "interview2"):
        assert titles(store, missing) == []


def test_a_deleted_session_can_be_restored_as_it_was(store: Store, full: Session) -> None:
    """It leaves the list, keeps all it holds, and comes back under the same address."""
    before = store.export(full.session_id)
    store.delete(full)
    assert titles(store) == []
    assert [summary.session for summary in store.deleted()] == [full]
    with pytest.raises(UnknownSession, match="was deleted") as caught:
        store.session(full.session_id)
    assert caught.value.session_id == full.session_id
    assert store.restore(full.session_id) == full
    assert store.export(full.session_id) == before
    assert store.deleted() == ()


def test_restoring_twice_or_nothing(store: Store, session: Session) -> None:
    """A session that is there stays; one that never was is unknown."""
    store.delete(session)
    assert store.restore(session.session_id) == store.restore(session.session_id) == session
    with pytest.raises(UnknownSession, match="no such session"):
        store.restore("nowhere")


def test_a_month_after_it_was_deleted_a_session_goes_for_good(store: Store, full: Session, query: Query) -> None:
    """When the next one is deleted, with all it held and with its sources."""
    younger, next_one = store.create("younger"), store.create("next")
    store.begin_run(full.session_id, making.recipe(full), number=2, owner="a", seconds=60)
    store.delete(full)
    store.delete(younger)
    age = "UPDATE sessions SET deleted_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?) WHERE session_id = ?"
    query(age, f"-{DAYS_TO_RESTORE} days", full.session_id)
    query(age, f"-{DAYS_TO_RESTORE - 1} days", younger.session_id)
    store.delete(next_one)
    assert {summary.session.title for summary in store.deleted()} == {"younger", "next"}
    held = (
        "casts",
        "mends",
        "promotions",
        "presets",
        "runs",
        "chapters",
        "replies",
        "edits",
        "open_runs",
        "open_chapters",
        "calls",
        "call_texts",
    )
    for table in ("sources", *held):
        assert query(f"SELECT count(*) FROM {table}") == [(0,)], table  # noqa: S608 - names of tables
    with pytest.raises(UnknownSession, match="no such session"):
        store.restore(full.session_id)


def test_a_duplicate_holds_the_same_and_is_another(store: Store, full: Session) -> None:
    """Runs included; a change of one is not one of the other."""
    copy = store.duplicate(full.session_id, "A copy")
    assert copy.session_id != full.session_id
    assert copy.created_at > full.created_at
    assert (copy.transcript, copy.evidence, copy.settings) == (full.transcript, full.evidence, full.settings)
    (run,), (copied,) = store.runs(full.session_id), store.runs(copy.session_id)
    assert copied.run_id != run.run_id
    assert store.run(copied.run_id).edition == store.run(run.run_id).edition
    assert store.mends(copy.session_id) == store.mends(full.session_id)
    assert store.promotions(copy.session_id) == store.promotions(full.session_id) != ()
    assert store.edits(copied.run_id) == store.edits(run.run_id) != ()
    store.redo_edit(copied.run_id, 2)
    assert store.edits(copied.run_id) != store.edits(run.run_id)
    store.delete(full)
    assert store.rename(copy, "Mine").title == "Mine"
    assert store.source_bytes(copy.transcript.sha256 if copy.transcript else "").startswith(b"Ada")


def test_the_list_shows_a_glance_and_the_last_run(store: Store, full: Session) -> None:
    """Each session its own; nothing where there is nothing."""
    glance = LineSummary(key="k", quotes=3, rejected=1, levels=())
    store.note_glance(full.session_id, glance)
    last = store.add_run(full.session_id, making.run(full.session_id), [])
    empty = store.create("empty")
    shown = {summary.session.session_id: summary for summary in store.sessions()}
    assert (shown[full.session_id].glance, shown[full.session_id].last_run) == (glance, last)
    assert (shown[empty.session_id].glance, shown[empty.session_id].last_run) == (None, None)
    assert last.number == 2
    assert store.session(full.session_id).version == full.version


@pytest.mark.parametrize("asked", ["", "nowhere", "' OR 1=1 --", "x" * 100_000])
def test_an_unknown_session_is_said_to_be_unknown(store: Store, session: Session, asked: str) -> None:
    """Every operation says so, in the same words."""
    ghost = session.model_copy(update={"session_id": asked})
    attempts = (
        lambda: store.session(asked),
        lambda: store.rename(ghost, "Mine"),
        lambda: store.delete(ghost),
        lambda: store.duplicate(asked, "Mine"),
        lambda: store.casts(asked),
        lambda: store.add_mend(asked, making.mend("c1.1.1")),
        lambda: store.presets(asked),
        lambda: store.runs(asked),
        lambda: store.add_run(asked, making.run(asked), []),
        lambda: store.run_settings(asked),
        lambda: store.next_number(asked),
        lambda: store.open_run(asked),
        lambda: store.begin_run(asked, making.recipe(session), number=1, owner="a", seconds=1),
        lambda: store.promotions(asked),
        lambda: store.ledger(asked),
        lambda: store.add_promotion(asked, making.promotion("promoted-1")),
        lambda: store.export(asked),
        lambda: store.note_glance(asked, LineSummary(key="", quotes=0, rejected=0, levels=())),
    )
    for attempt in attempts:
        with pytest.raises(UnknownSession, match="no such session"):
            attempt()
    assert store.sessions()[0].session == session
