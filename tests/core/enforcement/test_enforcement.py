"""Enforcement against drafts with known answers, against drafts that no one would write, and against itself."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from core.editions.export.markdown import declarations
from core.enforcement import EnforcementPolicy, enforce_quote_whitelist
from core.enforcement.results import Decision, DecisionAction, DecisionPlace, EnforcementResult, QuotationFinding
from core.generation.finish_chapter import edition_speakers, finish_chapter
from core.generation.line import Line
from core.llm.client import WritingMode
from core.prose.parse import BlockKind, SourceBlock, read_markdown, texts_of
from core.prose.quotations import find_quotations
from core.prose.render import escape, one_line, write_blocks
from core.text.canonical import QUOTATION_MARKS
from core.transcripts.readers import read_transcript
from core.transcripts.speakers import SpeakerRef, SpeakerRole
from core.verify import Verdict, Verification, verify_edition
from core.whitelist.build import WhitelistQuote
from core.whitelist.quote_key import quote_key
from tests.golden import CASES
from tests.hostile_replies import SPELLINGS, UNKNOWN
from tests.properties import examples, few

DRAFTS = sorted((CASES / "drafts").glob("*.json"))
QUOTE = EnforcementPolicy(references=False)
OLD_CHAPTER = {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 6}  # a chapter of the evidence map for each one after merging


def enforce(sample: Line, text: str, chapter: int = 0, policy: EnforcementPolicy = QUOTE) -> EnforcementResult:
    """Enforce a text as a chapter of the sample; the chapter is the one after merging."""
    return enforce_quote_whitelist(
        text,
        list(sample.merged.whitelist),
        chapter,
        transcript=sample.transcript,
        roster=sample.roster,
        policy=policy,
    )


def check(sample: Line, text: str) -> Verification:
    """Verify a finished text, with what an edition declares about the transcript's labels."""
    return verify_edition(
        text + "\n" + write_blocks(declarations(edition_speakers(sample))), sample.transcript, form="markdown"
    )


def in_mode(sample: Line, mode: WritingMode) -> Line:
    """Return the sample under another way of writing."""
    return sample.model_copy(update={"settings": sample.settings.model_copy(update={"mode": mode})})


def slices(sample: Line) -> list[str]:
    """Return every proven slice as it is written, the longest first."""
    return sorted({one_line(one.quote_text) for one in sample.whitelist}, key=len, reverse=True)


def quote_by(sample: Line, beginning: str) -> WhitelistQuote:
    """Return the proven quote that begins so."""
    return next(one for one in sample.merged.whitelist if one.quote_text.startswith(beginning))


# What stands in a finished text, told without the code that wrote it.


def shown(blocks: Sequence[SourceBlock]) -> Iterator[tuple[BlockKind, list[str]]]:
    """Yield the block quotes and the other texts of a finished text."""
    for block in blocks:
        if block.kind is BlockKind.QUOTE:
            yield block.kind, [line for one in block.blocks for text in texts_of(one) for line in text.split("\n")]
        elif block.blocks:
            yield from shown(block.blocks)
        else:
            yield block.kind, [block.text]


def is_apostrophe(text: str, index: int) -> bool:
    """Tell whether a mark belongs to a word or measures something."""
    before, after = text[index - 1 : index], text[index + 1 : index + 2]
    if text[index] in "′″":
        return before.isdigit() or text[index + 1 :].lstrip(" ′")[:1] in ("(", "=")
    return text[index] in "'’‘´`ʼ" and (before.isalnum() or after.isalnum())


def unproven_marks(text: str, proven: Sequence[str]) -> list[str]:
    """Return what stands as a quotation in a finished text and is no proven slice."""
    wrong: list[str] = []
    for kind, lines in shown(read_markdown(text)):
        if kind is BlockKind.QUOTE:
            if len(lines) != 2 or lines[0] not in proven or not lines[1].startswith("— "):
                wrong.append(f"block quote: {lines}")
            continue
        (rest,) = lines
        for one in proven:
            rest = rest.replace(f"“{one}”", "·")
        wrong += [
            f"{char} in: {rest}"
            for index, char in enumerate(rest)
            if char in QUOTATION_MARKS and not is_apostrophe(rest, index)
        ]
    return wrong


# The golden drafts.


class Draft(NamedTuple):
    """A draft and what must become of it."""

    text: str
    chapter: int
    decisions: list[dict[str, str]]
    stays: list[str]


def load(path: Path) -> Draft:
    """Read a golden draft; its chapter counts from 1."""
    expected: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return Draft(
        path.with_suffix(".md").read_text(encoding="utf-8"),
        expected["chapter"] - 1,
        [{**decision, "original": one_line(decision["original"])} for decision in expected["decisions"]],
        [one_line(one) for one in expected["stays"]],
    )


