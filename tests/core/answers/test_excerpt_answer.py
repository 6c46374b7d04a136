"""The answer without a model: exact slices under their labels, by theme and file, nothing twice, nothing unproven."""

from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from core.answers.excerpts import excerpt_answer
from core.answers.inline import verify_answer
from core.answers.passage_transcript import Ground
from core.answers.records import AnswerMode, Citation, CitedAnswer
from core.prose.model import Heading, Paragraph, QuoteBlock
from core.prose.render import write_blocks
from core.verify import Verdict

PASSING = (Verdict.VERIFIED, Verdict.NOTHING_TO_VERIFY)
PIECES = st.sampled_from(
    """The ferry was late. It sank! Why? storm storm, (laughs) [laughter] [inaudible] [00:12] can't "so" “so” 'features'
    15,000 €11.40 10–12 e.g. Mr. Node.js cafe\u0301 日本語。 渡し船が 👍 ... … — - \u200b te\u00adst ( ) [ ] « »
    „ 3.5 -5 \u202eabc Ann: > # - * _ ` <b> &amp; \\ ~~ ``` | 1. $5 :red[
    ** \\* \u0301 ' ’ ‘ “ ” [sic] [t]he [[1.1]] (r1) \ufffd""".split()
)
BETWEEN = st.sampled_from((" ", " ", " ", "\n", "\n\n", "", "\u00a0", "\t"))
TEXTS = st.lists(st.tuples(PIECES, BETWEEN), max_size=24).map(lambda parts: "".join(map("".join, parts)))
NAMES = st.sampled_from(
    ("", "talk.md", 'the "best" talk', "Ann: hello", "> x", "a/b\\c.md", "\u202etxt", "— Ben", "# one", "r1", "(r2)")
)
IDS = st.sampled_from(("", "r1", "r2", "x#1", "a b", "“q”"))


def cite(record_id: str, text: str, file: str = "talk.md", **more: Any) -> Citation:
    return Citation(1, file, text=text, record_id=record_id, **more)


def ask(question: str, *citations: Citation, reason: str = "") -> CitedAnswer:
    answer = excerpt_answer(question, citations, reason=reason)
    assert_proven(answer)
    return answer


def assert_proven(answer: CitedAnswer) -> None:
    texts = {citation.record_id: citation for citation in answer.citations}
    for quote in answer.quotes:
        citation = texts[quote.record_id]
        assert quote.within.slice(citation.text) == quote.text
        assert quote.span == (citation.offset + quote.within.start, citation.offset + quote.within.end)
    shown = [block.quote for block in answer.blocks if isinstance(block, QuoteBlock)]
    assert [(quote.text, quote.speaker.speaker_id, quote.raw_span) for quote in shown] == [
        (quote.text, quote.record_id, quote.span) for quote in answer.quotes
    ]


def outline(answer: CitedAnswer) -> list[str]:
    """Return an answer as a person sees its order: headings with `#`, quotations by their record, other lines."""
    lines: list[str] = []
    for block in answer.blocks:
        match block:
            case Heading() | Paragraph():
                words = "".join(inline.text for inline in block.inlines)
                lines.append(f"# {words}" if isinstance(block, Heading) else words)
            case QuoteBlock():
                lines.append(f"> {block.quote.speaker.speaker_id}")
            case _:
                raise AssertionError(block)
    return lines


FERRY = "The ferry was an hour late, and then the next ferry did not come at all."
FERRIES = "Two ferries went down that winter; nobody rides a ferry in January now."
BREAD = "My mother sold bread at the pier, dark bread with too much salt in it."
BAKER = "A baker needs the first boat: bread does not wait, and bread gets cold."


def test_an_answer_is_read_from_top_to_bottom() -> None:
    """First how much was found and where, then theme by theme, in each file by file, each with who and when."""
    answer = ask(
        "What did people say about the winter?",
        cite("a#9", FERRIES, "a.md", speaker="Ann Lee", start_seconds=754.0, offset=900),
        cite("b#1", BREAD, "b.md", speaker="Ben", metadata={"course": "History", "difficulty": "easy", "other": "x"}),
        cite("a#2", FERRY, "a.md", speaker="Cy", start_seconds=12.0, offset=40),
        cite("c#1", BAKER, "dir/c.md"),
        cite("c#2", "The clerk wrote everything down in a ledger.", "dir/c.md"),
    )
    assert outline(answer) == [
        "5 passages from 3 files, word for word.",
        "# ferry",
        "a.md · Cy · 0:00:12",
        "> a#2",
        "Ann Lee · 0:12:34",
        "> a#9",
        "# bread",
        "b.md · Ben · course History · difficulty easy",
        "> b#1",
        "c.md",
        "> c#1",
        "# Other passages",
        "c.md",
        "> c#2",
    ]
    assert [quote.record_id for quote in answer.quotes] == ["a#2", "a#9", "b#1", "c#1", "c#2"]
    assert answer.mode is AnswerMode.EXCERPTS


def test_without_passages_it_says_so_and_what_to_do() -> None:
    """No quotation, one line, and the reason that was given."""
    answer = ask("Why?", reason="Insufficient sources for synthesis")
    assert outline(answer) == ["No passage was found for this question. Other words may find some, or other sources."]
    assert (answer.quotes, answer.citations) == ((), ())
    assert answer.fallback_reason == "Insufficient sources for synthesis"


def test_one_passage_needs_no_heading() -> None:
    """Where nothing is shared there are no themes."""
    assert outline(ask("ferry", cite("r1", FERRY))) == [
        "1 passage from 1 file, word for word.",
        "talk.md",
        "> r1",
    ]


