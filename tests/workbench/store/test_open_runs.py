import sqlite3

import pytest

from tests.workbench.store import making
from tests.workbench.store.conftest import Query
from workbench.store import (
    Conflict,
    InvalidDatabase,
    LostLease,
    OpenRun,
    RunLease,
    RunState,
    Session,
    Store,
    UnknownRecord,
    UnknownSession,
)
from workbench.store.database.clock import LONGEST_LEASE, seconds

REPLY = "half \ufffd \0 😀 \\ud800 </script>\r\n"


def test_a_run_that_begins_is_open(store: Store, ready: Session) -> None:
    """Whole, with all it is made of; its lease is taken, nothing of it is written; a change of its session."""
    recipe = making.recipe(ready, replies=("a reply", REPLY)).model_copy(update={"chapters": (0, 2, 5)})
    began = seconds()
    opened = store.runs.begin(ready.session_id, recipe, number=1, owner="one", seconds=60)
    assert store.runs.open_run(ready.session_id) == opened
    assert opened.recipe == recipe
    assert (opened.number, opened.state, opened.message, opened.owner) == (1, RunState.RUNNING, "", "one")
    assert (opened.session_id, len(opened.run_id), opened.stop_requested) == (ready.session_id, 12, False)
    assert began + 60 <= opened.leased_until <= seconds() + 60
    assert [(one.position, one.chapter_index) for one in opened.chapters] == [(0, 0), (1, 2), (2, 5)]
    assert {(one.calls, one.reply, one.draft) for one in opened.chapters} == {(0, None, None)}
    assert store.sessions.get(ready.session_id).changed_at > ready.changed_at
    assert store.runs.list(ready.session_id) == ()


def test_a_session_has_one_open_run(store: Store, ready: Session, opened: OpenRun, query: Query) -> None:
    """A double click, or a second tab, begins no second one; whatever number it names, and whatever writes the file."""
    for number in (1, 2):
        with pytest.raises(Conflict, match="Run 1 of this session is not finished") as caught:
            store.runs.begin(ready.session_id, making.recipe(ready), number=number, owner="two", seconds=60)
        assert caught.value.stored == opened == store.runs.open_run(ready.session_id)
    columns = "session_id, 2, started_at, transcript_sha256, evidence_sha256, state, message, owner, 0, 0"
    with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
        query(f"INSERT INTO open_runs SELECT 'another', {columns} FROM open_runs")  # noqa: S608 - constants
    other = store.sessions.create("Another")
    assert store.runs.begin(other.session_id, making.recipe(other), number=1, owner="one", seconds=60).number == 1


@pytest.mark.parametrize(("number", "message"), [(0, "Run 1 was finished"), (1, "Run 1 was finished"), (3, "removed")])
def test_a_run_begins_under_the_number_that_was_seen(store: Store, ready: Session, number: int, message: str) -> None:
    """A click on a page that did not see another's run begins none."""
    last = store.runs.add(ready.session_id, making.run(ready.session_id), [])
    with pytest.raises(Conflict, match=message) as caught:
        store.runs.begin(ready.session_id, making.recipe(ready), number=number, owner="one", seconds=60)
    assert caught.value.stored == last
    assert store.runs.open_run(ready.session_id) is None
    assert store.runs.next_number(ready.session_id) == 2
    assert store.runs.begin(ready.session_id, making.recipe(ready), number=2, owner="one", seconds=60).number == 2


def test_a_run_of_what_is_no_longer_kept_does_not_begin(store: Store, ready: Session) -> None:
    """Another tab replaced the transcript between the look and the click."""
    recipe = making.recipe(ready)
    store.sessions.put_transcript(ready, "b.md", b"another")
    with pytest.raises(Conflict, match=r"“a\.md” was replaced"):
        store.runs.begin(ready.session_id, recipe, number=1, owner="one", seconds=60)
    assert store.runs.open_run(ready.session_id) is None


