import json

import pytest

from core.enforcement.results import Decision, DecisionAction, DecisionPlace, QuotationFinding
from core.generation.line import Line
from core.generation.pipeline import generate_edition
from core.llm.client import ScriptedClient
from core.prose.render import one_line
from workbench.paths import SAMPLE_DATA
from workbench.ui.edition.locate_in_reply import find_decided


def decided(*originals: str) -> list[Decision]:
    return [
        Decision(
            action=DecisionAction.KEPT,
            place=DecisionPlace.NARRATIVE,
            finding=QuotationFinding.WHITELISTED,
            original=original,
        )
        for original in originals
    ]


@pytest.mark.parametrize(
    ("reply", "original", "written"),
    [
        ("She said “all of it” twice.", "all of it", "all of it"),
        ("all of it, “all of it”.", "all of it", "all of it"),
        ('She said "all *of* it".', "all of it", "all *of* it"),
        ("&ldquo;all of it&rdquo;", "all of it", "all of it"),
        ("She &amp; he: “this &amp; that”.", "this & that", "this &amp; that"),
        ("> all\n> of it\n> — Ada", "all of it", "all\n> of it"),
        ("- > all of it", "all of it", "all of it"),
        ("<q>all <b>of</b> it</q>", "all of it", "all <b>of</b> it"),
        ("It stands [[6b1b7cb4b66c3363]] here.", "[[6b1b7cb4b66c3363]]", "[[6b1b7cb4b66c3363]]"),
        ("Ada: all of it\nBob: none of it", "all of it", "all of it"),
        ("— all of it", "all of it", "all of it"),
        ("“all\nof  it”", "all of it", "all\nof  it"),
        ("« all of it »", "all of it", "all of it"),
        (",,all of it''", "all of it", "all of it"),
        ("😀 “tea 🍵 alone”", "tea 🍵 alone", "tea 🍵 alone"),
    ],
)
def test_a_quotation_is_found_as_it_was_written(reply: str, original: str, written: str) -> None:
    """However its marks and its Markdown look: the stretch of the reply is what was written."""
    ((span, number),) = find_decided(reply, decided(original))
    assert (span.slice(reply), number) == (written, 0)


def test_words_outside_marks_are_not_taken_for_the_quotation() -> None:
    """The same words in prose before it are nobody's quotation."""
    reply = "It is so that it is so; he says “yes” it is so, and “it is so”."
    ((span, _),) = find_decided(reply, decided("it is so"))
    assert span.start == reply.rindex("“") + 1


@pytest.mark.parametrize(
    "reply", ["Nothing of it.", "It stands in prose: as all of it does, and so on.", "all of it does begin a line", ""]
)
def test_what_is_not_certain_is_not_marked(reply: str) -> None:
    """A guess would say of words that they were a quotation."""
    assert find_decided(reply, decided("all of it does")) == ()


def test_the_same_words_twice_are_two_quotations() -> None:
    """In the order they were written, past one that is not found."""
    reply = "“one”, “two” and “one”"
    found = find_decided(reply, decided("one", "seven", "two", "one"))
    assert [(span.slice(reply), number) for span, number in found] == [("one", 0), ("two", 2), ("one", 3)]
    assert found[2][0].start > found[1][0].end


def test_every_quotation_of_the_sample_is_found(sample: Line) -> None:
    """In replies that quote in every way there is."""
    replies = json.loads((SAMPLE_DATA / "replies.json").read_bytes())
    edition = generate_edition(sample, ScriptedClient(replies, "replies.json"))
    for reply, draft in zip(replies, edition.chapters, strict=True):
        decisions = draft.enforcement.decisions
        found = find_decided(reply, decisions)
        assert [number for _, number in found] == list(range(len(decisions)))
        for span, number in found:
            assert one_line(span.slice(reply).replace(">", "")) == decisions[number].original


def test_a_letter_that_stands_everywhere_is_given_up() -> None:
    """A hostile reply costs no more than a long one."""
    reply = "a " * 100_000
    assert find_decided(reply, decided(*["a"] * 50)) == ()