def test_speakers_are_counted_where_all_are_known() -> None:
    """A number of speakers beside passages of nobody would be too few."""
    known = [cite("r1", FERRY, speaker="Ann"), cite("r2", BREAD, speaker="Ben"), cite("r3", BAKER, speaker="Ann")]
    assert outline(ask("ferry", *known))[0] == "3 passages from 1 file, by 2 speakers, word for word."
    assert outline(ask("ferry", *known, cite("r4", FERRIES)))[0] == "4 passages from 1 file, word for word."


def test_words_of_the_question_that_nobody_has_are_named() -> None:
    """What was not found is as telling as what was; inflections, summaries and everyday words count as found."""

    def said(question: str, summary: str = "") -> str:
        return outline(ask(question, cite("r1", FERRY, summary=summary)))[0].partition("word for word.")[2]

    assert said("Is the ferry by the lighthouse?") == " The word lighthouse does not occur in what was found."
    assert said("pirates or lighthouses") == " The words pirates and lighthouses do not occur in what was found."
    assert said("Which ferries were late, and why?") == ""
    assert said("ferry, lighthouse", summary="On lighthouses.") == ""
    assert said("渡し船") == ""


def test_the_same_words_stand_once_with_all_their_records() -> None:
    """Case, punctuation and fillers make no other words; a negation, a number, a sign and a question mark do."""
    said = "The export of my notes works on the train."
    answer = ask(
        "export",
        cite("r1", said),
        cite("r2", "Well, the export of my notes really works, on the train!"),
        cite("r3", said.replace("works", "never works")),
        cite("r4", said.replace("train.", "train 5.")),
        cite("r5", said.replace("train.", "train -5.")),
        cite("r6", said.replace("train.", "train?")),
        cite("r7", said.upper()),
    )
    assert [quote.record_id for quote in answer.quotes] == ["r1", "r3", "r4", "r5", "r6"]
    assert "In the same words, or nearly: r2 and r7." in outline(answer)


def test_very_short_records_are_counted_and_not_quoted() -> None:
    """Each wording once, without marks, with its records; what has no words at all too."""
    answer = ask(
        "What is good?",
        cite("r1", "great"),
        cite("r2", "Great!!"),
        cite("r3", FERRY),
        cite("r4", '"ok"'),
        cite("r5", "👍"),
        cite("r6", "[laughter]"),
        cite("r7", "  "),
    )
    assert [quote.record_id for quote in answer.quotes] == ["r3"]
    assert outline(answer)[-2:] == [
        "# Very short",
        "5 passages say no more than a few words: great (r1 and r2), ok (r4), 👍 (r5) and [laughter] (r6).",
    ]


def test_a_hundred_records_of_one_word_are_one_line() -> None:
    """Of many ids only the first are listed."""
    answer = ask("good", *(cite(f"r{number}", "good") for number in range(100)))
    line = outline(answer)[-1]
    assert line.startswith("100 passages say no more than a few words: good (r0, r1, ")
    assert line.endswith("r11 and 88 more).")


def test_records_without_ids_or_with_the_same_one_are_told_apart() -> None:
    """Each quotation names one passage, whatever the citations say."""
    answer = ask("ferry", cite("", FERRY), cite("x", BREAD), cite("x", BAKER))
    assert len({quote.record_id for quote in answer.quotes}) == 3
    assert verify_answer(answer.blocks, Ground(answer.citations)).verdict is Verdict.VERIFIED


def test_a_summary_helps_to_name_a_theme() -> None:
    """Records in two languages share a theme by what their summaries say; only their own words are quoted."""
    answer = ask(
        "What about speed?",
        cite("r1", "ça rame depuis la dernière mise à jour", summary="Complains about slow performance, very slow."),
        cite("r2", "It takes ten seconds to open my notes.", summary="Slow performance when notes are opened."),
        cite("r3", "I would like a dark mode for the night.", summary="Wants a dark mode."),
    )
    assert [line for line in outline(answer) if line.startswith("#")] == ["# slow performance", "# Other passages"]
    assert "Complains" not in write_blocks(answer.blocks)


def test_labels_are_plain_words() -> None:
    """File names, speakers and courses stand without marks, controls and folders, and never as markup."""
    answer = ask(
        "ferry",
        cite("r1", FERRY, 'C:\\talks\\the "best" talk.md', speaker="“Ann”\u202e", metadata={"course": "*A*\n# B"}),
    )
    assert outline(answer)[1] == "the best talk.md · Ann · course *A* # B"
    assert write_blocks(answer.blocks).splitlines()[2].startswith("**the best talk.md** · ")
    assert "\\*A\\*" in write_blocks(answer.blocks)


@given(
    passages=st.lists(st.tuples(TEXTS, NAMES, NAMES, NAMES, IDS), max_size=6),
    question=st.sampled_from(("storm", "the ferry", '"ferry was"', "渡し船", "", "who?", "\x00\ud800")),
)
@example(passages=[('Ann: "so"', "", "", "", "r1")], question="so")
def test_whatever_people_wrote_the_answer_passes_the_check(
    passages: list[tuple[str, str, str, str, str]], question: str
) -> None:
    """Hostile texts, names and ids: every quotation is an exact slice that the independent check finds again."""
    citations = [
        cite(record_id, text, file, speaker=speaker, summary=summary, offset=7)
        for text, file, speaker, summary, record_id in passages
    ]
    answer = ask(question, *citations)
    found = verify_answer(answer.blocks, Ground(answer.citations))
    assert found.verdict in PASSING, found.unproven
    assert len(answer.citations) == len(citations)


def test_the_same_passages_give_the_same_answer() -> None:
    """No chance, no order of sets."""
    citations = [cite(f"r{number}", text) for number, text in enumerate((FERRY, FERRIES, BREAD, BAKER))]
    assert excerpt_answer("bread", citations) == excerpt_answer("bread", list(citations))
