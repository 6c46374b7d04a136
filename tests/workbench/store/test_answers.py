import sqlite3
import time
from contextlib import closing

import pytest

from core.answers.records import Citation, CitedAnswer
from core.errors import BadInput
from tests.workbench.store import making
from tests.workbench.store.conftest import Query
from workbench.store import (
    MAX_QUESTION,
    AnswerContents,
    AnswerSettings,
    Conflict,
    Session,
    Store,
    UnknownRecord,
    UnknownSession,
    check_question,
)


def contents_of(store: Store, answer_id: str) -> AnswerContents:
    """Return what is stored of an answer, without its id and number."""
    stored = store.answers.get(answer_id)
    return AnswerContents(**{name: getattr(stored, name) for name in AnswerContents.model_fields})


def test_an_answer_is_read_as_it_was_stored(store: Store, session: Session) -> None:
    """Its blocks, quotes, passages with whatever their files said, cost, settings and calls, to the last field."""
    first, second = making.answer(), making.answer("Half \ufffd and \0?")
    assert store.answers.add(session.session_id, "a", first).number == 1
    assert store.answers.add(session.session_id, "b", second).number == 2
    assert (contents_of(store, "a"), contents_of(store, "b")) == (first, second)
    quote = store.answers.get("a").answer.quotes[0]
    assert store.answers.get("a").answer.citations[0].text[slice(*quote.within)] == quote.text


def test_a_list_of_answers_shows_what_matters(store: Store, session: Session) -> None:
    """By number; and the session has changed."""
    before = store.sessions.get(session.session_id).changed_at
    for answer_id, question in (("b", "First?"), ("a", "Second?")):
        store.answers.add(session.session_id, answer_id, making.answer(question))
    first, second = store.answers.list(session.session_id)
    assert (first.answer_id, first.number, first.question, first.mode) == ("b", 1, "First?", "synthesis")
    assert (second.quotes, second.refused, second.fallback_reason) == (1, 0, "")
    assert (second.client, second.model, second.asked_at) == ("gemini", "gemini-flash", making.STARTED)
    assert second == store.answers.get("a").summary
    assert store.sessions.get(session.session_id).changed_at > before


def test_an_answer_is_stored_once(store: Store, session: Session) -> None:
    """A worker that is not sure stores it again: it is there already, and stays as it is."""
    store.answers.add(session.session_id, "a", making.answer())
    with pytest.raises(Conflict):
        store.answers.add(session.session_id, "a", making.answer("Another?"))
    assert [one.question for one in store.answers.list(session.session_id)] == ["What was lost?"]


def test_an_answer_is_deleted_for_good(store: Store, session: Session) -> None:
    """The others keep their numbers; a second press says that it is gone."""
    for answer_id in "abc":
        store.answers.add(session.session_id, answer_id, making.answer())
    store.answers.delete(session.session_id, "b")
    assert [one.number for one in store.answers.list(session.session_id)] == [1, 3]
    for gone in (lambda: store.answers.delete(session.session_id, "b"), lambda: store.answers.get("b")):
        with pytest.raises(UnknownRecord, match="removed, perhaps in another tab"):
            gone()
    other = store.sessions.create("Another")
    with pytest.raises(UnknownRecord):
        store.answers.delete(other.session_id, "a")
    assert store.answers.add(session.session_id, "d", making.answer()).number == 4


def test_answers_go_with_their_session(store: Store, session: Session, query: Query) -> None:
    """They come back with it; after a month they are gone with it."""
    store.answers.add(session.session_id, "a", making.answer())
    store.answers.begin(session.session_id, making.question(leased_until=time.time() + 600))
    store.sessions.delete(session)
    for gone in (
        lambda: store.answers.list(session.session_id),
        lambda: store.answers.open_question(session.session_id),
    ):
        with pytest.raises(UnknownSession):
            gone()
    with pytest.raises(UnknownSession):
        store.answers.add(session.session_id, "b", making.answer())
    restored = store.sessions.restore(session.session_id)
    assert len(store.answers.list(session.session_id)) == 1
    store.sessions.delete(restored)
    query("UPDATE sessions SET deleted_at = '2020-01-01T00:00:00Z'")
    store.sessions.delete(store.sessions.create("Another"))
    assert query("SELECT count(*) FROM answers") == query("SELECT count(*) FROM open_questions") == [(0,)]


