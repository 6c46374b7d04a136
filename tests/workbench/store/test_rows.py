import pytest

from core.errors import BadInput
from core.evidence.speaker_mapping import Cast
from core.transcripts.speakers import SpeakerRole
from tests.workbench.store import making
from tests.workbench.store.conftest import Query
from workbench.store import Conflict, Session, Store, UnknownRecord


def test_a_cast_is_stored_over_the_version_that_was_seen(store: Store, session: Session) -> None:
    """Two tabs on one label: the second one is told who it is now."""
    name = session.session_id
    first = store.speaker_mappings.put(name, Cast(label="Speaker 1", person="Ada"), version=None)
    with pytest.raises(Conflict, match=r"“Speaker 1” was changed.*person: Ada; role: as the evidence map") as caught:
        store.speaker_mappings.put(name, Cast(label="Speaker 1", person="Bob"), version=None)
    assert caught.value.stored == first
    second = store.speaker_mappings.put(name, Cast(label="Speaker 1", role=SpeakerRole.HOST), version=first.version)
    with pytest.raises(Conflict, match="person: as the evidence map says; role: host"):
        store.speaker_mappings.put(name, Cast(label="Speaker 1"), version=first.version)
    assert store.speaker_mappings.list(name) == (second,)
    assert store.speaker_mappings.put(name, second.cast, version=second.version) == second
    with pytest.raises(Conflict):
        store.speaker_mappings.put(name, Cast(label="Speaker 2"), version=second.version)


def test_casts_come_in_order_of_their_labels(store: Store, session: Session) -> None:
    """Any text may be a label; a person's name is one line without white space around it."""
    for label in ("Speaker 2", "", "Ü\0😀", "x" * 10_000, "'; --"):
        store.speaker_mappings.put(session.session_id, Cast(label=label, person=" Ada  "), version=None)
    found = store.speaker_mappings.list(session.session_id)
    assert [one.cast.label for one in found] == ["", "'; --", "Speaker 2", "x" * 10_000, "Ü\0😀"]
    assert {one.cast.person for one in found} == {"Ada"}
    assert len({one.version for one in found}) == 5


@pytest.mark.parametrize("cast", [Cast(label="half \ud800"), Cast(label="a", person="b\nc")])
def test_an_impossible_cast_is_refused(store: Store, session: Session, cast: Cast) -> None:
    """Nothing is stored."""
    with pytest.raises(BadInput, match=r"half a character|line break"):
        store.speaker_mappings.put(session.session_id, cast, version=None)
    assert store.speaker_mappings.list(session.session_id) == ()


def test_mends_are_numbered_and_never_forgotten(store: Store, session: Session) -> None:
    """Undo and redo mark them; the order is that in which they were made."""
    name = session.session_id
    one, two = (store.corrections.add(name, making.mend(evidence)) for evidence in ("c1.1.1", "c1.1.2"))
    assert [(mend.number, mend.undone) for mend in (one, two)] == [(1, False), (2, False)]
    undone = store.corrections.undo(name, 1)
    assert undone == one.model_copy(update={"undone": True}) == store.corrections.undo(name, 1)
    assert store.corrections.list(name) == (undone, two)
    assert store.corrections.redo(name, 1) == one
    assert store.corrections.list(name) == (one, two)


def test_one_mend_of_a_quote_stands(store: Store, session: Session) -> None:
    """A second one is a conflict until the first is taken back; then the first cannot come back over the second."""
    name = session.session_id
    first = store.corrections.add(name, making.mend("c1.1.1"))
    with pytest.raises(Conflict, match=r"c1\.1\.1 is mended already \(mend 1\)") as caught:
        store.corrections.add(name, making.mend("c1.1.1", quote="Other words."))
    assert caught.value.stored == first
    store.corrections.undo(name, 1)
    second = store.corrections.add(name, making.mend("c1.1.1", quote="Other words."))
    assert second.number == 2
    with pytest.raises(Conflict, match="mend 2"):
        store.corrections.redo(name, 1)
    store.corrections.undo(name, 2)
    assert store.corrections.redo(name, 1) == first


