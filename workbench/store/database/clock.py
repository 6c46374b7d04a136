"""The time, as it is stored: ISO 8601 in UTC, all of one length, so that texts sort as times do; leases in seconds.

Leases go by the machine's clock, because it is the one that two programs share and that goes on over a restart. A clock
that jumps matters so: forwards, or a machine that slept, and a lease that is in use may run out; another program may
take it, and the first one's next write is refused (LostLease), so a call may be made twice, but nothing is stored twice
or by halves. Backwards, and a lease that nobody uses any more lasts longer, by the jump, but never longer than
LONGEST_LEASE; one that is in use is renewed with the new time at the next beat.
"""

import time
from datetime import UTC, datetime, timedelta

from core.errors import BadInput, Problem

LONGEST_LEASE = 300.0  # seconds

# A time at the very edge is another year in another zone, which Python may not have.
_FIRST_YEAR, _LAST_YEAR = 1970, 9998


def _written(moment: datetime) -> str:
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")


def now() -> str:
    """Return the time of a change."""
    return _written(datetime.now(UTC))


def seconds() -> float:
    """Return the time by which leases go, in seconds since the epoch."""
    return time.time()


def is_held(owner: str, leased_until: float, now: float) -> bool:
    """Tell whether somebody holds a lease that has not run out. One that would last longer than any lease may was given
    by a clock that was ahead, and does not count."""
    return owner != "" and now < leased_until <= now + LONGEST_LEASE


def days_ago(days: int) -> str:
    """Return the time so many days before now."""
    return _written(datetime.now(UTC) - timedelta(days=days))


def is_time(text: str) -> bool:
    """Tell whether a text is a date and time in ISO 8601 with its zone, which a clock in any zone can show."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return False
    return moment.tzinfo is not None and _FIRST_YEAR <= moment.year <= _LAST_YEAR


def check_time(place: str, text: str) -> None:
    """Raise BadInput where a text is no time."""
    if not is_time(text):
        remedy = "Write it as 2026-11-21T10:15:00+00:00."
        raise BadInput(Problem(place=place, message="is no date and time in ISO 8601.", remedy=remedy))
