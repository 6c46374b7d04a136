import pytest

from core.errors import BadInput
from core.evidence.speaker_mapping import Cast
from core.transcripts.speakers import SpeakerRole
from tests.workbench.store import making
from workbench.store import Conflict, Session, Store


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