def described(decisions: Sequence[Decision]) -> list[dict[str, str]]:
    """Return decisions as the golden drafts write them."""
    return [
        {
            "original": one_line(one.original),
            "action": one.action.value,
            "finding": one.finding.value,
            "place": one.place.value,
        }
        for one in decisions
    ]


def standing(sample: Line, text: str) -> list[str]:
    """Return what the independent checker takes for a quotation in a text."""
    found = check(sample, text)
    return [one.text for one in (*found.proven, *found.unproven)]


drafts = pytest.mark.parametrize("path", DRAFTS, ids=lambda path: path.stem)


@drafts
def test_every_quotation_of_a_draft_is_decided_as_its_author_decided(sample: Line, path: Path) -> None:
    """Original, action, finding and place of each, in reading order, and nothing beside them."""
    draft = load(path)
    result = enforce(sample, draft.text, sample.effective_index(draft.chapter))
    assert described(result.decisions) == draft.decisions


@drafts
def test_every_whitelisted_quotation_of_a_draft_stays(sample: Line, path: Path) -> None:
    """k of n: all that may stay stand in the finished text, as often as they were written, and nothing else does."""
    draft = load(path)
    result = enforce(sample, draft.text, sample.effective_index(draft.chapter))
    assert Counter(standing(sample, result.text)) == Counter(draft.stays)
    assert [one_line(one.quote_text) for one in result.replaced] == draft.stays
    assert unproven_marks(result.text, slices(sample)) == []
    verdict = check(sample, finish_chapter(in_mode(sample, WritingMode.QUOTE), draft.chapter, draft.text).text).verdict
    assert verdict is Verdict.VERIFIED


@drafts
def test_an_enforcer_that_unquotes_everything_would_be_seen(sample: Line, path: Path) -> None:
    """Taking all marks and blocks away leaves nothing to verify: the check above fails on it, but for the bad draft."""
    draft = load(path)
    nothing = re.sub(r"^>.*\n|^[A-Z]\w+( \w+)?: .*\n|[\"“”‘’']", "", draft.text, flags=re.MULTILINE)
    assert check(sample, nothing).verdict is Verdict.NOTHING_TO_VERIFY
    assert (Counter(standing(sample, nothing)) == Counter(draft.stays)) is (path.stem == "all_bad")


@drafts
def test_a_finished_draft_passes_the_checker_and_a_second_run(sample: Line, path: Path) -> None:
    """The chapter does not fall back, verifies, and is the same bytes when it is enforced again."""
    draft = load(path)
    line = in_mode(sample, WritingMode.QUOTE)
    finished = finish_chapter(line, draft.chapter, draft.text)
    assert finished.fallback == ""
    assert described(finished.enforcement.decisions) == draft.decisions
    assert check(sample, finished.text).verdict is Verdict.VERIFIED
    assert finish_chapter(line, draft.chapter, finished.text).text == finished.text
    bare = enforce(sample, draft.text, sample.effective_index(draft.chapter)).text
    assert enforce(sample, bare, sample.effective_index(draft.chapter)).text == bare


@drafts
def test_seed_ones_fields_say_the_same_as_the_decisions(sample: Line, path: Path) -> None:
    """`replaced` holds kept and replaced quotes, `dropped` the words that were dropped or unquoted."""
    result = enforce(sample, load(path).text, sample.effective_index(load(path).chapter))
    stands = [one.quote_id for one in result.decisions if one.action in (DecisionAction.KEPT, DecisionAction.REPLACED)]
    falls = [
        one.original for one in result.decisions if one.action in (DecisionAction.UNQUOTED, DecisionAction.DROPPED)
    ]
    assert [one.quote_id for one in result.replaced] == stands
    assert result.dropped == falls
    texts = {one.quote_id: one.quote_text for one in sample.merged.whitelist}
    for one in result.decisions:
        assert (one.quote_id is None) is (one.raw_span is None)
        assert one.raw_span is None or one.raw_span.slice(sample.transcript.raw) == texts[one.quote_id or ""]


# Every proven quote, in every clean disguise.


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("form", few(1, ["“{text}” ({name})\n", "> {text}\n> — {name}\n", "{name} says: “{text}”\n"]))
def test_every_proven_quote_stays_in_any_typography(sample: Line, spelling: str, form: str) -> None:
    """All of them, each with the transcript's own characters, the right name, and the checker's consent."""
    for index in range(len(sample.merged.coverages)):
        quotes = [one for one in sample.merged.whitelist if index in one.chapter_indices]
        text = "\n".join(
            form.format(text=SPELLINGS[spelling](one_line(one.quote_text)), name=one.speaker.speaker_name)
            for one in quotes
        )
        result = enforce(sample, text, index)
        assert [one.quote_id for one in result.replaced] == [one.quote_id for one in quotes]
        assert [one.finding for one in result.decisions] == [QuotationFinding.WHITELISTED] * len(quotes)
        found = check(sample, result.text)
        assert (found.verdict, found.verified) == (Verdict.VERIFIED, len(quotes))
        assert unproven_marks(result.text, slices(sample)) == []


