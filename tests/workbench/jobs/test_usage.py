"""What calls took together: every number here was worked out by hand, and what is not known is never taken for 0."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from decimal import Decimal
from math import ceil
from typing import Any

import pytest

from core.evidence.evidence_map import read_evidence
from core.generation.line import Line, prepare_line
from core.generation.requests import request_of
from core.generation.settings import Settings
from core.llm.client import Outcome, Purpose, Usage, WritingMode
from core.transcripts.readers import read_transcript
from workbench.jobs.usage import (
    UsageAmount,
    UsageEstimate,
    UsageTotal,
    by_model,
    compare_modes,
    cost_in_words,
    dollars,
    estimate_in_words,
    estimate_of,
    sum_in_words,
    sum_of,
    sums_by_chapter,
    sums_by_run,
    tokens_in_words,
)
from workbench.store import ClientChoice
from workbench.store.runs.call_records import CallFacts, SessionCall

GEMINI = ClientChoice(kind="gemini", model="gemini-3.8-flash")
DAY = datetime(2026, 11, 20, 12, tzinfo=UTC)  # 0.75 USD for a million tokens in, 3.75 out
SIX = UsageAmount(calls=6, input_tokens=12_345, output_tokens=4_000, cost=Decimal("0.0242"))
ONE = UsageAmount(calls=1, input_tokens=1_000, output_tokens=400, cost=Decimal(0))
NONE = UsageAmount(calls=0, input_tokens=0, output_tokens=0, cost=Decimal(0))


def call(
    given: int | None = None,
    out: int | None = None,
    *,
    thinking: int | None = None,
    cached: int | None = None,
    cost: str | None = None,
    seconds: float | None = None,
    **more: Any,
) -> CallFacts:
    """Return the facts of a call to a model."""
    usage = Usage(input_tokens=given, output_tokens=out, thinking_tokens=thinking, cached_tokens=cached)
    facts: dict[str, Any] = {
        "position": 0,
        "number": 1,
        "chapter_index": 0,
        "purpose": Purpose.FIRST,
        "outcome": Outcome.COMPLETE,
        "client": "gemini",
        "model": "gemini-3.8-flash",
        "usage": usage,
        "requests": 1,
        "started_at": "2026-11-20T12:00:00+00:00",
        "seconds": seconds,
        "cost": cost,
    }
    return CallFacts(**(facts | more))


ANSWERED = call(1_000, 200, thinking=50, cached=400, cost="0.0123", seconds=10.0, first_token=1.0)
BROKEN = call(500, None, seconds=5.0, requests=3, outcome=Outcome.TRANSIENT, number=2)
WRITTEN_HERE = call(seconds=0.25, requests=0, client="offline", model=None, cost="0", position=1, chapter_index=4)
TURNED_AWAY = call(seconds=0.5, outcome=Outcome.FATAL, position=1, chapter_index=4, number=2)


def test_sums_are_of_what_is_known_and_say_what_is_not() -> None:
    """A call that broke was counted in part and may have cost something; nothing was sent for one, and one was turned
    away before a model saw it: these cost nothing. 250 tokens in 10 seconds are 25 a second."""
    assert sum_of([ANSWERED, BROKEN, WRITTEN_HERE, TURNED_AWAY]) == UsageTotal(
        calls=4,
        failed=2,
        requests=5,
        input_tokens=1_500,
        output_tokens=200,
        thinking_tokens=50,
        cached_tokens=400,
        uncounted=1,
        cost=Decimal("0.0123"),
        unpriced=1,
        seconds=15.75,
        tokens_per_second=25.0,
    )


def test_a_sum_of_nothing_is_nothing() -> None:
    """No call, no cost, no speed."""
    assert sum_of([]) == UsageTotal()
    assert UsageTotal().tokens_per_second is None


def test_only_thinking_is_counted_as_well() -> None:
    """A model that had no tokens left for words wrote all the same."""
    found = sum_of([call(10, None, thinking=90, cost="0.1", seconds=3.0)])
    assert (found.uncounted, found.thinking_tokens, found.tokens_per_second) == (0, 90, 30.0)


def test_time_that_is_not_known_is_in_no_speed() -> None:
    """Neither that of a call without time nor that of one without tokens: 60 tokens in 2 seconds."""
    found = sum_of([call(1, 60, seconds=2.0), call(1, 500), call(1, None, seconds=100.0)])
    assert (found.tokens_per_second, found.seconds) == (30.0, 102.0)


def test_what_was_void_makes_a_sum_the_least_there_was() -> None:
    """A stream broke after it had been paid for: what the last request took is known, what was void is not. On a
    machine of one's own that cost nothing either, and was not counted."""
    again = ANSWERED.model_copy(update={"restarts": 1, "requests": 2})
    found = sum_of([again])
    assert (found.cost, found.unpriced, found.input_tokens, found.uncounted) == (Decimal("0.0123"), 1, 1_000, 1)
    assert sum_in_words(found).startswith("1 call, 2 requests: at least 1,000 tokens in (400 cached), 200 out")
    assert sum_in_words(found).endswith("; at least $0.0123, 1 call of unknown price")
    near = sum_of([again.model_copy(update={"cost": "0"})])
    assert (near.cost, near.unpriced, near.uncounted) == (0, 0, 1)
    # The last request was turned away before its first token, those before it were not.
    lost = sum_of([TURNED_AWAY.model_copy(update={"restarts": 1, "requests": 2})])
    assert (lost.unpriced, lost.uncounted, lost.cost) == (1, 1, 0)


