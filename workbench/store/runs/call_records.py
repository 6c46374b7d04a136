"""Calls to clients as they are stored: what was asked, what came, and what it took.

No field is for a key, and none may hold one: what opens a service is looked up at the call and kept nowhere.
"""

from decimal import Decimal, InvalidOperation
from typing import Annotated

from pydantic import AfterValidator, Field

from core.llm.client import Answer, Outcome, Purpose, Reply, Usage
from core.record import Record

_HIGHEST_COST = 1_000_000_000
_LONGEST_COST = 60  # characters

_Seconds = Annotated[float, Field(ge=0, allow_inf_nan=False)]


def _amount(text: str) -> str:
    """Return the text of an amount of money. Raises ValueError where it is none that can be counted and shown."""
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
    """Return a cost in USD as a call has it, None where it is not known or is no amount that can be stored."""
    try:
        return None if cost is None else _amount(str(cost))
    except ValueError:
        return None


class CallFacts(Record):
    """One call, without its texts.

    `position` is the chapter's in the run, from 0, `number` the call's in that chapter, from 1; `chapter_index` is the
    evidence map's. `trouble` says to people why it is not complete, `requests` counts what was sent for it, and
    `restarts` how often a part of a reply had come and was void: nobody counted what that took, so `usage` and `cost`
    are the least there was. Times are in seconds since the call began, None where they are not known: until the first
    characters of the reply, until its first proven quotation, and until it ended. `cost` is in USD, a decimal number as
    text: "0" for a model on this machine, None where the price is not known.

    In a finished run the chapters that were paid for and not written come after those that it has, and after them calls
    that came too late to be used.
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


class CallRecord(CallFacts):
    """One call with its texts: exactly what was sent, and the reply as it came, None where nothing came."""

    system: str
    prompt: str
    reply: str | None

    @property
    def facts(self) -> CallFacts:
        """The call without its texts."""
        return CallFacts(**{name: getattr(self, name) for name in CallFacts.model_fields})


class SessionCall(Record):
    """One call of a session, with the run it was made for and how that was asked to quote; the run may be gone."""

    run_id: str
    run_number: int
    mode: str
    facts: CallFacts


def has_failed(call: CallFacts) -> bool:
    """Tell whether a call has no answer."""
    return call.outcome in (Outcome.TRANSIENT, Outcome.FATAL)


def answer_of(facts: CallFacts, reply: str | None) -> Answer:
    """Return what a call was answered, which did not fail; `reply` is its text, None where nothing came."""
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
