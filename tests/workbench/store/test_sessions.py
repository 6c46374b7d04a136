from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

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
from workbench.store.sessions.sessions import new_id


def titles(store: Store, search: str = "") -> list[str]:
    return [summary.session.title for summary in store.sessions.list(search)]


def test_no_new_id_is_read_as_an_option_of_a_command_or_as_a_formula() -> None:
    """Each is typed behind a command, and stands in tables."""
    made = [new_id() for _ in range(5_000)]
    assert len(set(made)) == len(made)
    assert all(len(one) == 12 and one[0].isalpha() and quote(one, safe="") == one for one in made)


def test_a_fresh_file_has_no_sessions(tmp_path: Path) -> None:
    """The file and its folders are made by the first thing that is asked."""
    store = Store(tmp_path / "a" / "b" / "workbench.db")
    assert store.sessions.list() == store.sessions.list(deleted=True) == ()
    assert store.path.is_file()


def test_a_new_session_is_empty_and_can_be_found_again(store: Store, session: Session) -> None:
    """Its id stands in an address as it is; another store of the same file sees the same."""
    assert len(session.session_id) == 12
    assert session.session_id.replace("-", "").replace("_", "").isalnum()
    assert (session.version, session.transcript, session.evidence) == (1, None, None)
    assert Store(store.path).sessions.get(session.session_id) == session


def test_a_session_with_sources_is_stored_whole_or_not_at_all(store: Store) -> None:
    """One transaction: where the map cannot be kept there is no session with half of it."""
    talk, evidence = ("talk.vtt", b"WEBVTT"), ("talk.json", b"{}")
    made = store.sessions.create_with("Whole", talk, evidence)
    assert made == store.sessions.get(made.session_id)
    assert [source and source.name for source in (made.transcript, made.evidence)] == ["talk.vtt", "talk.json"]
    assert made.transcript is not None
    assert made.transcript.form == "", "its content decides how it is read"
    with pytest.raises(BadInput):
        store.sessions.create_with("Half", talk, ("big.json", bytes(20_000_001)))
    assert titles(store) == ["Whole"]


def test_a_recording_that_came_with_a_file_is_not_confirmed_here(store: Store, full: Session, elsewhere: Store) -> None:
    """Its path may name any file of this machine, which nobody here chose; a copy of a session is still one's own."""
    assert (full.recording, full.recording_confirmed) == (making.RECORDING, True)
    copy = store.sessions.duplicate(full.session_id, "Copy")
    assert (copy.recording, copy.recording_confirmed) == (making.RECORDING, True)
    for where in (store, elsewhere):
        imported = where.sessions.import_file(store.sessions.export(full.session_id))
        assert (imported.recording, imported.recording_confirmed) == (making.RECORDING, False)
        assert imported.recording_url == full.recording_url == "https://talks.example/talk.mp3"
        assert where.sessions.put_recording(imported, making.RECORDING).recording_confirmed


def test_a_recording_is_taken_away(store: Store, full: Session) -> None:
    """The file and the link are two things; another tab hears of it."""
    bare = store.sessions.put_recording_url(store.sessions.put_recording(full, None), " ")
    assert (bare.recording, bare.recording_confirmed, bare.recording_url) == (None, False, "")
    with pytest.raises(Conflict, match="its recording is another"):
        store.sessions.put_recording(full, making.RECORDING)


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
    store.sessions.create("another")
    session = store.sessions.create(title)
    assert store.sessions.get(session.session_id).title == title
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
    ],
)
def test_an_impossible_title_is_refused(store: Store, session: Session, title: str, message: str) -> None:
    """What is wrong and what to do; the session keeps its title, and no session is made."""
    for attempt in (lambda: store.sessions.create(title), lambda: store.sessions.rename(session, title)):
        with pytest.raises(BadInput, match=message) as caught:
            attempt()
        (problem,) = caught.value.problems
        assert problem.place == "the title"
        assert problem.remedy
    assert titles(store) == ["An interview"]


def test_white_space_around_a_title_goes(store: Store) -> None:
    """A title is what can be seen of it."""
    assert store.sessions.create("  A talk \n").title == "A talk"


def test_an_id_can_be_given_once(store: Store, session: Session) -> None:
    """A second session of the same id is a conflict, also while the first is deleted."""
    made = store.sessions.create("Fixed", session_id="sample_1-a")
    assert store.sessions.get("sample_1-a") == made
    store.sessions.delete(made)
    with pytest.raises(Conflict, match="this id already"):
        store.sessions.create("Again", session_id="sample_1-a")
    for impossible in ("", "a b", "a/b", "x" * 65, "ä"):
        with pytest.raises(BadInput, match="address"):
            store.sessions.create("Another", session_id=impossible)
    assert titles(store) == [session.title]