def entry(facts: CallFacts, run: int = 1, mode: str = "reference") -> SessionCall:
    """Return a call of a run."""
    return SessionCall(run_id=f"r{run}", run_number=run, mode=mode, facts=facts)


def test_a_session_is_summed_by_run_and_by_chapter() -> None:
    """Runs by their number, chapters by their index in the map; together they are the session's."""
    entries = [entry(ANSWERED, 2), entry(WRITTEN_HERE, 1, "free"), entry(BROKEN, 2), entry(TURNED_AWAY, 2)]
    by_run = sums_by_run(entries)
    assert [(one.run_id, one.run_number, one.mode, one.total.calls) for one in by_run] == [
        ("r1", 1, "free", 1),
        ("r2", 2, "reference", 3),
    ]
    by_chapter = sums_by_chapter(one.facts for one in entries)
    assert {index: total.calls for index, total in by_chapter.items()} == {0: 2, 4: 2}
    assert by_chapter[0] == sum_of([ANSWERED, BROKEN])
    assert by_chapter[4].cost == 0


COSTS = {
    "nothing": (UsageTotal(), "$0"),
    "cents": (UsageTotal(calls=1, cost=Decimal("0.02")), "$0.02"),
    "less than a cent": (UsageTotal(calls=1, cost=Decimal("0.0825")), "$0.0825"),
    "rounded": (UsageTotal(calls=1, cost=Decimal("0.00195")), "$0.002"),
    "hardly anything": (UsageTotal(calls=1, cost=Decimal("0.0000004")), "under $0.0001"),
    "dollars": (UsageTotal(calls=1, cost=Decimal("1234.567")), "$1,234.57"),
    "part of it": (UsageTotal(calls=2, cost=Decimal("0.02"), unpriced=1), "at least $0.02, 1 call of unknown price"),
    "not known": (UsageTotal(calls=3, unpriced=3), "price not known"),
}


@pytest.mark.parametrize("case", COSTS)
def test_a_cost_is_said_as_far_as_it_is_known(case: str) -> None:
    """In dollars, and never as less than what it may be."""
    total, words = COSTS[case]
    assert cost_in_words(total) == words


@pytest.mark.parametrize(
    ("cost", "words"), [("0", "$0"), ("0.5", "$0.50"), ("0.9999999", "$1.00"), ("1", "$1.00"), ("0.0001", "$0.0001")]
)
def test_dollars_have_cents_and_as_much_more_as_matters(cost: str, words: str) -> None:
    """Two places from a dollar on, up to four below."""
    assert dollars(Decimal(cost)) == words


TOKENS = {
    "all of it": (
        UsageTotal(calls=1, input_tokens=12_345, cached_tokens=2_000, output_tokens=900, thinking_tokens=300),
        "12,345 tokens in (2,000 cached), 900 out and 300 thinking",
    ),
    "the usual": (UsageTotal(calls=1, input_tokens=1, output_tokens=2), "1 token in, 2 out"),
    "in part": (
        UsageTotal(calls=2, input_tokens=1_500, output_tokens=200, uncounted=1),
        "at least 1,500 tokens in, 200 out; 1 call not fully counted",
    ),
    "none": (UsageTotal(calls=2, uncounted=2), "tokens not counted"),
    "nothing sent": (UsageTotal(calls=2), "no tokens"),
}


@pytest.mark.parametrize("case", TOKENS)
def test_tokens_are_said_as_far_as_they_were_counted(case: str) -> None:
    """What is 0 or was not told is left out."""
    total, words = TOKENS[case]
    assert tokens_in_words(total) == words


