"""Chapters that take more than one call: each is kept, and what was answered is not asked for again."""

from collections.abc import Sequence

import pytest

from core.errors import KeyRefused
from core.generation.settings import Settings
from core.llm.client import Outcome, Purpose, ReplyRestart
from tests.workbench.jobs.runs.acting import SAID, Act
from tests.workbench.jobs.runs.playing import BUSY, GOOD, INVENTED, Begin, Held, ended_early, raises, refused, written
from workbench.store import RunState

FIRST, SECOND, SIMPLER, REST = Purpose.FIRST, Purpose.SECOND, Purpose.SIMPLER, Purpose.CONTINUATION
NO_KEY = KeyRefused("The key is not taken (401). Copy it again.", requests=1)


GOES: dict[str, tuple[Sequence[Act], Sequence[Purpose], str, str]] = {
    "a good reply": ((), (FIRST,), "", ""),
    "a better second attempt": ((written(INVENTED[1]),), (FIRST, SECOND), "The second attempt stands", ""),
    "a second attempt that is refused": (
        (written(INVENTED[1]), refused("No.")),
        (FIRST, SECOND),
        "The first attempt stands",
        "",
    ),
    "a reply in two parts": (
        (ended_early(GOOD[1][:30]), written(GOOD[1][30:])),
        (FIRST, REST),
        "ended too early and was continued",
        "",
    ),
    "a reply that never ends": (
        (ended_early(GOOD[1][:30]), ended_early(GOOD[1][30:40])),
        (FIRST, REST),
        "",
        "It was cut off.",
    ),
    "a refusal": ((refused("It is “unsafe”."),), (FIRST, SIMPLER), "written by a simpler prompt", ""),
    "two refusals": ((refused("It is unsafe."), refused("No again.")), (FIRST, SIMPLER), "", "No again."),
}


@pytest.mark.parametrize(("acts", "asks", "attempt", "fallback"), GOES.values(), ids=GOES)
def test_a_chapter_takes_as_many_calls_as_it_takes(
    begin: Begin, acts: Sequence[Act], asks: Sequence[Purpose], attempt: str, fallback: str
) -> None:
    """The run ends by itself, with the chapter proven, or with its excerpts and why; every call is kept."""
    played = begin(*acts)
    assert played.ends() is None
    assert played.asked == list(asks)
    assert [one[:2] for one in played.kept] == list(enumerate(asks, start=1))
    draft = played.draft
    assert (attempt in draft.attempt, fallback in draft.fallback, bool(draft.fallback)) == (True, True, bool(fallback))
    assert SAID[1] in draft.text
    assert played.work.store.runs.get(played.run.run_id).summary.verdict == "verified"


def test_a_second_attempt_is_made_where_a_person_wants_it(begin: Begin) -> None:
    """Else the first one stands as it is."""
    played = begin(written(INVENTED[1]), settings=Settings(second_attempt=False))
    assert played.ends() is None
    assert played.asked == [FIRST]


FAILS: dict[str, tuple[Sequence[Act], Sequence[Purpose], Sequence[tuple[int, Purpose, Outcome, int]]]] = {
    "at once": (
        (raises(BUSY, GOOD[1][:30]),),
        (FIRST, FIRST),
        [(1, FIRST, Outcome.TRANSIENT, 4), (2, FIRST, Outcome.COMPLETE, 1)],
    ),
    "twice": (
        (raises(BUSY), raises(NO_KEY)),
        (FIRST, FIRST, FIRST),
        [(1, FIRST, Outcome.TRANSIENT, 4), (2, FIRST, Outcome.FATAL, 1), (3, FIRST, Outcome.COMPLETE, 1)],
    ),
    "in the second attempt": (
        (written(INVENTED[1]), raises(BUSY)),
        (FIRST, SECOND, SECOND),
        [(1, FIRST, Outcome.COMPLETE, 1), (2, SECOND, Outcome.TRANSIENT, 4), (3, SECOND, Outcome.COMPLETE, 1)],
    ),
    "in the continuation": (
        (ended_early(GOOD[1][:30]), raises(NO_KEY), written(GOOD[1][30:])),
        (FIRST, REST, REST),
        [(1, FIRST, Outcome.TRUNCATED, 1), (2, REST, Outcome.FATAL, 1), (3, REST, Outcome.COMPLETE, 1)],
    ),
    "in the simpler prompt": (
        (refused("No."), raises(BUSY)),
        (FIRST, SIMPLER, SIMPLER),
        [(1, FIRST, Outcome.REFUSED, 1), (2, SIMPLER, Outcome.TRANSIENT, 4), (3, SIMPLER, Outcome.COMPLETE, 1)],
    ),
}


@pytest.mark.parametrize(("acts", "asks", "calls"), FAILS.values(), ids=FAILS)
def test_a_run_whose_call_failed_goes_on_with_that_call(
    begin: Begin, acts: Sequence[Act], asks: Sequence[Purpose], calls: Sequence[tuple[int, Purpose, Outcome, int]]
) -> None:
    """What was answered before is not asked for again; the call that failed is kept beside the one that did not."""
    played = begin(*acts)
    resumed = 0
    while played.ends() is not None:
        failed = played.work.open_run()
        assert (failed.state, failed.message[:11]) == (RunState.FAILED, "Chapter 2: ")
        assert failed.message.endswith(played.work.store.calls.list(failed.run_id, 1)[-1].trouble)
        played.resume()
        resumed += 1
    assert resumed == sum(outcome in (Outcome.TRANSIENT, Outcome.FATAL) for _, _, outcome, _ in calls)
    assert played.asked == list(asks)
    assert played.kept == list(calls)
    assert [chapter for chapter, _ in played.model.asked if chapter != 1] == [0, 2]
    assert played.draft.fallback == ""


def test_what_came_of_a_call_that_failed_is_kept(begin: Begin) -> None:
    """It was paid for, and says where it broke off."""
    played = begin(raises(BUSY, "It came", ReplyRestart(), "It began anew"))
    assert played.ends() is RunState.FAILED
    (call,) = played.work.store.calls.list(played.run.run_id, 1)
    assert (call.reply, call.trouble) == ("It began anew", str(BUSY))
    assert played.work.open_run().chapters[1].answers == ()


def test_a_reply_that_an_older_program_kept_is_not_asked_for_again(begin: Begin) -> None:
    """It kept no calls."""
    hold = Held(GOOD[1][:20])
    played = begin(hold)
    assert hold.held.wait(120)
    played.stop()
    store, run_id = played.work.store, played.run.run_id
    store.runs.lease(run_id, "older", 60)
    store.runs.put_reply(run_id, "older", 1, GOOD[1])
    store.runs.release(run_id, "older", RunState.STOPPED, "")
    played.resume()
    assert played.ends() is None
    assert (played.asked, played.kept, played.draft.fallback) == ([FIRST], [(1, FIRST, Outcome.TRANSIENT, 1)], "")
    assert store.runs.replies(run_id)[1] == GOOD[1]
