"""How a reply ends, in words for people: what happened, and what can be done."""

from core.errors import ServiceTrouble
from core.llm.client import Outcome, Reply, Usage

NO_REASON = "no finish reason"


def truncated(text: str, finish_reason: str, usage: Usage) -> Reply:
    """Return a reply that ended because no tokens were left for it."""
    trouble = "The reply was cut off: it reached the longest length that is asked for, or that the model can write."
    return Reply(text=text, outcome=Outcome.TRUNCATED, finish_reason=finish_reason, trouble=trouble, usage=usage)


def refused(text: str, finish_reason: str, usage: Usage, *, why: str) -> Reply:
    """Return a reply that the service or the model would not write, or not to its end; `why` is a sentence."""
    return Reply(text=text, outcome=Outcome.REFUSED, finish_reason=finish_reason, trouble=why, usage=usage)


def reply_without_reason(text: str, usage: Usage) -> Reply:
    """Return a reply whose stream ended in silence: nothing says that it is whole, so it is truncated.

    Raises ServiceTrouble where no text came at all.
    """
    if not text:
        message = "The service ended its reply before the first word and gave no reason. Try again."
        raise ServiceTrouble(message)
    trouble = "The reply ended early: the service closed it without saying that it was complete."
    return Reply(text=text, outcome=Outcome.TRUNCATED, finish_reason=NO_REASON, trouble=trouble, usage=usage)
