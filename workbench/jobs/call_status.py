"""The status of a call while it is made, in numbers and in words."""

from core.enforcement.results import Decision
from core.llm.client import Purpose
from core.record import Record
from workbench.jobs.calls import ActiveCall

SECOND_CHAPTER = (
    "This is the second attempt: not every quotation of the first one could be proven. The better of the two stands; "
    "what you saw before may be replaced."
)
SECOND_ANSWER = "Not every quotation of the first attempt could be proven, so this is the second one."
_OF_PURPOSE = {
    Purpose.FIRST: "",
    Purpose.SIMPLER: (
        "The first attempt was refused. This is one with a simpler prompt, and replaces what you saw of it."
    ),
    Purpose.CONTINUATION: "The reply ended too early; this is the rest of it.",
}
_RESTARTED = "The reply broke off and was asked for again, so that what you saw of it before is replaced."


class CallStatus(Record):
    """The call that is under way, or ended last; `purpose` is None before the first one.

    `notice` says what is out of the ordinary: that it waits and why, that it is another attempt, that earlier words are
    replaced; "" where nothing is. `text` is the Markdown that the streaming gate has released: every quotation in it is
    proven. `received` counts the reply's characters, `held` those that are not decided yet, `proven` the proven
    quotations. `seconds` is the time since the call began, `tokens_per_second` how fast the reply comes, None where
    that cannot be told.
    """

    purpose: Purpose | None = None
    notice: str = ""
    text: str = ""
    received: int = 0
    held: int = 0
    proven: int = 0
    decisions: tuple[Decision, ...] = ()
    seconds: float = 0.0
    tokens_per_second: float | None = None


def _waiting_in_words(seconds: float, why: str) -> str:
    """Return the wait before a call is made again, with its reason, in words."""
    whole = round(seconds)
    if whole < 1:
        return f"Asking again. {why}"
    return f"Waiting {whole} {'second' if whole == 1 else 'seconds'} before it is asked again. {why}"


def _notice_of(call: ActiveCall, second: str) -> str:
    waiting = call.waiting
    parts = (
        _OF_PURPOSE.get(call.purpose, second),
        _RESTARTED if call.restarts else "",
        _waiting_in_words(waiting.seconds, waiting.why) if waiting else "",
    )
    return " ".join(part for part in parts if part)


def status_of(call: ActiveCall, second: str) -> CallStatus:
    """Return the present status of a call; `second` is the notice of a second attempt."""
    gate = call.gate
    return CallStatus(
        purpose=call.purpose,
        notice=_notice_of(call, second),
        text=gate.text if gate else "",
        received=gate.received if gate else call.received,
        held=gate.held if gate else call.received,
        proven=gate.proven if gate else 0,
        decisions=gate.decisions if gate else (),
        seconds=call.seconds,
        tokens_per_second=call.tokens_per_second,
    )
