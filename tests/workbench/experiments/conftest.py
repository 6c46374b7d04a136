from collections.abc import Generator
from pathlib import Path
from threading import enumerate as threads

import pytest

from tests.workbench.experiments.making import noting, session_in
from tests.workbench.generation.acting import until
from workbench.store import Store, Subject


@pytest.fixture(autouse=True)
def _no_worker_stays() -> Generator[None]:
    """A test ends when its workers have."""
    yield
    until(lambda: not any(thread.name.startswith(("experiment", "heartbeat")) for thread in threads()))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """An empty database."""
    return Store(tmp_path / "workbench.db", patience=2)


@pytest.fixture
def talks(store: Store) -> list[Subject]:
    """Three sessions of two chapters each."""
    return [session_in(store, number) for number in range(3)]


@pytest.fixture
def notes(tmp_path: Path) -> Generator[Path]:
    """Where the scripted clients of a test note their calls."""
    with noting(tmp_path / "calls"):
        yield tmp_path / "calls"