# One decision at a time.

DIRT = (
    "Dirt is evidence. You had taken a hundred years of evidence off that clock with a toothbrush, "
    "and you were proud of it."
)


@pytest.mark.parametrize(
    ("draft", "finished", "decisions"),
    [
        pytest.param("Sorrel says: “{}”", "Sorrel says: “{}”", [("kept", "whitelisted")], id="kept"),
        pytest.param("“{}”", "“{}” (Imke Sorrel)", [("kept", "whitelisted")], id="a name is put behind"),
        pytest.param("“{}” (Sorrel)", "“{}” (Imke Sorrel)", [("kept", "whitelisted")], id="a name is completed"),
        pytest.param("“{}” — Imke", "“{}” (Imke Sorrel)", [("kept", "whitelisted")], id="a dash becomes parentheses"),
        pytest.param("“{}” (Boyle)", "“{}” (Imke Sorrel)", [("replaced", "whitelisted")], id="a wrong name behind"),
        pytest.param("Boyle says: “{}”", "Imke Sorrel says: “{}”", [("replaced", "whitelisted")], id="a wrong subject"),
        pytest.param("Boyle: “{}”", "Imke Sorrel: “{}”", [("replaced", "whitelisted")], id="a wrong label"),
        pytest.param("“{}” (Jane Doe)", "“{}” (Imke Sorrel)", [("replaced", "whitelisted")], id="nobody's name behind"),
        pytest.param(
            "> {}\n> — Boyle", "> {}\n> — Imke Sorrel", [("replaced", "whitelisted")], id="a wrong name below"
        ),
        pytest.param("> {}", "> {}\n> — Imke Sorrel", [("kept", "whitelisted")], id="no name below"),
        pytest.param("Sorrel: {}", "> {}\n> — Imke Sorrel", [("kept", "whitelisted")], id="a script line"),
        pytest.param("> “{}” — Sorrel", "> {}\n> — Imke Sorrel", [("kept", "whitelisted")], id="marks in a block"),
        pytest.param("<q>{}</q>", "“{}” (Imke Sorrel)", [("kept", "whitelisted")], id="a tag"),
        pytest.param("&ldquo;{}&#8221;", "“{}” (Imke Sorrel)", [("kept", "whitelisted")], id="entities"),
        pytest.param("**“{}”**", "“{}” (Imke Sorrel)", [("kept", "whitelisted")], id="emphasis around"),
        pytest.param("“{}", "“{}” (Imke Sorrel)", [("kept", "whitelisted")], id="unclosed at the end"),
        pytest.param("“{} And more.”", "{} And more.", [("unquoted", "not_in_transcript")], id="more than the quote"),
        pytest.param("“Dirt is evidence.”", "Dirt is evidence.", [("unquoted", "part_of_whitelisted")], id="a part"),
        pytest.param("> Dirt is evidence.", "", [("dropped", "part_of_whitelisted")], id="a part set apart"),
        pytest.param("Sorrel: Dirt is evidence.", "", [("dropped", "part_of_whitelisted")], id="a part in a script"),
        pytest.param(
            "Sorrel says: “Everything is negotiable.”",
            "Sorrel says: Everything is negotiable.",
            [("unquoted", "wrong_speaker")],
            id="another's words",
        ),
        pytest.param(
            "Boyle says: “Everything is negotiable.”",
            "Boyle says: Everything is negotiable.",
            [("unquoted", "verbatim_not_whitelisted")],
            id="true and not whitelisted",
        ),
        pytest.param(
            "“It was a staircase.”", "“It was a staircase.” (Imke Sorrel)", [("kept", "other_chapter")], id="other"
        ),
        pytest.param("She said “{}” “so”.", "She said “{}” (Imke Sorrel) so.", None, id="one of two"),
        pytest.param("“Dirt … proud of it.”", "Dirt … proud of it.", [("unquoted", "not_in_transcript")], id="elided"),
        pytest.param("“{}” and “{}”", "“{}” (Imke Sorrel) and “{}” (Imke Sorrel)", None, id="twice"),
        pytest.param("[“{}”](http://x 'y')", "“{}” (Imke Sorrel)", [("kept", "whitelisted")], id="a link"),
        pytest.param("```\n“{}”\n```", "“{}” (Imke Sorrel)", [("kept", "whitelisted")], id="code"),
        pytest.param("- “{}”\n- “no”", "- “{}” (Imke Sorrel)\n\n- no", None, id="a list"),
        pytest.param("It is 5' 6\" and the dogs’.", "It is 5′ 6″ and the dogs’.", [], id="measures and apostrophes"),
        pytest.param("> ", "", [], id="an empty block quote"),
        pytest.param("“”", "", None, id="empty marks"),
        pytest.param("", "", [], id="nothing"),
    ],
)
def test_a_quotation_becomes_what_was_decided(
    sample: Line, draft: str, finished: str, decisions: list[tuple[str, str]] | None
) -> None:
    """The finished text to the character, and the one decision behind it."""
    result = enforce(sample, draft.replace("{}", DIRT) + "\n")
    finished = finished.replace("{}", DIRT).replace("\n\n-", "\n-")
    assert result.text == (finished + "\n" if finished else "")
    if decisions is not None:
        assert [(one.action.value, one.finding.value) for one in result.decisions] == decisions


