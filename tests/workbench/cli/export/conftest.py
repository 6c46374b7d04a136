"""What an export is made of: the folder of a run, and a database with the sample session."""

import json
from pathlib import Path

import pytest

from core.evidence.speaker_mapping import Cast
from tests.workbench.cli.commands import MAP, TALK
from tests.workbench.conftest import Workbench
from workbench.sample import sample_session
from workbench.store import Store

LABELS = ("Wanda Prell", "Casimir Boyle", "Dr. Imke Sorrel, M.Sc.", "Philippa Dunmore", "Anselm Brack")


@pytest.fixture
def folder(workbench: Workbench, tmp_path: Path) -> Path:
    """A folder that `run` wrote."""
    out = tmp_path / "out"
    assert workbench("run", TALK, MAP, "--out", out).code == 0
    return out


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database with the sample session."""
    path = tmp_path / "workbench.db"
    sample_session(Store(path))
    return path


@pytest.fixture
def renamed(database: Path) -> Path:
    """The same, the sample under pseudonyms."""
    store = Store(database)
    for number, label in enumerate(LABELS, start=1):
        store.speaker_mappings.put("sample", Cast(label=label, pseudonym=f"P{number:02}"), version=None)
    store.sessions.put_under_pseudonyms(store.sessions.get("sample"), on=True)
    return database


def quotes_of(folder: Path) -> list[dict[str, object]]:
    """Return the quotes that an edition's data lists."""
    return json.loads((folder / "edition.json").read_text(encoding="utf-8"))["quotes"]
