import sqlite3
from collections.abc import Callable
from decimal import Decimal

import pytest
from pydantic import ValidationError

from core.errors import BadInput
from core.generation.settings import Settings
from core.llm.client import Answer, Outcome, Purpose, Reply, Usage, WritingMode
from tests.workbench.store import making
from tests.workbench.store.conftest import Query
from workbench.store import (
    Conflict,
    InvalidDatabase,
    OpenRun,
    RunState,
    Session,
    SessionCall,
    Store,
    UnknownRecord,
)
from workbench.store.runs.call_records import cost_in_text

ODD = "half \ufffd \0 😀 \\ud800 </script>\r\n"


def test_a_call_comes_back_as_it_was_made(store: Store, opened: OpenRun) -> None:
    """Whatever characters its texts hold, and however much a service says of it; of the open run as of its chapter."""
    odd = making.call(
        1,
        text=ODD,
        system=ODD,
        prompt="x" * 1_000_000 + ODD,
        finish_reason=ODD,
        trouble=ODD,
        missing=ODD,
        model=ODD,
        usage=Usage(input_tokens=2**53 - 1),
        seconds=0.1 + 0.2,
        cost="1E-7",
    )
    bare = making.failed(1, 2, model=None, usage=Usage(), seconds=None, requests=0)
    calls = (making.call(0, text=""), odd, bare)
    for call in calls:
        store.calls.add(opened.run_id, "one", call)
    assert store.calls.list(opened.run_id) == calls
    assert store.calls.list(opened.run_id, 1) == calls[1:]
    assert store.calls.list(opened.run_id, 2) == store.calls.list(opened.run_id, -1) == ()


def test_halves_of_one_character_become_it(store: Store, opened: OpenRun) -> None:
    """As in any JSON; the call is still the same to whoever stores it again."""
    halves = making.call(0, text="\ud83d\ude00")
    for _ in range(2):
        store.calls.add(opened.run_id, "one", halves)
    assert [call.reply for call in store.calls.list(opened.run_id)] == ["😀"]


def test_a_call_is_stored_once(store: Store, opened: OpenRun) -> None:
    """The same again is no harm; another under its number, one too early or of another chapter is refused."""
    first, second = making.call(0), making.call(0, 2)
    store.calls.add(opened.run_id, "one", first)
    store.calls.add(opened.run_id, "one", first)
    for call, message, stored in (
        (making.call(0, text="another"), "Call 1 of chapter 1 is stored already", first),
        (making.call(0, seconds=9), "Call 1 of chapter 1 is stored already", first),
        (making.call(0, prompt="another"), "Call 1 of chapter 1 is stored already", first),
        (making.call(0, 3), "Call 3 of chapter 1 does not come next", None),
        (making.call(0, 2, chapter_index=1), "not of chapter 1", None),
    ):
        with pytest.raises(Conflict, match=message) as caught:
            store.calls.add(opened.run_id, "one", call)
        assert caught.value.stored == stored
    with pytest.raises(BadInput, match="started_at: is no date"):
        store.calls.add(opened.run_id, "one", making.call(0, 2, started_at="now"))
    store.calls.add(opened.run_id, "one", second)
    store.calls.add(opened.run_id, "one", first)
    assert store.calls.list(opened.run_id) == (first, second)


def test_answers_are_the_replies_that_came(store: Store, opened: OpenRun) -> None:
    """In order, with what each was asked for and all that is known of it; a call that failed is none."""
    of_a_part = {"outcome": Outcome.TRUNCATED, "finish_reason": "MAX_TOKENS", "trouble": "It ended too early."}
    calls = (
        making.failed(0, 1, outcome=Outcome.FATAL),
        making.call(0, 2, text=ODD, purpose=Purpose.FIRST, **of_a_part, requests=3),
        making.failed(0, 3),
        making.call(0, 4, text=" the rest", purpose=Purpose.CONTINUATION, usage=Usage(output_tokens=9)),
        making.failed(1, 1, outcome=Outcome.REFUSED, finish_reason="SAFETY", missing="no words"),
        making.failed(2, 1),
    )
    for call in calls:
        store.calls.add(opened.run_id, "one", call)
    usage = calls[1].usage
    part = Reply(text=ODD, outcome=Outcome.TRUNCATED, finish_reason="MAX_TOKENS", usage=usage, requests=3)
    rest = Reply(text=" the rest", finish_reason="STOP", usage=Usage(output_tokens=9), requests=1)
    refusal = Reply(
        text="",
        missing="no words",
        outcome=Outcome.REFUSED,
        finish_reason="SAFETY",
        trouble="Too many requests.",
        usage=usage,
        requests=1,
    )
    chapters = making.stored_run(store, opened).chapters
    assert chapters[0].answers == (
        Answer(purpose=Purpose.FIRST, reply=part.model_copy(update={"trouble": "It ended too early."})),
        Answer(purpose=Purpose.CONTINUATION, reply=rest),
    )
    assert chapters[1].answers == (Answer(purpose=Purpose.FIRST, reply=refusal),)
    assert chapters[2].answers == ()
    progress = store.runs.progress(opened.session_id)
    assert progress is not None
    assert [(one.answered, one.done) for one in progress.chapters] == [(True, False), (True, False), (False, False)]


