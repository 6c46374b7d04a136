"""References in a reply: which stand, which go and why, what is left of their sentence, and what is seen meanwhile."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.enforcement.enforcer import enforce_chapter
from core.enforcement.matcher import EnforcementPolicy
from core.enforcement.results import Decision, DecisionAction, DecisionPlace, QuotationFinding
from core.enforcement.streaming import Gate, ReplyGate
from core.generation.finish_chapter import finish_chapter, speaker_declarations
from core.generation.line import Line
from core.prose.render import one_line, write_blocks
from core.verify import Verdict, verify_part
from core.whitelist.build import WhitelistQuote
from tests.golden import cases, load
from tests.hostile_replies import UNKNOWN
from tests.properties import examples

CASES = cases("references")
_PAIR = re.compile(r"(?:\\?[\[［]){2}")
PASSING = (Verdict.VERIFIED, Verdict.NOTHING_TO_VERIFY)


def quote_by(sample: Line, beginning: str) -> WhitelistQuote:
    """Return the proven quote that begins so."""
    return next(one for one in sample.merged.whitelist if one.quote_text.startswith(beginning))


def filled(sample: Line, text: str) -> str:
    """Return a text of the table with its ids and slices filled in."""
    here, other = quote_by(sample, "Dirt is"), quote_by(sample, "I used one off")
    half = len(here.quote_id) // 2
    values = {
        "{id}": here.quote_id,
        "{ID}": here.quote_id.upper(),
        "{cut}": here.quote_id[:half],
        "{rest}": here.quote_id[half:],
        "{other}": other.quote_id,
        "{no}": UNKNOWN,
        "{}": one_line(here.quote_text),
        "{o}": one_line(other.quote_text),
    }
    for name, value in values.items():
        text = text.replace(name, value)
    return text


def enforced(sample: Line, reply: str, policy: EnforcementPolicy | None = None) -> tuple[str, tuple[Decision, ...]]:
    """Return the narrative and the decisions that enforcement makes of a reply as the sample's first chapter."""
    chapter = enforce_chapter(
        reply, sample.merged.whitelist, 0, transcript=sample.transcript, roster=sample.roster, policy=policy
    )
    return write_blocks(chapter.narrative), chapter.decisions


def gate_for(sample: Line) -> Gate:
    """Return a gate for the sample's first chapter."""
    return Gate(sample.merged.whitelist, 0, transcript=sample.transcript, roster=sample.roster)


@pytest.mark.parametrize("case", CASES)
def test_a_reference_becomes_what_the_table_says(sample: Line, case: dict[str, Any]) -> None:
    """The narrative reads as it should, each reference has its reason, and a second run changes nothing."""
    narrative, decisions = enforced(sample, filled(sample, case["reply"]))
    as_read = narrative.removesuffix("\n").replace("\\[", "[").replace("\\]", "]")
    assert as_read == filled(sample, case["narrative"])
    assert quote_by(sample, "Dirt is").quote_id not in narrative.casefold()
    assert [f"{one.action} {one.reason}" for one in decisions] == case["decided"]
    assert enforced(sample, narrative)[0] == narrative
    found = verify_part(narrative, sample.transcript, declared=speaker_declarations(sample))
    assert found.verdict in PASSING


@pytest.mark.parametrize("case", CASES)
def test_nothing_of_a_reference_is_shown_while_it_comes(sample: Line, case: dict[str, Any]) -> None:
    """Character by character the gate shows no bracket pair, and in the end what the batch makes, for the same
    reasons."""
    reply = filled(sample, case["reply"])
    gate, shown = gate_for(sample), ""
    for char in reply:
        shown += gate.feed(char)
        assert not _PAIR.search(shown)
    shown += gate.finish()
    assert not _PAIR.search(shown)
    assert (shown, gate.decisions) == enforced(sample, reply)


@pytest.mark.parametrize("before", ["Sorrel says: ", "So “", "> ", "It was long. " * 60])
def test_a_reference_may_be_cut_at_every_place(sample: Line, before: str) -> None:
    """In two pieces it is the reference it is; a reply that ends inside it shows nothing of it."""
    quote = quote_by(sample, "Dirt is")
    reply = f"{before}[[{quote.quote_id}]]"
    whole, decisions = enforced(sample, reply)
    assert [one.quote_id for one in decisions] == [quote.quote_id]
    for cut in range(len(before) + 2, len(reply)):
        gate = ReplyGate(gate_for(sample))
        gate.feed(reply[:cut])
        assert "[" not in gate.text
        gate.feed(reply[cut:])
        gate.finish()
        assert (gate.text, gate.decisions) == (whole, decisions)
        narrative, fallen = enforced(sample, reply[:cut])
        assert "[" not in narrative
        assert [one.finding for one in fallen] == [QuotationFinding.UNKNOWN_REFERENCE]


