"""Why an answer is not what was asked for, for whoever keeps a log: never words of a passage, a reply or a key."""

import logging

_log = logging.getLogger("core.answers")
# A library is silent until its user asks to hear it.
_log.addHandler(logging.NullHandler())


def log_event(event: str) -> None:
    """Log one thing that happened, in our own words."""
    _log.warning("answer: %s", event)
