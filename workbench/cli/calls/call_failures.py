"""Failed calls of one command, and when no more are made."""

from core.errors import (
    KeyMissing,
    KeyRefused,
    ModelUnknown,
    NetworkTrouble,
    QuotaExceeded,
    ReplyTruncated,
    RequestRefused,
)
from workbench.store import CallRecord

# After one of these errors no other call to the same service can succeed.
_HOPELESS = (KeyMissing, KeyRefused, ModelUnknown, NetworkTrouble, QuotaExceeded)
_OF_ONE_CALL = (RequestRefused, ReplyTruncated)
_MOST_FAILURES = 2  # chapters or windows in a row


class CallFailures:
    """The calls that failed for good, and whether further ones would fail too: after an error that every call would
    have, or two failures in a row."""

    def __init__(self) -> None:
        self.calls: list[CallRecord] = []
        self.hopeless = False
        self._in_a_row = 0

    def note(self, failure: CallRecord, error: Exception) -> None:
        """Take a call that failed, and the error that it failed with."""
        self.calls.append(failure)
        self._in_a_row += not isinstance(error, _OF_ONE_CALL)
        self.hopeless = isinstance(error, _HOPELESS) or self._in_a_row >= _MOST_FAILURES

    def succeed(self) -> None:
        """Take a call that was answered."""
        self._in_a_row = 0