def test_a_quote_stands_once_however_it_is_referred_to(sample: Line) -> None:
    """Over all blocks of a reply, in reading order; what goes names the quote that it repeats."""
    quote = quote_by(sample, "Dirt is")
    reference = f"[[{quote.quote_id}]]"
    reply = "\n\n".join((f"So {reference} it is.", f"> {reference}", f"- one {reference}\n- two {reference}") * 3)
    narrative, decisions = enforced(sample, reply)
    assert narrative.count(one_line(quote.quote_text)) == 1
    assert [one.finding for one in decisions] == [QuotationFinding.WHITELISTED, *[QuotationFinding.REPEATED] * 11]
    assert {(one.action, one.quote_id, one.original) for one in decisions[1:]} == {
        (DecisionAction.DROPPED, quote.quote_id, reference)
    }


def test_what_only_a_later_reading_sees_is_decided_and_counted(sample: Line) -> None:
    """A label behind a reference, before words in a code span: they stand, and stand once."""
    first, second = quote_by(sample, "Dirt is"), quote_by(sample, "A clock with no face")
    reply = f"> [[{first.quote_id}]] **Imke Sorrel:** `{second.quote_text}`\n\nBoyle says, “{second.quote_text}”"
    narrative, decisions = enforced(sample, reply)
    assert narrative.count(one_line(second.quote_text)) == 1
    assert [one.quote_id for one in decisions] == [first.quote_id, second.quote_id, second.quote_id]
    assert [one.finding for one in decisions][1:] == [QuotationFinding.WHITELISTED, QuotationFinding.REPEATED]


def test_core_claims_are_carried_by_a_quote_that_stands_already(sample: Line) -> None:
    """A claim's reference is neither counted nor refused, wherever the claims stand."""
    quote = quote_by(sample, "Dirt is")
    reference = f"[[{quote.quote_id}]]"
    claims = "\n".join(f"- It is {number} so: {reference}" for number in range(4))
    reply = f"{reference}\n\n### Core Claims\n\n{claims}\n\n### Notes\n\n{reference} {reference}"
    draft = finish_chapter(sample, 0, reply)
    assert len(draft.core_claims) == 4
    assert draft.narrative.count(one_line(quote.quote_text)) == 1
    fallen = [one for one in draft.enforcement.decisions if one.action is DecisionAction.DROPPED]
    assert [(one.place, one.reason) for one in fallen] == [(DecisionPlace.NARRATIVE, "repeated")] * 2


def test_a_slice_that_has_no_place_is_not_counted(sample: Line) -> None:
    """A title holds no block quote, so a quote that could only be one goes there, and stands where it can."""
    apart = quote_by(sample, "It was a junk sale")
    _, decisions = enforced(sample, f"## [[{apart.quote_id}]]\n\nSo [[{apart.quote_id}]] it is.")
    assert [(one.action, one.reason) for one in decisions] == [("dropped", "whitelisted"), ("kept", "whitelisted")]


@pytest.mark.property
def test_the_gate_counts_as_the_batch_does(sample: Line) -> None:
    """Whatever references stand in whatever layout, and however the reply comes, and a second run changes nothing."""
    ids = [quote_by(sample, beginning).quote_id for beginning in ("Dirt is", "I used one off", "It was a junk")]
    references = st.sampled_from([*(f"[[{one}]]" for one in ids), f"[[{UNKNOWN}]]", "[[", f"“[[{ids[0]}]]”"])
    forms = [
        "{}",
        "So {} it is.",
        "Sorrel says: {}",
        "> {}",
        "- {}\n- {}",
        "**{}** ({})",
        "({}), {}; {}.",
        "Sorrel: {}",
    ]
    block = st.sampled_from([*forms, "It was long. " * 30 + "{}", "### {}", "Sorrel: {}"])

    @st.composite
    def replies(draw: st.DrawFn) -> str:
        pieces = [draw(block) for _ in range(draw(st.integers(1, 6)))]
        return "\n\n".join(piece.format(*(draw(references) for _ in range(3))) for piece in pieces)

    @examples(200)
    @given(replies(), st.integers(1, 40))
    def holds(reply: str, size: int) -> None:
        gate = gate_for(sample)
        shown = "".join(gate.feed(reply[start : start + size]) for start in range(0, len(reply), size)) + gate.finish()
        narrative, decisions = enforced(sample, reply)
        assert (shown, gate.decisions) == (narrative, decisions)
        standing = [one.quote_id for one in decisions if one.action in (DecisionAction.KEPT, DecisionAction.REPLACED)]
        for quote_id in ids:
            assert standing.count(quote_id) == min(1, reply.count(f"[[{quote_id}]]"))
        assert enforced(sample, narrative)[0] == narrative

    holds()


def test_the_table_says_something_of_every_reason() -> None:
    """Kept, of another chapter, unknown, repeated, and those that a place refuses."""
    reasons = {reason.split(" ", 1)[1] for case in load("references")["cases"] for reason in case["decided"]}
    assert reasons == {
        "whitelisted",
        "other_chapter",
        "unknown_reference",
        "repeated",
        "not_in_transcript",
        "own_excerpts: whitelisted",
        "own_excerpts: unknown_reference",
        "core_claim_refused: other_chapter",
        "core_claim_refused: unknown_reference",
    }