def test_every_change_is_a_version_and_what_changes_nothing_is_none(store: Store, session: Session) -> None:
    """A widget that writes its own value back makes no conflict for the other tab."""
    renamed = store.sessions.rename(session, "Other")
    assert (renamed.title, renamed.version) == ("Other", 2)
    assert renamed.changed_at > session.changed_at
    assert store.sessions.rename(renamed, " Other ") == renamed
    tuned = store.sessions.put_settings(renamed, making.settings(7))
    assert (tuned.settings, tuned.version) == (making.settings(7), 3)
    assert store.sessions.put_settings(tuned, making.settings(7)) == tuned == store.sessions.get(session.session_id)


CHANGES: dict[str, Callable[[Store, Session], Session]] = {
    "its title is now “Elsewhere”": lambda store, session: store.sessions.rename(session, "Elsewhere"),
    "its settings were changed": lambda store, session: store.sessions.put_settings(session, making.settings(7)),
    "its transcript is now “a.md”": lambda store, session: store.sessions.put_transcript(session, "a.md", b"a"),
    "its evidence map is now “a.json”": lambda store, session: store.sessions.put_evidence(session, "a.json", b"a"),
}


@pytest.mark.parametrize(("words", "change"), CHANGES.items(), ids=["title", "settings", "transcript", "evidence"])
def test_a_change_over_another_is_a_conflict(
    store: Store, session: Session, words: str, change: Callable[[Store, Session], Session]
) -> None:
    """The second tab is told what the first one changed, and overwrites nothing, whatever it wants to change."""
    stored = change(Store(store.path), session)
    attempts = (
        lambda: store.sessions.rename(session, "Mine"),
        lambda: store.sessions.put_settings(session, making.settings(8)),
        lambda: store.sessions.put_transcript(session, "mine.md", b"mine"),
        lambda: store.sessions.put_evidence(session, "mine.json", b"mine"),
        lambda: store.sessions.delete(session),
    )
    for attempt in attempts:
        with pytest.raises(Conflict, match=words) as caught:
            attempt()
        assert caught.value.stored == stored == store.sessions.get(session.session_id)


def test_a_change_and_its_reverse_are_a_conflict_too(store: Store, session: Session) -> None:
    """Versions decide, not contents."""
    store.sessions.rename(store.sessions.rename(session, "Other"), session.title)
    with pytest.raises(Conflict, match="changed and changed back"):
        store.sessions.rename(session, "Mine")


def test_the_newest_change_comes_first(store: Store) -> None:
    """Whatever kind of change it was; a noted glance is none."""
    first, second, third = (store.sessions.create(title) for title in ("first", "second", "third"))
    assert titles(store) == ["third", "second", "first"]
    store.acts.add(first.session_id, making.chapter_act("a"), transcript=None)
    assert titles(store) == ["first", "third", "second"]
    store.sessions.put_line_summary(second.session_id, LineSummary(key="k", quotes=3, rejected=1, levels=()))
    assert titles(store) == ["first", "third", "second"]
    store.presets.put(third.session_id, "p", making.thresholds(5), version=None)
    assert titles(store) == ["third", "first", "second"]


def test_the_search_reads_titles_and_file_names_in_any_case(store: Store, session: Session) -> None:
    """Letters beyond A to Z too; % and _ are themselves."""
    store.sessions.put_evidence(store.sessions.put_transcript(session, "ÜBUNG_1.md", b"a"), "straße.json", b"b")
    store.sessions.create("Another")
    for found in ("interVIEW", "übung", "g_1", "STRASSE", " "):
        assert "An interview" in titles(store, found)
    for missing in ("%", "n_i", "interview2"):
        assert titles(store, missing) == []


def test_a_deleted_session_can_be_restored_as_it_was(store: Store, full: Session) -> None:
    """It leaves the list, keeps all it holds, and comes back under the same address."""
    before = store.sessions.export(full.session_id)
    store.sessions.delete(full)
    assert titles(store) == []
    assert [summary.session for summary in store.sessions.list(deleted=True)] == [full]
    with pytest.raises(UnknownSession, match="was deleted") as caught:
        store.sessions.get(full.session_id)
    assert caught.value.session_id == full.session_id
    assert store.sessions.restore(full.session_id) == full
    assert store.sessions.export(full.session_id) == before
    assert store.sessions.list(deleted=True) == ()


