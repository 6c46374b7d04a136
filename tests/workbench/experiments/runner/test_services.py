"""Experiments that a service is asked for: a server on the loopback that speaks OpenAI's protocol counts what comes."""

import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Generator
from pathlib import Path

import pytest

from core.evaluation.records import Amount
from tests.conftest import SAMPLE
from tests.wire import openai
from tests.wire.server import End, Request, Script, Server
from tests.workbench.experiments.runner.making import (
    JUDGED,
    TALKS,
    grid,
    plan_of,
    session_in,
    table,
    variant,
    work,
    worked,
)
from workbench.providers import keys
from workbench.store import ClientChoice, ExperimentState, JudgeChoice, Store

CANARY = "canary-0123456789"
INVENTED = " “We sold it all,” says Ada."


class Service:
    """A server with a careful model, a careless one, and a judge; `asked` counts what each was asked, word for word.

    Before it answers request number `strikes` it kills the program `victim`.
    """

    def __init__(self) -> None:
        self.asked: Counter[bytes] = Counter()
        self.strikes = 0
        self.victim: subprocess.Popen[bytes] | None = None
        self.server = Server(self._answer)

    def _answer(self, request: Request) -> Script:
        self.asked[request.body] += 1
        if self.victim is not None and self.asked.total() == self.strikes:
            os.kill(self.victim.pid, signal.SIGKILL)
            return Script(end=End.HANG)
        asked = request.body.decode()
        said = next(said for talk in TALKS for said in talk if said in asked)
        text = f"## It\n\nIt was so: “{said}” says Ada.{INVENTED if 'careless' in asked else ''}\n"
        counts = openai.usage(120, 30)
        reply = JUDGED[0] if '"judge"' in asked else text
        return openai.streamed(openai.chunk(reply), openai.chunk(finish="stop"), openai.used(counts), openai.DONE)

    def client(self, model: str) -> ClientChoice:
        """Return the choice of one of its models."""
        return ClientChoice(kind="openai", model=model, base_url=f"{self.server.url}/v1")


@pytest.fixture
def service() -> Generator[Service]:
    """The service."""
    made = Service()
    with made.server:
        yield made


def _alone(store: Store, experiment_id: str, *units: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tests.workbench.experiments.runner.alone", str(store.path), experiment_id]
    return subprocess.Popen([*command, *map(str, units)], cwd=SAMPLE.parent)


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="it kills as POSIX does")
def test_a_grid_that_is_killed_twice_pays_for_each_call_once(service: Service, tmp_path: Path) -> None:
    """Three modes, two models, three sessions. One program is killed between two units, the next in the middle of a
    call, which nobody can know and is made again; the third comes to what an unbroken one does, but for times."""
    store, other = Store(tmp_path / "killed.db"), Store(tmp_path / "whole.db")
    subjects = [session_in(store, number).model_copy(update={"chapters": (0,)}) for number in range(3)]
    plan = grid(subjects, [service.client("careful"), service.client("careless")])
    assert len(plan.variants) * len(plan.subjects) == 18
    begun = store.experiments.begin(plan, "who is killed at once", 0)
    assert _alone(store, begun.experiment_id, 5).wait(120) == -signal.SIGKILL
    assert store.experiments.progress(begun.experiment_id).units == 5
    first = service.asked.total()
    assert first == len(service.asked)
    service.strikes = first + 4
    service.victim = _alone(store, begun.experiment_id)
    assert service.victim.wait(120) == -signal.SIGKILL
    service.victim = None
    left = store.experiments.progress(begun.experiment_id)
    assert left.state is ExperimentState.RUNNING
    assert 5 < left.units < 18
    assert _alone(store, begun.experiment_id).wait(60) == 0
    asked = service.asked.copy()
    assert sorted(asked.values()) == [1] * (len(asked) - 1) + [2]
    service.asked.clear()
    assert [session_in(other, number).model_copy(update={"chapters": (0,)}) for number in range(3)] == subjects
    whole = worked(other, plan)
    assert service.asked == dict.fromkeys(asked, 1)
    killed = store.experiments.get(begun.experiment_id)
    assert killed.summary.state is whole.summary.state is ExperimentState.DONE
    assert table(killed) == table(whole)
    assert sum(done.paid for done in killed.units) == len(asked)
    assert {len(done.calls) for done in killed.units} == {1, 2}  # a second attempt where quotations fell
    assert killed.units[0].unit.amounts[Amount.INPUT_TOKENS] == 120


def test_no_key_is_stored(service: Service, store: Store) -> None:
    """Of writers and judges, in calls, plans and failures."""
    keys.hold(service.server.url, CANARY)
    try:
        judge = JudgeChoice(client=service.client("judge"), samples=1)
        plan = plan_of([session_in(store, 0)], [variant(service.client("careful"))], judge=judge)
        assert work(store, plan).state is ExperimentState.DONE
    finally:
        keys.forget(service.server.url)
    assert {request.headers["authorization"] for request in service.server.requests} == {f"Bearer {CANARY}"}
    assert len(service.server.requests) == 4
    assert CANARY.encode() not in store.path.read_bytes()