def test_answers_are_copied_and_travel_with_their_session(store: Store, full: Session, elsewhere: Store) -> None:
    """A duplicate and an import have them under ids of their own; what is asked at the moment stays where it is."""
    store.answers.begin(full.session_id, making.question(leased_until=time.time() + 600))
    copy = store.sessions.duplicate(full.session_id, "A copy")
    imported = elsewhere.sessions.import_file(store.sessions.export(full.session_id))
    for other, session in ((store, copy), (elsewhere, imported)):
        (there,) = other.answers.list(session.session_id)
        assert there.answer_id != "first"
        assert contents_of(other, there.answer_id) == contents_of(store, "first")
        assert other.answers.open_question(session.session_id) is None


@pytest.mark.parametrize(
    ("asked", "message"), [("  \n", "is empty"), ("x" * (MAX_QUESTION + 1), "4,001 characters")], ids=["none", "long"]
)
def test_a_question_that_cannot_be_asked(store: Store, session: Session, asked: str, message: str) -> None:
    """The message says what to do; nothing is noted."""
    question = making.question().model_copy(update={"question": asked})
    for ask in (lambda: check_question(asked), lambda: store.answers.begin(session.session_id, question)):
        with pytest.raises(BadInput, match=message):
            ask()
    assert store.answers.open_question(session.session_id) is None
    assert check_question(" What?\n") == "What?"


def test_one_question_of_a_session_is_asked_at_a_time(store: Store, session: Session) -> None:
    """Another worker waits while the lease lasts, and may begin where it ran out."""
    until = time.time() + 600
    held = making.question("first", owner="one", leased_until=until)
    store.answers.begin(session.session_id, held)
    with pytest.raises(Conflict, match="another tab or program") as caught:
        store.answers.begin(session.session_id, making.question("second", owner="two", leased_until=until))
    assert caught.value.stored == held == store.answers.open_question(session.session_id)
    store.answers.renew(session.session_id, "first", time.time() - 1)
    store.answers.begin(session.session_id, making.question("second", owner="two", leased_until=until))
    store.answers.renew(session.session_id, "first", until + 9)
    store.answers.end(session.session_id, "first")
    assert store.answers.open_question(session.session_id) == making.question("second", owner="two", leased_until=until)


def test_an_answer_ends_its_question(store: Store, session: Session) -> None:
    """One step stores the one and forgets the other; the question of another worker stays."""
    store.answers.begin(session.session_id, making.question("first"))
    store.answers.add(session.session_id, "first", making.answer())
    assert store.answers.open_question(session.session_id) is None
    store.answers.begin(session.session_id, making.question("second"))
    store.answers.add(session.session_id, "late", making.answer())
    assert store.answers.open_question(session.session_id) == making.question("second")


def test_a_list_reads_no_answer(store: Store, session: Session) -> None:
    """One that is damaged is still listed: its words are read when it is opened."""
    store.answers.add(session.session_id, "a", making.answer())
    with closing(sqlite3.connect(store.path)) as connection, connection:
        connection.execute("UPDATE answers SET content = 'damaged'")
    assert [one.question for one in store.answers.list(session.session_id)] == ["What was lost?"]


def test_the_settings_are_the_policy_too() -> None:
    """What decides how an answer is written reaches the core under the same names."""
    settings = AnswerSettings(domain="sailing", least_words=3, by_reference=False, keep_valid=True, raw_records=2)
    policy = settings.policy
    assert (policy.domain, policy.least_words, policy.by_reference) == ("sailing", 3, False)
    assert (policy.keep_valid, policy.raw_records) == (True, 2)


def test_a_passage_with_many_fields_is_kept(store: Store, session: Session) -> None:
    """Whatever the columns of a file are called."""
    metadata = {"text": "a column", "index": 3, "π": [1.5, {"deep": None}], "": True}
    made = making.answer()
    citation = Citation(0, "talk.md", text="t", metadata=metadata, start_seconds=1.5)
    answer = CitedAnswer(question="Q?", mode=made.answer.mode, citations=(citation,))
    store.answers.add(session.session_id, "a", made.model_copy(update={"answer": answer}))
    assert store.answers.get("a").answer.citations == (citation,)
