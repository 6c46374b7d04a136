"""A wrong name beside a proven quotation: put right so that a stranger reads it right, or left out."""

from typing import Any

import pytest

from core.enforcement.enforcer import enforce_chapter
from core.enforcement.matcher import EnforcementPolicy
from core.enforcement.results import ChapterDraft, DecisionAction, DecisionPlace, QuotationFinding
from core.generation.finish_chapter import finish_chapter
from core.generation.line import Line
from core.prose.render import write_blocks
from tests.core.enforcement.test_enforcement import enforce
from tests.core.enforcement.test_streaming import batch, gate_for, streamed
from tests.golden import cases
from tests.reply_talk import talk

STOP = "The clock turns a drum of paper underneath, so you get a line, and the line is the sea."
COMMA = STOP[:-1] + ","
BOTH = "The sea does not come in thirty-one different sizes."  # said by the host and by a guest
PLAIN = "The clock stood in the hall."


def filled(text: str) -> str:
    return text.format(stop=STOP, comma=COMMA)


def finished(sample: Line, text: str, chapter: int = 0) -> ChapterDraft:
    return finish_chapter(sample, chapter, f"## A Title\n\n{PLAIN}\n\n{text}\n")


@pytest.mark.parametrize("case", cases("corrected_names"))
def test_a_wrong_name_is_put_right_so_that_the_sentence_makes_sense(sample: Line, case: Any) -> None:
    """The whole name as written, its title included; and no sentence names the right person twice."""
    result = enforce(sample, filled(case["text"]))
    assert result.text == filled(case["written"]) + "\n"
    assert {one.corrected_name for one in result.decisions} == {case["corrected"]}
    assert enforce(sample, result.text).text == result.text


@pytest.mark.parametrize("case", cases("corrected_names"))
def test_what_is_put_right_passes_the_checker(sample: Line, case: Any) -> None:
    """A stranger reads the right name: the chapter needs no fallback."""
    assert finished(sample, filled(case["text"])).fallback == ""


@pytest.mark.parametrize("case", cases("corrected_names"))
def test_the_gate_puts_names_right_as_the_batch_does(sample: Line, case: Any) -> None:
    """In a paragraph that goes on for long, too."""
    reply = f"{PLAIN} {filled(case['text'])} {PLAIN} " * 4
    expected = batch(sample, reply)
    for size in (1, 64):
        assert streamed(gate_for(sample), reply, size) == expected


CLAIM = "### Core Claims\n\n- {}\n"


@pytest.mark.parametrize(
    ("item", "written", "corrected"),
    [
        ("It is so: Imke Sorrel says: “{}”", "It is so: Casimir Boyle says: “{}” (Casimir Boyle)", "Imke Sorrel"),
        ("Wanda Prell asked: “{}”", "Casimir Boyle asked: “{}” (Casimir Boyle)", "Wanda Prell"),
        ("Imke Sorrel says: “{}” (Casimir Boyle)", "Casimir Boyle says: “{}” (Casimir Boyle)", ""),
        ("“{}” Imke Sorrel says.", "Casimir Boyle says: “{}” (Casimir Boyle)", "Imke Sorrel"),
        ("It is so: Sorrel tells Boyle: “{}”", "It is so: “{}” (Casimir Boyle)", "Sorrel"),
        ("According to Imke Sorrel, “{}”", "According to Casimir Boyle: “{}” (Casimir Boyle)", "Imke Sorrel"),
    ],
)
def test_a_claim_names_its_speaker_as_the_narrative_does(sample: Line, item: str, written: str, corrected: str) -> None:
    """The wrong name in the words of the claim is put right, and the chapter stands."""
    text = CLAIM.format(item.format(STOP))
    result = enforce(sample, text)
    assert result.text == CLAIM.format(written.format(STOP))
    assert [one.corrected_name for one in result.decisions] == [corrected]
    assert finished(sample, text).fallback == ""


def test_a_claim_that_quotes_the_host_is_refused_alone(sample: Line) -> None:
    """Words that host and guest said are the host's where the claim says so; the chapter stands without it."""
    text = CLAIM.format(f"Wanda Prell asked: “{BOTH}”")
    draft = finished(sample, text, 1)
    assert (draft.fallback, draft.core_claims) == ("", [])
    (decision,) = draft.enforcement.decisions
    assert (decision.action, decision.place) == (DecisionAction.DROPPED, DecisionPlace.CORE_CLAIM)
    assert decision.reason == "core_claim_refused: whitelisted"


@pytest.mark.parametrize(
    ("item", "dropped"),
    [
        ("- > zebra one two", ["zebra one two"]),
        ("- - > zebra one two", ["zebra one two"]),
        ("It is so:\n  - > zebra one two\n  - > three four", ["zebra one two", "three four"]),
        (f"It is so: “{STOP}”\n  - > zebra one two", ["zebra one two"]),
    ],
)
def test_every_block_quote_in_a_claim_has_its_decision(sample: Line, item: str, dropped: list[str]) -> None:
    """However deep in lists it stands, its words do not vanish without one."""
    result = enforce(sample, CLAIM.format(item))
    assert [one.original for one in result.decisions if one.action is DecisionAction.DROPPED] == dropped
    assert "zebra" not in result.text


def test_a_block_quote_deep_in_a_claim_carries_it(sample: Line) -> None:
    """Where it is proven, it is as good as one that stands beside the claim."""
    result = enforce(sample, CLAIM.format(f"It is so:\n  - > {STOP}"))
    assert result.text == CLAIM.format(f"It is so: “{STOP}” (Casimir Boyle)")


