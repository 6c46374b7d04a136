"""Log why an answer failed; never words of a passage, a reply or a key."""

import logging

_log = logging.getLogger("core.answers")
# A library logs nothing until its user configures logging.
_log.addHandler(logging.NullHandler())


def log_event(event: str) -> None:
    """Log one event, in our own words."""
    _log.warning("answer: %s", event)
