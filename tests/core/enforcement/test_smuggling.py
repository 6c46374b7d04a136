"""What a model that tries would write: look-alike marks, layouts that read as speech, names that are somebody else's.

Every row was once let through, or lost something honest; a row is added for every trick that is found.
"""

import pytest

from core.enforcement.results import DecisionAction
from core.generation.finish_chapter import finish_chapter
from core.generation.line import Line
from core.llm.client import WritingMode
from core.prose.render import one_line

FORGED = "I forged all these numbers myself"
PAIRS = [
    *(
        "ʻʼ",
        "ʽʼ",
        "ꞌꞌ",
        "׳׳",
        "ʹʹ",
        "ˊˋ",
        "˝˝",
        "〃〃",
        "¨¨",
        "⁗⁗",
        "❟❛",
        "《》",
        "〈〉",
        "⟨⟩",
        "⟪⟫",
        "❰❱",
        "⸂⸃",
        "⸜⸝",
        "︽︾",
    ),
    *("≪≫", "ʺʺ", "ˮˮ", "＂＂", "＇＇"),
    *("ᐦᐦ", "ᑊᑊ", "𖽑𖽑", "゛゛", "‷‷", "⪡⪢", "ᐸᐳ", "˂˃", "＜＞", "⦉⦊", "⧼⧽", "⸲⸴", "🙶🙷", "🙸🙷", "🙸🙸"),
]
TYPED = [
    *(("<<", ">>"), ("&lt;&lt;", "&gt;&gt;"), ("<<“", "”>>"), ("ʻʻ", "ʼʼ"), ("ʹʹ", "ʹʹ"), (",,", "''"), ("``", "''")),
    *(("ᑊᑊ", "ᑊᑊ"), ("𖽒𖽒", "𖽒𖽒"), ("⸲⸲", "⸴⸴"), ("ᐸᐸ", "ᐳᐳ"), ("ꜥꜥ", "ꜥꜥ"), ("˝˝", "˝˝")),
    *(("‚‚", "‘‘"), ("''", "''"), ("&Lt;", "&Gt;"), ("&lang;", "&rang;")),
]
LAYOUTS = [
    *(
        f"| {FORGED}\n| — Imke Sorrel",
        f"│ {FORGED}",
        f"＞ {FORGED}",
        f"&gt; {FORGED}\n&gt; — Imke Sorrel",
        f"\\> {FORGED}",
    ),
    *(
        f"Imke Sorrel꞉ {FORGED}",
        f"Imke Sorrel∶ {FORGED}",
        f"Imke Sorrel (guest): {FORGED}",
        f"Sorrel [guest]: {FORGED}",
    ),
    *(f"Imke Sorrel, archivist: {FORGED}", f"00:03 Imke Sorrel: {FORGED}", f"[00:03] Imke Sorrel: {FORGED}"),
    *(f"Imke Sorrel (00:03): {FORGED}", f"Sоrrel: {FORGED}", f"Sor\u200brel: {FORGED}", f"\\<! Imke Sorrel: {FORGED}"),
    *(f"**Q:** What did you do?\n\n**A:** {FORGED}", f"Interviewer: Why?\n\nGuest: {FORGED}", f"Speaker 2: {FORGED}"),
    *(f"| Imke Sorrel | {FORGED} |", f"⸺ {FORGED}", f"--- {FORGED}", f"-- {FORGED}", f"\u00a0— {FORGED}"),
    *(f"Imke Sorrel (00:12:33)\n{FORGED}", f"IMKE SORREL\n{FORGED}", f"> {FORGED}\n> Imke Sorrel"),
]


def narrative_of(sample: Line, reply: str) -> str:
    """Return the narrative of a finished chapter of the sample; one that falls back fails."""
    quoting = sample.model_copy(
        update={"settings": sample.settings.model_copy(update={"mode": WritingMode.QUOTE, "strict_narrative": False})}
    )
    draft = finish_chapter(quoting, 1, f"## A Title\n\n{reply}")
    assert draft.fallback == ""
    return draft.narrative.strip()


def shelf(sample: Line) -> str:
    """Return a proven quote of Imke Sorrel's."""
    return one_line(next(one.quote_text for one in sample.whitelist if one.quote_text.startswith("its height was")))


@pytest.mark.parametrize(("opening", "closing"), [*map(tuple, PAIRS), *TYPED])
def test_look_alike_marks_prove_nothing(sample: Line, opening: str, closing: str) -> None:
    """Unproven words lose them, as they lose any marks."""
    written = f"Sorrel answered, {opening}{FORGED}{closing}, and left."
    assert narrative_of(sample, written) == f"Sorrel answered, {FORGED}, and left."


@pytest.mark.parametrize(("opening", "closing"), [*map(tuple, PAIRS), *TYPED])
def test_a_proven_quote_stands_whatever_its_marks_look_like(sample: Line, opening: str, closing: str) -> None:
    """What is written are the program's own marks around the slice."""
    words = shelf(sample)
    assert narrative_of(sample, f"Sorrel says: {opening}{words}{closing}") == f"Sorrel says: “{words}”"


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_layout_that_reads_as_speech_is_a_quotation(sample: Line, layout: str) -> None:
    """Unproven words in it go, and nothing else of the chapter suffers."""
    narrative = narrative_of(sample, f"The log survives.\n\n{layout}\n\nIt is dry.")
    assert FORGED not in narrative
    assert narrative.startswith("The log survives.")
    assert narrative.endswith("It is dry.")


