"""Articles against a transcript: a golden table, and what holds of every article."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.editions.article_check import (
    ORDER_CONTROL,
    CheckedQuotation,
    QuotationResult,
    SpeakerResult,
    WordingResult,
    check_article,
)
from core.editions.export.webpage import write_html
from core.generation.line import Line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import generate_edition
from core.transcripts.readers import read_transcript
from core.transcripts.transcript import TranscriptPair
from core.verify import Form, Verdict, verify_edition
from core.verify.reading.page import collapse
from core.whitelist.difference import DiffOperation
from tests.golden import cases, load
from tests.properties import examples

TALK = read_transcript(load("articles")["transcript"].encode(), "talk.txt")


def said_of(quotation: CheckedQuotation, asked: dict[str, Any]) -> dict[str, Any]:
    """Return of a quotation what a case of the table asks."""
    passage = quotation.passage
    known: dict[str, Any] = {
        "text": quotation.text,
        "standing": quotation.standing.value,
        "wording": quotation.wording.value,
        "mouth": quotation.mouth.value,
        "speaker": passage.speaker if passage else None,
        "passage": passage.text if passage else None,
        "named": quotation.named,
        "difference": quotation.difference,
        "line": quotation.line,
        "short": quotation.short,
    }
    return {name: known[name] for name in asked}


@pytest.mark.parametrize("case", cases("articles"))
def test_every_quotation_of_an_article_has_its_standing(case: dict[str, Any]) -> None:
    """As somebody wrote it down who read the article and the transcript, in reading order."""
    report = check_article(case["article"], case["form"], TALK)
    expected = [{"short": False} | one for one in case["expect"]]
    assert [said_of(one, asked) for one, asked in zip(report.quotations, expected, strict=True)] == expected


BOAT = "We did not lose the boat."
# A page as somebody else's site sends it: styles, scripts, classes, links inside a quotation, things nobody sees.
FOREIGN = """<!doctype html>
<html><head><title>The harbour | News</title><style>p { color: red }</style>
<script>document.title = "“not an article”";</script></head>
<body class="post"><nav><a href="/">Home</a></nav>
<p style="margin:0">Tom Okoro says: “We <a class="x" href="/b">did not</a> <span>lose</span> the boat.”</p>
<div style="display: none">“Hidden words that nobody sees.”<p>“More of them.”</div>
<p hidden>A browser shows the next paragraph.
<p>“They moved south, about forty miles, and nobody followed them.” (Edda Lind)</p>
<!-- “A comment is nothing.” -->
<noscript>“Without scripts.”</noscript>
<blockquote class="big">Of course we kept it.</blockquote><p>— Nora Vail</p>
<p>“He was right about <del>most</del> things.” (Tom Okoro)</p>
</body></html>"""


def test_of_a_foreign_page_the_text_is_read_and_said_to_be() -> None:
    """Its quotations are judged in their lines as on any page; the verdict stays that nobody can say what is shown."""
    report = check_article(FOREIGN, "html", TALK)
    assert [(one.line, one.standing.value) for one in report.quotations] == [
        (5, "found"),
        (8, "altered"),
        (11, "wrong_mouth"),
        (12, "altered"),
    ]
    assert report.obstacle is not None
    assert report.obstacle.line == 2
    assert report.obstacle.what == "<style>"
    assert report.verdict is Verdict.UNPROVEN


@pytest.mark.parametrize("opened", ["<div hidden>", "<p hidden>", "<template>", "<svg>", '<span style="display:none">'])
def test_what_hides_without_an_end_hides_nothing(opened: str) -> None:
    """A page must not lose its quotations behind a tag that nobody closed."""
    report = check_article(f"<main class='a'>{opened}<p>“{BOAT}” (Tom Okoro)</p></main>", "html", TALK)
    assert [one.wording for one in report.quotations] == [WordingResult.FOUND]


def test_a_page_of_this_program_is_read_as_it_stands(sample: Line) -> None:
    """Its quotations are found as `verify` finds them, nothing is in the way."""
    page = write_html(generate_edition(sample, OfflineComposer()))
    report = check_article(page, "html", sample.transcript)
    assert report.obstacle is None
    assert report.verdict is Verdict.VERIFIED
    assert {one.standing for one in report.quotations} == {QuotationResult.FOUND}


def test_where_the_transcript_names_no_speakers_only_the_words_have_a_verdict() -> None:
    """Whoever the article names: the transcript cannot say."""
    nameless = TranscriptPair.from_raw("We lost the boat. We kept the dog.")
    report = check_article("“We lost the boat.” (Ann)\n\n“We lost the dog.” (Ann)", "markdown", nameless)
    assert [(one.standing, one.mouth) for one in report.quotations] == [
        (QuotationResult.FOUND, SpeakerResult.NO_SPEAKERS),
        (QuotationResult.ALTERED, SpeakerResult.NO_SPEAKERS),
    ]
    assert not report.names_speakers


def test_what_is_found_says_turn_and_time() -> None:
    """The turn counts from 0; the time is the last one that the transcript gave."""
    (found,) = check_article("“They moved north, about forty miles,” said Edda Lind.", "markdown", TALK).quotations
    assert found.passage is not None
    assert (found.passage.turn, found.passage.start_seconds) == (4, 130.0)
    assert TALK.turns[4].speaker == "Edda Lind"


def test_the_differences_are_shown_in_both_texts() -> None:
    """What is not new is the quotation, what is not gone is the passage; typography shows the words it changes."""
    article = "“We did lose the boat.” (Tom Okoro) and “it’s still the only boat” (Tom Okoro)"
    altered, typography = check_article(article, "markdown", TALK).quotations
    assert [(piece.op, piece.text.strip()) for piece in altered.diff if piece.op is not DiffOperation.SAME] == [
        (DiffOperation.NEW, "not")
    ]
    assert [(piece.op, piece.text.strip()) for piece in typography.diff] == [
        (DiffOperation.GONE, "it’s"),
        (DiffOperation.NEW, "it's"),
        (DiffOperation.SAME, "still the only boat"),
    ]


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("herring", True),
        ("the herring question", True),
        ("a b c d", False),
        ("海は広い", True),
        ("海は広くて青いです", False),
    ],
)
def test_a_few_words_are_short_in_any_script(text: str, short: bool) -> None:  # noqa: FBT001 - a table's column
    """Where words are not parted by spaces, characters count."""
    (found,) = check_article(f"“{text}”", "markdown", TALK).quotations
    assert found.short is short


PARTS = st.sampled_from(
    [
        *(
            BOAT,
            "We did lose the boat.",
            "Of course we kept it.",
            "it’s still",
            "Tom Okoro",
            "Edda Lind",
            "said",
            "Ann",
        ),
        *("“", "”", '"', "'", "„", "‘", "’", "(", ")", "\n", "\n\n", "> ", "— ", ": ", " ", "*", "<p>", "</p>", "<q>"),
        *("<div hidden>", "<div>", "</div>", "<blockquote>", "<style>", "&ldquo;", "<", ">", "\ufffc"),
        *("\ud800", "\r\n", "```"),
    ]
)


@given(article=st.lists(PARTS, max_size=30).map("".join), form=st.sampled_from(["markdown", "html", "text"]))
@examples(300)
def test_any_text_is_an_article(article: str, form: Form) -> None:
    """Every quotation of the stranger's reading has one standing, in order; what is shown of the transcript is raw."""
    report = check_article(article, form, TALK)
    for one in report.quotations:
        assert isinstance(one.standing, QuotationResult)
        if one.passage is not None:
            assert one.passage.raw_span.slice(TALK.raw) == one.passage.text
        if one.wording is WordingResult.FOUND:
            assert one.passage is not None
            assert collapse(one.passage.text) == one.text
    if report.obstacle is None:
        verified = verify_edition(article, TALK, form=form)
        assert len(report.quotations) == verified.quotations
        assert report.verdict is verified.verdict
        assert report.verdict is not Verdict.VERIFIED
        proven = [one.text for one in report.quotations if one.standing is QuotationResult.FOUND]
        assert proven == [one.text for one in verified.proven]
    lines = [one.line for one in report.quotations]
    assert form == "html" or lines == sorted(lines)


@pytest.mark.parametrize("text", ["\u202e{}\u202d nobody \u202c\u202c", "\u2066Nothing quoted.\u2069\n\n{}"])
def test_controls_that_turn_the_order_are_an_obstacle(text: str) -> None:
    """Beside what the words are shown nobody can say; the article is never called verified."""
    report = check_article(text.format(f"“{BOAT}” (Tom Okoro)"), "markdown", TALK)
    assert report.obstacle
    assert (report.obstacle.line, report.obstacle.what) == (1, ORDER_CONTROL)
    assert report.verdict is Verdict.UNPROVEN
    assert [one.text for one in report.quotations] == [BOAT]