def test_a_sum_is_said_in_one_line() -> None:
    """Calls with what failed and was asked again, tokens, speed, time, cost."""
    assert sum_in_words(sum_of([ANSWERED, BROKEN])) == (
        "2 calls, 1 of which failed, 4 requests: at least 1,500 tokens in (400 cached), 200 out and 50 thinking; "
        "1 call not fully counted; 25.0 tokens a second; 15.0 s; at least $0.0123, 1 call of unknown price"
    )
    assert sum_in_words(sum_of([WRITTEN_HERE])) == "1 call: no tokens; 0.2 s; $0"
    assert sum_in_words(sum_of([TURNED_AWAY])) == "1 call, which failed: no tokens; 0.5 s; $0"
    assert sum_in_words(sum_of([TURNED_AWAY, TURNED_AWAY])) == "2 calls, all of which failed: no tokens; 1.0 s; $0"


# Before anything is sent.

QUOTE = "We built the first one out of spare parts and a broken clock."
CLAIM = "The first one was made of scrap."
TEMPLATE = "{{KEY_EXCERPTS_PLACEHOLDER}} {{TARGET_WORDS}} {{GENERATION_MODE}}"


def small_line(quote: str = QUOTE) -> Line:
    """Return a line of one chapter with one claim and one quote, to be written in 40 words."""
    evidence = {
        "speakers": [{"speaker_name": "Ada Byron", "speaker_role": "guest"}],
        "chapters": [
            {"title": "Scrap", "claims": [{"claim": CLAIM, "support": [{"quote": quote, "speaker": "Ada Byron"}]}]}
        ],
    }
    talk = read_transcript(f"Ada Byron: {QUOTE}\nBo Lind: And it ran.\n".encode(), "talk.txt")
    return prepare_line(read_evidence(json.dumps(evidence)), talk, settings=Settings(prompt_template=TEMPLATE))


PROMPT = f"> {QUOTE}\n> — Ada Byron 40 excerpt_only"
# The evidence carries 13 words of the quote, 7 of the claim and 20 around it; a word is one and a half tokens, so these
# are 60. What stands in a chapter besides: the excerpt, and the claim of 32 characters, which are 8 tokens.
WRITTEN = 60 + ceil((len(PROMPT) - len(" 40 excerpt_only")) / 4) + 8


def test_an_estimate_is_of_what_will_be_sent() -> None:
    """A token for four characters of prompt and system text, and for the reply what a chapter of its length takes."""
    line = small_line()
    request = request_of(line, 0)
    assert request is not None
    assert request.prompt == PROMPT
    given = ceil((len(PROMPT) + len(request.system)) / 4)
    found = estimate_of(line, None, GEMINI, again=False, at=DAY)
    assert (found.calls, found.input_tokens, found.output_tokens) == (1, given, WRITTEN)
    assert found.cost == (given * Decimal("0.75") + WRITTEN * Decimal("3.75")) / 1_000_000
    assert (found.most, found.is_counted) == (
        UsageAmount(**found.model_dump(include=set(UsageAmount.model_fields))),
        False,
    )


def test_a_second_attempt_is_the_most_that_a_chapter_takes() -> None:
    """It sends the first version along with the prompt, and writes the chapter once more."""
    line = small_line()
    found = estimate_of(line, [0], GEMINI, again=True, at=DAY)
    least = found.input_tokens
    assert (found.calls, found.output_tokens) == (1, WRITTEN)
    assert (found.most.calls, found.most.input_tokens) == (2, least + least + WRITTEN)
    assert found.most.output_tokens == 2 * WRITTEN
    assert found.most.cost == ((2 * least + WRITTEN) * Decimal("0.75") + 2 * WRITTEN * Decimal("3.75")) / 1_000_000


@pytest.mark.parametrize(
    "change", [{"mode": WritingMode.FREE}, {"second_attempt": False}], ids=["free", "switched off"]
)
def test_second_attempts_that_are_never_made_are_not_promised(change: dict[str, Any]) -> None:
    """What comes of free writing is to be compared as it came, and the switch may be off."""
    line = small_line()
    line = line.model_copy(update={"settings": line.settings.model_copy(update=change)})
    found = estimate_of(line, [0], GEMINI, again=True, at=DAY)
    assert found.most == UsageAmount(**found.model_dump(include=set(UsageAmount.model_fields)))