@pytest.mark.parametrize(
    "draft",
    [
        pytest.param("Imke Sorrel: “{}” (Imke Sorrel)", id="a label and a name behind"),
        pytest.param("> Imke Sorrel: {}", id="a label in a block quote"),
        pytest.param("> Sorrel says: “{}”", id="a tag before, in a block quote"),
        pytest.param("> “{}”, Sorrel says.", id="a tag behind, in a block quote"),
        pytest.param("- Imke Sorrel: “{}”", id="a label in a list"),
        pytest.param("**Imke Sorrel:** “{}”", id="a bold label"),
        pytest.param("Imke Sorrel: “{}” That was that.", id="words behind a labelled quotation"),
    ],
)
def test_a_whole_proven_quotation_is_never_lost(sample: Line, draft: str) -> None:
    """Names before and behind it are no reason to drop words that are proven, marked, and whole."""
    result = enforce(sample, draft.replace("{}", DIRT) + "\n")
    assert standing(sample, result.text) == [DIRT]
    assert check(sample, result.text).verdict is Verdict.VERIFIED


@pytest.mark.parametrize(
    "draft",
    [
        "sorrel: so it is",
        "imke_sorrel: so it is",
        "IMKE SORREL: so it is",
        "|Philippa Dunmore: so it is|",
        "Imke Sorrel:So it is",
        "Imke Sorrel：So it is",
        "…Imke Sorrel: so it is",
        "!Imke Sorrel: so it is",
        "> <blockquote>So it is</blockquote>",
        "See <blockquote>so it is</blockquote> there",
        "＂So it is＂",
        "״So it is״",
        "❠So it is❞",
        "‟So it is”",
        "＇So it is＇",
    ],
)
def test_what_a_stranger_takes_for_a_quotation_is_one(sample: Line, draft: str) -> None:
    """Where the checker sees a quotation enforcement decides one, so that a chapter need not fall back."""
    assert standing(sample, draft) or "<blockquote>" in draft
    result = enforce(sample, draft + "\n")
    assert result.decisions
    assert standing(sample, result.text) == []


def test_quotes_made_by_seed_ones_fields_are_enforced(sample: Line) -> None:
    """`raw_spans` is ours and may be missing."""
    quote = quote_by(sample, "Dirt is").model_copy(update={"raw_spans": []})
    result = enforce_quote_whitelist(f"“{DIRT}” and “no”.\n\n> {DIRT}\n", [quote], 0)
    assert result.text == f"“{DIRT}” (Imke Sorrel) and no.\n\n> {DIRT}\n> — Imke Sorrel\n"
    assert [one.finding for one in result.decisions] == [
        QuotationFinding.WHITELISTED,
        QuotationFinding.NOT_WHITELISTED,
        QuotationFinding.WHITELISTED,
    ]


def test_an_unquoted_sentence_is_listed(sample: Line) -> None:
    """The sentence that lost its marks is there for the reader to judge."""
    result = enforce(sample, "All was well. Sorrel said “we never met” to him. The end.")
    (decision,) = result.decisions
    assert decision.sentence == "Sorrel said “we never met” to him."
    assert result.text == "All was well. Sorrel said we never met to him. The end.\n"


def test_a_slice_with_marks_of_its_own_becomes_a_block(sample: Line) -> None:
    """It cannot stand unambiguously between “ and ”."""
    result = enforce(sample, "He says, \"I heard him say 'go down' and I thought, down where?\" and laughs.", 5)
    assert result.text == (
        "He says,\n\n> I heard him say “go down” and I thought, down where?\n> — Casimir Boyle\n\nand laughs.\n"
    )


