"""How long and how much a run may take, and what can be seen of it while it is written."""

from core.enforcement.results import Decision
from core.llm.client import Purpose
from core.record import Record
from workbench.providers.choice import LONGEST_REPLY

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


class RunStatus(Record):
    """What this process's worker is doing now.

    `owner` is the name it took the lease under, `position` the chapter's in the run. `purpose` is what the call is made
    for that is under way or ended last, None before the first; what follows is of that call. `notice` says what is out
    of the ordinary: that it waits and why, that it is another attempt, that what was shown is replaced; "" where
    nothing is. `text` is the Markdown that the gate let through, `received` counts the reply's characters, `held` those
    that are not decided yet, `proven` the proven quotations; `seconds` is the time since it began,
    `tokens_per_second` how fast the reply comes, None where that cannot be told. `trouble`, "" where all is well, is
    why the worker gave up where even that could not be stored; the run waits to be resumed then.
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
    purpose: Purpose | None = None
    notice: str = ""
    tokens_per_second: float | None = None
    trouble: str = ""
