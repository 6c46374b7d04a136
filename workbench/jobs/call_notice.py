"""What whoever watches a call has to know beside the words that come."""

from core.llm.client import Purpose
from workbench.jobs.calls import ActiveCall

_OF_PURPOSE = {
    Purpose.FIRST: "",
    Purpose.SECOND: (
        "This is the second attempt: not every quotation of the first one could be proven. The better of the two "
        "stands; what you saw before may be replaced."
    ),
    Purpose.SIMPLER: (
        "The first attempt was refused. This is one with a simpler prompt, and replaces what you saw of it."
    ),
    Purpose.CONTINUATION: "The reply ended too early; this is the rest of it.",
}
RESTARTED = "The reply broke off and was asked for again, so that what you saw of it before is replaced."


def waiting_in_words(seconds: float, why: str) -> str:
    """Return how long is waited before a call is made again, and why."""
    whole = round(seconds)
    if whole < 1:
        return f"Asking again. {why}"
    return f"Waiting {whole} {'second' if whole == 1 else 'seconds'} before it is asked again. {why}"


def notice_of(call: ActiveCall) -> str:
    """Return what there is to say of a call that is under way, in words; "" where it just writes."""
    waiting = call.waiting
    said = (
        _OF_PURPOSE[call.purpose],
        RESTARTED if call.restarts else "",
        waiting_in_words(waiting.seconds, waiting.why) if waiting else "",
    )
    return " ".join(part for part in said if part)
