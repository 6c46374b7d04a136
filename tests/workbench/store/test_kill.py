import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.workbench.store.changes import CHANGES

ROOT = Path(__file__).parents[3]

pytestmark = [pytest.mark.thorough, pytest.mark.skipif(sys.platform == "win32", reason="needs fork and SIGKILL")]


def kill(folder: Path, times: int, *more: str) -> dict[str, Any]:
    """Kill a program that saves so many times; return what was found."""
    command = [sys.executable, "-m", "tests.workbench.store.killed", str(folder), str(times), "7", *more]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_no_acknowledged_change_is_lost_to_a_kill(tmp_path: Path) -> None:
    """A hundred kills in the middle of changes of every kind: what was acknowledged is there, a run is whole or not
    there, and the file is sound."""
    found = kill(tmp_path, 100)
    assert found["wrong"] == []
    assert found["kills"] == 100
    assert found["kinds"] == sorted(CHANGES)
    # The kills did meet changes, some of them halfway.
    assert found["acknowledged"] > 100
    assert found["cut"] > 50
    assert found["with a journal"] > 5
    # Runs were begun, went on after kills, and were finished.
    assert found["steps of runs"] > 30
    assert found["runs finished"] > 0


def test_a_store_that_forgets_is_found_out(tmp_path: Path) -> None:
    """The check itself is checked: acknowledged before it is committed, a change is seen to be missing."""
    found = kill(tmp_path, 5, "forgetful")
    assert found["acknowledged"] > 0
    assert len(found["wrong"]) >= 3
    assert all("does not hold what was acknowledged" in one for one in found["wrong"])
