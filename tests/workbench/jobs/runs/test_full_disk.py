"""A disk that fills in mid-run: one message, nothing lost, and no call is made twice."""

import sys
from typing import Any

import pytest

from tests.workbench.killing import report_of

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="limits are POSIX's")


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What was seen, and where."""
    folder = tmp_path_factory.mktemp("full")
    return {"folder": folder, **report_of("tests.workbench.jobs.runs.full", folder)}


@pytest.mark.parametrize(
    ("what", "state", "answers"),
    [
        ("call", "failed", [1, 0, 0]),
        ("reply", "failed", [1, 1, 0]),
        ("chapter", "failed", [1, 1, 0]),
        ("anything", "not known", [1, 0, 0]),
    ],
)
def test_a_run_meets_a_full_disk(seen: dict[str, Any], what: str, state: str, answers: list[int]) -> None:
    """What came is kept in memory and stored first when there is room; where not even the failure could be stored, the
    process still says it."""
    found = seen[what]
    assert found["state"] == state
    assert found["message"].startswith(f"Chapter 2: {seen['folder'] / what / 'workbench.db'}: ")
    for words in ("may be full", "stays as it was"):
        assert words in found["message"]
    assert (found["done"], found["answers"]) == ([True, False, False], answers)
    assert found["before"] == [0, 1]
    assert found["calls"] == [0, 1, 2]
    assert [reply[:8] for reply in found["stored"]] == ["Nothing.", "## Brass", "Nothing "]
    assert found["made"] == [[position, 1, reply] for position, reply in enumerate(found["stored"])]
    assert found["fallbacks"] == ["", "", ""]
    assert found["left"] is False