def test_an_open_run_keeps_the_files_it_is_made_from(store: Store, ready: Session, opened: OpenRun) -> None:
    """However often the session gets others, until the run is removed."""
    changed = store.sessions.put_evidence(store.sessions.put_transcript(ready, "b.md", b"another"), "b.json", b"[]")
    material = opened.recipe.material
    for source, data in ((material.transcript, b"Ada: So it is."), (material.evidence, b"{}")):
        assert source is not None
        assert store.sources.get(source.sha256) == data
    store.runs.release(opened.run_id, "one", RunState.STOPPED, "")
    store.runs.discard(opened.run_id, changed.session_id)
    for source in (material.transcript, material.evidence):
        with pytest.raises(UnknownRecord):
            store.sources.get(source.sha256 if source else "")


@pytest.mark.parametrize("state", [RunState.STOPPED, RunState.FAILED])
def test_a_run_that_ends_before_its_end_can_be_resumed(store: Store, opened: OpenRun, state: RunState) -> None:
    """By whoever comes; what was written is there, and why it ended is said until then."""
    store.runs.put_reply(opened.run_id, "one", 0, "paid")
    store.runs.request_stop(opened.run_id)
    store.runs.release(opened.run_id, "one", state, "The model said: no.")
    ended = making.stored_run(store, opened)
    assert (ended.state, ended.message, ended.owner, ended.stop_requested) == (state, "The model said: no.", "", False)
    assert not ended.is_held(seconds())
    resumed = store.runs.lease(opened.run_id, "two", 60)
    assert resumed == making.stored_run(store, opened)
    assert (resumed.state, resumed.message, resumed.owner) == (RunState.RUNNING, "", "two")
    assert resumed.is_held(seconds())
    assert resumed.chapters[0].reply == "paid"
    making.write_all(store, opened, "two")
    assert store.runs.finish(opened.run_id, "two", making.run(opened.session_id)).number == 1


def test_a_lease_that_is_held_is_nobody_elses(store: Store, opened: OpenRun) -> None:
    """It is not taken, by its holder neither, which is at work; nor is the run removed."""
    for owner in ("two", "one"):
        with pytest.raises(Conflict, match="Run 1 is being written in another tab") as caught:
            store.runs.lease(opened.run_id, owner, 60)
        assert caught.value.stored == opened
    with pytest.raises(Conflict, match="Stop it first"):
        store.runs.discard(opened.run_id, opened.session_id)
    assert making.stored_run(store, opened) == opened


def test_a_lease_is_taken_from_the_holder_that_is_named(store: Store, opened: OpenRun) -> None:
    """Once: of two that name the same one the second is too late, and so is who wants to remove the run."""
    leased = store.runs.lease(opened.run_id, "two", 60, instead_of="one")
    assert (leased.owner, leased.state) == ("two", RunState.RUNNING)
    with pytest.raises(Conflict, match="Run 1 is being written in another tab"):
        store.runs.lease(opened.run_id, "three", 60, instead_of="one")
    with pytest.raises(Conflict, match="Stop it first"):
        store.runs.discard(opened.run_id, opened.session_id, instead_of="one")
    assert making.stored_run(store, opened) == leased
    store.runs.discard(opened.run_id, opened.session_id, instead_of="two")
    assert store.runs.open_run(opened.session_id) is None


def test_a_lease_that_nobody_holds_is_there_for_everybody(store: Store, opened: OpenRun) -> None:
    """Also for whoever thinks that another gives way."""
    store.runs.release(opened.run_id, "one", RunState.STOPPED, "")
    assert store.runs.lease(opened.run_id, "two", 60, instead_of="one").owner == "two"


def test_a_lease_that_ran_out_is_its_holders_until_it_is_taken(store: Store, ready: Session) -> None:
    """A machine that slept loses no chapter; nobody is asked twice who holds it."""
    opened = store.runs.begin(ready.session_id, making.recipe(ready), number=1, owner="one", seconds=0)
    assert making.stored_run(store, opened).state is RunState.RUNNING
    assert not making.stored_run(store, opened).is_held(seconds())
    store.runs.put_chapter(opened.run_id, "one", 0, making.chapter(0))
    assert store.runs.renew(opened.run_id, "one", 60).is_held(seconds())
    store.runs.renew(opened.run_id, "one", 0)
    assert store.runs.lease(opened.run_id, "two", 60).chapters[0].draft == making.chapter(0)
    with pytest.raises(LostLease):
        store.runs.renew(opened.run_id, "one", 60)
    assert making.stored_run(store, opened).owner == "two"


