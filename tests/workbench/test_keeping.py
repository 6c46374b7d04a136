from pathlib import Path

import pytest

from tests.conftest import SAMPLE
from workbench.intake import Kind, Taken, take_in
from workbench.keeping import FRESH, begin, duplicate, free_title, keep, source_of
from workbench.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "workbench.db")


def taken(kind: Kind, name: str) -> Taken:
    outcome = take_in(kind, name, (SAMPLE / name).read_bytes())
    assert isinstance(outcome, Taken)
    return outcome


@pytest.mark.parametrize(
    ("others", "free"), [([], "Talk"), (["Talk"], "Talk 2"), (["Talk", "Talk 2"], "Talk 3"), (["Talk 2"], "Talk")]
)
def test_a_title_that_is_taken_gets_a_number(others: list[str], free: str) -> None:
    """The first that is free, from 2."""
    assert free_title("Talk", others) == free


def test_a_new_session_is_empty(store: Store) -> None:
    """And a second one has a title of its own."""
    first, second = begin(store), begin(store)
    assert (first.transcript, first.evidence) == (None, None)
    assert first.title != second.title


def test_a_session_that_nobody_named_takes_the_title_of_its_evidence_map(store: Store) -> None:
    """One that has a name keeps it."""
    evidence = taken(Kind.EVIDENCE, "evidence.json")
    assert keep(store, begin(store), evidence).title == "The Staircase in the Sea (Slow Instruments)"
    assert keep(store, store.create("Mine"), evidence).title == "Mine"
    assert begin(store).title == FRESH


def test_what_is_kept_is_what_was_given(store: Store) -> None:
    """Byte for byte, under its name."""
    session = begin(store)
    for kind, name in ((Kind.TRANSCRIPT, "interview.md"), (Kind.EVIDENCE, "evidence.json")):
        session = keep(store, session, taken(kind, name))
        source = source_of(session, kind)
        assert source is not None
        assert source.name == name
        assert store.source_bytes(source.sha256) == (SAMPLE / name).read_bytes()


def test_a_copy_is_called_one(store: Store) -> None:
    """With a number where that is taken."""
    session = store.create("Talk")
    assert [duplicate(store, session).title for _ in range(2)] == ["Talk (copy)", "Talk (copy) 2"]
