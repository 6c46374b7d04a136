"""How long and how much a run may take, and what can be seen of it while it is written."""

from core.chapter import Decision
from core.record import Record

LEASE_SECONDS = 10.0


class Limits(Record):
    """What a worker waits for. Times are in seconds, `longest_reply` in characters.

    `longest_silence` is between two pieces of a reply that can be watched while it comes; one that comes in one piece
    has the time of `longest_call`.
    """

    lease_seconds: float = LEASE_SECONDS
    longest_reply: int = 200_000
    longest_silence: float = 120.0
    longest_call: float = 900.0


LIMITS = Limits()


class Live(Record):
    """What this process's worker is doing now.

    `owner` is the name it took the lease under, `position` the chapter's in the run. `text` is the Markdown that the
    gate let through, `received` counts the reply's characters, `held` those that are not decided yet, `proven` the
    proven quotations; `seconds` is the time since the call began. `trouble`, "" where all is well, is why the worker
    gave up where even that could not be stored; the run waits to be resumed then.
    """

    run_id: str
    owner: str
    position: int
    text: str
    received: int
    held: int
    proven: int
    decisions: tuple[Decision, ...]
    seconds: float
    trouble: str = ""
