"""Asking again: when, after how long, and when not. Time passes where somebody waits, and nowhere else."""

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from email.utils import format_datetime
from typing import Any

import pytest

from core import errors
from core.errors import ServiceError
from core.llm.client import Outcome, Reply, ReplyRestart, RetryWait, Usage
from workbench.providers.transport.retry import ReplyEvent, RetryPolicy, retry_after_of, with_retries

QUICK = RetryPolicy(first_delay=0.001, longest_delay=0.004, longest_wait=0.5, deadline=5)
DONE = Reply(text="ab", usage=Usage(output_tokens=1))


@dataclass(frozen=True)
class Pause:
    """So many seconds without anything."""

    seconds: float


Step = str | Reply | ServiceError | Pause


class Clock:
    """One that nothing but a wait moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        """Return the seconds by now."""
        return self.now

    def sleep(self, seconds: float) -> None:
        """Let them pass."""
        self.now += seconds


CLOCK = Clock()


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    CLOCK.now = 100.0
    monkeypatch.setattr("workbench.providers.transport.retry.time", CLOCK)


class Service:
    """Answers each request with the next of some scripts: pieces, pauses, and errors that are raised."""

    def __init__(self, *scripts: tuple[Step, ...]) -> None:
        self.scripts = list(scripts)
        self.left: list[float] = []
        self.came: list[float] = []
        self.closed = 0

    def __call__(self, seconds: float) -> Generator[str | Reply]:
        """Make one request; how it ended is counted."""
        self.came.append(CLOCK.now)
        self.left.append(seconds)
        try:
            for step in self.scripts.pop(0):
                if isinstance(step, ServiceError):
                    raise step
                if isinstance(step, Pause):
                    CLOCK.sleep(step.seconds)
                else:
                    yield step
        finally:
            self.closed += 1

    @property
    def gaps(self) -> list[float]:
        """The seconds between two requests each, to the microsecond."""
        return [round(later - earlier, 6) for earlier, later in zip(self.came, self.came[1:], strict=False)]


def trouble(message: str = "It broke.", **more: Any) -> ServiceError:
    """Return a failure that may pass."""
    return errors.ServiceTrouble(message, **more)


def without_waits(events: Iterator[ReplyEvent]) -> list[ReplyEvent]:
    """Return what is not a wait."""
    return [event for event in events if not isinstance(event, RetryWait)]


def raised(events: Iterator[ReplyEvent]) -> tuple[list[ReplyEvent], ServiceError]:
    """Return what came before the error, and the error."""
    came: list[ReplyEvent] = []
    with pytest.raises(ServiceError) as caught:
        came.extend(events)  # keeps what came before it raises
    return came, caught.value


SUCCESSES = [
    pytest.param([("a", "b", DONE)], ["a", "b", 1], id="at once"),
    pytest.param([(DONE,)], [1], id="no pieces"),
    pytest.param([(trouble(),), ("a", "b", DONE)], ["a", "b", 2], id="after one failure"),
    pytest.param([(trouble(),), (trouble(),), (trouble(),), (DONE,)], [4], id="at the last attempt"),
    pytest.param([("a", trouble()), ("a", "b", DONE)], ["a", ReplyRestart(), "a", "b", 2], id="broken in the middle"),
    pytest.param(
        [("x", "y", trouble()), (trouble(),), ("z", trouble()), ("a", "b", DONE)],
        ["x", "y", ReplyRestart(), "z", ReplyRestart(), "a", "b", 4],
        id="a restart only where something came",
    ),
    pytest.param([("", trouble()), ("", "a", "b", DONE)], ["", "", "a", "b", 2], id="only a sign of life"),
    pytest.param([(trouble(requests=2),), (DONE.model_copy(update={"requests": 3}),)], [5], id="several at once"),
    pytest.param([("a", "b", DONE, "c")], ["a", "b", 1], id="the reply is the end"),
]


@pytest.mark.parametrize(("scripts", "expected"), SUCCESSES)
def test_what_may_pass_is_asked_again(scripts: list[tuple[Step, ...]], expected: list[Any]) -> None:
    """The pieces of a broken stream are void; every request counts, and every one is closed."""
    service = Service(*scripts)
    came = without_waits(with_retries(service, QUICK))
    reply = DONE.model_copy(update={"requests": expected.pop()})
    assert came == [*expected, reply]
    assert (service.closed, len(service.came)) == (len(scripts), len(scripts))


@pytest.mark.parametrize("kind", [kind for kind in ServiceError.__subclasses__() if kind.is_transient])
def test_what_does_not_pass_is_raised_in_the_end(kind: type[ServiceError]) -> None:
    """As what it is, with all requests and how often it was asked."""
    for attempts, words in ((4, "It broke. It was asked 4 times."), (1, "It broke.")):
        service = Service(*[(kind("It broke."),)] * 4)
        _, error = raised(with_retries(service, QUICK.model_copy(update={"attempts": attempts})))
        assert (type(error), str(error)) == (kind, words)
        assert error.requests == len(service.came) == service.closed == attempts


@pytest.mark.parametrize("kind", [kind for kind in ServiceError.__subclasses__() if not kind.is_transient])
@pytest.mark.parametrize("after", [None, 0.001])
def test_what_never_passes_is_raised_at_once(kind: type[ServiceError], after: float | None) -> None:
    """Whatever the service says of waiting; a missing key is no request."""
    service = Service(("a", kind("No.", retry_after=after)))
    came, error = raised(with_retries(service, QUICK))
    assert (came, type(error), str(error), error.retry_after) == (["a"], kind, "No.", after)
    assert (error.requests, len(service.came)) == (0 if kind is errors.KeyMissing else 1, 1)


def test_a_key_that_a_service_misses_was_a_request() -> None:
    """It was asked, and said so."""
    _, error = raised(with_retries(Service((errors.KeyMissing("No key.", requests=1),)), QUICK))
    assert error.requests == 1


def test_delays_double_up_to_the_longest() -> None:
    """Each less up to a half by chance: 0.04, 0.08, 0.1, 0.1."""
    patience = QUICK.model_copy(update={"attempts": 5, "first_delay": 0.04, "longest_delay": 0.1})
    service = Service(*[(trouble(),)] * 4, (DONE,))
    without_waits(with_retries(service, patience))
    for gap, delay in zip(service.gaps, (0.04, 0.08, 0.1, 0.1), strict=True):
        assert delay / 2 <= gap <= delay


def test_delays_are_not_all_alike() -> None:
    """Many clients that failed together do not come back together."""
    delays: set[float] = set()
    for _ in range(8):
        events = with_retries(Service((trouble(),)), RetryPolicy())
        wait = next(events)
        assert isinstance(wait, RetryWait)
        assert 0.2 < wait.seconds <= 0.5
        delays.add(round(wait.seconds, 3))
        events.close()
    assert len(delays) > 1


def test_a_wish_is_waited_for() -> None:
    """Though it is longer than the delay would be; where the wish is for no time, the delay is kept."""
    service = Service((trouble(retry_after=0.15),), (trouble(retry_after=0.0),), (DONE,))
    without_waits(with_retries(service, QUICK))
    assert service.gaps[0] == 0.15
    assert 0.001 <= service.gaps[1] <= 0.002


TOO_LONG = [
    pytest.param(RetryPolicy(), 3_600, "It asks to wait 60 minutes; try again then.", id="longer than anybody waits"),
    pytest.param(RetryPolicy(), 61, "It asks to wait 61 seconds; try again then.", id="just longer"),
    pytest.param(RetryPolicy(), 86_400 * 3 + 1, "It asks to wait 4 days; try again then.", id="days"),
    pytest.param(RetryPolicy(), 7_201, "It asks to wait 3 hours; try again then.", id="hours"),
    pytest.param(RetryPolicy(deadline=10), 30, "It asks to wait 30 seconds; try again then.", id="longer than is left"),
    pytest.param(RetryPolicy(deadline=0.05), None, "", id="no time for the delay"),
]


@pytest.mark.parametrize(("patience", "after", "words"), TOO_LONG)
def test_what_takes_too_long_is_not_waited_for(patience: RetryPolicy, after: float | None, words: str) -> None:
    """It is raised at once, and says how long."""
    began = CLOCK.now
    came, error = raised(with_retries(Service(("a", errors.QuotaExceeded("Too many.", retry_after=after))), patience))
    assert began == CLOCK.now
    assert (came, type(error), error.requests, error.retry_after) == (["a"], errors.QuotaExceeded, 1, after)
    assert str(error) == f"Too many. {words}".strip()


def test_a_wait_can_be_watched_and_left() -> None:
    """Ten times a second it says how long still and why; who closes it sends nothing more."""
    service = Service(("a", trouble("Too many requests.", retry_after=30.0)), (DONE,))
    events = with_retries(service, RetryPolicy())
    assert next(events) == "a"
    waits = [next(events) for _ in range(4)]
    left = [
        round(wait.seconds, 6) for wait in waits if isinstance(wait, RetryWait) and wait.why == "Too many requests."
    ]
    assert left == [30, 29.9, 29.8, 29.7]
    events.close()
    assert (len(service.came), service.closed) == (1, 1)
    assert list(events) == []


def test_leaving_a_stream_closes_its_request() -> None:
    """And no other is made."""
    service = Service(("a", "b", DONE), (DONE,))
    events = with_retries(service, QUICK)
    assert next(events) == "a"
    events.close()
    assert (len(service.came), service.closed) == (1, 1)


def test_the_request_is_over_when_its_reply_is_there() -> None:
    """Nobody has to ask for more to have the connection closed."""
    service = Service((DONE,))
    next(with_retries(service, QUICK))
    assert service.closed == 1


def test_no_stream_outlasts_the_deadline() -> None:
    """Not one that drips for ever; what was void already is not asked for again."""
    drips: tuple[Step, ...] = ("a", Pause(0.02)) * 100
    service = Service(drips, (DONE,))
    came, error = raised(with_retries(service, QUICK.model_copy(update={"deadline": 0.19})))
    assert (type(error), error.requests, service.closed) == (errors.TimedOut, 1, 1)
    assert came == ["a"] * 10


def test_the_deadline_is_for_all_attempts() -> None:
    """Each is given what is left of it."""
    service = Service(
        (Pause(0.05), trouble()), (Pause(0.05), trouble()), (Pause(0.05), trouble()), (Pause(0.05), trouble()), (DONE,)
    )
    patience = QUICK.model_copy(update={"deadline": 0.12, "attempts": 9})
    _, error = raised(with_retries(service, patience))
    assert error.requests == len(service.came) == 3
    left = [round(seconds, 6) for seconds in service.left]
    assert left[0] == 0.12 > left[1] > left[2] > 0


def test_a_stream_that_ends_in_silence_is_truncated() -> None:
    """With words it is a reply that ended early; without any it is a failure that may pass."""
    reply = without_waits(with_retries(Service((), ("a", "b")), QUICK))[-1]
    assert isinstance(reply, Reply)
    assert (reply.text, reply.outcome, reply.finish_reason, reply.requests) == (
        "ab",
        Outcome.TRUNCATED,
        "no finish reason",
        2,
    )
    assert "ended early" in reply.trouble


def gmt(seconds: float, zone: timezone = UTC) -> str:
    """Return an HTTP date so many seconds from now."""
    return format_datetime((datetime.now(UTC) + timedelta(seconds=seconds)).astimezone(zone), usegmt=zone is UTC)


HEADERS: list[Any] = [
    pytest.param(lambda: None, None, id="none"),
    pytest.param(lambda: "1", 1, id="a second"),
    pytest.param(lambda: " 30 ", 30, id="with spaces"),
    pytest.param(lambda: "0", 0, id="at once"),
    pytest.param(lambda: "1.5", 1.5, id="a part of a second"),
    pytest.param(lambda: "3600", 3_600, id="an hour"),
    pytest.param(lambda: "9" * 400, 3_650 * 86_400, id="beyond measure"),
    pytest.param(lambda: gmt(900), 900, id="a date"),
    pytest.param(lambda: gmt(900, timezone(timedelta(hours=5))), 900, id="a date elsewhere"),
    pytest.param(lambda: gmt(900).replace("GMT", "-0000"), 900, id="a date without a zone"),
    pytest.param(lambda: gmt(-90), 0, id="a date that has passed"),
    *(
        pytest.param(lambda junk=junk: junk, None, id=f"junk {junk[:9]!r}")
        for junk in (
            "",
            "soon",
            "-1",
            "1 s",
            "٣",
            "nan",
            "inf",
            "1e9",
            "Mon, 99 Foo 2026 99:99:99 GMT",
            "1,5",
        )
    ),
]


@pytest.mark.parametrize(("header", "seconds"), HEADERS)
def test_a_retry_after_is_seconds_or_a_date(header: Callable[[], str | None], seconds: float | None) -> None:
    """And anything else is nothing."""
    found = retry_after_of(header())
    assert found is None if seconds is None else found == pytest.approx(seconds, rel=0.05)  # of a date
