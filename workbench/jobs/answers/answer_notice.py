"""What whoever waits for an answer has to know beside the words that come."""

from core.llm.client import Purpose
from workbench.jobs.call_notice import RESTARTED, waiting_in_words
from workbench.jobs.calls import ActiveCall

_SECOND = "Not every quotation of the first attempt could be proven, so this is the second one."


def notice_of(call: ActiveCall) -> str:
    """Return what there is to say of a call that is under way, in words; "" where it just writes."""
    waiting = call.waiting
    said = (
        _SECOND if call.purpose is Purpose.SECOND else "",
        RESTARTED if call.restarts else "",
        waiting_in_words(waiting.seconds, waiting.why) if waiting else "",
    )
    return " ".join(part for part in said if part)
