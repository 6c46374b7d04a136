import sqlite3
from concurrent.futures import ThreadPoolExecutor

import pytest

from core.errors import BadInput
from tests.workbench.store import making
from tests.workbench.store.conftest import Query
from workbench.store import (
    MAX_EDIT,
    Conflict,
    Edit,
    Session,
    Store,
    UnknownRecord,
    UnknownSession,
    edit_to_redo,
    standing_edit,
)


@pytest.fixture
def run_id(store: Store, session: Session) -> str:
    """A run of three chapters."""
    return store.runs.add(session.session_id, making.run(session.session_id), []).run_id


def reads(store: Store, run_id: str, position: int = 0) -> str | None:
    """Return what a chapter reads as; None as it was written."""
    stands = standing_edit(store.edits.list(run_id), position)
    return stands and stands.text


def to_redo(store: Store, run_id: str, position: int = 0) -> int | None:
    edit = edit_to_redo(store.edits.list(run_id), position)
    return edit and edit.number


def test_an_edit_leaves_the_run_as_it_is(store: Store, session: Session, run_id: str) -> None:
    """It stands beside it, and is a change of the session."""
    before = store.runs.get(run_id)
    edit = store.edits.add(run_id, 1, "Other words.", after=0)
    assert (edit.number, edit.position, edit.text, edit.undone) == (1, 1, "Other words.", False)
    assert store.edits.list(run_id) == (edit,)
    assert store.runs.get(run_id) == before
    stored = store.sessions.get(session.session_id)
    assert stored.changed_at > session.changed_at
    assert stored.version == session.version


def test_edits_are_taken_back_and_made_again_in_their_order(store: Store, run_id: str) -> None:
    """Chapter by chapter: the newest that stands goes first, the one taken back last comes first."""
    store.edits.add(run_id, 0, "one", after=0)
    store.edits.add(run_id, 1, "elsewhere", after=0)
    store.edits.add(run_id, 0, "two", after=1)
    store.edits.add(run_id, 0, "three", after=3)
    assert (reads(store, run_id), to_redo(store, run_id)) == ("three", None)
    for number, text in ((4, "two"), (3, "one"), (1, None)):
        undone = store.edits.undo(run_id, number)
        assert undone.undone
        assert undone == store.edits.undo(run_id, number)
        assert (reads(store, run_id), to_redo(store, run_id)) == (text, number)
    assert reads(store, run_id, 1) == "elsewhere"
    for number, text in ((1, "one"), (3, "two"), (4, "three")):
        assert store.edits.redo(run_id, number) == store.edits.redo(run_id, number)
        assert reads(store, run_id) == text
    assert [edit.number for edit in store.edits.list(run_id)] == [1, 2, 3, 4]


def test_a_new_edit_ends_what_could_be_made_again(store: Store, run_id: str) -> None:
    """What was taken back stays, and stays taken back, also once the new edit is taken back too."""
    store.edits.add(run_id, 0, "one", after=0)
    store.edits.add(run_id, 0, "two", after=1)
    store.edits.undo(run_id, 2)
    store.edits.undo(run_id, 1)
    store.edits.add(run_id, 0, "instead", after=0)
    for number in (1, 2):
        with pytest.raises(Conflict, match="edit 3 stands"):
            store.edits.redo(run_id, number)
    store.edits.undo(run_id, 3)
    for number in (1, 2):
        with pytest.raises(Conflict, match="as it was written"):
            store.edits.redo(run_id, number)
    assert [edit.undone for edit in store.edits.list(run_id)] == [True, True, True]
    store.edits.redo(run_id, 3)
    assert (reads(store, run_id), to_redo(store, run_id)) == ("instead", None)