def test_a_mend_takes_the_place_of_another_in_one_step(store: Store, session: Session) -> None:
    """The old one is taken back and the new one stands; where the new one cannot stand, the old one still does."""
    name = session.session_id
    old, other = (store.corrections.add(name, making.mend(evidence)) for evidence in ("c1.1.1", "c1.1.2"))
    new = store.corrections.replace(name, old.number, making.mend("c1.1.1", quote="Other words."))
    assert (new.number, new.undone, new.mend.quote) == (3, False, "Other words.")
    replaced = old.model_copy(update={"undone": True})
    assert store.corrections.list(name) == (replaced, other, new)
    with pytest.raises(Conflict, match="mend 3"):
        store.corrections.replace(name, other.number, making.mend("c1.1.1", quote="Yet others."))
    with pytest.raises(UnknownRecord, match="no mend 9"):
        store.corrections.replace(name, 9, making.mend("c1.1.3"))
    assert store.corrections.list(name) == (replaced, other, new)


@pytest.mark.parametrize("number", [0, -1, 2, 10**30])
def test_a_mend_that_is_not_there(store: Store, session: Session, number: int) -> None:
    """Says so and changes nothing."""
    (stored,) = (store.corrections.add(session.session_id, making.mend("c1.1.1")),)
    for act in (store.corrections.undo, store.corrections.redo):
        with pytest.raises(UnknownRecord, match="no mend"):
            act(session.session_id, number)
    assert store.corrections.list(session.session_id) == (stored,)


def test_text_of_a_mend_comes_back_as_it_was(store: Store, session: Session) -> None:
    """NUL, emoji, a megabyte, what could not be read: what a transcript holds, a mend may hold."""
    for index, quote in enumerate(["half \ufffd", "a\0b", "😀\u202e", "x" * 1_000_000, "'); --", '\\ud800 "'], start=1):
        mend = making.mend(f"c1.1.{index}", quote=quote)
        assert store.corrections.add(session.session_id, mend).mend == mend
        assert store.corrections.list(session.session_id)[-1].mend == mend


def test_a_preset_is_stored_over_the_version_that_was_seen(store: Store, session: Session) -> None:
    """Made, changed, deleted elsewhere: each is said."""
    name = session.session_id
    first = store.presets.put(name, " strict ", making.thresholds(9), version=None)
    assert first.name == "strict"
    with pytest.raises(Conflict, match="“strict” was made") as caught:
        store.presets.put(name, "strict", making.thresholds(8), version=None)
    assert caught.value.stored == first
    second = store.presets.put(name, "strict", making.thresholds(8), version=first.version)
    with pytest.raises(Conflict, match="“strict” was changed"):
        store.presets.delete(name, first)
    assert store.presets.list(name) == (second,)
    store.presets.delete(name, second)
    with pytest.raises(Conflict, match="“strict” was deleted") as caught:
        store.presets.put(name, "strict", making.thresholds(7), version=second.version)
    assert caught.value.stored is None
    assert store.presets.list(name) == ()


def test_a_preset_made_anew_is_not_the_one_that_was_deleted(store: Store, session: Session) -> None:
    """A tab that still shows the old one does not overwrite the new one."""
    name = session.session_id
    old = store.presets.put(name, "strict", making.thresholds(9), version=None)
    store.presets.delete(name, old)
    new = store.presets.put(name, "strict", making.thresholds(4), version=None)
    with pytest.raises(Conflict):
        store.presets.put(name, "strict", making.thresholds(5), version=old.version)
    with pytest.raises(Conflict):
        store.presets.delete(name, old)
    assert store.presets.list(name) == (new,)


def test_two_standing_mends_are_refused_by_the_file_itself(store: Store, session: Session, query: Query) -> None:
    """Whatever writes to it."""
    import sqlite3

    store.corrections.add(session.session_id, making.mend("c1.1.1"))
    with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
        query("INSERT INTO mends SELECT session_id, 2, evidence_id, content, made_at, 0 FROM mends")