def test_a_reply_without_its_call_is_the_first_answer(store: Store, opened: OpenRun) -> None:
    """Older programs stored no calls; where a call is stored, what the draft is made of is no answer besides."""
    store.runs.put_reply(opened.run_id, "one", 0, ODD)
    store.calls.add(opened.run_id, "one", making.call(1, text="a part"))
    store.runs.put_reply(opened.run_id, "one", 1, "a part and the rest")
    first, second, _ = making.stored_run(store, opened).chapters
    assert first.answers == (Answer(purpose=Purpose.FIRST, reply=Reply(text=ODD)),)
    assert [answer.reply.text for answer in second.answers] == ["a part"]
    assert store.calls.list(opened.run_id, 0) == ()


def test_calls_stay_with_a_finished_run(store: Store, opened: OpenRun) -> None:
    """Under the same id, all of them; nothing can be added to them then."""
    store.calls.add(opened.run_id, "one", making.failed(0))
    store.calls.add(opened.run_id, "one", making.call(0, 2))
    store.runs.put_chapter(opened.run_id, "one", 0, making.chapter(0))
    making.write_all(store, opened)
    made, ledger = store.calls.list(opened.run_id), store.calls.of_session(opened.session_id)
    assert [(call.position, call.number) for call in made] == [(0, 1), (0, 2), (1, 1), (2, 1)]
    store.runs.finish(opened.run_id, "one", making.run(opened.session_id))
    assert store.calls.list(opened.run_id) == made
    assert store.calls.list(opened.run_id, 2) == made[3:]
    assert store.calls.of_session(opened.session_id) == ledger


def test_of_a_run_that_is_discarded_what_it_took_stays(store: Store, ready: Session, query: Query) -> None:
    """Its words go; the next run of the same number comes after it in the ledger."""
    entries: list[SessionCall] = []
    for text in ("first words", "other words"):
        session = store.sessions.put_settings(store.sessions.get(ready.session_id), Settings(mode=WritingMode.FREE))
        opened = store.runs.begin(session.session_id, making.recipe(session), number=1, owner="one", seconds=60)
        for call in (making.call(2, text=text, prompt=f"prompt of {text}"), making.failed(0), making.call(0, 2)):
            store.calls.add(opened.run_id, "one", call)
            of_it = SessionCall(run_id=opened.run_id, run_number=1, mode="free", facts=call.facts)
            entries.append(of_it)
        store.runs.release(opened.run_id, "one", RunState.STOPPED, "")
        store.runs.discard(opened.run_id, session.session_id)
        with pytest.raises(UnknownRecord, match="not there any more"):
            store.calls.list(opened.run_id)
    assert query("SELECT count(*) FROM call_texts") == [(0,)]
    run = making.run(ready.session_id).summary.model_copy(update={"mode": "quote"})
    added = store.runs.add(
        ready.session_id, making.run(ready.session_id).model_copy(update={"summary": run}), [], [making.call(1)]
    )
    last = SessionCall(run_id=added.run_id, run_number=1, mode="quote", facts=making.call(1).facts)
    in_order = [entries[index] for index in (1, 2, 0, 4, 5, 3)]
    assert store.calls.of_session(ready.session_id) == (*in_order, last)
    assert store.calls.of_session(store.sessions.create("Another").session_id) == ()


