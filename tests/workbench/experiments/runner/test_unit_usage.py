from typing import Any, NamedTuple

import pytest

from core.evaluation.records import Amount, Unit
from core.llm.client import Outcome, Usage
from tests.workbench.store import making
from workbench.experiments.runner import with_usage
from workbench.store import CallFacts, CallRecord

UNIT = Unit(subject="Talk", key="chapter 1", title="It", amounts={Amount.WORDS: 12.0})
SCRIPTED: dict[str, Any] = {"client": "scripted", "requests": 0, "usage": Usage(), "cost": "0"}
OFFLINE: dict[str, Any] = {**SCRIPTED, "client": "offline", "model": None}
NOTHING_SEEN: dict[str, Any] = {"outcome": Outcome.FATAL, "usage": Usage(), "requests": 1}
TEXTS = len("You write.") + len("Write chapter 1.") + len("a reply")

A, M = Amount, making.call(0)


class Took(NamedTuple):
    """Calls, and the amounts that they make; those that are not named are not known."""

    calls: tuple[CallFacts, ...]
    amounts: dict[Amount, float]


def failed(number: int = 1, **other: Any) -> CallRecord:
    """A call that failed, of which nobody knows what it took, but how long."""
    return making.failed(0, number, **{"usage": Usage(), "seconds": 4.0, **other})


# Worked out by hand: making.call took 1,200 tokens in, 300 out and 40 of thinking, $0.00042, and 2.5 s.
CASES: dict[str, Took] = {
    "nobody was asked": Took((), {A.CALLS: 0, A.INPUT_TOKENS: 0, A.OUTPUT_TOKENS: 0, A.COST: 0}),
    "one call": Took(
        (M,),
        {
            A.CALLS: 1,
            A.INPUT_TOKENS: 1_200,
            A.OUTPUT_TOKENS: 340,
            A.CHARACTERS: TEXTS,
            A.COST: 0.00042,
            A.FIRST_TOKEN: 0.25,
            A.FIRST_PROVEN: 0.75,
            A.SECONDS: 2.5,
        },
    ),
    "a call without its texts": Took(
        (M.facts,),
        {
            A.CALLS: 1,
            A.INPUT_TOKENS: 1_200,
            A.OUTPUT_TOKENS: 340,
            A.COST: 0.00042,
            A.FIRST_TOKEN: 0.25,
            A.FIRST_PROVEN: 0.75,
            A.SECONDS: 2.5,
        },
    ),
    "a failure of unknown price, then an answer": Took(
        (failed(), making.call(0, 2)),
        {A.CALLS: 2, A.CHARACTERS: TEXTS, A.FIRST_TOKEN: 0.25, A.FIRST_PROVEN: 4.75, A.SECONDS: 6.5},
    ),
    "a failure that no model saw, then an answer": Took(
        (failed(**NOTHING_SEEN), making.call(0, 2)),
        {
            A.CALLS: 2,
            A.INPUT_TOKENS: 1_200,
            A.OUTPUT_TOKENS: 340,
            A.CHARACTERS: TEXTS,
            A.COST: 0.00042,
            A.FIRST_TOKEN: 0.25,
            A.FIRST_PROVEN: 4.75,
            A.SECONDS: 6.5,
        },
    ),
    "a reply that was begun twice": Took(
        (making.call(0, restarts=1),),
        {A.CALLS: 1, A.CHARACTERS: TEXTS, A.FIRST_TOKEN: 0.25, A.FIRST_PROVEN: 0.75, A.SECONDS: 2.5},
    ),
    "no price and no proof": Took(
        (making.call(0, cost=None, first_proven=None),),
        {
            A.CALLS: 1,
            A.INPUT_TOKENS: 1_200,
            A.OUTPUT_TOKENS: 340,
            A.CHARACTERS: TEXTS,
            A.FIRST_TOKEN: 0.25,
            A.SECONDS: 2.5,
        },
    ),
    "a script, whose tokens nobody counts": Took(
        (making.call(0, **SCRIPTED, first_token=None, first_proven=None, seconds=0.5),),
        {A.CALLS: 1, A.CHARACTERS: TEXTS, A.COST: 0, A.SECONDS: 0.5},
    ),
    "the offline composer, which asks nobody": Took(
        (making.call(0, **OFFLINE, first_token=0.1, first_proven=None, seconds=0.5),),
        {A.CALLS: 0, A.INPUT_TOKENS: 0, A.OUTPUT_TOKENS: 0, A.COST: 0, A.SECONDS: 0.5},
    ),
}


@pytest.mark.parametrize(("calls", "amounts"), CASES.values(), ids=CASES)
def test_what_calls_took_stands_beside_what_was_measured(
    calls: tuple[CallFacts, ...], amounts: dict[Amount, float]
) -> None:
    """What nobody knows is missing, never 0."""
    assert with_usage(UNIT, calls).amounts == {Amount.WORDS: 12.0, **amounts}