def test_a_lease_of_a_clock_that_was_ahead_does_not_count(store: Store, ready: Session, query: Query) -> None:
    """Set back by a day, nobody waits for a day; and no lease is longer than the longest."""
    opened = store.runs.begin(ready.session_id, making.recipe(ready), number=1, owner="one", seconds=10**9)
    assert opened.is_held(seconds())
    assert opened.leased_until <= seconds() + LONGEST_LEASE
    assert not opened.is_held(opened.leased_until)
    query("UPDATE open_runs SET leased_until = leased_until + 86400")
    assert not making.stored_run(store, opened).is_held(seconds())
    assert store.runs.renew(opened.run_id, "one", 60).is_held(seconds())
    query("UPDATE open_runs SET leased_until = leased_until + 86400")
    assert store.runs.lease(opened.run_id, "two", 60).is_held(seconds())


def test_a_stop_reaches_whoever_writes(store: Store, opened: OpenRun) -> None:
    """With the next beat; the next worker does not take it for its own."""
    Store(store.path).runs.request_stop(opened.run_id)
    assert store.runs.renew(opened.run_id, "one", 60).stop_requested
    assert not store.runs.lease(opened.run_id, "two", 60, instead_of="one").stop_requested
    store.runs.release(opened.run_id, "two", RunState.STOPPED, "")
    store.runs.request_stop(opened.run_id)
    assert not store.runs.lease(opened.run_id, "three", 60).stop_requested


def test_a_run_is_removed_from_its_own_session_only(store: Store, opened: OpenRun, query: Query) -> None:
    """What was written of it goes, its number is free again, and nothing can be done with it any more."""
    store.runs.put_chapter(opened.run_id, "one", 0, making.chapter(0))
    store.runs.release(opened.run_id, "one", RunState.STOPPED, "")
    other = store.sessions.create("Another")
    with pytest.raises(UnknownRecord, match="not open any more"):
        store.runs.discard(opened.run_id, other.session_id)
    assert making.stored_run(store, opened).run_id == opened.run_id
    store.runs.discard(opened.run_id, opened.session_id)
    assert store.runs.open_run(opened.session_id) is None
    assert query("SELECT count(*) FROM open_chapters") == [(0,)]
    assert store.runs.next_number(opened.session_id) == 1
    for attempt in (
        lambda: store.runs.discard(opened.run_id, opened.session_id),
        lambda: store.runs.lease(opened.run_id, "one", 60),
        lambda: store.runs.request_stop(opened.run_id),
    ):
        with pytest.raises(UnknownRecord, match="not open any more"):
            attempt()


def test_a_run_goes_and_comes_back_with_its_session(store: Store, opened: OpenRun) -> None:
    """Whoever wrote it stops; nothing that was paid for is lost while the session can be restored."""
    store.runs.put_chapter(opened.run_id, "one", 0, making.chapter(0))
    store.sessions.delete(store.sessions.get(opened.session_id))
    for attempt in (
        lambda: store.runs.open_run(opened.session_id),
        lambda: store.runs.lease(opened.run_id, "two", 60),
        lambda: store.runs.discard(opened.run_id, opened.session_id),
    ):
        with pytest.raises(UnknownSession, match="was deleted"):
            attempt()
    store.sessions.restore(opened.session_id)
    again = making.stored_run(store, opened)
    assert (again.state, again.message, again.owner) == (RunState.STOPPED, "The session was deleted meanwhile.", "")
    assert again.chapters[0].draft == making.chapter(0)
    assert store.runs.lease(opened.run_id, "two", 60).state is RunState.RUNNING