def test_a_call_that_came_too_late_counts_and_answers_nothing(store: Store, opened: OpenRun) -> None:
    """While another writes the run, whose numbers stay free, and when it is finished; of one that was discarded it has
    no words."""
    store.calls.add(opened.run_id, "one", making.failed(0))
    late = making.call(0, 2, text="too late")
    store.calls.add_late(opened, late)
    assert making.stored_run(store, opened).chapters[0].answers == ()
    assert store.calls.list(opened.run_id, 0) == (making.failed(0),)
    store.calls.add(opened.run_id, "one", making.call(0, 2, text="in time"))
    store.runs.put_chapter(opened.run_id, "one", 0, making.chapter(0))
    making.write_all(store, opened)
    store.runs.finish(opened.run_id, "one", making.run(opened.session_id))
    store.calls.add_late(opened, late)
    kept = store.calls.list(opened.run_id)
    assert [(call.position, call.number, call.chapter_index, call.reply) for call in kept[-2:]] == [
        (3, 1, 0, "too late"),
        (4, 1, 0, "too late"),
    ]
    assert [entry.facts for entry in store.calls.of_session(opened.session_id)] == [call.facts for call in kept]
    again = store.sessions.import_file(store.sessions.export(opened.session_id))
    assert [entry.facts for entry in store.calls.of_session(again.session_id)] == [call.facts for call in kept]


def test_a_late_call_of_a_run_that_is_gone_has_no_words(store: Store, opened: OpenRun, query: Query) -> None:
    """And none of a session that is gone is stored."""
    store.runs.release(opened.run_id, "one", RunState.STOPPED, "")
    store.runs.discard(opened.run_id, opened.session_id)
    store.calls.add_late(opened, making.call(1))
    (entry,) = store.calls.of_session(opened.session_id)
    assert (entry.run_number, entry.facts.position, entry.facts.chapter_index) == (1, 3, 1)
    assert query("SELECT count(*) FROM call_texts") == [(0,)]
    query("DELETE FROM calls")
    query("DELETE FROM sessions")
    with pytest.raises(UnknownRecord, match="no such session"):
        store.calls.add_late(opened, making.call(1))


def test_what_a_deleted_session_spent_comes_back_with_it(store: Store, full: Session) -> None:
    """Nobody is told of it meanwhile."""
    ledger = store.calls.of_session(full.session_id)
    assert len(ledger) == 3
    store.sessions.delete(store.sessions.get(full.session_id))
    with pytest.raises(UnknownRecord, match="was deleted"):
        store.calls.of_session(full.session_id)
    store.sessions.restore(full.session_id)
    assert store.calls.of_session(full.session_id) == ledger


def test_the_ledger_of_all_runs_is_in_order(store: Store, full: Session) -> None:
    """Runs by number, of each the chapters, of each the calls; an open run is among them."""
    opened = store.runs.begin(full.session_id, making.recipe(full), number=2, owner="one", seconds=60)
    for call in (making.call(1), making.call(0), making.call(1, 2)):
        store.calls.add(opened.run_id, "one", call)
    store.runs.add(full.session_id, making.run(full.session_id), [], [making.call(0)])
    found = [(one.run_number, one.facts.position, one.facts.number) for one in store.calls.of_session(full.session_id)]
    assert found == [(1, 0, 1), (1, 0, 2), (1, 2, 1), (2, 0, 1), (2, 1, 1), (2, 1, 2), (3, 0, 1)]
    assert [one.run_id for one in store.calls.of_session(full.session_id)][3:6] == [opened.run_id] * 3


def test_a_run_is_stored_with_its_own_calls_only(store: Store, session: Session) -> None:
    """All or nothing; what cannot be exported and imported again is not stored."""
    run = making.run(session.session_id)
    for calls, message in (
        ([making.call(0, 2)], r"calls\[0\]\.number: must be 1"),
        ([making.call(0), making.call(0)], r"calls\[1\]\.number: must be 2"),
        ([making.call(0), making.call(1, chapter_index=2)], r"calls\[1\]\.chapter_index: must be 1"),
        ([making.call(0, started_at="")], r"calls\[0\]\.started_at: is no date"),
    ):
        with pytest.raises(BadInput, match=message):
            store.runs.add(session.session_id, run, [], calls)
    assert store.runs.list(session.session_id) == ()
    calls = (making.call(0), making.call(2), making.call(3))
    assert store.calls.list(store.runs.add(session.session_id, run, [], calls).run_id) == calls


