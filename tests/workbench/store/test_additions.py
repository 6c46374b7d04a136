import sqlite3

import pytest

from tests.workbench.store import making
from tests.workbench.store.conftest import Query
from workbench.store import Conflict, Session, Store, UnknownRecord


def test_promotions_are_numbered_and_never_forgotten(store: Store, session: Session) -> None:
    """Undo and redo mark them; the order is that in which they were made. Each is a change of the session."""
    name = session.session_id
    one, two = (store.additions.add(name, making.promotion(evidence)) for evidence in ("promoted-1", "promoted-2"))
    assert [(stored.number, stored.undone) for stored in (one, two)] == [(1, False), (2, False)]
    assert store.sessions.get(name).changed_at > session.changed_at
    assert store.sessions.get(name).version == session.version
    undone = store.additions.undo(name, 1)
    assert undone == one.model_copy(update={"undone": True}) == store.additions.undo(name, 1)
    assert store.additions.list(name) == (undone, two)
    assert store.additions.redo(name, 1) == one == store.additions.redo(name, 1)
    assert store.additions.list(name) == (one, two)


def test_a_passage_is_promoted_once(store: Store, session: Session) -> None:
    """A second tab, or a second click, is a conflict until the first is taken back; then the first cannot come back
    over the second."""
    name = session.session_id
    first = store.additions.add(name, making.promotion("promoted-1"))
    with pytest.raises(Conflict, match=r"in the evidence map already \(promotion 1\)") as caught:
        store.additions.add(name, making.promotion("promoted-1"))
    assert caught.value.stored == first
    store.additions.undo(name, 1)
    assert store.additions.add(name, making.promotion("promoted-1")).number == 2
    with pytest.raises(Conflict, match="promotion 2"):
        store.additions.redo(name, 1)
    assert [stored.undone for stored in store.additions.list(name)] == [True, False]


@pytest.mark.parametrize("number", [0, -1, 2, 10**30])
def test_a_promotion_that_is_not_there(store: Store, session: Session, number: int) -> None:
    """Says so and changes nothing."""
    stored = store.additions.add(session.session_id, making.promotion("promoted-1"))
    for act in (store.additions.undo, store.additions.redo):
        with pytest.raises(UnknownRecord, match="no promotion"):
            act(session.session_id, number)
    assert store.additions.list(session.session_id) == (stored,)


@pytest.mark.parametrize("quote", ["half \ufffd", "a\0b", "😀\u202e", "x" * 1_000_000, "'); --"])
def test_words_of_a_promotion_come_back_as_they_were(store: Store, session: Session, quote: str) -> None:
    """What a transcript holds, a promotion may hold."""
    promotion = making.promotion("promoted-1", quote=quote)
    assert store.additions.add(session.session_id, promotion).promotion == promotion
    assert store.additions.list(session.session_id)[-1].promotion == promotion


def test_two_standing_promotions_are_refused_by_the_file_itself(store: Store, session: Session, query: Query) -> None:
    """Whatever writes to it."""
    store.additions.add(session.session_id, making.promotion("promoted-1"))
    with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
        query("INSERT INTO promotions SELECT session_id, 2, evidence_id, content, made_at, 0 FROM promotions")
