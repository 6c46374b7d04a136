"""What models took, and what was asked of them, as the pages say it."""

import re
from html import unescape

from core.llm.client import Outcome, Purpose, Usage
from core.llm.reply_faults import Artifact, Repair, ReplyReading
from workbench.store import CallFacts, SessionCall
from workbench.ui.model_picker.view_calls import calls_as_html
from workbench.ui.model_picker.view_usage import comparisons_as_html, sums_as_html

HOSTILE = "<img src=x onerror=alert(1)> $x$ :smile: -- **b**"
FIRST = CallFacts(
    position=0,
    number=1,
    chapter_index=3,
    purpose=Purpose.FIRST,
    outcome=Outcome.COMPLETE,
    finish_reason="STOP",
    client="gemini",
    model="gemini-3.8-flash",
    usage=Usage(input_tokens=1_200, output_tokens=300, thinking_tokens=50, cached_tokens=200),
    requests=1,
    started_at="2026-11-20T12:00:00+00:00",
    seconds=4.0,
    first_token=0.5,
    first_proven=1.5,
    cost="0.0042",
)
REFUSED = FIRST.model_copy(
    update={
        "number": 2,
        "purpose": Purpose.SIMPLER,
        "outcome": Outcome.REFUSED,
        "finish_reason": "SAFETY",
        "trouble": f"It would not write this: {HOSTILE}",
        "requests": 3,
        "usage": Usage(),
        "cost": None,
        "first_token": None,
        "first_proven": None,
    }
)


def words_of(html: str) -> str:
    """Return the words of HTML, single spaces between them."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def entry(run: int, mode: str, facts: CallFacts = FIRST) -> SessionCall:
    return SessionCall(run_id=f"r{run}", run_number=run, mode=mode, facts=facts)


def test_calls_say_what_for_how_they_ended_and_what_they_took() -> None:
    """A reason of the service only where it is out of the ordinary; what is not known is not 0."""
    html = calls_as_html([FIRST, REFUSED])
    said = words_of(html)
    assert "1. The whole chapter complete Gemini gemini-3.8-flash 1,200 in, 300 out 50 thinking, 200 cached" in said
    assert "4.0 s first token after 0.50 s first proven quote after 1.5 s $0.0042" in said
    assert f"2. Simpler prompt refused It would not write this: {HOSTILE}" in said
    assert "the service calls it SAFETY; 3 requests were sent" in said
    assert "not counted 4.0 s price not known Together" in said
    assert "STOP" not in said
    assert "<img" not in html


def test_a_call_says_what_was_wrong_with_its_reply() -> None:
    """Each kind once, however it was noticed; nothing of a reply that came clean."""
    found = ReplyReading(
        ok=True, artifacts=(Artifact.THINK_TAGS, Artifact.COMMENTS), repairs=(Repair.COMMENTS, Repair.MISSING_COMMA)
    )
    said = words_of(calls_as_html([FIRST.model_copy(update={"reading": found})]))
    assert "complete wrong with it: the model’s thoughts, a missing comma, comments Gemini" in said
    assert "wrong with it" not in words_of(calls_as_html([FIRST.model_copy(update={"reading": ReplyReading(ok=True)})]))


def test_the_calls_of_a_chapter_end_with_their_sum() -> None:
    """Tokens and cost are at least so much where a call has none that are known; one call alone is its own sum."""
    failed = FIRST.model_copy(update={"number": 3, "outcome": Outcome.TRANSIENT, "usage": Usage(), "cost": "0.001"})
    said = words_of(calls_as_html([FIRST, REFUSED, failed]))
    assert said.endswith(
        "Together 3 calls 5 requests sent 1 failed at least 1,200 in, 300 out 50 thinking, 200 cached 12.0 s "
        "88 tokens a second at least $0.0052, 1 call of unknown price"
    )
    assert "Together" not in words_of(calls_as_html([FIRST]))


def test_a_call_that_nothing_was_sent_for_cost_nothing() -> None:
    """Whether or not its price is known."""
    unsent = FIRST.model_copy(update={"requests": 0, "outcome": Outcome.FATAL, "usage": Usage(), "cost": None})
    assert words_of(calls_as_html([unsent])).endswith(" $0")


def test_what_was_used_is_summed_by_run_and_together() -> None:
    """At least so much, where a price is not known; a run that is gone is said to be."""
    entries = [entry(1, "reference"), entry(1, "reference", REFUSED), entry(2, "free")]
    said = words_of(sums_as_html(entries, frozenset({"r1"})))
    assert "Run 1 gemini-3.8-flash quotes by reference 2 4 requests sent" in said
    assert "at least $0.0042, 1 call of unknown price" in said
    assert "Run 2, discarded gemini-3.8-flash quotes freely 1 1,200 in, 300 out" in said
    assert "Together 3 5 requests sent at least 2,400 in, 600 out 100 thinking, 400 cached" in said
    assert "first token after 0.50 s on average first proven quote after 1.5 s on average" in said


def test_free_writing_is_compared_with_a_whitelist_in_the_seeds_columns() -> None:
    """For a model that did both, and for no other."""
    slower = FIRST.model_copy(update={"seconds": 8.0})
    another = slower.model_copy(update={"position": 1, "chapter_index": 4})
    again = slower.model_copy(update={"number": 2, "seconds": 0.0})
    html = comparisons_as_html([entry(1, "free"), *(entry(2, "quote", one) for one in (slower, again, another))])
    said = words_of(html)
    assert "Comparison Metric Baseline (1 chapter) Enhanced (2 chapters) Delta" in said
    assert "Free, compared with whitelisted: gemini-3.8-flash" in said
    assert "Avg total time ~4.0s ~8.0s +2.0× slower" in said
    other = FIRST.model_copy(update={"model": "another"})
    assert comparisons_as_html([entry(1, "free"), entry(2, "quote", other)]) == ""
    assert comparisons_as_html([]) == ""
