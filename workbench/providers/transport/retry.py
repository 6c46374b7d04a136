"""Asking again after a failure that may pass: when, how often, and never for longer than a person would wait."""

import itertools
import random
import re
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from core.errors import KeyMissing, ReplyTruncated, ServiceError, TimedOut
from core.llm.client import Reply, ReplyRestart, RetryWait, Usage
from core.record import Record
from workbench.providers.finish_reasons import reply_without_reason

ReplyEvent = str | RetryWait | ReplyRestart | Reply
OneRequest = Callable[[float], Generator[str | Reply, None, None]]

LONGEST_REPLY = 4_000_000  # characters: the longest that a million tokens make
_LOOK = 0.1  # seconds between two RetryWait
_SECONDS = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_LONGEST_WISH = 10 * 365 * 86_400.0  # seconds; whoever asks for more means never


class RetryPolicy(Record):
    """How long and how often a service is asked; all but `attempts` in seconds.

    The delay before the second attempt is about `first_delay`, and doubles up to `longest_delay`. A service may ask for
    up to `longest_wait`. `deadline` is for a whole call, its repetitions and waits included; `read_seconds` and
    `connect_seconds` are the longest silence and the longest connection attempt, and `usage_seconds` is how long the
    usage is waited for once a reply is over.
    """

    attempts: int = 4
    first_delay: float = 0.5
    longest_delay: float = 20
    longest_wait: float = 60
    deadline: float = 600
    read_seconds: float = 60
    connect_seconds: float = 10
    usage_seconds: float = 3


def retry_after_of(header: str | None) -> float | None:
    """Return how many seconds a Retry-After header asks to wait: a number, or the time until an HTTP date, 0 for one
    that has passed; None for no header and for anything else."""
    text = (header or "").strip()
    if _SECONDS.fullmatch(text):
        return min(float(text), _LONGEST_WISH)
    try:
        until = parsedate_to_datetime(text)
        aware = until if until.tzinfo is not None else until.replace(tzinfo=UTC)
        return max(0.0, (aware - datetime.now(UTC)).total_seconds())
    except (ValueError, OverflowError):
        return None


def _in_words(seconds: float) -> str:
    """Return a time in its largest sensible unit, rounded up."""
    for size, unit in ((86_400, "days"), (3_600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{-(-seconds // size):,.0f} {unit}"
    return f"{-(-seconds // 1):,.0f} seconds"


def _delay(error: ServiceError, failed: int, patience: RetryPolicy) -> float:
    """Return how long to wait after so many failures."""
    if error.retry_after:
        return error.retry_after
    longest = min(patience.longest_delay, patience.first_delay * 2 ** (failed - 1))
    return longest * random.uniform(0.5, 1)  # noqa: S311 - chance that spreads requests keeps no secret


def _counted(reply: Reply, before: int) -> Reply:
    return reply.model_copy(update={"requests": before + max(1, reply.requests)})


def _last_words(error: ServiceError, failed: int, delay: float, left: float, patience: RetryPolicy) -> str | None:
    """Return the message of a final error, None where another attempt follows after the delay."""
    if not error.is_transient:
        return str(error)
    if failed >= patience.attempts:
        return f"{error} It was asked {failed} times." if failed > 1 else str(error)
    if error.retry_after and delay > min(left, patience.longest_wait):
        return f"{error} It asks to wait {_in_words(delay)}; try again then."
    return str(error) if delay >= left else None


def _one(make: OneRequest, ends: float) -> Generator[str | Reply, None, None]:
    """Yield the pieces of one request, and its reply when the request is closed already."""
    pieces: list[str] = []
    length = 0
    reply: Reply | None = None
    with closing(make(ends - time.monotonic())) as events:
        for event in events:
            if isinstance(event, Reply):
                reply = event
                break
            if time.monotonic() > ends:
                message = "The reply took longer than is waited for. Ask for a shorter chapter, or use a faster model."
                raise TimedOut(message)
            length += len(event)
            if length > LONGEST_REPLY:
                message = f"The reply is longer than {LONGEST_REPLY:,} characters. Use another model."
                raise ReplyTruncated(message)
            pieces.append(event)
            yield event
    yield reply or reply_without_reason("".join(pieces), Usage())


def _waits(seconds: float, why: str) -> Iterator[RetryWait]:
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        yield RetryWait(seconds=left, why=why)
        time.sleep(min(_LOOK, left))


def with_retries(make: OneRequest, patience: RetryPolicy) -> Generator[ReplyEvent, None, None]:
    """Make a request, again after failures that may pass, and yield its pieces, waits and restarts, and its reply.

    `make` is given the seconds that are left and makes one request: it yields the pieces (an empty one is a sign of
    life) and then the Reply, and where it ends without one, the reply is truncated. It counts as one request, as more
    where its Reply or error says so, and as none where it raises KeyMissing of itself. Between attempts a Retry-After
    is waited for; else the delays double, each less up to a half by chance. A ReplyRestart comes just before the
    first piece is asked for again.

    Raises the ServiceError of the last attempt with all `requests`: at once where it is not transient, where the
    service wants a longer wait than `patience` has, and where no time is left.
    """
    ends = time.monotonic() + patience.deadline
    requests = 0
    for failed in itertools.count(1):
        came = False
        try:
            with closing(_one(make, ends)) as events:
                for event in events:
                    came = came or event != ""
                    yield event if isinstance(event, str) else _counted(event, requests)
            return
        except ServiceError as error:
            requests += error.requests if isinstance(error, KeyMissing) else max(1, error.requests)
            delay = _delay(error, failed, patience)
            words = _last_words(error, failed, delay, ends - time.monotonic(), patience)
            if words is not None:
                raise type(error)(words, requests=requests, retry_after=error.retry_after) from error
            why = str(error)
        yield from _waits(delay, why)
        if came:
            yield ReplyRestart()