@pytest.mark.parametrize("lead", ["Boyle said ", "Casimir Boyle said, ", "Boyle told Sorrel "])
def test_the_verb_before_a_quotation_outdoes_the_name_behind_it(sample: Line, lead: str) -> None:
    """The name behind leads in to the next quotation: neither is taken for the other's words."""
    own = "They didn’t know what anything was, so they sold it off a fish scale."
    dirt = "Dirt is evidence. You had taken a hundred years of evidence off that clock with a toothbrush"
    whole = next(one.quote_text for one in sample.merged.whitelist if one.quote_text.startswith(dirt))
    result = enforce(sample, f"{lead}“{own}” Imke Sorrel says: “{whole}”")
    assert [one.reason for one in result.decisions] == ["verbatim_not_whitelisted", "whitelisted"]


def test_the_note_of_a_fallback_is_in_plain_words(sample: Line) -> None:
    """Whatever keeps a chapter from passing, its reason is none of the machine's words."""
    forged = "There is not one number in those books that I did not go down and look at, I tell you."
    quotes = sample.merged.whitelist
    forgery = quotes[0].model_copy(update={"quote_text": forged, "quote_canonical": forged.casefold().rstrip(".")})
    merged = sample.merged.model_copy(update={"whitelist": (forgery, *quotes[1:])})
    draft = finished(sample.model_copy(update={"merged": merged}), f"Sorrel says: “{forged}”")
    assert "is not in the transcript" in draft.fallback
    assert "_" not in draft.fallback
    assert write_blocks(draft.blocks).count(draft.fallback) == 1


def test_a_bad_attribution_costs_its_quotation_at_most(sample: Line) -> None:
    """The chapter stands with every other quotation, and finishing it again changes nothing."""
    for bad in (
        f"“{STOP}”, IMKE SORREL SAYS",
        f"Imke Sorrel (host): “{STOP}”",
        f"Imke Sorrel [00:01:02]: “{STOP}”",
        f"**Imke Sorrel** (host): “{STOP}”",
    ):
        draft = finished(sample, f"{bad}\n\nAnselm Brack says: “{OTHERS}”")
        assert draft.fallback == ""
        assert f"Anselm Brack says: “{OTHERS}”" in draft.narrative
        assert finish_chapter(sample, 0, draft.text).text == draft.text


def test_a_quotation_that_the_checker_refuses_is_left_out_with_its_reason(sample: Line) -> None:
    """In the narrative, set apart and in a claim; the others stay."""
    quote = next(one for one in sample.merged.whitelist if one.quote_text == STOP)
    text = f"He said “{STOP}”\n\n> {STOP}\n\n### Core Claims\n\n- It is so: “{STOP}”\n"
    policy = EnforcementPolicy(references=False, refused_quotes=frozenset((quote.quote_id,)))
    chapter = enforce_chapter(text, sample.merged.whitelist, 0, roster=sample.roster, policy=policy)
    assert {(one.action, one.finding) for one in chapter.decisions} == {
        (DecisionAction.DROPPED, QuotationFinding.NOT_ATTRIBUTED)
    }
    assert len(chapter.decisions) == 3


@pytest.mark.parametrize("label", ["Wanda Prell:", "Wanda Prellꓽ"])
def test_a_quotation_that_is_left_out_takes_its_label_along(sample: Line, label: str) -> None:
    """A name with a colon and nothing behind it would name somebody for what follows."""
    quote = next(one for one in sample.merged.whitelist if one.quote_text == STOP)
    policy = EnforcementPolicy(references=False, refused_quotes=frozenset((quote.quote_id,)))
    text = f"Nothing was settled. {label} “{STOP}”"
    chapter = enforce_chapter(text, sample.merged.whitelist, 0, roster=sample.roster, policy=policy)
    assert write_blocks(chapter.narrative) == "Nothing was settled.\n"


def test_two_quotations_that_the_checker_refuses_cost_no_chapter() -> None:
    """The second is refused only when the first has gone."""
    text = (
        "Maya Lindqvist told Ｊｏｎａｓ: “The bell rang on its own at three” and "
        "“The council counted boats and forgot the crews”. The matter was never settled."
    )
    draft = finish_chapter(talk(), 0, text)
    assert draft.fallback == ""
    assert "The matter was never settled." in draft.narrative


OTHERS = "The sea has never done the same thing twice, to my knowledge, and I was paid to notice."  # Anselm Brack's
ANOTHERS = "The sea does come in thirty-one different sizes"


@pytest.mark.parametrize(
    "text",
    [
        f"“{STOP[:-1]}” Wanda Prell says “{OTHERS}”",
        f"“{STOP[:-1]}” Casimir Boyle says “{OTHERS}”",
        f"“{OTHERS}” (Wanda Prell) ‘{STOP[:-1]}’ Casimir Boyle: “{OTHERS}”",
        f"Anselm Brack, who Imke Sorrel says “{STOP}”, says {ANOTHERS}.",
        f"“{OTHERS}” ({{}}) She went down to the harbour. {PLAIN * 5} Wanda Prell says so. '{STOP}' Imke Sorrel asks.",
    ],
)
def test_a_name_between_quotations_is_read_as_it_is_once_they_are_named(sample: Line, text: str) -> None:
    """With a name behind one quotation, the name that follows is the next one's: a second run changes nothing."""
    once = enforce(sample, text).text
    assert enforce(sample, once).text == once
    assert "Wanda Prell says “" not in once
