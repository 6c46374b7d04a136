"""How long a worker waits for a call, and how long a reply may be."""

from core.record import Record
from workbench.jobs.heartbeat import LEASE_SECONDS
from workbench.providers.fixed_replies import LONGEST_REPLY


class JobLimits(Record):
    """What a worker waits for. Times are in seconds, `longest_reply` in characters.

    `longest_silence` is between two signs of life of a reply that can be watched while it comes: its pieces, and what
    its client says while it waits before it asks again. `longest_call` is for a whole call, whatever happens in it.
    """

    lease_seconds: float = LEASE_SECONDS
    longest_reply: int = LONGEST_REPLY
    # Longer than the time limit of any client of ours: the client knows better what happened and what to do.
    longest_silence: float = 330.0
    longest_call: float = 960.0


LIMITS = JobLimits()