@pytest.mark.parametrize(
    "honest",
    [
        *("Guest: Imke Sorrel. Host: Wanda Prell.", "Note: the tide was high.", "The ʻohana of Hawaiʻi went home."),
        *(
            "We know that a ≪ b and c ≫ d here.",
            "The ˈtide house keeps a shelf.",
            "Sizes of 3 < 5 and 7 > 6 are known.",
        ),
        *("The words ᐸᓂᒃ and ᐳᓛᖅ are Inuktitut.", "Press ＜ to go back and ＞ to go on.", "The king ꜥnḫ fed rꜥ."),
        *("Imke Sorrel — keeper of the archive — keeps a shelf.", "One thing: it was cold.", "(A: the first of two.)"),
    ],
)
def test_honest_prose_stays(sample: Line, honest: str) -> None:
    """What only resembles a mark or a label is left alone."""
    words = narrative_of(sample, honest).replace("\\", "")
    assert words == honest


@pytest.mark.parametrize(
    "sentence",
    [
        *("Sorrel says that Boyle’s line is {}.", "Sorrel asked, and the answer from Boyle was {}."),
        *("Sorrel says it was Boyle’s idea that {}.", "Sorrel told Boyle, and got back {}."),
        *("{}, Sorrel said Boyle told her.", "When Prell asks, the answer is {}.", "The Tide House says {}."),
        *("Casimir Boyle, 71, a clockmaker, keeps quiet: {}", "Sorrel says nothing; the clockmaker’s answer is {}."),
    ],
)
def test_a_name_that_is_not_the_quotations_own_stays_and_the_right_one_follows(sample: Line, sentence: str) -> None:
    """Only a name right beside the quotation is put right; elsewhere the speaker's stands in parentheses behind it."""
    words = shelf(sample)
    narrative = narrative_of(sample, sentence.format(f"“{words}”"))
    assert f"“{words}” (Imke Sorrel)" in narrative or "Imke Sorrel says" in narrative
    for name in ("Boyle", "Prell"):
        assert narrative.count(name) == sentence.count(name)


@pytest.mark.parametrize(
    ("written", "stands"),
    [
        ("> {}\n> Imke Sorrel", "> {}\n> — Imke Sorrel"),
        ("> — Imke Sorrel\n> {}", "> {}\n> — Imke Sorrel"),
        ("> {} (Imke Sorrel, 06:40)", "> {}\n> — Imke Sorrel"),
        ("> *Imke Sorrel:* {}", "> {}\n> — Imke Sorrel"),
        ("[00:03] Imke Sorrel: {}", "> {}\n> — Imke Sorrel"),
        ("“{}” (Sorrel, 06:32)", "“{}” (Imke Sorrel)"),
        ("“{}” (Imke Sorrel, keeper of the archive)", "“{}” (Imke Sorrel)"),
        ("“{}” — Dr. Imke Sorrel", "“{}” (Imke Sorrel)"),
        ("“{},” Sorrel says.", "“{}”, Sorrel says."),
        ("As she said, “{},” and left.", "As she said, “{}” (Imke Sorrel), and left."),
        ("— «{}», says Sorrel.", "“{}”, says Sorrel."),
        ("<p>Sorrel says <q>{}</q></p>", "Sorrel says “{}”"),
    ],
)
def test_an_honest_way_of_quoting_costs_nothing(sample: Line, written: str, stands: str) -> None:
    """The proven quote stands, under one name, and the sentence keeps its comma."""
    words = shelf(sample)
    assert narrative_of(sample, written.format(words)) == stands.format(words)


def test_a_dialogue_in_a_block_quote_is_quoted_line_by_line(sample: Line) -> None:
    """Each line is its speaker's."""
    first, second = shelf(sample), "It was a staircase."
    narrative = narrative_of(sample, f"> Imke Sorrel: {first}\n> Sorrel: {second}")
    assert narrative == f"> {first}\n> — Imke Sorrel\n\n> {second}\n> — Imke Sorrel"


@pytest.mark.parametrize("behind", [" — Imke Sorrel", " (Imke Sorrel)", " – Sorrel"])
def test_what_fell_has_no_name_behind_it(sample: Line, behind: str) -> None:
    """Words that lost their marks are nobody's."""
    assert narrative_of(sample, f"So it went: “{FORGED}”{behind}") == f"So it went: {FORGED}"


def test_the_decisions_of_look_alikes_are_like_any_other(sample: Line) -> None:
    """Each has one, under its own words."""
    quoting = sample.model_copy(update={"settings": sample.settings.model_copy(update={"mode": WritingMode.QUOTE})})
    draft = finish_chapter(quoting, 1, f"He wrote <<{FORGED}>> and 《{FORGED}》.")
    assert [one.action for one in draft.enforcement.decisions] == [DecisionAction.UNQUOTED, DecisionAction.UNQUOTED]
    assert {one.original.strip("<>") for one in draft.enforcement.decisions} == {FORGED}


@pytest.mark.parametrize("words", ["The key quote:", "Key quotes:", "The core claim.", "Our main claims are these:"])
def test_a_paragraph_that_only_speaks_of_quotes_opens_no_section(sample: Line, words: str) -> None:
    """Only the very name of a section does where it is no heading; what follows is narrative."""
    narrative = narrative_of(sample, f"{words}\n\n> {shelf(sample)}\n\nThe prose goes on.")
    assert shelf(sample) in narrative
    assert narrative.endswith("The prose goes on.")


@pytest.mark.parametrize("title", ["The Central Claim", "Key Quotes", "Key Quotes from the Sea"])
def test_a_title_opens_no_section(sample: Line, title: str) -> None:
    """The first heading is the chapter's title, whatever it is about."""
    quoting = sample.model_copy(update={"settings": sample.settings.model_copy(update={"mode": WritingMode.QUOTE})})
    draft = finish_chapter(quoting, 1, f"## {title}\n\nThe log survives.")
    assert (draft.title, draft.narrative.strip()) == (title, "The log survives.")