def test_strict_narratives_have_no_block_quotes(sample: Line) -> None:
    """With the setting a proven one goes too, with its reason; an inline one stays."""
    strict = EnforcementPolicy(references=False, strict_narrative=True)
    result = enforce(sample, f"> {DIRT}\n\nSorrel: {DIRT}\n\nSorrel says: “{DIRT}”", 0, strict)
    assert result.text == f"Sorrel says: “{DIRT}”\n"
    assert [(one.action, one.finding) for one in result.decisions] == [
        (DecisionAction.DROPPED, QuotationFinding.WHITELISTED),
        (DecisionAction.DROPPED, QuotationFinding.WHITELISTED),
        (DecisionAction.KEPT, QuotationFinding.WHITELISTED),
    ]


def test_explicit_names_stand_behind_every_quotation(sample: Line) -> None:
    """Also where the sentence names the speaker already, and once only."""
    explicit = EnforcementPolicy(references=False, explicit_names=True)
    once = enforce(sample, f"Sorrel says: “{DIRT}”", 0, explicit).text
    assert once == f"Sorrel says: “{DIRT}” (Imke Sorrel)\n"
    assert enforce(sample, once, 0, explicit).text == once


@pytest.mark.parametrize(
    ("named", "speaker"),
    [
        ("", "Imke Sorrel"),
        ("Wanda Prell says: ", "Wanda Prell"),
        ("Imke Sorrel says: ", "Imke Sorrel"),
        ("Boyle says: ", "Imke Sorrel"),
    ],
)
def test_of_the_same_words_by_two_the_name_decides_and_else_the_guest(sample: Line, named: str, speaker: str) -> None:
    """Host and guest both say it: the sentence's name first, then the GUEST."""
    result = enforce(sample, f"{named}“The sea does not come in thirty-one different sizes.”", 1)
    assert [one.speaker.speaker_name for one in result.replaced] == [speaker]


CLAIM = "### Core Claims\n\n- {}\n"


@pytest.mark.parametrize(
    ("item", "finished", "reasons"),
    [
        pytest.param("It is so: “{}” (Sorrel)", "It is so: “{}” (Imke Sorrel)", ["whitelisted"], id="stands"),
        pytest.param("It is so: “{}” (Boyle)", "It is so: “{}” (Imke Sorrel)", ["whitelisted"], id="a wrong name"),
        pytest.param("It is so — “{}”", "It is so: “{}” (Imke Sorrel)", ["whitelisted"], id="another form"),
        pytest.param("It is so:\n  > {}\n  > — Sorrel", "It is so: “{}” (Imke Sorrel)", ["whitelisted"], id="a block"),
        pytest.param("“{}” (Sorrel)", "“{}” (Imke Sorrel)", ["whitelisted"], id="no claim"),
        pytest.param(
            "It is “quixotic”: “{}”",
            "It is quixotic: “{}” (Imke Sorrel)",
            ["not_in_transcript", "whitelisted"],
            id="two",
        ),
        pytest.param("It is so.", "", [], id="no quotation"),
        pytest.param(
            "It is so: “Dirt is evidence.”", "", ["core_claim_refused: part_of_whitelisted"], id="a part of one"
        ),
        pytest.param(
            "It is so: “It was a staircase.”", "", ["core_claim_refused: other_chapter"], id="another chapter's"
        ),
        pytest.param(
            "So: “The sea does not come in thirty-one different sizes.” and “quixotic”",
            "",
            ["core_claim_refused: other_chapter", "core_claim_refused: not_in_transcript"],
            id="none of two",
        ),
    ],
)  # fmt: skip
def test_a_core_claim_stands_with_its_guests_quote_or_goes(
    sample: Line, item: str, finished: str, reasons: list[str]
) -> None:
    """One proven quotation by a guest of the chapter carries it; every quotation in it has its reason."""
    result = enforce(sample, CLAIM.format(item.replace("{}", DIRT)))
    assert result.text == (CLAIM.format(finished.replace("{}", DIRT)) if finished else "")
    assert [one.reason for one in result.decisions] == reasons
    assert {one.place for one in result.decisions} <= {DecisionPlace.CORE_CLAIM}


def test_a_host_or_caller_never_carries_a_claim(sample: Line) -> None:
    """Whitelisted in the chapter, and refused."""
    result = enforce(sample, CLAIM.format("It is so: “She went down the stairs.” (Philippa Dunmore)"), 4)
    assert (result.text, [one.reason for one in result.decisions]) == ("", ["core_claim_refused: whitelisted"])


def test_the_models_excerpts_are_thrown_away_with_reasons(sample: Line) -> None:
    """Proven or not, in blocks, lists, paragraphs or scripts: all of it goes, and ours stands there."""
    own = f"### Key Excerpts\n\n> {DIRT}\n> — Boyle\n\n- > So it is.\n\nShe said “It limps.” here.\n"
    excerpts = sample.excerpts(0)
    result = enforce_quote_whitelist(
        own,
        list(sample.merged.whitelist),
        0,
        transcript=sample.transcript,
        roster=sample.roster,
        excerpts=excerpts,
    )
    assert [one.reason for one in result.decisions] == [
        "own_excerpts: whitelisted",
        "own_excerpts: not_in_transcript",
        "own_excerpts: verbatim_not_whitelisted",
    ]
    assert standing(sample, result.text) == [one_line(one.quote_text) for one in excerpts]


