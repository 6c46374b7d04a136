from collections.abc import Callable

import pytest

from core.errors import BadInput
from core.llm.client import Answer, Reply
from tests.workbench.store import making
from tests.workbench.store.conftest import Query
from workbench.store import (
    Conflict,
    LostLease,
    OpenRun,
    RunState,
    Session,
    Store,
    UnknownRecord,
)

REPLY = "half \ufffd \0 😀 \\ud800 </script>\r\n"


def test_what_is_written_is_there_at_once(store: Store, opened: OpenRun) -> None:
    """The call before it is made and once it was, the reply as it came, the chapter with its report."""
    draft, made = making.chapter(1, text="half \ufffd a chapter"), making.call(1, text=REPLY)
    store.calls.begin(opened.run_id, "one", 1)
    store.calls.begin(opened.run_id, "one", 1)
    store.calls.add(opened.run_id, "one", made)
    answered = making.stored_run(store, opened).chapters[1]
    assert (answered.calls, answered.reply, answered.draft) == (2, None, None)
    answer = Answer(purpose=made.purpose, reply=Reply(text=REPLY, finish_reason="STOP", usage=made.usage, requests=1))
    assert answered.answers == (answer,)
    store.runs.put_reply(opened.run_id, "one", 1, REPLY)
    paid = making.stored_run(store, opened).chapters[1]
    assert (paid.calls, paid.reply, paid.draft) == (2, REPLY, None)
    store.runs.put_chapter(opened.run_id, "one", 1, draft)
    expected = paid.model_copy(update={"draft": draft})
    assert making.stored_run(store, opened).chapters == (opened.chapters[0], expected, opened.chapters[2])


def test_a_chapter_that_is_done_stays_as_it_is(store: Store, opened: OpenRun) -> None:
    """It is not called again, and no other text takes its place; to store the same again is no harm."""
    making.write_all(store, opened)
    before = making.stored_run(store, opened)
    store.calls.add(opened.run_id, "one", making.call(0, text="reply 0"))
    store.runs.put_reply(opened.run_id, "one", 0, "reply 0")
    store.runs.put_chapter(opened.run_id, "one", 0, making.chapter(0))
    for attempt in (
        lambda: store.calls.begin(opened.run_id, "one", 0),
        lambda: store.calls.add(opened.run_id, "one", making.call(0, text="another")),
        lambda: store.calls.add(opened.run_id, "one", making.call(0, 2)),
        lambda: store.runs.put_reply(opened.run_id, "one", 0, "another"),
        lambda: store.runs.put_chapter(opened.run_id, "one", 0, making.chapter(0, "Others.")),
    ):
        with pytest.raises(Conflict, match="Chapter 1 is written already") as caught:
            attempt()
        assert caught.value.stored == before.chapters[0]
    assert making.stored_run(store, opened) == before


@pytest.mark.parametrize("position", [-1, 3])
def test_a_chapter_that_is_not_of_the_run(store: Store, opened: OpenRun, position: int) -> None:
    """Says so; nothing is stored."""
    for attempt in (
        lambda: store.calls.begin(opened.run_id, "one", position),
        lambda: store.calls.add(opened.run_id, "one", making.call(0).model_copy(update={"position": position})),
        lambda: store.runs.put_reply(opened.run_id, "one", position, "a"),
        lambda: store.runs.put_chapter(opened.run_id, "one", position, making.chapter(0)),
    ):
        with pytest.raises(UnknownRecord, match="no chapter"):
            attempt()
    assert making.stored_run(store, opened) == opened


def test_a_finished_run_is_moved(store: Store, opened: OpenRun, query: Query) -> None:
    """Under its own id and number, with its replies; nothing of the open one is left, and the next can begin."""
    making.write_all(store, opened)
    run = making.run("another session", "{}\r\n")
    summary = store.runs.finish(opened.run_id, "one", run)
    assert (summary.run_id, summary.number, summary.session_id) == (opened.run_id, 1, opened.session_id)
    assert store.runs.list(opened.session_id) == (summary,)
    assert store.runs.get(opened.run_id) == run.model_copy(update={"summary": summary})
    assert store.runs.replies(opened.run_id) == ("reply 0", "reply 1", "reply 2")
    assert store.runs.settings(opened.session_id) == {opened.run_id: run.settings}
    assert store.runs.open_run(opened.session_id) is None
    assert query("SELECT (SELECT count(*) FROM open_runs) + (SELECT count(*) FROM open_chapters)") == [(0,)]
    assert store.runs.next_number(opened.session_id) == 2