def test_a_service_may_count_what_is_sent() -> None:
    """Its count stands for the characters; where it counts nothing, theirs does and the estimate is not counted."""
    line = small_line()
    counted = estimate_of(line, None, GEMINI, again=False, count=lambda _: 1_234)
    assert (counted.input_tokens, counted.is_counted) == (1_234, True)
    silent = estimate_of(line, None, GEMINI, again=False, count=lambda _: None)
    assert silent.is_counted is False
    assert silent.input_tokens == estimate_of(line, None, GEMINI, again=False).input_tokens


def test_a_chapter_that_is_not_sent_takes_nothing(sample: Line) -> None:
    """One without a proven quote; a merged chapter, whichever of its numbers is named, is sent once."""
    nothing = estimate_of(small_line("Nobody said this, ever, to anyone at all."), None, GEMINI, again=True)
    assert (nothing.calls, nothing.input_tokens, nothing.output_tokens, nothing.cost) == (0, 0, 0, 0)
    assert nothing.most.calls == 0
    merged = [estimate_of(sample, chapters, GEMINI, again=False).calls for chapters in (None, [4, 5], [5])]
    assert merged == [6, 1, 1]


def test_an_estimate_without_a_price_has_none() -> None:
    """A model that is not listed costs nobody knows what, one on this machine nothing."""
    line = small_line()
    unknown = estimate_of(line, None, GEMINI.model_copy(update={"model": "gemini-99"}), again=True)
    assert (unknown.cost, unknown.most.cost) == (None, None)
    near = ClientChoice(kind="openai", model="any", base_url="http://127.0.0.1:11434/v1")
    assert estimate_of(line, None, near, again=False).cost == 0


ESTIMATES = {
    "one way": (
        UsageEstimate(calls=6, input_tokens=12_345, output_tokens=4_000, cost=Decimal("0.0242"), most=SIX),
        "about 12,345 tokens in and 4,000 out in 6 calls, for about $0.0242",
    ),
    "up to": (
        UsageEstimate(calls=3, input_tokens=1_000, output_tokens=400, cost=None, most=SIX),
        (
            "about 1,000 tokens in and 400 out in 3 calls, at a price that is not known; with second attempts up to "
            "12,345 in and 4,000 out in 6 calls, for about $0.0242"
        ),
    ),
    "counted": (
        UsageEstimate(calls=1, input_tokens=1_000, output_tokens=400, cost=Decimal(0), most=ONE, is_counted=True),
        "1,000 tokens in and about 400 out in 1 call, at no cost",
    ),
    "nothing": (
        UsageEstimate(calls=0, input_tokens=0, output_tokens=0, cost=Decimal(0), most=NONE),
        "no call: nothing is sent",
    ),
}


@pytest.mark.parametrize("case", ESTIMATES)
def test_an_estimate_is_said_as_one(case: str) -> None:
    """With "about" before what nobody counted."""
    estimate, words = ESTIMATES[case]
    assert estimate_in_words(estimate) == words


# Baseline against enhanced: per chapter, in seed 4's columns.


def chapters_of_both() -> list[SessionCall]:
    """Return two chapters written freely and two from a whitelist, one of them with a second attempt."""
    free: dict[str, Any] = {"first_token": 0.037, "cost": "0.0019", "seconds": 2.2}
    return [
        entry(call(250, 87, **free), 1, "free"),
        entry(call(253, 80, thinking=4, position=1, first_proven=1.0, **free), 1, "free"),
        entry(call(500, 100, cost="0.003", first_token=0.082, first_proven=0.5, seconds=3.0), 2, "reference"),
        entry(
            call(
                600, 77, cost="0.004", first_token=0.2, first_proven=0.1, seconds=3.0, number=2, purpose=Purpose.SECOND
            ),
            2,
            "reference",
        ),
        entry(
            call(1_000, 50, thinking=27, cost="0.0048", first_token=0.082, first_proven=0.7, seconds=5.4, position=1),
            3,
            "quote",
        ),
    ]


# By hand. Tokens: (337 + 337) / 2; (1,277 + 1,077) / 2 = 1,177; 1,177 / 337 = 3.493. Cost: 0.0019; (0.007 + 0.0048) / 2
# = 0.0059; 3.105 times. First token: 37 ms; 82 ms; 2.216. First proven: 1.0 of one chapter; 0.6; 1.667. Time: 2.2;
# (6.0 + 5.4) / 2 = 5.7; 2.591.
BOTH = [
    ("Avg total tokens", "~337", "~1,177", "+249%"),
    ("Avg cost per chapter", "~$0.0019", "~$0.0059", "~3.1× more"),
    ("Avg TTFT", "~37ms", "~82ms", "+2.2× slower"),
    ("Avg time to first proven quote", "~1.0s", "~600ms", "1.7× faster"),
    ("Avg total time", "~2.2s", "~5.7s", "+2.6× slower"),
]


