"""Calls to clients as stored: the request, the reply, and the usage.

No field may hold a service's key: keys are read at the call and stored nowhere.
"""

from decimal import Decimal, InvalidOperation
from typing import Annotated

from pydantic import AfterValidator, Field

from core.llm.client import Answer, Outcome, Purpose, Reply, Usage
from core.llm.reply_faults import ReplyReading
from core.record import Record

_HIGHEST_COST = 1_000_000_000
_LONGEST_COST = 60  # characters

_Seconds = Annotated[float, Field(ge=0, allow_inf_nan=False)]


def _amount(text: str) -> str:
    """Return the text of an amount of money. Raises ValueError if it cannot be summed and shown."""
    try:
        amount = Decimal(text)
    except InvalidOperation:
        amount = Decimal("NaN")
    # An exponent may hide a million digits.
    if not amount.is_finite() or len(text) > _LONGEST_COST or not 0 <= amount <= _HIGHEST_COST:
        raise ValueError("must be a decimal number of USD")
    if abs(amount.adjusted()) > _LONGEST_COST:
        raise ValueError("must be a decimal number of USD")
    return text


def cost_in_text(cost: Decimal | None) -> str | None:
    """Return a cost in USD as a call stores it, None if it is unknown or cannot be stored."""
    try:
        return None if cost is None else _amount(str(cost))
    except ValueError:
        return None


class CallFacts(Record):
    """One call, without its texts.

    `position` is the chapter's in the run, from 0, `number` the call's in that chapter, from 1; `chapter_index` is the
    evidence map's. `trouble` tells people why it is not complete, `requests` counts the requests sent, and `restarts`
    how often a part of a reply became void: its tokens are not counted, so `usage` and `cost` are lower bounds. Times
    are in seconds since the call began, None if unknown: until the first characters of the reply, until its first
    proven quotation, and until it ended. `cost` is in USD, a decimal number as text: "0" for a model on this machine,
    None if the price is unknown. `reading` says how the reply could be used: None where none came, and in calls of
    earlier versions.

    In a finished run, chapters that were paid for and not written come after its own chapters, and calls that were too
    late to be used come last.
    """

    position: Annotated[int, Field(ge=0, le=1_000_000_000)]
    number: Annotated[int, Field(ge=1, le=1_000_000_000)]
    chapter_index: Annotated[int, Field(ge=0, le=1_000_000_000)]
    purpose: Purpose
    outcome: Outcome
    finish_reason: str = ""
    trouble: str = ""
    missing: str = ""
    client: str
    model: str | None
    usage: Usage = Usage()
    requests: Annotated[int, Field(ge=0)] = 0
    restarts: Annotated[int, Field(ge=0)] = 0
    started_at: str
    seconds: _Seconds | None = None
    first_token: _Seconds | None = None
    first_proven: _Seconds | None = None
    cost: Annotated[str, AfterValidator(_amount)] | None = None
    reading: ReplyReading | None = None


class CallRecord(CallFacts):
    """One call with its texts: exactly what was sent, and the reply as received, None if there was none."""

    system: str
    prompt: str
    reply: str | None

    @property
    def facts(self) -> CallFacts:
        """The call without its texts."""
        return CallFacts(**{name: getattr(self, name) for name in CallFacts.model_fields})


class SessionCall(Record):
    """One call of a session, with its run and that run's writing mode; the run may be gone."""

    run_id: str
    run_number: int
    mode: str
    facts: CallFacts


def has_failed(call: CallFacts) -> bool:
    """Tell whether a call has no answer."""
    return call.outcome in (Outcome.TRANSIENT, Outcome.FATAL)


def answer_of(facts: CallFacts, reply: str | None) -> Answer:
    """Return the answer of a call that did not fail; `reply` is its text, None if there was none."""
    came = Reply(
        text=reply or "",
        missing=facts.missing,
        outcome=facts.outcome,
        finish_reason=facts.finish_reason,
        trouble=facts.trouble,
        usage=facts.usage,
        requests=facts.requests,
    )
    return Answer(purpose=facts.purpose, reply=came)
