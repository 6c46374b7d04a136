"""What is seen of a model's call while it is made, what ends it, and what is never sent after that."""

import time
from collections.abc import Iterator
from threading import Event, Timer

import pytest

from core.generation.requests import request_of
from core.generation.retries import gate_of
from core.llm.client import GenerationRequest, Outcome, Purpose, Reply, ReplyRestart, RetryWait
from tests.workbench.jobs.runs.acting import SAID, Act, calling, tiny_line, until, working
from tests.workbench.jobs.runs.playing import (
    BUSY,
    GOOD,
    INVENTED,
    MODEL,
    WAITING,
    Begin,
    Held,
    Playing,
    ended_early,
    refused,
    written,
)
from workbench.jobs.calls import CallEvent, CallPosition
from workbench.jobs.runs import LIMITS, JobLimits
from workbench.jobs.usage import sum_of
from workbench.jobs.watched_call import CallCancellation, CallWatcher, FailureRemedies
from workbench.store import CallRecord, RunState

REPLY = Reply(text=GOOD[1], requests=1)
SETTLED = "## Brass\n\nThe box came ashore.\n\nIt was"
RESTARTED = "The reply broke off and was asked for again, so that what you saw of it before is replaced."
BUSY_FOR = "Waiting 3 seconds before it is asked again. The service is busy."
SOON = RetryWait(seconds=0.1, why="The service is busy.")

# What comes before a test looks, and what is seen then: the notice, the text, the characters.
SEEN: dict[str, tuple[tuple[CallEvent, ...], str, str, int]] = {
    "writing": ((SETTLED,), "", "The box came ashore.", len(SETTLED)),
    "waiting": ((WAITING,), BUSY_FOR, "", 0),
    "about to ask again": ((WAITING, SOON), "Asking again. The service is busy.", "", 0),
    "waiting after it broke off": ((SETTLED, WAITING), BUSY_FOR, "The box came ashore.", len(SETTLED)),
    "beginning anew": ((SETTLED, WAITING, SOON, ReplyRestart(), "It"), RESTARTED, "", 2),
    "waiting again": ((SETTLED, SOON, ReplyRestart(), "It", WAITING), f"{RESTARTED} {BUSY_FOR}", "", 2),
}


@pytest.mark.parametrize(("comes", "notice", "text", "received"), SEEN.values(), ids=SEEN)
def test_what_is_out_of_the_ordinary_is_said(
    begin: Begin, comes: tuple[CallEvent, ...], notice: str, text: str, received: int
) -> None:
    """That a client waits and why, and that what was shown is replaced."""
    hold = Held(*comes, then=(ReplyRestart(), GOOD[1], REPLY))
    played = begin(hold)
    assert hold.held.wait(120)
    until(lambda: (played.live().notice, played.live().received) == (notice, received))
    live = played.live()
    assert (live.text, live.purpose, live.position, live.trouble) == (text, Purpose.FIRST, 1, "")
    hold.go_on.set()
    assert played.ends() is None
    assert played.draft.fallback == ""


@pytest.mark.parametrize(
    ("before", "purpose", "says", "text"),
    [
        (written(INVENTED[1]), Purpose.SECOND, "This is the second attempt: ", ""),
        (refused("It is unsafe."), Purpose.SIMPLER, "The first attempt was refused. This is one with a simpler", ""),
        (ended_early(SETTLED), Purpose.CONTINUATION, "The reply ended too early; this is", "The box came ashore."),
    ],
)
def test_another_attempt_is_announced(begin: Begin, before: Held, purpose: Purpose, says: str, text: str) -> None:
    """It begins with nothing but what it goes on from."""
    hold = Held(then=(GOOD[1], REPLY))
    played = begin(before, hold)
    assert hold.held.wait(120)
    until(lambda: played.live().purpose is purpose)
    live = played.live()
    assert (live.notice[: len(says)], live.text) == (says, text)
    hold.go_on.set()
    assert played.ends() is None


