"""Token counts from a service, which may be of any type."""

_MOST_TOKENS = 2**53


def count_of(value: object) -> int | None:
    """Return a number of tokens, None for what cannot be one: no whole number, less than nothing, or beyond measure."""
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return value if 0 <= value < _MOST_TOKENS else None
