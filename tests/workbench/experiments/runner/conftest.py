import shutil
from collections.abc import Generator
from pathlib import Path
from threading import enumerate as threads

import pytest

from tests.workbench.experiments.runner.making import noting, session_in
from tests.workbench.jobs.runs.acting import until
from workbench.store import PlanSubject, Store


@pytest.fixture(autouse=True)
def _no_worker_stays() -> Generator[None]:
    """A test ends when its workers have."""
    yield
    until(lambda: not any(thread.name.startswith(("experiment", "heartbeat")) for thread in threads()))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """An empty database."""
    return Store(tmp_path / "workbench.db", patience=2)


@pytest.fixture(scope="session")
def _made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[PlanSubject]]:
    path = tmp_path_factory.mktemp("talks") / "workbench.db"
    made = Store(path)
    return path, [session_in(made, number) for number in range(3)]


@pytest.fixture
def talks(store: Store, _made: tuple[Path, list[PlanSubject]]) -> list[PlanSubject]:
    """Three sessions of two chapters each, made once and copied."""
    path, subjects = _made
    assert not store.path.exists(), "the copy would take the place of what is stored already"
    shutil.copy(path, store.path)
    return list(subjects)


@pytest.fixture
def notes(tmp_path: Path) -> Generator[Path]:
    """Where the scripted clients of a test note their calls."""
    with noting(tmp_path / "calls"):
        yield tmp_path / "calls"
