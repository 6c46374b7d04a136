import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.errors import BadInput
from tests.conftest import SAMPLE
from workbench.experiments.plan_file import LoadedPlan, read_experiment
from workbench.sample import SAMPLE_ID, sample_session
from workbench.store import Session, Store

Read = Callable[[object], LoadedPlan]
Refused = Callable[[object], list[str]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the sample's files, for experiments to name."""
    for name in ("interview.md", "evidence.json", "replies.json", "answers.json", "feedback.csv", "questions.txt"):
        shutil.copy(SAMPLE / name, tmp_path / name)
    return tmp_path


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """An empty database."""
    return Store(tmp_path / "workbench.db")


@pytest.fixture(scope="session")
def _sampled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sample") / "workbench.db"
    sample_session(Store(path))
    return path


@pytest.fixture
def session(store: Store, _sampled: Path) -> Session:
    """The sample session, in the database: made once and copied."""
    assert not store.path.exists(), "the copy would take the place of what is stored already"
    shutil.copy(_sampled, store.path)
    return store.sessions.get(SAMPLE_ID)


@pytest.fixture
def read(folder: Path, store: Store) -> Read:
    """Read an experiment: a text or bytes as they are, anything else as JSON."""

    def reading(given: object) -> LoadedPlan:
        data = given if isinstance(given, str | bytes) else json.dumps(given)
        return read_experiment(data, "experiment.yml", folder=folder, store=store)

    return reading


@pytest.fixture
def refused(read: Read) -> Refused:
    """Return the problems of an experiment, without the name of its file."""

    def refusing(given: object) -> list[str]:
        with pytest.raises(BadInput) as caught:
            read(given)
        return [str(problem).removeprefix("experiment.yml: ") for problem in caught.value.problems]

    return refusing


@pytest.fixture
def plain() -> dict[str, Any]:
    """The smallest experiment about chapters."""
    return {"subjects": [{"transcript": "interview.md", "evidence": "evidence.json"}], "variants": [{"name": "one"}]}


@pytest.fixture
def asking() -> dict[str, Any]:
    """The smallest experiment about answers."""
    questions = ["What is loved most about the app?", "Which features are requested?"]
    return {"answers": {"from": "feedback.csv", "questions": questions}, "variants": [{"name": "one"}]}