# References.

KNOWN = EnforcementPolicy()


@pytest.mark.parametrize(
    ("draft", "finished", "reasons"),
    [
        pytest.param("Sorrel says: [[{id}]]", "Sorrel says: “{}”", ["whitelisted"], id="inline"),
        pytest.param("So [[ {id} ]] it is", "So “{}” (Imke Sorrel) it is", ["whitelisted"], id="with spaces"),
        pytest.param("So “[[{id}]]” it is", "So “{}” (Imke Sorrel) it is", ["whitelisted"], id="in marks"),
        pytest.param("> [[{id}]]", "> {}\n> — Imke Sorrel", ["whitelisted"], id="set apart"),
        pytest.param("> “[[{id}]]”\n> — Boyle", "> {}\n> — Imke Sorrel", ["whitelisted"], id="with a wrong name"),
        pytest.param("Boyle: [[{id}]]", None, ["whitelisted"], id="in a script"),
        pytest.param(
            "### Core Claims\n\n- So: [[{id}]]",
            "### Core Claims\n\n- So: “{}” (Imke Sorrel)",
            ["whitelisted"],
            id="in a claim",
        ),
        pytest.param("So [[{no}]] it is", "So it is", ["unknown_reference"], id="unknown"),
        pytest.param("So “[[{no}]]” it is", "So it is", ["unknown_reference"], id="unknown in marks"),
        pytest.param("> [[{no}]]", "", ["unknown_reference"], id="unknown set apart"),
        pytest.param("- [[{no}]]\n- so", "- so", ["unknown_reference"], id="unknown in a list"),
        pytest.param("So [{id}] it is", "So “{}” (Imke Sorrel) it is", ["whitelisted"], id="single brackets"),
        pytest.param("“so [[{id}]] it is”", "so it is", ["not_in_transcript"], id="inside a quotation"),
        pytest.param("“so [[{no}]] it is”", "so it is", ["not_in_transcript"], id="unknown inside a quotation"),
        pytest.param("[[{id}]][[{id}]]", "“{}” (Imke Sorrel)“{}” (Imke Sorrel)", ["whitelisted"] * 2, id="two"),
        pytest.param("\\[\\[{id}\\]\\]", "“{}” (Imke Sorrel)", ["whitelisted"], id="escaped: a reader sees the same"),
    ],
)  # fmt: skip
def test_a_reference_is_the_exact_quote_or_nothing(
    sample: Line, draft: str, finished: str | None, reasons: list[str]
) -> None:
    """A known id becomes the slice, an unknown one is dropped with its reason."""
    quote = quote_by(sample, "Dirt is")
    text = draft.replace("{id}", quote.quote_id).replace("{no}", UNKNOWN)
    result = enforce(sample, text, 0, KNOWN)
    if finished is not None:
        finished = finished.replace("{id}", quote.quote_id).replace("{}", DIRT)
        assert result.text == (finished + "\n" if finished else "")
    assert [one.finding.value for one in result.decisions] == reasons
    assert UNKNOWN not in result.text
    assert enforce(sample, result.text, 0, KNOWN).text == result.text
    assert check(sample, result.text).verdict in PASSING


def test_a_reference_is_text_where_nobody_asked_for_references(sample: Line) -> None:
    """In quote mode `[[id]]` stays what it is, known or not, and nothing is decided."""
    quote = quote_by(sample, "Dirt is")
    text = f"So [[{quote.quote_id}]] and [[{UNKNOWN}]] it is."
    result = enforce(sample, text)
    assert result.decisions == ()
    assert [block.text for block in read_markdown(result.text)] == [text]


# Drafts that nobody would write.

PASSING = (Verdict.VERIFIED, Verdict.NOTHING_TO_VERIFY)
CHAPTERS = st.integers(0, 5)


@pytest.mark.property
def test_whatever_is_written_nothing_unproven_stands_in_marks(sample: Line, replies: st.SearchStrategy[str]) -> None:
    """It never raises, every mark and block quote left is a proven slice's, and a second run changes nothing."""
    proven = slices(sample)
    keys = {one.quote_canonical for one in sample.merged.whitelist}

    @examples(400)
    @given(replies, CHAPTERS, st.builds(EnforcementPolicy, references=st.booleans(), strict_narrative=st.booleans()))
    def holds(text: str, chapter: int, policy: EnforcementPolicy) -> None:
        once = enforce(sample, text, chapter, policy)
        assert unproven_marks(once.text, proven) == []
        for kind, (first, *_) in shown(read_markdown(once.text)):
            quoted = [] if kind is BlockKind.QUOTE else find_quotations(first)
            assert all(quote_key(found.inner.slice(first)) in keys for found in quoted)
        assert enforce(sample, once.text, chapter, policy).text == once.text

    holds()