def test_a_pace_is_told_once_there_is_one(begin: Begin) -> None:
    """Four characters count as a token."""
    hold = Held(GOOD[1])
    played = begin(hold)
    assert hold.held.wait(120)
    assert played.live().tokens_per_second is None or played.live().seconds > 0.5
    until(lambda: played.live().tokens_per_second is not None)
    live = played.live()
    assert live.tokens_per_second is not None
    assert 0 < live.tokens_per_second <= len(GOOD[1]) / 4 / 0.5
    played.stop()


QUICK = JobLimits(longest_silence=0.3, longest_call=0.9)
CLOCK = [0.0]


def waits(tenths: int) -> Iterator[CallEvent]:
    """Wait for so many tenths of a second, with a sign at each."""
    for _ in range(tenths):
        CLOCK[0] += 0.1
        yield WAITING


def waits_and_writes(_request: GenerationRequest) -> Iterator[CallEvent]:
    """Wait for longer than a silence may be, and write."""
    yield from (*waits(6), GOOD[1], REPLY)


def waits_for_long(_request: GenerationRequest) -> Iterator[CallEvent]:
    """Wait for longer than a call may take, and write."""
    yield from waits(15)
    yield from (GOOD[1], REPLY)


def says_nothing(_request: GenerationRequest) -> Iterator[CallEvent]:
    """Show no sign for longer than a silence may be, until nobody listens."""
    CLOCK[0] += 0.6
    until(lambda: not working())
    yield from (GOOD[1], REPLY)


@pytest.mark.parametrize(
    ("act", "state", "says"),
    [
        (waits_and_writes, None, ""),
        (says_nothing, RunState.FAILED, "nothing more of the reply came for 0.3 seconds. Resume to ask again"),
        (waits_for_long, RunState.FAILED, "the reply was not complete after 0.9 seconds. Resume to ask again"),
    ],
)
def test_a_client_that_waits_is_not_silent(
    begin: Begin, monkeypatch: pytest.MonkeyPatch, act: Act, state: RunState | None, says: str
) -> None:
    """But no call takes longer than the longest; one that is given up is kept as one that may succeed later."""
    monkeypatch.setattr("workbench.jobs.calls.call.monotonic", lambda: CLOCK[0])
    played = begin(act, limits=QUICK)
    assert played.ends() is state
    if state is None:
        assert played.draft.fallback == ""
    else:
        assert played.work.open_run().message.startswith(f"Chapter 2: {says}")
        assert played.kept == [(1, Purpose.FIRST, Outcome.TRANSIENT, 1)]


class BackingOff:
    """A client's call that is sent again and again, with a wait in between; `sent` is how often."""

    def __init__(self, wait: float) -> None:
        self.sent = 0
        self._wait = wait

    def __call__(self, _request: GenerationRequest) -> Iterator[CallEvent]:
        """Play."""
        while True:
            self.sent += 1
            until = time.monotonic() + self._wait
            while (left := until - time.monotonic()) > 0:
                yield RetryWait(seconds=left, why="The service is busy.")
                time.sleep(min(0.02, left))
            yield RetryWait(seconds=0, why="The service is busy.")


@pytest.mark.parametrize("wait", [0.0, 0.05, 5.0])
def test_nothing_is_sent_after_a_stop(begin: Begin, wait: float) -> None:
    """However soon a client that backs off would have asked again; nobody knows what its call took."""
    act = BackingOff(wait)
    played = begin(act)
    until(lambda: act.sent > (0 if wait > 1 else 3))
    played.stop()
    sent = act.sent
    assert played.ends() is RunState.STOPPED
    until(lambda: not calling())
    assert act.sent <= sent + (wait < 1)  # one that does not wait for long may have been about to be sent
    assert played.kept == [(1, Purpose.FIRST, Outcome.TRANSIENT, 1)]
    assert [chapter.calls for chapter in played.work.open_run().chapters] == [1, 1, 0]


