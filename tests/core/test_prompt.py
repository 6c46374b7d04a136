import pytest

from core.errors import SettingsError
from core.line import Line
from core.llm import BriefClaim, ChapterBrief, WritingMode
from core.markdown import BlockKind, read_markdown
from core.prompt import (
    IDEAS_PROMPT_TEMPLATE,
    PLACEHOLDERS,
    REQUIRED_PLACEHOLDERS,
    build_prompt,
    check_template,
    fill,
    format_excerpts_markdown,
)
from core.rendering import one_line
from core.sections import texts_of
from core.speakers import SpeakerRef, SpeakerRole
from core.whitelist import WhitelistQuote

SHORT = "{{KEY_EXCERPTS_PLACEHOLDER}}|{{TARGET_WORDS}}|{{GENERATION_MODE}}"
EVIL = "{{TARGET_WORDS}} {{CLAIMS}} {{QUOTES}} \\1 \\g<0> $1 {0} %s {{NO_SUCH}}"


def quote(text: str, name: str = "Ann Lee", quote_id: str = "0123456789abcdef") -> WhitelistQuote:
    """Return a proven quote of a guest."""
    return WhitelistQuote(
        quote_id=quote_id,
        quote_text=text,
        quote_canonical=text,
        speaker=SpeakerRef(speaker_id="ann", speaker_name=name, speaker_role=SpeakerRole.GUEST),
        source_evidence_ids=[],
        chapter_indices=[0],
        match_spans=[],
    )


def brief(
    *, mode: WritingMode = WritingMode.REFERENCE, text: str = "So it is.", claim: str = "A claim"
) -> ChapterBrief:
    """Return a chapter with one claim and one quote."""
    one = quote(text)
    return ChapterBrief(
        title="The Sea",
        claims=(
            BriefClaim(claim=claim, quote_ids=(one.quote_id,)),
            BriefClaim(claim="Another\nclaim", quote_ids=()),
        ),
        quotes=(one,),
        excerpts=(one,),
        target_words=500,
        generation_mode="thin",
        mode=mode,
    )


def test_excerpts_are_written_as_a_chapter_has_them() -> None:
    """`> text` then `> — Name`, one block for each."""
    text = format_excerpts_markdown([quote("So it\n is."), quote("1. No *way*.", "Bob & Co.")])
    assert text == "> So it is.\n> — Ann Lee\n\n> 1\\. No \\*way\\*.\n> — Bob & Co."
    assert format_excerpts_markdown([]) == ""


@pytest.mark.parametrize(
    "text", ["# no heading", "- no item", "> not nested", "1. no list", "a_b_ *c* [d](e) <f>", "`g` &amp;"]
)
def test_excerpts_read_back_as_their_slices(text: str) -> None:
    """What stands in the prompt, and what a chapter shows, is the slice."""
    (block,) = read_markdown(format_excerpts_markdown([quote(text)]))
    assert block.kind is BlockKind.QUOTE
    assert texts_of(block) == [f"{text}\n— Ann Lee"]


def test_the_samples_prompts_hold_everything_a_chapter_is_written_from(sample: Line) -> None:
    """Title, claims, every proven quote with its id, the excerpts and the length are in each prompt."""
    for index, coverage in enumerate(sample.merged.coverages):
        material = sample.brief(index)
        prompt = build_prompt(material)
        assert "{{" not in prompt
        assert material.title in prompt
        assert format_excerpts_markdown(sample.excerpts(index)) in prompt
        assert f"about {coverage.target_words} words" in prompt
        assert coverage.generation_mode in prompt
        for claim in material.claims:
            assert claim.claim in prompt
        for one in material.quotes:
            assert f"{one.quote_id} {one.speaker.speaker_name}" in prompt
            assert one_line(one.quote_text) in prompt


@pytest.mark.parametrize(
    ("mode", "asks", "lists_quotes"),
    [
        (WritingMode.REFERENCE, "[[0123456789abcdef]]", True),
        (WritingMode.QUOTE, "double quotation marks", True),
        (WritingMode.FREE, "where it helps", False),
    ],
)
def test_each_mode_asks_for_its_way_of_quoting(mode: WritingMode, asks: str, lists_quotes: bool) -> None:  # noqa: FBT001
    """Free writing sees no whitelist; the others see all of it."""
    prompt = build_prompt(brief(mode=mode, text="Unmistakable words."), SHORT + "{{QUOTING_RULES}}|{{QUOTES}}")
    assert asks in prompt
    assert ("Ann Lee (guest): Unmistakable words." in prompt) is lists_quotes


def test_a_template_of_ones_own_is_filled() -> None:
    """Every documented placeholder may stand in it, as often as it likes."""
    prompt = build_prompt(brief(), "{{TITLE}}/{{TITLE}}\n{{CLAIMS}}\n" + SHORT)
    assert prompt == (
        "The Sea/The Sea\n1. A claim [0123456789abcdef]\n2. Another claim [no proven quote]\n"
        "> So it is.\n> — Ann Lee|500|thin"
    )


def test_the_built_in_template_has_all_placeholders() -> None:
    """And nothing that looks like one and is none."""
    check_template(IDEAS_PROMPT_TEMPLATE)
    assert all(f"{{{{{name}}}}}" in IDEAS_PROMPT_TEMPLATE for name in PLACEHOLDERS)
    assert IDEAS_PROMPT_TEMPLATE.count("{{") == len(PLACEHOLDERS)


@pytest.mark.parametrize("missing", REQUIRED_PLACEHOLDERS)
def test_a_template_needs_what_a_chapter_cannot_do_without(missing: str) -> None:
    """Each missing placeholder is named, with what to do."""
    with pytest.raises(SettingsError, match=missing) as caught:
        build_prompt(brief(), SHORT.replace(missing, "X"))
    (problem,) = caught.value.problems
    assert problem.place == "prompt_template"
    assert problem.remedy


def test_all_that_is_missing_is_named_at_once() -> None:
    """A person mends a template in one go."""
    with pytest.raises(SettingsError) as caught:
        check_template("")
    assert len(caught.value.problems) == len(REQUIRED_PLACEHOLDERS)


def test_what_looks_like_a_placeholder_stays_text() -> None:
    """Words of a transcript, an evidence map or a title never stand for an instruction of ours."""
    hostile = brief(text=EVIL, claim=EVIL).model_copy(update={"title": EVIL})
    prompt = build_prompt(hostile, f"{SHORT}\n{{{{TITLE}}}}\n{{{{CLAIMS}}}}\n{{{{QUOTES}}}}\n{{{{UNKNOWN}}}}")
    lines = prompt.splitlines()
    assert lines[2] == EVIL
    assert lines[3] == f"1. {EVIL} [0123456789abcdef]"
    assert lines[-2] == f"0123456789abcdef Ann Lee (guest): {EVIL}"
    assert lines[-1] == "{{UNKNOWN}}"
    assert prompt.count("500") == 1


def test_filling_is_one_pass() -> None:
    """A value is never read for placeholders, in whichever order they come."""
    assert fill("{{A}}{{B}}", {"A": "{{B}}", "B": "{{A}}"}) == "{{B}}{{A}}"
