"""A program that is killed while it writes a run, and two that go on with it."""

import sys
from typing import Any

import pytest

from tests.workbench.jobs.runs.acting import TINY_REPLIES
from tests.workbench.killing import report_of

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(sys.platform == "win32", reason="it forks and kills as POSIX does"),
]

MOMENTS = 10  # before a call, and before it, a reply and a chapter are stored, twice, before the end and after it


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What was seen of every kill."""
    return report_of("tests.workbench.jobs.runs.killed", tmp_path_factory.mktemp("killed"))


def test_a_run_was_killed_at_every_moment(found: dict[str, Any]) -> None:
    """At each it was open still, but after its end."""
    seen = found["seen"]
    assert len(seen) == MOMENTS + 1
    assert [kill for kill, one in seen.items() if not one["open"]] == [str(MOMENTS - 1)]


def test_what_was_done_before_a_kill_is_there(found: dict[str, Any]) -> None:
    """Each chapter that was acknowledged can be read; how many there are grows with the moment."""
    seen = [found["seen"][str(moment)]["done"] for moment in range(MOMENTS - 1)]
    assert [len(done) for done in seen] == [0, 0, 0, 0, 1, 1, 1, 1, 2]
    for done in seen:
        assert done == found["texts"][: len(done)]
    assert found["seen"]["in a call"]["done"] == found["texts"][:1]


def test_of_two_that_go_on_one_has_the_run(found: dict[str, Any]) -> None:
    """The other is told so."""
    for kill, one in found["seen"].items():
        assert (one["winners"], one["losers"]) == ((1, 1) if one["open"] else (0, 0)), kill


def test_no_call_that_was_answered_is_made_again(found: dict[str, Any]) -> None:
    """Only a call whose reply was never stored is, once."""
    for kill, one in found["seen"].items():
        assert one["answered and asked again"] == [], kill
        assert one["calls"] in ([0, 1], [0, 0, 1], [0, 1, 1]), kill
    twice = [kill for kill, one in found["seen"].items() if len(one["calls"]) > 2]
    assert twice == ["in a call", "1", "5"]


def test_a_run_that_was_killed_is_the_edition_it_would_have_been(found: dict[str, Any]) -> None:
    """Text, replies, calls and certificate, to the byte."""
    for kill, one in found["seen"].items():
        assert one["texts"] == found["texts"], kill
        assert one["certificate"] == found["certificate"], kill
        assert one["replies"] == list(TINY_REPLIES[:2]), kill
        assert one["made"] == [[0, 1, TINY_REPLIES[0]], [1, 1, TINY_REPLIES[1]]], kill
