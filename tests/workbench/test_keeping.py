import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import SAMPLE
from workbench.intake import Kind, Taken, take_in
from workbench.keeping import FRESH, begin, duplicate, free_title, import_session, keep, source_of
from workbench.sample import sample_session
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


def test_a_session_travels_with_the_same_bytes(store: Store, tmp_path: Path) -> None:
    """Quotes and certificates are the same elsewhere, and the export of the import is the export."""
    sample = sample_session(store)
    data = store.export(sample.session_id)
    elsewhere = Store(tmp_path / "elsewhere.db")
    imported = import_session(elsewhere, data, "sample.session.json")
    assert elsewhere.export(imported.session_id) == data
    before, after = (
        one.run(one.runs(session.session_id)[0].run_id) for one, session in ((store, sample), (elsewhere, imported))
    )
    assert (after.certificate, after.edition) == (before.certificate, before.edition)
    assert after.edition.verdict == "verified"


def forged(file: dict[str, Any]) -> None:
    """Change one word of a quotation wherever it stands in the edition, verdict and certificate included."""
    edition = json.dumps(file["runs"][0])
    assert "fish scale" not in edition
    assert "a diving helmet" in edition
    file["runs"][0] = json.loads(edition.replace("a diving helmet", "a gold crown"))


def without_its_transcript(file: dict[str, Any]) -> None:
    wanted = file["transcript"]["sha256"]
    file["transcript"] = None
    file["sources"] = [source for source in file["sources"] if source["sha256"] != wanted]


@pytest.mark.parametrize("spoil", [forged, without_its_transcript])
def test_an_imported_edition_is_verified_anew(
    store: Store, tmp_path: Path, spoil: Callable[[dict[str, Any]], None]
) -> None:
    """A file that calls itself verified is nobody's word for it."""
    file: dict[str, Any] = json.loads(store.export(sample_session(store).session_id))
    assert file["runs"][0]["verdict"] == file["runs"][0]["edition"]["verdict"] == "verified"
    spoil(file)
    elsewhere = Store(tmp_path / "elsewhere.db")
    imported = import_session(elsewhere, json.dumps(file).encode(), "forged.session.json")
    (run,) = elsewhere.runs(imported.session_id)
    assert run.verdict == elsewhere.run(run.run_id).edition.verdict == "unproven"
