"""A program that is killed while it works on an experiment, and whoever goes on with it."""

import sys
from typing import Any

import pytest

from tests.workbench.killing import report_of

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(sys.platform == "win32", reason="it forks and kills as POSIX does"),
]

MOMENTS = 12  # before and after it is begun, when all is counted, after each of six calls and two units, after the end


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What was seen of every kill."""
    return report_of("tests.workbench.experiments.runner.killed", tmp_path_factory.mktemp("killed"))


def test_an_experiment_was_killed_at_every_moment(found: dict[str, Any]) -> None:
    """What was stored before is there."""
    assert len(found["seen"]) == MOMENTS
    assert [one["left"] for one in found["seen"].values()] == [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2]
    assert [len(one["before"]) for one in found["seen"].values()] == [0, 0, 0, 1, 2, 3, 3, 4, 5, 6, 6, 6]


def test_what_was_killed_and_resumed_makes_no_call_twice(found: dict[str, Any]) -> None:
    """And comes to the same, field by field but for times: what was paid, too."""
    for moment, one in found["seen"].items():
        assert one["state"] == "done", moment
        assert len(one["calls"]) == len(set(one["calls"])) == 6, moment
        assert one["table"] == found["table"], moment
        assert one["paid"] == [3, 3], moment


def test_of_two_that_go_on_one_has_the_experiment(found: dict[str, Any]) -> None:
    """The other is told so, or finds it done."""
    codes = sorted(one["codes"] for one in found["seen"].values())
    assert codes[:-1] == [[0]] * (MOMENTS - 1)
    assert codes[-1] in ([0, 1], [0, 0])
