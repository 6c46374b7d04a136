import json
from collections.abc import Generator
from pathlib import Path

import pytest

from core.line import Line
from tests.conftest import SAMPLE
from tests.workbench.generation.acting import Noted, Work, registered, until, work_on, working
from workbench.store import ClientChoice, Store

REPLIES = tuple(json.loads((SAMPLE / "replies.json").read_text(encoding="utf-8")))


@pytest.fixture(autouse=True)
def _no_worker_stays() -> Generator[None]:
    """A test ends when its workers have."""
    yield
    until(lambda: not working())


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """Where the clients of a test note their calls."""
    return tmp_path / "calls"


@pytest.fixture
def work(tmp_path: Path, sample: Line, notes: Path) -> Generator[Work]:
    """The sample's first three chapters, to be written by a scripted client that notes its calls."""
    store = Store(tmp_path / "workbench.db", patience=2)
    choice = ClientChoice(kind="noted", replies=REPLIES[:3])
    with registered("noted", lambda client: Noted(client, notes)):
        yield work_on(store, sample, (0, 1, 2), choice)