def test_a_run_can_be_finished_with_the_chapters_that_are_done(store: Store, opened: OpenRun) -> None:
    """Those and their replies, and no others; all its calls, those of what it does not have after the others."""
    paid = making.call(1, text="paid, but not written", trouble="half \ufffd")
    for call in (making.call(0), making.call(2), making.call(2, 2), paid):
        store.calls.add(opened.run_id, "one", call)
    for position in (0, 2):
        store.runs.put_reply(opened.run_id, "one", position, f"reply {position}")
        store.runs.put_chapter(opened.run_id, "one", position, making.chapter(position))
    whole = making.run(opened.session_id)
    with pytest.raises(Conflict, match="does not hold the chapters that are written"):
        store.runs.finish(opened.run_id, "one", whole)
    first, _, third = whole.edition.chapters
    kept = whole.model_copy(update={"edition": whole.edition.model_copy(update={"chapters": (first, third)})})
    summary = store.runs.finish(opened.run_id, "one", kept)
    assert summary.chapters == 2
    assert store.runs.get(summary.run_id).edition == kept.edition
    assert store.runs.replies(summary.run_id) == ("reply 0", "reply 2")
    assert store.calls.list(summary.run_id) == (
        making.call(0),
        making.call(2).model_copy(update={"position": 1}),
        making.call(2, 2).model_copy(update={"position": 1}),
        paid.model_copy(update={"position": 2}),
    )
    assert store.calls.list(summary.run_id, 1) == store.calls.list(summary.run_id)[1:3]
    assert [entry.facts for entry in store.calls.of_session(opened.session_id)] == [
        call.facts for call in store.calls.list(summary.run_id)
    ]


def test_a_run_that_cannot_be_finished_stays_open(store: Store, opened: OpenRun) -> None:
    """A certificate that cannot be written loses no chapter."""
    making.write_all(store, opened)
    before = making.stored_run(store, opened)
    with pytest.raises(BadInput, match="half a character"):
        store.runs.finish(opened.run_id, "one", making.run(opened.session_id, "half \ud800"))
    assert making.stored_run(store, opened) == before
    assert store.runs.list(opened.session_id) == ()


def test_a_run_of_another_program_does_not_take_its_number(store: Store, opened: OpenRun) -> None:
    """One that is stored whole meanwhile comes after it."""
    assert store.runs.next_number(opened.session_id) == 2
    assert store.runs.add(opened.session_id, making.run(opened.session_id), []).number == 2
    making.write_all(store, opened)
    assert store.runs.finish(opened.run_id, "one", making.run(opened.session_id)).number == 1
    assert [run.number for run in store.runs.list(opened.session_id)] == [1, 2]
    assert store.runs.next_number(opened.session_id) == 3


@pytest.mark.parametrize("message", ["half \ufffd", "a\0b", "x" * 1_000_000, ""])
def test_a_run_can_fail_with_any_message(store: Store, opened: OpenRun, message: str) -> None:
    """A run that could not say why it failed would look as if it still ran."""
    store.runs.release(opened.run_id, "one", RunState.FAILED, message)
    ended = making.stored_run(store, opened)
    assert ended.state is RunState.FAILED
    assert ended.message.startswith(message[:5])
    assert len(ended.message) <= 2_000


LOSSES: dict[str, Callable[[Store, OpenRun], object]] = {
    "another took it": lambda store, opened: store.runs.lease(opened.run_id, "two", 60),
    "it was given back": lambda store, opened: store.runs.release(opened.run_id, "one", RunState.STOPPED, ""),
    "it was removed": lambda store, opened: store.runs.discard(opened.run_id, opened.session_id),
    "its session was deleted": lambda store, opened: store.sessions.delete(store.sessions.get(opened.session_id)),
}
WRITES: dict[str, Callable[[Store, str, str], object]] = {
    "renew": lambda store, run_id, owner: store.runs.renew(run_id, owner, 60),
    "call": lambda store, run_id, owner: store.calls.begin(run_id, owner, 1),
    "made call": lambda store, run_id, owner: store.calls.add(run_id, owner, making.call(1, text="late")),
    "reply": lambda store, run_id, owner: store.runs.put_reply(run_id, owner, 1, "late"),
    "chapter": lambda store, run_id, owner: store.runs.put_chapter(run_id, owner, 1, making.chapter(1, "late")),
    "release": lambda store, run_id, owner: store.runs.release(run_id, owner, RunState.FAILED, "late"),
    "finish": lambda store, run_id, owner: store.runs.finish(run_id, owner, making.run("", chapters=1)),
}


@pytest.mark.parametrize("lose", LOSSES.values(), ids=LOSSES)
def test_who_lost_the_lease_writes_nothing(
    store: Store, ready: Session, query: Query, lose: Callable[[Store, OpenRun], object]
) -> None:
    """Whatever it wants to write, and however it lost it; what the new holder wrote stands. Nobody is no owner."""
    opened = store.runs.begin(ready.session_id, making.recipe(ready), number=1, owner="one", seconds=0)
    store.runs.put_chapter(opened.run_id, "one", 0, making.chapter(0))
    lose(store, opened)
    tables = ("open_runs", "open_chapters", "runs", "sessions", "calls", "call_texts")
    before = [query(f"SELECT * FROM {table}") for table in tables]  # noqa: S608 - names of tables
    for write in WRITES.values():
        for owner in ("one", "", "three"):
            with pytest.raises(LostLease, match="stopped, taken over or removed") as caught:
                write(store, opened.run_id, owner)
            assert caught.value.row_id == opened.run_id
    after = [query(f"SELECT * FROM {table}") for table in tables]  # noqa: S608 - names of tables
    assert after == before
