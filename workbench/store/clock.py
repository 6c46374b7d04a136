"""The time, as it is stored: ISO 8601 in UTC, all of one length, so that texts sort as times do."""

from datetime import UTC, datetime, timedelta

# A time at the very edge is another year in another zone, which Python may not have.
_FIRST_YEAR, _LAST_YEAR = 1970, 9998


def _written(moment: datetime) -> str:
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")


def now() -> str:
    """Return the time of a change."""
    return _written(datetime.now(UTC))


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
