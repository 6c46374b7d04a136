"""Add the usage of a unit's calls to its measures."""

from collections.abc import Sequence

from core.evaluation.records import Amount, Unit
from core.generation.offline_client import OfflineComposer
from workbench.jobs.calls import has_failed
from workbench.jobs.usage.sums import (
    cost_of_all,
    first_proven,
    first_token,
    seconds_of_all,
    took_nothing,
    written_tokens,
)
from workbench.store import CallFacts, CallRecord


def _together(counts: Sequence[int | None]) -> float | None:
    return None if None in counts else float(sum(count for count in counts if count is not None))


def _tokens(calls: Sequence[CallFacts]) -> tuple[float | None, float | None]:
    """Return the tokens of calls in and out, None if one of them was not counted."""
    # A failed call that no model saw has no tokens; an answered call may come from a client that is not a service.
    counted = [call for call in calls if not (has_failed(call) and took_nothing(call))]
    known = [call for call in counted if not call.restarts]
    given = [call.usage.input_tokens for call in known]
    written = [written_tokens(call.usage) for call in known]
    return (_together(given), _together(written)) if len(known) == len(counted) else (None, None)


def _characters(calls: Sequence[CallFacts]) -> float | None:
    """Return how many characters were sent and received, None if the texts are not known."""
    answered = [call for call in calls if not has_failed(call)]
    texts = [call for call in answered if isinstance(call, CallRecord)]
    if not answered or len(texts) < len(answered):
        return None
    return float(sum(len(call.system) + len(call.prompt) + len(call.reply or "") for call in texts))


def with_usage(unit: Unit, calls: Sequence[CallFacts]) -> Unit:
    """Return a unit with the usage of its calls, including failed ones; unknown amounts are missing.

    The offline composer asks no service, so only the time of its calls counts. Times are in seconds, the cost in USD.
    """
    asked = [call for call in calls if call.client != OfflineComposer.name]
    given, written = _tokens(asked)
    cost = cost_of_all(asked)
    found = {
        Amount.CALLS: float(len(asked)),
        Amount.INPUT_TOKENS: given,
        Amount.OUTPUT_TOKENS: written,
        Amount.CHARACTERS: _characters(asked),
        Amount.COST: None if cost is None else float(cost),
        Amount.FIRST_TOKEN: first_token(asked),
        Amount.FIRST_PROVEN: first_proven(asked),
        Amount.SECONDS: seconds_of_all(calls) if calls else None,
    }
    known = {amount: value for amount, value in found.items() if value is not None}
    return unit.model_copy(update={"amounts": {**unit.amounts, **known}})
