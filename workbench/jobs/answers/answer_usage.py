"""What an answer used (time, tokens, cost), and the estimate of what one will use."""

from collections.abc import Sequence

from core.answers.records import AnswerUsage
from workbench.jobs.usage.sums import cost_of_all
from workbench.store import CallRecord

_CHARACTERS_A_TOKEN = 4


def tokens_of(text: str) -> int:
    """Return about how many tokens a text has."""
    return -(-len(text) // _CHARACTERS_A_TOKEN)


def _together(counts: Sequence[int | None]) -> int | None:
    known = [count for count in counts if count is not None]
    return sum(known) if known else None


def usage_of(calls: Sequence[CallRecord], *, seconds: float, waited: Sequence[float], tokens_saved: int) -> AnswerUsage:
    """Return what the calls of an answer took together.

    `seconds` is the time since the question was asked, `waited` how much of it had gone before each call.
    """
    first = (
        before + call.first_token for before, call in zip(waited, calls, strict=True) if call.first_token is not None
    )
    usages = [call.usage for call in calls]
    return AnswerUsage(
        calls=len(calls),
        requests=sum(call.requests for call in calls),
        input_tokens=_together([usage.input_tokens for usage in usages]),
        output_tokens=_together([usage.output_tokens for usage in usages]),
        thinking_tokens=_together([usage.thinking_tokens for usage in usages]),
        cached_tokens=_together([usage.cached_tokens for usage in usages]),
        cost_usd=cost_of_all(calls),
        seconds=seconds,
        seconds_to_first=next(first, None),
        tokens_saved=tokens_saved,
    )
