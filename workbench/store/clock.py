"""The time, as it is stored: ISO 8601 in UTC, all of one length, so that texts sort as times do."""

from datetime import UTC, datetime, timedelta


def _written(moment: datetime) -> str:
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")


def now() -> str:
    """Return the time of a change."""
    return _written(datetime.now(UTC))


def days_ago(days: int) -> str:
    """Return the time so many days before now."""
    return _written(datetime.now(UTC) - timedelta(days=days))


def is_time(text: str) -> bool:
    """Tell whether a text is a date and time in ISO 8601 with its zone."""
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False