@pytest.mark.property
def test_whatever_is_written_the_finished_chapter_verifies(sample: Line, replies: st.SearchStrategy[str]) -> None:
    """A finished chapter is verified or has nothing to verify, and its key excerpts are the program's own."""
    proven = slices(sample)

    @examples(200)
    @given(replies, CHAPTERS, st.sampled_from([WritingMode.REFERENCE, WritingMode.QUOTE]))
    def holds(text: str, chapter: int, mode: WritingMode) -> None:
        draft = finish_chapter(in_mode(sample, mode), OLD_CHAPTER[chapter], text)
        found = check(sample, draft.text)
        assert (found.verdict in PASSING, found.unproven) == (True, ())
        assert unproven_marks(draft.text, proven) == []
        assert draft.key_excerpts == sample.excerpts(chapter)

    holds()


@pytest.mark.property
def test_whatever_is_written_a_chapter_need_not_fall_back(sample: Line, replies: st.SearchStrategy[str]) -> None:
    """With a name behind each quotation the checker, which shares no code with the writer, has nothing to object to."""

    @examples(250)
    @given(replies, CHAPTERS, st.booleans().map(lambda asked: EnforcementPolicy(references=asked, explicit_names=True)))
    def holds(text: str, chapter: int, policy: EnforcementPolicy) -> None:
        found = check(sample, enforce(sample, text, chapter, policy).text)
        assert (found.verdict in PASSING, found.unproven) == (True, ())

    holds()


@pytest.mark.property
def test_whatever_is_written_the_decisions_are_true(sample: Line, replies: st.SearchStrategy[str]) -> None:
    """What stands was decided to stand and is in the text that often; what fell names no quote that stands for it."""

    @examples(150)
    @given(replies, CHAPTERS)
    def holds(text: str, chapter: int) -> None:
        result = enforce(sample, text, chapter)
        stands = [one for one in result.decisions if one.action in (DecisionAction.KEPT, DecisionAction.REPLACED)]
        assert Counter(one.quote_id for one in stands) == Counter(one.quote_id for one in result.replaced)
        words = "\n".join(one_line(one) for block in read_markdown(result.text) for one in texts_of(block))
        for proven, count in Counter(one_line(one.quote_text) for one in result.replaced).items():
            assert words.count(proven) >= count
        for one in result.decisions:
            assert one.corrected_name == "" or one.action is DecisionAction.REPLACED
            assert one.finding in (QuotationFinding.WHITELISTED, QuotationFinding.OTHER_CHAPTER) or one not in stands

    holds()


@pytest.mark.property
def test_one_other_character_is_another_quotation(sample: Line) -> None:
    """Each edit of one letter or digit of a proven quote, at every place of it, loses its marks."""
    whitelist = list(sample.merged.whitelist)
    keys = {one.quote_canonical for one in whitelist}
    forms = st.sampled_from(["“{}”", "> {}", "Imke Sorrel: {}", "- '{}'", 'Sorrel says, "{}"'])

    @examples(40)
    @given(st.integers(0, len(whitelist) - 1), st.randoms(use_true_random=False), forms)
    def holds(number: int, random: Random, form: str) -> None:
        text = one_line(whitelist[number].quote_text)
        others = [random.choice("abcdefghijklmnopqrstuvwxyz0123456789") for _ in text]
        edits = [
            text[:index] + other + text[index + 1 :]
            for index, (char, other) in enumerate(zip(text, others, strict=True))
            if char.isalnum() and other != char.casefold()
        ]
        assume(not keys.intersection(map(quote_key, edits)))
        drafted = "\n\n".join(form.format(one) for one in edits)
        result = enforce(sample, drafted, whitelist[number].chapter_indices[0])
        assert {one.action for one in result.decisions} <= {DecisionAction.UNQUOTED, DecisionAction.DROPPED}
        assert len(result.decisions) >= len(edits)
        assert check(sample, result.text).verdict is Verdict.NOTHING_TO_VERIFY

    holds()


# A hostile transcript: the slices themselves are what Markdown, HTML and templates trip over.

