"""The streaming gate against the batch, and against a reader who watches every character come."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.enforcement.enforcer import enforce_chapter
from core.enforcement.matcher import EnforcementPolicy
from core.enforcement.streaming import Gate
from core.generation.line import Line
from core.prose.quotations import find_quotations
from core.prose.render import one_line, stands_inside_marks, write_blocks
from core.prose.stream import LONGEST_BLOCK
from tests.golden import CASES, cases
from tests.properties import examples, few

FILLER = "It went on for a long while and nobody in the harbour minded. The sea was rather quiet that evening. "
DRAFTS = sorted((CASES / "drafts").glob("*.md"))
POLICIES = [EnforcementPolicy(), EnforcementPolicy(references=False), EnforcementPolicy(explicit_names=True)]


def gate_for(sample: Line, policy: EnforcementPolicy | None = None) -> Gate:
    """Return a gate for the sample's first chapter."""
    return Gate(sample.merged.whitelist, 0, transcript=sample.transcript, roster=sample.roster, policy=policy)


def batch(sample: Line, reply: str, policy: EnforcementPolicy | None = None) -> str:
    """Return the narrative that enforcement makes of the whole reply."""
    chapter = enforce_chapter(
        reply, sample.merged.whitelist, 0, transcript=sample.transcript, roster=sample.roster, policy=policy
    )
    return write_blocks(chapter.narrative)


def streamed(gate: Gate, reply: str, size: int) -> str:
    """Feed a reply in pieces of one size; return all that the gate let through."""
    pieces = [reply[start : start + size] for start in range(0, len(reply), size)]
    return "".join(map(gate.feed, pieces)) + gate.finish()


def lengthened(reply: str) -> str:
    """Return a reply with long paragraphs, which are cut before they end."""
    one_line = reply.replace("\n", " ")
    return f"{FILLER * 3}{one_line} {FILLER * 3}{one_line}\n\n{reply}"


REPLIES = [
    *(pytest.param(path.read_text(encoding="utf-8"), id=path.stem) for path in DRAFTS),
    *(pytest.param(case.values[0]["reply"], id=case.id) for case in cases("disguises")),  # type: ignore[index]
]


@pytest.mark.parametrize("policy", few(1, POLICIES), ids=["references", "quotes", "names"])
@pytest.mark.parametrize("reply", REPLIES)
def test_the_gate_shows_what_the_batch_makes(sample: Line, reply: str, policy: EnforcementPolicy) -> None:
    """The narrative is the same for every size of the pieces, and so are the decisions."""
    for text in (reply, lengthened(reply)):
        expected = batch(sample, text, policy)
        for size in (1, 64):
            assert streamed(gate_for(sample, policy), text, size) == expected


@pytest.mark.property
def test_the_gate_shows_what_the_batch_makes_of_anything(sample: Line, replies: st.SearchStrategy[str]) -> None:
    """Whatever is written, however it comes."""

    @examples(400)
    @given(replies, st.integers(1, 90), st.booleans(), st.sampled_from(POLICIES))
    @example("[[1ccb3a124ca258d8]]\n> — Imke Sorrel", 1, True, POLICIES[0])  # noqa: FBT003 - drawn
    def holds(reply: str, size: int, long: bool, policy: EnforcementPolicy) -> None:  # noqa: FBT001 - drawn
        text = lengthened(reply) if long else reply
        assert streamed(gate_for(sample, policy), text, size) == batch(sample, text, policy)

    holds()


def test_nothing_inside_an_open_quotation_is_shown(sample: Line) -> None:
    """While a quotation is open none of its words are out, and once it is decided they are out in its slice."""
    whitelist = sample.merged.whitelist
    quote = next(one for one in whitelist if len(one.quote_text.split()) > 12 and stands_inside_marks(one.quote_text))
    words = one_line(quote.quote_text)
    before = f"{FILLER * 4}As we heard, "
    reply = f"{before}“{words}” {FILLER * 4}"
    gate = gate_for(sample)
    shown = ""
    for index, char in enumerate(reply):
        shown += gate.feed(char)
        if index < reply.index("”"):
            assert "“" not in shown
            assert words not in shown
    assert f"“{words}”" in shown
    assert shown.startswith(FILLER.strip())


def test_a_closed_block_is_shown_before_the_next_piece_returns(sample: Line) -> None:
    """The first character of another block ends a paragraph, and its text is out with it."""
    gate = gate_for(sample)
    assert gate.feed("A *short* paragraph.") == ""
    assert gate.feed("\n\n") == "A *short* paragraph."
    assert gate.feed("## A heading") == ""
    assert gate.feed("\n") == "\n\n**A heading**"


@pytest.mark.parametrize("reply", REPLIES)
def test_no_more_is_held_back_than_the_open_block(sample: Line, reply: str) -> None:
    """What is held back after each character is at most the text since the last blank line outside fences and lists."""
    if re.search(r"^\s*(?:[-+*]|\d+[.)]|```|~~~|<|    )", reply, re.MULTILINE):
        return  # blocks that may go on behind a blank line
    gate = gate_for(sample)
    for index in range(len(reply)):
        gate.feed(reply[index])
        open_block = re.split(r"\n[ \t]*\n", reply[: index + 1])[-1]
        assert gate.held <= len(open_block)


@pytest.mark.parametrize("piece", few(1, ["“never closed ", "a", "> deep ", "```\nx", "- item\n\n", "*"]))
def test_memory_is_bounded(sample: Line, piece: str) -> None:
    """A block that never ends is closed after 64 KB, in the gate and in the batch alike."""
    reply = piece * (2 * LONGEST_BLOCK // len(piece))
    gate, shown, most = gate_for(sample), "", 0
    for start in range(0, len(reply), 2048):
        shown += gate.feed(reply[start : start + 2048])
        most = max(most, gate.held)
    assert most <= LONGEST_BLOCK
    assert shown + gate.finish() == batch(sample, reply)


def test_the_gate_knows_title_decisions_and_what_is_proven(sample: Line) -> None:
    """They are known as soon as their block is closed."""
    quote = sample.merged.whitelist[0]
    gate = gate_for(sample)
    gate.feed("## A Title\n\n")
    assert gate.title == "A Title"
    assert gate.proven == 0
    gate.feed(f"“{quote.quote_text}” and “nobody said this”\n\n")
    assert gate.proven == 1
    assert [decision.quote_id for decision in gate.decisions] == [quote.quote_id, None]


@given(st.text(alphabet="ab “”\"'’*_[]()<>#>-\n`", max_size=60))
@examples(200)
def test_nothing_unproven_is_ever_shown_in_marks(text: str) -> None:
    """At no moment does the text so far hold a quotation where nothing is proven."""
    gate, shown = Gate((), 0), ""
    for char in text:
        shown += gate.feed(char)
        assert find_quotations(shown) == []
    assert find_quotations(shown + gate.finish()) == []
