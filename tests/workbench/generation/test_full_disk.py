"""A disk that fills in mid-run: one message, nothing lost, and no call is made twice."""

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.conftest import SAMPLE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="limits are POSIX's")


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What was seen, and where."""
    folder = tmp_path_factory.mktemp("full")
    command = [sys.executable, "-m", "tests.workbench.generation.full", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60, cwd=SAMPLE.parent)
    assert done.returncode == 0, done.stderr
    return {"folder": folder, **json.loads(done.stdout)}


@pytest.mark.parametrize(
    ("what", "state", "replies"),
    [
        ("reply", "failed", [True, False, False]),
        ("chapter", "failed", [True, True, False]),
        ("anything", "not known", [True, False, False]),
    ],
)
def test_a_run_meets_a_full_disk(seen: dict[str, Any], what: str, state: str, replies: list[bool]) -> None:
    """What came is kept in memory and stored first when there is room; where not even the failure could be stored, the
    process still says it."""
    found = seen[what]
    assert found["state"] == state
    assert found["message"].startswith(f"Chapter 2: {seen['folder'] / what / 'workbench.db'}: ")
    for words in ("may be full", "stays as it was"):
        assert words in found["message"]
    assert (found["done"], found["replies"]) == ([True, False, False], replies)
    assert found["before"] == [0, 1]
    assert found["calls"] == [0, 1, 2]
    assert [reply[:8] for reply in found["stored"]] == ["Nothing.", "## Brass", "Nothing "]
    assert found["fallbacks"] == ["", "", ""]
    assert found["left"] is False