@pytest.mark.parametrize(
    "cost", ["", "much", "NaN", "Infinity", "-1", "1E+999999", "1E-999999", "1" * 61, "10000000000"]
)
def test_a_cost_is_an_amount_that_can_be_summed(cost: str) -> None:
    """And shown: an exponent hides no million digits."""
    with pytest.raises(ValidationError, match="decimal number"):
        making.call(0, cost=cost)


DAMAGES: dict[str, tuple[str, Callable[[Store, OpenRun], object]]] = {
    "texts that are gone": ("DELETE FROM call_texts", lambda store, opened: store.calls.list(opened.run_id)),
    "a prompt that is none": (
        "UPDATE call_texts SET prompt = '3'",
        lambda store, opened: store.calls.list(opened.run_id),
    ),
    "facts of no call": (
        "UPDATE calls SET facts = '{}'",
        lambda store, opened: store.calls.of_session(opened.session_id),
    ),
    "facts that are no JSON": (
        "UPDATE calls SET facts = '{'",
        lambda store, opened: store.runs.open_run(opened.session_id),
    ),
    "a reply that is none": (
        "UPDATE call_texts SET reply = '{'",
        lambda store, opened: store.runs.open_run(opened.session_id),
    ),
    "no recipe": (
        "DELETE FROM open_recipes",
        lambda store, opened: store.calls.add(opened.run_id, "one", making.call(1)),
    ),
}


@pytest.mark.parametrize(("damage", "act"), DAMAGES.values(), ids=DAMAGES)
def test_a_call_that_is_damaged_is_refused(
    store: Store, opened: OpenRun, query: Query, damage: str, act: Callable[[Store, OpenRun], object]
) -> None:
    """What was sent and paid for is told exactly, or not."""
    store.calls.add(opened.run_id, "one", making.call(0))
    query(damage)
    with pytest.raises(InvalidDatabase, match="damaged"):
        act(store, opened)


@pytest.mark.parametrize(
    ("cost", "kept"),
    [("0.25", "0.25"), ("0E-12", "0E-12"), ("-0.1", None), ("NaN", None), ("1E+10", None), ("0." + "1" * 70, None)],
)
def test_a_cost_that_cannot_be_stored_is_not_known(cost: str, kept: str | None) -> None:
    """A call is never lost with its price."""
    assert cost_in_text(Decimal(cost)) == kept


def test_one_call_of_a_number_is_stored_whatever_writes_the_file(store: Store, opened: OpenRun, query: Query) -> None:
    """The file itself refuses a second."""
    store.calls.add(opened.run_id, "one", making.call(0))
    with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
        query("INSERT INTO calls SELECT NULL, session_id, run_id, 1, mode, position, number, facts FROM calls")


def test_what_counts_calls_reads_none_of_their_words(store: Store, opened: OpenRun, query: Query) -> None:
    """Neither the ledger nor how far a run is: of thousands of calls both would grow slow."""
    store.calls.add(opened.run_id, "one", making.call(0))
    ledger, progress = store.calls.of_session(opened.session_id), store.runs.progress(opened.session_id)
    query("UPDATE call_texts SET reply = '{', system = '{', prompt = '{'")
    assert store.calls.of_session(opened.session_id) == ledger
    assert store.runs.progress(opened.session_id) == progress
    store.calls.add(opened.run_id, "one", making.call(1))
    with pytest.raises(InvalidDatabase):
        store.calls.list(opened.run_id)


def test_how_a_reply_could_be_used_is_kept(store: Store, opened: OpenRun) -> None:
    """What came off, what was repaired, and that the form does not fit; a call of an earlier version has none of it."""
    reading = {"ok": False, "artifacts": ("truncated", "wrapped_in_json"), "repairs": ("single_quotes",), "valid": None}
    messy, older = making.call(0, reading=reading), making.call(0, 2)
    for call in (messy, older):
        store.calls.add(opened.run_id, "one", call)
    assert messy.reading is not None
    assert messy.reading.model_dump() == reading
    assert store.calls.list(opened.run_id) == (messy, older)