def test_restoring_twice_or_nothing(store: Store, session: Session) -> None:
    """A session that is there stays; one that never was is unknown."""
    store.sessions.delete(session)
    assert store.sessions.restore(session.session_id) == store.sessions.restore(session.session_id) == session
    with pytest.raises(UnknownSession, match="no such session"):
        store.sessions.restore("nowhere")


def test_a_month_after_it_was_deleted_a_session_goes_for_good(store: Store, full: Session, query: Query) -> None:
    """When the next one is deleted, with all it held and with its sources."""
    younger, next_one = store.sessions.create("younger"), store.sessions.create("next")
    store.runs.begin(full.session_id, making.recipe(full), number=2, owner="a", seconds=60)
    store.sessions.delete(full)
    store.sessions.delete(younger)
    age = "UPDATE sessions SET deleted_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?) WHERE session_id = ?"
    query(age, f"-{DAYS_TO_RESTORE} days", full.session_id)
    query(age, f"-{DAYS_TO_RESTORE - 1} days", younger.session_id)
    store.sessions.delete(next_one)
    assert {summary.session.title for summary in store.sessions.list(deleted=True)} == {"younger", "next"}
    held = (
        "casts",
        "map_acts",
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
        store.sessions.restore(full.session_id)


def test_a_duplicate_holds_the_same_and_is_another(store: Store, full: Session) -> None:
    """Runs included; a change of one is not one of the other."""
    copy = store.sessions.duplicate(full.session_id, "A copy")
    assert copy.session_id != full.session_id
    assert copy.created_at > full.created_at
    assert (copy.transcript, copy.evidence, copy.settings) == (full.transcript, full.evidence, full.settings)
    (run,), (copied,) = store.runs.list(full.session_id), store.runs.list(copy.session_id)
    assert copied.run_id != run.run_id
    assert store.runs.get(copied.run_id).edition == store.runs.get(run.run_id).edition
    assert store.acts.list(copy.session_id) == store.acts.list(full.session_id) != ()
    assert store.edits.list(copied.run_id) == store.edits.list(run.run_id) != ()
    store.edits.redo(copied.run_id, 2)
    assert store.edits.list(copied.run_id) != store.edits.list(run.run_id)
    store.sessions.delete(full)
    assert store.sessions.rename(copy, "Mine").title == "Mine"
    assert store.sources.get(copy.transcript.sha256 if copy.transcript else "").startswith(b"Ada")


def test_the_list_shows_a_glance_and_the_last_run(store: Store, full: Session) -> None:
    """Each session its own; nothing where there is nothing."""
    glance = LineSummary(key="k", quotes=3, rejected=1, levels=())
    store.sessions.put_line_summary(full.session_id, glance)
    last = store.runs.add(full.session_id, making.run(full.session_id), [])
    empty = store.sessions.create("empty")
    shown = {summary.session.session_id: summary for summary in store.sessions.list()}
    assert (shown[full.session_id].glance, shown[full.session_id].last_run) == (glance, last)
    assert (shown[empty.session_id].glance, shown[empty.session_id].last_run) == (None, None)
    assert last.number == 2
    assert store.sessions.get(full.session_id).version == full.version


@pytest.mark.parametrize("asked", ["", "nowhere", "' OR 1=1 --", "x" * 100_000])
def test_an_unknown_session_is_said_to_be_unknown(store: Store, session: Session, asked: str) -> None:
    """Every operation says so, in the same words."""
    ghost = session.model_copy(update={"session_id": asked})
    attempts = (
        lambda: store.sessions.get(asked),
        lambda: store.sessions.rename(ghost, "Mine"),
        lambda: store.sessions.delete(ghost),
        lambda: store.sessions.duplicate(asked, "Mine"),
        lambda: store.speaker_mappings.list(asked),
        lambda: store.acts.add(asked, making.chapter_act("a"), transcript=None),
        lambda: store.presets.list(asked),
        lambda: store.runs.list(asked),
        lambda: store.runs.add(asked, making.run(asked), []),
        lambda: store.runs.settings(asked),
        lambda: store.runs.next_number(asked),
        lambda: store.runs.open_run(asked),
        lambda: store.runs.begin(asked, making.recipe(session), number=1, owner="a", seconds=1),
        lambda: store.acts.list(asked),
        lambda: store.calls.of_session(asked),
        lambda: store.acts.undo_last(asked),
        lambda: store.sessions.export(asked),
        lambda: store.sessions.put_line_summary(asked, LineSummary(key="", quotes=0, rejected=0, levels=())),
    )
    for attempt in attempts:
        with pytest.raises(UnknownSession, match="no such session"):
            attempt()
    assert store.sessions.list()[0].session == session
