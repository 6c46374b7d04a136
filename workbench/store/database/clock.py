"""Times as stored: ISO 8601 in UTC, all of one length, so that texts sort like times; leases in seconds.

Leases use the machine's clock, because all programs share it and it survives a restart. If the clock jumps forwards, or
the machine slept, a lease in use may run out; another program may take it, and the first one's next write is refused
(LostLease). Then a call may be made twice, but nothing is stored twice or in part. If the clock jumps backwards, an
unused lease lasts longer by the jump, but never longer than LONGEST_LEASE; one in use is renewed with the new time at
the next heartbeat.
"""

import time
from datetime import UTC, datetime, timedelta

from core.errors import BadInput, Problem

LONGEST_LEASE = 300.0  # seconds

# The first and last times may fall into a year that Python does not have in another zone.
_FIRST_YEAR, _LAST_YEAR = 1970, 9998


def _written(moment: datetime) -> str:
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")


def now() -> str:
    """Return the time of a change."""
    return _written(datetime.now(UTC))


def seconds() -> float:
    """Return the time for leases, in seconds since the epoch."""
    return time.time()


def is_held(owner: str, leased_until: float, now: float) -> bool:
    """Tell whether a lease is held and has not run out. One that would last longer than LONGEST_LEASE comes from a
    clock that was ahead, and does not count."""
    return owner != "" and now < leased_until <= now + LONGEST_LEASE


def days_ago(days: int) -> str:
    """Return the time `days` days ago."""
    return _written(datetime.now(UTC) - timedelta(days=days))


def is_time(text: str) -> bool:
    """Tell whether a text is a date and time in ISO 8601 with its zone that can be shown in any zone."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return False
    return moment.tzinfo is not None and _FIRST_YEAR <= moment.year <= _LAST_YEAR


def check_time(place: str, text: str) -> None:
    """Raise BadInput if a text is no time."""
    if not is_time(text):
        remedy = "Write it as 2026-11-21T10:15:00+00:00."
        raise BadInput(Problem(place=place, message="is no date and time in ISO 8601.", remedy=remedy))
