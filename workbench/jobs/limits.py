"""How long a worker waits, and how much a reply may be."""

from core.record import Record
from workbench.providers.fixed_replies import LONGEST_REPLY

LEASE_SECONDS = 10.0


class JobLimits(Record):
    """What a worker waits for. Times are in seconds, `longest_reply` in characters.

    `longest_silence` is between two signs of life of a reply that can be watched while it comes: its pieces, and what
    its client says while it waits before it asks again. `longest_call` is for a whole call, whatever happens in it.
    """

    lease_seconds: float = LEASE_SECONDS
    longest_reply: int = LONGEST_REPLY
    # Longer than any client of ours is patient: it knows better what happened, and what is to be done.
    longest_silence: float = 330.0
    longest_call: float = 960.0


LIMITS = JobLimits()