def test_an_edit_over_another_is_a_conflict(store: Store, run_id: str) -> None:
    """A second tab that did not see the first one's edit overwrites nothing, and takes nothing back unseen."""
    first = store.edits.add(run_id, 0, "mine", after=0)
    for after in (0, 2, -1, 10**30):
        with pytest.raises(Conflict, match=r"The text of chapter 1 was changed.*edit 1 stands") as caught:
            store.edits.add(run_id, 0, "theirs", after=after)
        assert caught.value.stored == first
    store.edits.add(run_id, 0, "newer", after=1)
    with pytest.raises(Conflict, match="edit 2 stands"):
        store.edits.undo(run_id, 1)
    with pytest.raises(Conflict, match=r"chapter 2 .*as it was written") as caught:
        store.edits.add(run_id, 1, "theirs", after=1)
    assert caught.value.stored is None
    assert reads(store, run_id) == "newer"


def test_an_edit_that_changes_nothing_is_none(store: Store, run_id: str) -> None:
    """A widget that writes its own value back makes no second edit; but the words of an earlier one can come back."""
    first = store.edits.add(run_id, 0, "one", after=0)
    assert store.edits.add(run_id, 0, "one", after=1) == first
    store.edits.add(run_id, 0, "two", after=1)
    assert store.edits.add(run_id, 0, "one", after=2).number == 3


@pytest.mark.parametrize("text", ["", "a\0b", "😀\u202e\u2028", "'); --", "\r\n\r", "x" * MAX_EDIT, '\\ud800 "'])
def test_a_text_comes_back_as_it_was(store: Store, run_id: str, text: str) -> None:
    """Also an empty one."""
    assert store.edits.add(run_id, 0, text, after=0).text == text
    assert reads(store, run_id) == text


def test_half_a_character_is_stored_as_what_could_not_be_read(store: Store, run_id: str) -> None:
    """Two halves side by side are one character."""
    assert store.edits.add(run_id, 0, "half \ud800 \ud83d\ude00", after=0).text == "half \ufffd 😀"


def test_a_text_that_is_too_long_is_refused(store: Store, run_id: str) -> None:
    """What is wrong, and what to do; nothing is stored."""
    with pytest.raises(BadInput, match="1,000,001 characters") as caught:
        store.edits.add(run_id, 0, "x" * (MAX_EDIT + 1), after=0)
    assert caught.value.problems[0].remedy
    assert store.edits.list(run_id) == ()


def test_what_is_not_there_cannot_be_edited(store: Store, session: Session, run_id: str) -> None:
    """A chapter, an edit, a run, a session that was deleted: each is said."""
    for position in (-1, 3, 10**30):
        with pytest.raises(UnknownRecord, match=f"no chapter {position + 1}"):
            store.edits.add(run_id, position, "x", after=0)
    for number in (0, 1, 10**30):
        for act in (store.edits.undo, store.edits.redo):
            with pytest.raises(UnknownRecord, match="no edit"):
                act(run_id, number)
    for act in (lambda: store.edits.list("none"), lambda: store.edits.add("none", 0, "x", after=0)):
        with pytest.raises(UnknownRecord, match="no such run"):
            act()
    store.sessions.delete(store.sessions.get(session.session_id))
    with pytest.raises(UnknownSession, match="deleted"):
        store.edits.add(run_id, 0, "x", after=0)
    store.sessions.restore(session.session_id)
    assert store.edits.list(run_id) == ()


def test_of_many_edits_at_once_one_is_stored(store: Store, run_id: str) -> None:
    """The others are told."""
    patient = Store(store.path, patience=60)

    def edit(text: str) -> Edit | None:
        try:
            return patient.edits.add(run_id, 0, text, after=0)
        except Conflict:
            return None

    with ThreadPoolExecutor(4) as pool:
        made = [one for one in pool.map(edit, "abcdefgh") if one]
    assert store.edits.list(run_id) == tuple(made)
    assert len(made) == 1


def test_two_edits_after_one_are_refused_by_the_file_itself(store: Store, run_id: str, query: Query) -> None:
    """Whatever writes to it."""
    store.edits.add(run_id, 0, "one", after=0)
    with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
        query("INSERT INTO edits SELECT run_id, 2, position, after, 'two', made_at, 0 FROM edits")
