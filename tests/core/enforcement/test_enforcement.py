"""Enforcement against drafts with known answers, against drafts that no one would write, and against itself."""

import re

import pytest

from core.enforcement.enforcer import enforce_quote_whitelist
from core.enforcement.matcher import EnforcementPolicy
from core.enforcement.results import DecisionAction, DecisionPlace, QuotationFinding
from core.generation.line import Line
from core.prose.parse import read_markdown
from core.prose.render import escape, one_line
from core.transcripts.readers import read_transcript
from core.transcripts.speakers import SpeakerRef, SpeakerRole
from core.verify import Verdict, verify_part
from core.whitelist.build import WhitelistQuote
from core.whitelist.quote_key import quote_key
from tests.core.enforcement.enforcing import (
    PASSING,
    check,
    enforce,
    quote_by,
    slices,
    standing,
    unproven_marks,
)
from tests.hostile_replies import SPELLINGS, UNKNOWN
from tests.properties import few

# What stands in a finished text, told without the code that wrote it.


# The golden drafts.


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
        pytest.param("“{}” and “{}”", "“{}” (Imke Sorrel)", None, id="twice"),
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
    result = enforce_quote_whitelist(f"“No”.\n\n> {DIRT}\n\n“{DIRT}” and so on.", [quote], 0)
    assert result.text == f"No.\n\n> {DIRT}\n> — Imke Sorrel\n"
    assert [one.finding for one in result.decisions] == [
        QuotationFinding.NOT_WHITELISTED,
        QuotationFinding.WHITELISTED,
        QuotationFinding.REPEATED,
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
    """With the setting a proven one goes too, with its reason; an inline one stays, a line of dialogue becomes one."""
    strict = EnforcementPolicy(references=False, strict_narrative=True)
    for lines, finished in ((f"Sorrel says: “{DIRT}”",) * 2, (f"Sorrel: {DIRT}", f"“{DIRT}” (Imke Sorrel)")):
        result = enforce(sample, f"> {DIRT}\n\n{lines}", 0, strict)
        assert result.text == f"{finished}\n"
        assert [(one.action, one.finding) for one in result.decisions] == [
            (DecisionAction.DROPPED, QuotationFinding.STRICT_NARRATIVE),
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
        pytest.param(
            "It was late. Imke Sorrel: “quixotic and all of it” “{}”",
            "",
            ["core_claim_refused: not_in_transcript", "core_claim_refused: whitelisted"],
            id="somebody's words under a name",
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
        pytest.param("[[{id}]][[{id}]]", "“{}” (Imke Sorrel)", ["whitelisted", "repeated"], id="two"),
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
    found = verify_part(result.text, transcript)
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