WORST = [
    "<script>alert(1)</script> is what I typed",
    "it cost *five* or **six** of _those_ [things](x)",
    "you pay $5 -- $6 & up, i.e. 5 < 6 > 4",
    "# no heading, 1. no list, `code` and ``more``",
    "| a | b | and a \\ backslash \\*",
    "&amp; then &lt;q&gt; and &#8220;",
    "{{TARGET_WORDS}} and [[deadbeefdeadbeef]] went",
    "~~struck~~ ^up^ ==marked== :smile: http://x.y/a_b_c",
    "we said 'no' and 'n' all the dogs' tails",
    "it’s 6′2″ by 5″ or so",
    "he called it ''the sea'' and left",
    "he wrote ,,the sea'' or ``the sea'' on it",
    "so ＂the sea＂ and 《the sea》 it was",
]


@pytest.mark.parametrize("words", WORST)
@pytest.mark.parametrize(
    "form", ["“{}” (Ann)", "> {}", "So: [[{id}]]", "### Core Claims\n\n- So: “{}” (Ann)", "ANN: {}"]
)
def test_hostile_slices_stand_as_they_were_said(words: str, form: str) -> None:
    """What Markdown would read as markup is shown, character for character, and verifies."""
    raw = f"ANN: Well: {words}. So much for that.\n"
    transcript = read_transcript(raw.encode(), "hostile.txt")
    start = raw.index(words)
    quote = WhitelistQuote(
        quote_id="0123456789abcdef",
        quote_text=words,
        quote_canonical=quote_key(words),
        speaker=SpeakerRef(speaker_id="ann", speaker_name="Ann", speaker_role=SpeakerRole.GUEST),
        source_evidence_ids=[],
        chapter_indices=[0],
        match_spans=[(0, 1)],
        raw_spans=[(start, start + len(words))],
        speaker_verified=True,
    )
    draft = form.replace("{id}", quote.quote_id).replace("{}", re.sub(r"^#", r"\\#", escape(words)))
    result = enforce_quote_whitelist(draft, [quote], 0, transcript=transcript)
    assert [one.quote_id for one in result.replaced] == [quote.quote_id]
    found = verify_edition(result.text, transcript, form="markdown")
    assert [(one.text, one.reason) for one in found.unproven] == []
    assert [one.text for one in found.proven] == [words]
    assert enforce_quote_whitelist(result.text, [quote], 0, transcript=transcript).text == result.text


SCRATCHED = "And inside this one somebody has scratched"


@pytest.mark.parametrize("marks", ["“”", '""', "„“", "«»"])
def test_a_dash_inside_a_block_quote_in_marks_names_nobody(sample: Line, marks: str) -> None:
    """What stands behind it belongs to the quotation, which is not closed before it."""
    quote = quote_by(sample, "A clock with no face")
    for below in ("", "\n>\n> — Casimir Boyle", "\n> — Casimir Boyle"):
        result = enforce(sample, f"> {marks[0]}{quote.quote_text}{marks[1]}{below}")
        assert [one.quote_id for one in result.replaced] == [quote.quote_id]


@pytest.mark.parametrize("marks", ["“”", "„“", "«»", "「」"])
def test_straight_marks_behind_digits_inside_other_marks_close(sample: Line, marks: str) -> None:
    """They are no inches: what closes the quotation around them closes nothing straight."""
    quote = quote_by(sample, SCRATCHED)
    straight_inside = quote.quote_text.replace("“", '"').replace("”", '"')
    result = enforce(sample, f"Casimir Boyle says: {marks[0]}{straight_inside}{marks[1]}")
    assert [one.quote_id for one in result.replaced] == [quote.quote_id]


def test_a_title_holds_no_quote_that_would_have_to_be_set_apart(sample: Line) -> None:
    """There is no place for a block quote in a title, and the decision says so."""
    quote = quote_by(sample, "It was a junk sale")
    result = enforce(sample, f"## Boyle says, “{quote.quote_text}”")
    assert result.replaced == []
    assert [decision.action for decision in result.decisions] == [DecisionAction.DROPPED]
    assert enforce(sample, result.text).text == result.text


def test_a_strict_narrative_has_no_block_quotes_from_script_lines_either(sample: Line) -> None:
    """What would stand as a script line is not set apart where nothing may be."""
    quote = quote_by(sample, "I withdraw the July.")
    policy = EnforcementPolicy(strict_narrative=True)
    result = enforce(sample, f"> — Imke Sorrel\n[[{quote.quote_id}]]", policy=policy)
    assert ">" not in result.text
    assert enforce(sample, result.text, policy=policy).text == result.text


@pytest.mark.parametrize("forged", ["*[[01e2d9891cc5621b]]*", "*so it was*", "**so** it *was*"])
def test_emphasis_behind_a_label_hides_no_script_line(sample: Line, forged: str) -> None:
    """What reads as `Name: words` once its emphasis is gone was a script line before, and a second run finds none."""
    quote = sample.merged.whitelist[3]
    once = enforce(sample, f"Wanda Prell: {forged} x (“{quote.quote_text}”)").text
    assert "Prell:" not in once
    assert enforce(sample, once).text == once