def test_a_call_that_was_stopped_is_kept_and_asked_again(begin: Begin) -> None:
    """With what came of it: it was sent, and nobody knows what it cost. It is no answer."""
    hold = Held(GOOD[1][:20], ReplyRestart(), GOOD[1][:30])
    played = begin(hold)
    assert hold.held.wait(120)
    until(lambda: played.live().received == 30)
    played.stop()
    (call,) = played.work.store.calls.list(played.run.run_id, 1)
    assert (call.outcome, call.trouble, call.reply) == (Outcome.TRANSIENT, "It was stopped.", GOOD[1][:30])
    assert (call.requests, call.restarts, call.cost) == (2, 1, None)
    assert played.work.open_run().chapters[1].answers == ()
    total = sum_of(entry.facts for entry in played.work.store.calls.of_session(played.run.session_id))
    assert (total.calls, total.unpriced > 0) == (2, True)
    played.resume()
    assert played.ends() is None
    assert played.kept[1:] == [(2, Purpose.FIRST, Outcome.COMPLETE, 1)]
    assert played.asked == [Purpose.FIRST] * 2


def test_a_stop_while_a_client_loads_sends_nothing(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    """A library may take seconds; when it is there, the run is stopped already."""
    loading, loaded = Event(), Event()

    def load(_model: Playing) -> None:
        loading.set()
        assert loaded.wait(120)

    monkeypatch.setattr(Playing, "load", load, raising=False)
    played = begin()
    assert loading.wait(120)
    Timer(0.5, loaded.set).start()
    played.stop()
    assert played.ends() is RunState.STOPPED
    assert played.model.asked == []
    assert [chapter.calls for chapter in played.work.open_run().chapters] == [0, 0, 0]


def test_a_client_is_closed_with_its_run(begin: Begin) -> None:
    """At once, so that a request that hangs ends; a run that is resumed makes another."""
    hold = Held(GOOD[1][:20])
    played = begin(hold)
    assert hold.held.wait(120)
    assert played.model.closed == 0
    played.stop()
    assert played.model.closed == 1
    assert hold.closed.wait(120)
    played.resume()
    assert played.ends() is None
    assert played.model.closed == 2
    assert SAID[1] in played.draft.text


class Unwanted(Exception):
    """Somebody wants a call to end."""


def asked(act: Act, unwanted: Event) -> CallRecord:
    """Make a call that nobody wants any more once something has happened."""

    def check() -> None:
        assert unwanted.wait(120)
        raise Unwanted

    line = tiny_line()
    request = request_of(line, 1)
    assert request is not None
    watcher = CallWatcher(MODEL, LIMITS, check, FailureRemedies("", "", "", ""))
    place = CallPosition(position=1, chapter_index=1)
    return watcher.ask(Playing({1: [act]}), request, place, lambda: gate_of(line, 1, ()))


def test_a_reply_that_came_before_a_stop_is_kept() -> None:
    """It is paid for, and nobody is to pay for it again; what was not complete is kept as what it is."""
    came = Event()

    def complete(_request: GenerationRequest) -> Iterator[CallEvent]:
        try:
            yield from (GOOD[1][:20], WAITING, GOOD[1][20:], REPLY)
        finally:
            came.set()

    call = asked(complete, came)
    assert (call.reply, call.outcome) == (GOOD[1], Outcome.COMPLETE)
    hold = Held(GOOD[1][:20], then=(GOOD[1][20:], REPLY))
    with pytest.raises(CallCancellation) as left:
        asked(hold, hold.held)
    call = left.value.call
    assert isinstance(left.value.why, Unwanted)
    assert (call.outcome, call.trouble, call.reply) == (Outcome.TRANSIENT, "It was stopped.", GOOD[1][:20])
    assert hold.closed.wait(120)
    failed = Event()

    def fails(_request: GenerationRequest) -> Iterator[CallEvent]:
        try:
            yield GOOD[1][:20]
            raise BUSY
        finally:
            Timer(0.2, failed.set).start()

    with pytest.raises(CallCancellation) as left:
        asked(fails, failed)
    assert (left.value.call.trouble, left.value.call.requests) == (str(BUSY), 4)
