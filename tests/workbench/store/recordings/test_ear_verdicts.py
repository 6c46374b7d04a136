"""What a person heard in a recording, as it is stored."""

import pytest

from core.errors import BadInput
from tests.workbench.store.making import HEARD
from workbench.store import MAX_NOTE, Conflict, Session, Store, UnknownSession


def test_what_was_heard_is_kept_with_name_and_time(store: Store, session: Session) -> None:
    """Of one quote in one transcript and one recording; the others have theirs."""
    kept = store.ear_verdicts.put(session.session_id, HEARD.model_copy(update={"name": " Ada  ", "note": " ninety\n"}))
    assert kept == HEARD.model_copy(update={"heard_at": kept.heard_at})
    assert kept.heard_at.startswith("20")
    others = [HEARD.model_copy(update={field: "2c" * 32}) for field in ("raw_sha256", "recording_sha256", "quote_id")]
    made = [store.ear_verdicts.put(session.session_id, other) for other in others]
    assert store.ear_verdicts.list(session.session_id) == (kept, *made)


def test_another_verdict_replaces_the_one_that_was_seen_and_no_other(store: Store, session: Session) -> None:
    """Two tabs, or two people, at one quote."""
    first = store.ear_verdicts.put(session.session_id, HEARD)
    other = HEARD.model_copy(update={"says_so": True, "name": "Bo"})
    with pytest.raises(Conflict, match="Nothing was overwritten"):
        store.ear_verdicts.put(session.session_id, other)
    second = store.ear_verdicts.put(session.session_id, other, seen=first)
    with pytest.raises(Conflict):
        store.ear_verdicts.delete(session.session_id, first)
    assert store.ear_verdicts.list(session.session_id) == (second,)
    store.ear_verdicts.delete(session.session_id, second)
    assert store.ear_verdicts.list(session.session_id) == ()


@pytest.mark.parametrize("wrong", [{"name": " "}, {"name": "a\nb"}, {"note": "x" * (MAX_NOTE + 1)}])
def test_a_verdict_is_somebodys_and_its_note_is_short(store: Store, session: Session, wrong: dict[str, str]) -> None:
    """Nothing is stored then."""
    with pytest.raises(BadInput):
        store.ear_verdicts.put(session.session_id, HEARD.model_copy(update=wrong))
    assert store.ear_verdicts.list(session.session_id) == ()


def test_a_deleted_session_has_none(store: Store, session: Session) -> None:
    """As with all that belongs to it."""
    store.ear_verdicts.put(session.session_id, HEARD)
    store.sessions.delete(session)
    with pytest.raises(UnknownSession):
        store.ear_verdicts.list(session.session_id)
