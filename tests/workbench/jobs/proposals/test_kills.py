"""A program that is killed while a model proposes a map: nothing that was answered is asked again."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.conftest import SAMPLE
from tests.wire.map_proposals import chooses, prompt_of
from tests.wire.server import End, Request, Script, Server
from tests.workbench.jobs.proposals.begun import WINDOWS, ended
from workbench.jobs import proposals
from workbench.store import ProposalState, Store

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="it kills as POSIX does")
PROMPTS = [one.request.prompt for one in WINDOWS]
MOMENTS = 8  # before and after each of three calls is stored, and the end


def program(database: Path, url: str, moment: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tests.workbench.jobs.proposals.begun", str(database), url, str(moment)]
    return subprocess.Popen(command, cwd=SAMPLE.parent)


def gone_on(database: Path, server: Server) -> list[int]:
    """Go on with what a killed program left, and return which windows were asked for, in order, over both."""
    store = Store(database)
    (summary,) = store.sessions.list()
    left = store.proposals.progress(summary.session.session_id)
    assert left is not None
    while left.is_held(time.time()):
        time.sleep(0.01)
    proposals.resume(store, left, WINDOWS)
    done = ended(store, summary.session.session_id)
    assert (done.state, done.answered) == (ProposalState.DONE, len(WINDOWS))
    made = store.calls.list(done.proposal_id)
    assert [(one.position, one.number) for one in made] == [(0, 1), (1, 1), (2, 1)]
    return [PROMPTS.index(prompt_of(request)) for request in server.requests]


def test_a_kill_in_the_middle_of_a_call_costs_that_call_alone(tmp_path: Path) -> None:
    """`kill -9` while the second window is being answered."""
    database, hang = tmp_path / "workbench.db", [True]

    def answer(request: Request) -> Script:
        if prompt_of(request) == PROMPTS[1] and hang:
            hang.clear()
            return chooses(request).cut(200, End.HANG)
        return chooses(request)

    with Server(answer) as server:
        process = program(database, server.url, -1)
        server.wait_for(2)
        process.kill()
        assert process.wait() == -signal.SIGKILL
        assert gone_on(database, server) == [0, 1, 1, 2]


@pytest.mark.thorough
@pytest.mark.parametrize("moment", range(MOMENTS))
def test_a_kill_at_any_moment_costs_one_call_at_most(tmp_path: Path, moment: int) -> None:
    """One whose reply was never stored; one that was stored is never made again."""
    database = tmp_path / "workbench.db"
    with Server(chooses) as server:
        process = program(database, server.url, moment)
        assert process.wait(120) == -signal.SIGKILL
        asked = gone_on(database, server)
    lost = [moment // 2] if moment in (0, 2, 4) else []
    assert sorted(asked) == sorted([0, 1, 2, *lost])