def rows(entries: Sequence[SessionCall]) -> list[tuple[str, str, str, str]]:
    """Return a comparison as it is read."""
    return [(row.metric, row.baseline, row.enhanced, row.delta) for row in compare_modes(entries)]


def test_modes_are_compared_in_the_columns_of_the_seed() -> None:
    """Free mode is the baseline, both modes with a whitelist are enhanced, and a chapter has all of its calls."""
    assert rows(chapters_of_both()) == BOTH
    assert rows(chapters_of_both()[::-1]) == BOTH


def test_what_nobody_measured_is_not_compared() -> None:
    """One mode alone has no delta, and no entry at all has nothing; a chapter that nothing came for counts in
    neither."""
    metrics = [row[0] for row in BOTH]
    assert rows([]) == [(metric, "n/a", "n/a", "n/a") for metric in metrics]
    free = chapters_of_both()[:2]
    assert rows(free) == [(metric, baseline, "n/a", "n/a") for metric, baseline, _, _ in BOTH]
    failed = call(outcome=Outcome.TRANSIENT, seconds=60.0, position=5)
    assert rows([*free, entry(failed, 1, "free")]) == rows(free)


def test_a_number_that_is_not_known_takes_its_chapter_out_of_that_average() -> None:
    """And no other number of it."""
    entries = [*chapters_of_both(), entry(call(9_000, None, first_token=0.037, seconds=2.2, position=2), 1, "free")]
    assert rows(entries) == BOTH


def test_a_chapter_whose_price_is_only_the_least_is_in_no_average_of_prices() -> None:
    """A part of a reply was void; its other numbers are known."""
    void = call(337, 0, cost="0.9", first_token=0.037, seconds=2.2, restarts=1, position=2)
    found = rows([*chapters_of_both(), entry(void, 1, "free")])
    assert found[1] == BOTH[1]
    assert found[4] == BOTH[4]


def test_an_enhanced_mode_that_takes_less_says_so() -> None:
    """Fewer tokens, less money, less time; and what is the same is said to be."""
    free = call(1_000, 1_000, cost="0.01", first_token=1.0, first_proven=2.0, seconds=10.0)
    less = call(500, 1_000, cost="0.004", first_token=1.0, first_proven=2.0, seconds=4.0)
    assert [row[3] for row in rows([entry(free, 1, "free"), entry(less, 2)])] == [
        "-25%",
        "~2.5× less",
        "the same",
        "the same",
        "2.5× faster",
    ]


def test_no_ratio_is_made_of_nothing() -> None:
    """Two models of this machine cost the same; nothing and something have no ratio."""
    free, near = call(1, 1, cost="0"), call(1, 1, cost="0")
    assert rows([entry(free, 1, "free"), entry(near, 2)])[1] == ("Avg cost per chapter", "$0", "$0", "the same")
    paid = call(1, 1, cost="0.5")
    assert rows([entry(free, 1, "free"), entry(paid, 2)])[1] == ("Avg cost per chapter", "$0", "~$0.50", "n/a")


def test_a_proven_quote_may_come_with_a_later_call() -> None:
    """Then the whole time of the calls before it is part of what it took: 4 s, and 1 s of the second."""
    calls = [
        call(1, 1, seconds=4.0, first_token=0.5, outcome=Outcome.TRUNCATED),
        call(1, 1, seconds=3.0, first_token=0.5, first_proven=1.0, number=2, purpose=Purpose.CONTINUATION),
    ]
    found = {row[0]: row[2] for row in rows([entry(one) for one in calls])}
    assert found["Avg time to first proven quote"] == "~5.0s"
    assert found["Avg TTFT"] == "~500ms"
    assert found["Avg total time"] == "~7.0s"


def test_entries_are_split_by_the_model_that_wrote() -> None:
    """What one model takes says nothing of another; what no model wrote is left out."""
    other = call(1, 1, client="openai", model="llama3")
    entries = [entry(ANSWERED), entry(other, 2), entry(WRITTEN_HERE, 3), entry(BROKEN)]
    assert by_model(entries) == {
        ("gemini", "gemini-3.8-flash"): (entries[0], entries[3]),
        ("openai", "llama3"): (entries[1],),
    }
