"""`workbench evaluate` where the database cannot be written for a while: what was paid is not lost with the program."""

import sqlite3
import threading
from collections.abc import Generator
from contextlib import closing
from pathlib import Path

import pytest

from tests.wire import openai
from tests.wire.server import Request, Script, Server
from tests.workbench.experiments.runner.making import plan_of, session_in, variant
from workbench.cli.evaluate import run_experiment
from workbench.experiments.plan_file import LoadedPlan
from workbench.store import ClientChoice, DatabaseFileError, ExperimentState, Store


class Held:
    """Holds a database from the first request that a server gets until it is let go, so that nobody can write it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._begun, self._over = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._hold)

    def _hold(self) -> None:
        with closing(sqlite3.connect(self._path, isolation_level=None)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            self._begun.set()
            self._over.wait(120)
            connection.execute("ROLLBACK")

    def answer(self, request: Request) -> Script:
        """Answer with a chapter; the first time nobody can write any more then."""
        del request
        if not self._begun.is_set():
            self._thread.start()
            self._begun.wait(120)
        return openai.streamed(openai.chunk("## It\n\nIt was so.\n"), openai.chunk(finish="stop"), openai.DONE)

    def let_go(self) -> None:
        """Let others write again."""
        self._over.set()
        self._thread.join()


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A database that nobody waits for."""
    return Store(tmp_path / "workbench.db", patience=0.05)


@pytest.fixture
def held(store: Store) -> Generator[Held]:
    """What holds it."""
    made = Held(store.path)
    yield made
    made.let_go()


def wished(store: Store, server: Server) -> LoadedPlan:
    """Return an experiment of one call."""
    one = variant(ClientChoice(kind="openai", model="m", base_url=f"{server.url}/v1"))
    settings = one.settings.model_copy(update={"second_attempt": False})
    subject = session_in(store, 0).model_copy(update={"chapters": (0,)})
    return LoadedPlan(plan_of([subject], [one.model_copy(update={"settings": settings})]), ())


def test_a_paid_call_is_stored_once_the_database_can_be_written(
    store: Store, held: Held, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """The command waits for that, goes on, and asks for nothing again."""

    def wait(_seconds: float) -> None:
        held.let_go()

    monkeypatch.setattr(run_experiment, "sleep", wait)
    with Server(held.answer) as server:
        done = run_experiment.finish(store, wished(store, server))
    assert (done.summary.state, len(server.requests)) == (ExperimentState.DONE, 1)
    assert done.units[0].paid == 1
    assert "1 answered call could not be stored yet." in capfd.readouterr().err


def test_where_it_stays_so_the_command_ends(
    store: Store, held: Held, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """With the reason, after it was tried for long enough."""
    waited: list[float] = []
    monkeypatch.setattr(run_experiment, "sleep", waited.append)
    with Server(held.answer) as server, pytest.raises(DatabaseFileError):
        run_experiment.finish(store, wished(store, server))
    assert sum(waited) == 60
    assert "Trying 1 more time" in capfd.readouterr().err
