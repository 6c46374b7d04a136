from collections.abc import Generator
from pathlib import Path

import pytest

from tests.workbench.jobs.answers.records import Room, answering_now, room_in
from tests.workbench.jobs.runs.acting import until


@pytest.fixture(autouse=True)
def _no_worker_stays() -> Generator[None]:
    """A test ends when its workers have."""
    yield
    until(lambda: not answering_now())


@pytest.fixture
def room(tmp_path: Path) -> Room:
    """A session to ask in, and an index that has the records."""
    return room_in(tmp_path)
