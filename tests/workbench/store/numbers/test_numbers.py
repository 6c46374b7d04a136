"""The numbers of a session: narratives with a person's changes, and the results and rules of their check."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import BadInput
from tests.workbench.store import making
from tests.workbench.store.conftest import Query
from workbench.store import (
    MAX_CHANGES,
    MAX_NARRATIVE_BYTES,
    MAX_NARRATIVES,
    Conflict,
    Session,
    Store,
    StoredNarrative,
    UnknownSession,
    before_last_change,
    changed_to,
)


def test_a_narrative_is_read_as_it_was_stored(store: Store, session: Session) -> None:
    """In order of their numbers; and the session has changed."""
    before = store.sessions.get(session.session_id).changed_at
    texts = {"a.md": "It is 5 \N{GRINNING FACE}.\r\n", "b.md": "7" * 400}
    for name, text in texts.items():
        store.narratives.add(session.session_id, name, text)
    found = store.narratives.list(session.session_id)
    assert {one.name: one.text for one in found} == texts
    assert [one.number for one in found] == [1, 2]
    assert store.sessions.get(session.session_id).changed_at > before


def test_a_narrative_is_added_under_a_name_of_its_own(store: Store, session: Session) -> None:
    """The same one twice is there once; another of the same name gets a number; there is a limit."""
    for text in ("1", "1", "2"):
        store.narratives.add(session.session_id, "a.md", text)
    assert [one.name for one in store.narratives.list(session.session_id)] == ["a.md", "a.md (2)"]
    for number in range(2, MAX_NARRATIVES):
        store.narratives.add(session.session_id, str(number), "x")
    with pytest.raises(BadInput, match="Remove one first"):
        store.narratives.add(session.session_id, "one more", "x")
    assert store.narratives.add(session.session_id, "a.md", "1").number == 1


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a\nb", "5", "line break"),
        ("", "5", "is empty"),
        ("a.md", " \n", "no words in it"),
        ("a.md", "é" * (MAX_NARRATIVE_BYTES // 2 + 1), "may have 2,000,000"),
        ("a.md", "7 " * 40_001, "more than 40,000 numbers"),
        ("b.md", "5", "another narrative"),
    ],
)
def test_what_cannot_be_checked_is_not_stored(
    store: Store, session: Session, name: str, text: str, message: str
) -> None:
    """Neither as a new one, but for its name, nor in place of another; the message says what to do."""
    store.narratives.add(session.session_id, "b.md", "6")
    kept = store.narratives.add(session.session_id, "a.md", "4")
    if name != "b.md":
        with pytest.raises(BadInput, match=message):
            store.narratives.add(session.session_id, name, text)
    with pytest.raises(BadInput, match=message):
        store.narratives.put(session.session_id, kept.model_copy(update={"name": name, "text": text}))
    assert store.narratives.list(session.session_id)[1] == kept


def test_a_narrative_is_changed_over_the_version_that_was_seen(store: Store, session: Session) -> None:
    """Name and text; an older version is a conflict that says what happened, and nothing is overwritten."""
    seen = store.narratives.add(session.session_id, "a.md", "4")
    changed = store.narratives.put(session.session_id, seen.model_copy(update={"name": "b.md", "text": "5"}))
    assert (changed.number, changed.name, changed.text) == (1, "b.md", "5")
    for act in (store.narratives.put, store.narratives.delete):
        with pytest.raises(Conflict, match="changed in another tab") as caught:
            act(session.session_id, seen)
        assert caught.value.stored == changed
    store.narratives.delete(session.session_id, changed)
    for act in (store.narratives.put, store.narratives.delete):
        with pytest.raises(Conflict, match="removed in another tab") as caught:
            act(session.session_id, changed)
        assert caught.value.stored is None
    again = store.narratives.add(session.session_id, "a.md", "4")
    with pytest.raises(Conflict):
        store.narratives.delete(session.session_id, seen)
    assert store.narratives.list(session.session_id) == (again,)


@given(texts=st.lists(st.text("ab 😀\n", max_size=12), min_size=1, max_size=6))
def test_every_change_can_be_undone(texts: list[str]) -> None:
    """One after the other, to the first text."""
    narrative = StoredNarrative(name="a", text=texts[0], number=1, version=1)
    for text in texts[1:]:
        narrative = changed_to(text, narrative)
        assert narrative.text == text
    for text in reversed(texts[:-1]):
        narrative = before_last_change(narrative)
        assert narrative.text == text
    assert before_last_change(narrative) == narrative


def test_of_many_changes_the_last_ones_can_be_undone(store: Store, session: Session) -> None:
    """So that a narrative has an end."""
    narrative = store.narratives.add(session.session_id, "a.md", "0")
    for number in range(MAX_CHANGES + 1):
        narrative = changed_to(str(number + 1), narrative)
    stored = store.narratives.put(session.session_id, narrative)
    assert stored.changes == narrative.changes[1:]


def test_results_and_rules_are_stored_over_the_version_that_was_seen(store: Store, session: Session) -> None:
    """The bytes of results stay as long as a session needs them."""
    none = store.number_checks.get(session.session_id)
    assert (none.results, none.version) == (None, 0)
    first = store.number_checks.put_results(session.session_id, none, "a.csv", making.RESULTS)
    assert first.results is not None
    assert store.number_checks.get(session.session_id) == first
    assert store.sources.get(first.results.sha256) == making.RESULTS
    second = store.number_checks.put(session.session_id, first.model_copy(update={"citation": "allowed_prefixes: []"}))
    with pytest.raises(Conflict, match="changed in another tab"):
        store.number_checks.put(session.session_id, first)
    with pytest.raises(Conflict):
        store.number_checks.put_results(session.session_id, first, "b.csv", b"other")
    assert store.number_checks.put(session.session_id, second) == second
    store.number_checks.put(session.session_id, second.model_copy(update={"results": None}))
    with pytest.raises(Exception, match="no longer kept"):
        store.sources.get(first.results.sha256)


def test_numbers_are_copied_and_travel_with_their_session(store: Store, full: Session, elsewhere: Store) -> None:
    """A duplicate and an import have narratives, changes, results and rules."""
    copy = store.sessions.duplicate(full.session_id, "A copy")
    imported = elsewhere.sessions.import_file(store.sessions.export(full.session_id))
    here = store.narratives.list(full.session_id)
    check = store.number_checks.get(full.session_id)
    assert [len(one.changes) for one in here] == [2, 0]
    for other, session in ((store, copy), (elsewhere, imported)):
        there = other.narratives.list(session.session_id)
        assert [(one.number, one.name, one.text, one.changes) for one in there] == [
            (one.number, one.name, one.text, one.changes) for one in here
        ]
        found = other.number_checks.get(session.session_id)
        assert found.model_copy(update={"version": check.version}) == check
        assert found.results is not None
        assert other.sources.get(found.results.sha256) == making.RESULTS


def test_numbers_go_with_their_session(store: Store, full: Session, query: Query) -> None:
    """They come back with it, results included; after a month they are gone with it."""
    store.sessions.delete(full)
    for gone in (store.narratives.list, store.number_checks.get):
        with pytest.raises(UnknownSession):
            gone(full.session_id)
    with pytest.raises(UnknownSession):
        store.narratives.add(full.session_id, "a.md", "4")
    restored = store.sessions.restore(full.session_id)
    results = store.number_checks.get(full.session_id).results
    assert results is not None
    assert store.sources.get(results.sha256) == making.RESULTS
    store.sessions.delete(restored)
    query("UPDATE sessions SET deleted_at = '2020-01-01T00:00:00Z'")
    store.sessions.delete(store.sessions.create("Another"))
    assert query("SELECT count(*) FROM number_narratives") == query("SELECT count(*) FROM number_checks") == [(0,)]
    assert query("SELECT count(*) FROM sources WHERE sha256 = ?", results.sha256) == [(0,)]
