import json
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path

import pytest

from core.generation.line import Line
from core.generation.settings import Settings
from tests.conftest import SAMPLE
from tests.workbench.jobs.runs.acting import Act, Noted, Work, registered, until, work_on, working
from tests.workbench.jobs.runs.playing import Begin, Played, Playing, work_for
from workbench.jobs import runs
from workbench.jobs.runs import LIMITS, JobLimits
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


@pytest.fixture
def begin(tmp_path: Path) -> Generator[Begin]:
    """Begins a run of three short chapters whose second one a model writes so."""
    with ExitStack() as stack:

        def act(*acts: Act, settings: Settings | None = None, limits: JobLimits = LIMITS) -> Played:
            model = Playing({1: acts})
            stack.enter_context(registered("gemini", lambda _client: model))
            work = work_for(tmp_path, settings)
            run = runs.start(work.store, work.session_id, work.line, work.recipe, number=1, limits=limits)
            played = Played(work, run, model)
            stack.callback(played.let_go)
            return played

        yield act
