"""Sums of the usage of calls. A count or a price that is not known is counted as unknown, never as 0."""

from collections.abc import Iterable, Sequence
from decimal import Decimal

from core.llm.client import Outcome, Usage
from core.record import Record
from workbench.store.runs.call_records import CallFacts, SessionCall, has_failed


class UsageTotal(Record):
    """What some calls took together, as far as it is known.

    `failed` of the calls were not answered; `requests` counts what was sent, repetitions included. `cached_tokens` are
    part of `input_tokens`. Of `uncounted` calls not all tokens are known, of `unpriced` ones not the whole price;
    `cost` is in USD. `seconds` is the time of all calls, `tokens_per_second` that of those whose time and tokens are
    known, with what a model thinks counted in; None where there are none.
    """

    calls: int = 0
    failed: int = 0
    requests: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    thinking_tokens: int = 0
    cached_tokens: int = 0
    uncounted: int = 0
    cost: Decimal = Decimal(0)
    unpriced: int = 0
    seconds: float = 0.0
    tokens_per_second: float | None = None


class RunUsage(Record):
    """What the calls of one run took together; the run itself may be gone."""

    run_id: str
    run_number: int
    mode: str
    total: UsageTotal


def took_nothing(facts: CallFacts) -> bool:
    """Tell whether no model can have seen a call: nothing was sent, or it was turned away before the first token."""
    wrote_nothing = facts.first_token is None and not facts.restarts and facts.usage == Usage()
    return facts.requests == 0 or (facts.outcome is Outcome.FATAL and wrote_nothing)


def written_tokens(usage: Usage) -> int | None:
    """Return the tokens of a reply and of the thinking before it, None where neither was counted."""
    if usage.output_tokens is None and usage.thinking_tokens is None:
        return None
    return (usage.output_tokens or 0) + (usage.thinking_tokens or 0)


def all_tokens(usage: Usage) -> int | None:
    """Return the tokens of a call in and out, None where one of them was not counted."""
    written = written_tokens(usage)
    return None if usage.input_tokens is None or written is None else usage.input_tokens + written


def is_counted(facts: CallFacts) -> bool:
    """Tell whether all tokens of a call are known, also those of a part that was void."""
    return took_nothing(facts) or (not facts.restarts and all_tokens(facts.usage) is not None)


def least_cost(facts: CallFacts) -> Decimal:
    """Return what a call cost in USD, as far as that is known."""
    return Decimal(0) if took_nothing(facts) or facts.cost is None else Decimal(facts.cost)


def known_cost(facts: CallFacts) -> Decimal | None:
    """Return what a call cost in USD, None where that is not known, or only in part."""
    least = least_cost(facts)
    is_known = took_nothing(facts) or (facts.cost is not None and not (facts.restarts and least))
    return least if is_known else None


def cost_of_all(calls: Iterable[CallFacts]) -> Decimal | None:
    """Return what calls cost together in USD, None where that of one is not known, or only in part."""
    costs = [known_cost(facts) for facts in calls]
    return None if None in costs else sum((cost for cost in costs if cost is not None), Decimal(0))


def first_token(calls: Iterable[CallFacts]) -> float | None:
    """Return when the first answer to a chapter or a question began to come, in seconds since its call; None where
    nobody knows."""
    return next((facts.first_token for facts in calls if not has_failed(facts)), None)


def first_proven(calls: Sequence[CallFacts]) -> float | None:
    """Return when the first proven quotation came, in seconds since the first call; None where nobody knows."""
    before = 0.0
    for facts in calls:
        if facts.first_proven is not None:
            return before + facts.first_proven
        if facts.seconds is None:
            return None
        before += facts.seconds
    return None


def seconds_of_all(calls: Iterable[CallFacts]) -> float | None:
    """Return how long calls took together, None where nobody knows of one."""
    times = [facts.seconds for facts in calls]
    return None if None in times else sum(time for time in times if time is not None)


def tokens_per_second(calls: Iterable[CallFacts]) -> float | None:
    """Return how fast models wrote, what they thought counted in; None where nobody knows."""
    timed = ((written_tokens(facts.usage), facts.seconds) for facts in calls)
    known = [(tokens, seconds) for tokens, seconds in timed if tokens is not None and seconds]
    return sum(tokens for tokens, _ in known) / sum(seconds for _, seconds in known) if known else None


def sum_of(calls: Iterable[CallFacts]) -> UsageTotal:
    """Return what calls took together."""
    facts = list(calls)
    usages = [one.usage for one in facts]
    return UsageTotal(
        calls=len(facts),
        failed=sum(map(has_failed, facts)),
        requests=sum(one.requests for one in facts),
        input_tokens=sum(usage.input_tokens or 0 for usage in usages),
        output_tokens=sum(usage.output_tokens or 0 for usage in usages),
        thinking_tokens=sum(usage.thinking_tokens or 0 for usage in usages),
        cached_tokens=sum(usage.cached_tokens or 0 for usage in usages),
        uncounted=sum(not is_counted(one) for one in facts),
        cost=sum(map(least_cost, facts), Decimal(0)),
        unpriced=sum(known_cost(one) is None for one in facts),
        seconds=sum(one.seconds or 0.0 for one in facts),
        tokens_per_second=tokens_per_second(facts),
    )


def sums_by_chapter(calls: Iterable[CallFacts]) -> dict[int, UsageTotal]:
    """Return what the calls for each chapter took, by the evidence map's index, from 0, in order."""
    chapters: dict[int, list[CallFacts]] = {}
    for facts in calls:
        chapters.setdefault(facts.chapter_index, []).append(facts)
    return {index: sum_of(chapters[index]) for index in sorted(chapters)}


def sums_by_run(entries: Iterable[SessionCall]) -> tuple[RunUsage, ...]:
    """Return what the calls of each run took, by the runs' numbers."""
    runs: dict[str, list[SessionCall]] = {}
    for entry in entries:
        runs.setdefault(entry.run_id, []).append(entry)
    sums = (
        RunUsage(
            run_id=run_id,
            run_number=run[0].run_number,
            mode=run[0].mode,
            total=sum_of(entry.facts for entry in run),
        )
        for run_id, run in runs.items()
    )
    return tuple(sorted(sums, key=lambda one: (one.run_number, one.run_id)))