def test_why_a_run_failed_outlives_its_session(store: Store, opened: OpenRun) -> None:
    """A deleted and restored session says of its run what it said before."""
    store.runs.release(opened.run_id, "one", RunState.FAILED, "The model said: no.")
    before = making.stored_run(store, opened)
    store.sessions.delete(store.sessions.get(opened.session_id))
    store.sessions.restore(opened.session_id)
    assert making.stored_run(store, opened) == before


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM open_chapters WHERE position = 1",
        "UPDATE open_runs SET state = 'dreaming'",
        "UPDATE open_recipes SET content = '{}'",
        "DELETE FROM open_recipes",
        "UPDATE open_chapters SET reply = '3'",
        "UPDATE open_chapters SET reply = 'no JSON'",
        "UPDATE open_chapters SET draft = '{}'",
    ],
)
def test_an_open_run_that_is_damaged_is_refused(store: Store, opened: OpenRun, query: Query, damage: str) -> None:
    """Half a run is none."""
    query(damage)
    with pytest.raises(InvalidDatabase, match="damaged"):
        store.runs.open_run(opened.session_id)


def test_how_far_a_run_is_is_known_without_its_words(store: Store, opened: OpenRun) -> None:
    """The same as the whole says, chapter by chapter, whatever the chapters hold."""
    store.calls.begin(opened.run_id, "one", 0)
    store.runs.put_reply(opened.run_id, "one", 0, REPLY)
    store.runs.put_chapter(opened.run_id, "one", 0, making.chapter(0, REPLY))
    fallen = making.chapter(1).model_copy(update={"fallback": f"It did not pass: {REPLY}"})
    store.runs.put_chapter(opened.run_id, "one", 1, fallen)
    progress, whole = store.runs.progress(opened.session_id), making.stored_run(store, opened)
    assert progress is not None
    of_both = [{name: getattr(one, name) for name in RunLease.model_fields} for one in (progress, whole)]
    assert of_both[0] == of_both[1]
    assert [(one.position, one.chapter_index, one.calls) for one in progress.chapters] == [
        (0, 0, 1),
        (1, 1, 0),
        (2, 2, 0),
    ]
    assert [(one.answered, one.done, one.fell_back) for one in progress.chapters] == [
        (True, True, False),
        (False, True, True),
        (False, False, False),
    ]
    assert store.runs.plan(opened.run_id) == opened.recipe
    assert [store.runs.chapter(opened.run_id, one.position) for one in whole.chapters[:2]] == [
        one.draft for one in whole.chapters[:2]
    ]
    with pytest.raises(UnknownRecord):
        store.runs.chapter(opened.run_id, 2)


def test_of_a_run_that_is_gone_there_is_no_progress(store: Store, opened: OpenRun) -> None:
    """Nor a recipe; and a session that is gone says so."""
    store.runs.discard(opened.run_id, opened.session_id, instead_of="one")
    assert store.runs.progress(opened.session_id) is None
    with pytest.raises(UnknownRecord, match="not open any more"):
        store.runs.plan(opened.run_id)
    with pytest.raises(UnknownSession):
        store.runs.progress("nowhere")


def test_what_keeps_a_lease_reads_nothing_that_was_written(store: Store, opened: OpenRun, query: Query) -> None:
    """Neither a beat nor a chapter's writes: a run of many chapters would grow slower with each."""
    store.runs.put_chapter(opened.run_id, "one", 0, making.chapter(0))
    query("UPDATE open_chapters SET draft = '{}' WHERE position = 0")
    assert not store.runs.renew(opened.run_id, "one", 60).stop_requested
    store.calls.begin(opened.run_id, "one", 1)
    store.runs.put_reply(opened.run_id, "one", 1, "a")
    store.runs.put_chapter(opened.run_id, "one", 1, making.chapter(1))
    assert store.runs.progress(opened.session_id) is not None
    with pytest.raises(InvalidDatabase):
        store.runs.open_run(opened.session_id)


def test_a_lease_that_ran_out_is_not_taken_from_one_who_lives(store: Store, ready: Session) -> None:
    """Whoever knows that its worker is at work does not begin a second one, nor remove the run."""
    opened = store.runs.begin(ready.session_id, making.recipe(ready), number=1, owner="one", seconds=0)
    for attempt in (
        lambda: store.runs.lease(opened.run_id, "two", 60, living="one"),
        lambda: store.runs.discard(opened.run_id, opened.session_id, living="one"),
    ):
        with pytest.raises(Conflict, match="Run 1 is being written here"):
            attempt()
    assert making.stored_run(store, opened) == opened
    assert store.runs.lease(opened.run_id, "two", 60, living="three").owner == "two"
