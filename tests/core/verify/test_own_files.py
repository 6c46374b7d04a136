"""Files of this program are read by the grammar of what its writers make: whole, and nothing besides."""

from hashlib import sha256
from typing import Any, TypeGuard

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.coverage.levels import ChapterCoverage, CoverageLevel
from core.editions.certificate import Certificate, certify
from core.editions.export.decision_labels import NOT_PROMISED, PROMISE
from core.editions.export.markdown import write_markdown
from core.editions.export.page_script import SCRIPT
from core.editions.export.page_style import STYLE_SHEET
from core.editions.export.self_check import PANEL, SCRIPT_SOURCE
from core.editions.export.webpage import CONTENT_SECURITY_POLICY, write_html
from core.enforcement.context_warnings import MeaningWarning, WarningKind
from core.enforcement.results import (
    ChapterDraft,
    Decision,
    DecisionAction,
    DecisionPlace,
    Edition,
    EditionQuote,
    EditionSpeaker,
    EnforcementResult,
    ProseKind,
    QuotationFinding,
    UnprovenProse,
)
from core.generation.line import Line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import generate_edition
from core.generation.retries.messages import NO_ATTEMPT_USED, unreadable_note
from core.prose.model import Block, Emphasis, Heading, ListBlock, Paragraph, Quote, QuoteBlock, TextRun
from core.prose.render import write_blocks
from core.span import Span
from core.text.punctuation import UNREADABLE
from core.transcripts.speakers import SpeakerRef, SpeakerRole
from core.verify import Form, UnverifiedReason, Verdict, verify_edition
from core.verify.reading.own_markdown import find_stray_line
from core.verify.reading.own_pages import page_grammar
from core.verify.reading.read_file import read_file
from tests.changed_editions import changed, checked_file
from tests.core.verify.scripts import BOAT
from tests.golden import cases
from tests.properties import examples
from workbench.sessions.edition_files import edition_files

# What a hostile file puts into every field: markup of both forms, marks, white space, controls.
PIECES = st.sampled_from(
    [
        *("word", "Ann Lee", "7.", "12)", " ", "  ", "\t", "\n", "\r\n", "\u2028", "\u00a0", "\x00", "\x1f", "\ud800"),
        *(
            "#",
            "##",
            "-",
            "+",
            "=",
            "===",
            ">",
            "<",
            "&",
            "&amp;",
            "&#60;",
            "*",
            "**",
            "_",
            "`",
            "```",
            "~~~",
            "|",
            "\\",
        ),
        *("[x]", "(y)", "![", "](#)", "[^1]:", "<!--", "-->", "<b>", "</p>", '" onclick="x', "'", "“", "”", "«", "‘"),
        *("\u202e", "\u2066", "\u200b", "é", "語", "—", ":", ".", ",", "$", "1", "About this edition", "is labelled"),
        *("In the transcript, ", "</span></section></main>", "Quote Workbench edition", "\ufffc", "\ufeff"),
    ]
)
HOSTILE = st.lists(PIECES, min_size=1, max_size=6).map("".join)
WORDS = st.tuples(st.sampled_from(["we", "7. the", "# so", "- and", "*both*"]), HOSTILE).map(" ".join)
EMPHASES = st.sampled_from(list(Emphasis))
SPEAKERS = st.builds(
    SpeakerRef, speaker_id=st.just("ann"), speaker_name=WORDS, speaker_role=st.sampled_from(list(SpeakerRole))
)
QUOTES = st.builds(Quote, text=WORDS, quote_id=HOSTILE, raw_span=st.just(Span(3, 9)), speaker=SPEAKERS)
INLINES = st.lists(st.one_of(st.builds(TextRun, text=HOSTILE, emphasis=EMPHASES), QUOTES), min_size=1, max_size=4).map(
    tuple
)
FLAT = st.one_of(
    st.builds(Heading, level=st.integers(1, 6), inlines=INLINES),
    st.builds(Paragraph, inlines=INLINES),
    st.builds(QuoteBlock, quote=QUOTES),
)
BLOCKS: st.SearchStrategy[Block] = st.recursive(
    FLAT,
    lambda inner: st.builds(
        ListBlock,
        ordered=st.booleans(),
        items=st.lists(st.lists(inner, min_size=1, max_size=3).map(tuple), min_size=1, max_size=3).map(tuple),
    ),
    max_leaves=6,
)
DECISIONS = st.builds(
    Decision,
    action=st.sampled_from(list(DecisionAction)),
    place=st.sampled_from(list(DecisionPlace)),
    finding=st.sampled_from(list(QuotationFinding)),
    original=HOSTILE,
    sentence=HOSTILE,
    corrected_name=st.one_of(st.just(""), HOSTILE),
)
UNPROVEN = st.builds(
    UnprovenProse,
    kind=st.sampled_from(list(ProseKind)),
    words=HOSTILE,
    sentence=HOSTILE,
    paragraph=st.integers(0, 3),
    span=st.tuples(st.integers(0, 4), st.integers(5, 20)).map(lambda ends: Span(*ends)),
)
# What is said of the attempts at a chapter; a service's own words may follow.
ATTEMPTS = st.one_of(
    st.sampled_from(["", NO_ATTEMPT_USED, "The reply ended too early and was continued."]),
    HOSTILE.map("The first attempt stands. Of the second: {}".format),
    HOSTILE.map("This chapter is written by a simpler prompt, which shows no transcript. {}".format),
).flatmap(lambda note: st.sampled_from([note, f"{note} {unreadable_note(UNREADABLE)}", unreadable_note(UNREADABLE)]))
COVERAGE = ChapterCoverage(
    chapter_index=0,
    level=CoverageLevel.WEAK,
    usable_quotes=2,
    quote_words_per_claim=12.5,
    quotes_per_claim=1.0,
    target_words=250,
    generation_mode="excerpt_only",
)


def is_title(block: Block) -> TypeGuard[Heading]:
    return isinstance(block, Heading) and block.level <= 2


@st.composite
def _chapters(draw: st.DrawFn) -> ChapterDraft:
    blocks = tuple(draw(st.lists(BLOCKS, max_size=4)))
    result = EnforcementResult(
        text="",
        replaced=[],
        dropped=[],
        decisions=tuple(draw(st.lists(DECISIONS, max_size=2))),
        unproven=tuple(draw(st.lists(UNPROVEN, max_size=2))),
        warnings=tuple(
            MeaningWarning(kind=kind, words=draw(HOSTILE), raw_span=Span(0, 3), quote_span=Span(3, 9))
            for kind in draw(st.lists(st.sampled_from(list(WarningKind)), max_size=2))
        ),
    )
    # A heading at the top is the title.
    titles = ["".join(inline.text for inline in one.inlines) for one in blocks[:1] if is_title(one)]
    return ChapterDraft(
        chapter_index=0,
        effective_index=0,
        title=titles[0] if titles else draw(HOSTILE),
        narrative="",
        key_excerpts=[],
        core_claims=[],
        coverage=COVERAGE,
        enforcement=result,
        blocks=blocks,
        text=write_blocks(blocks),
        fallback=draw(st.sampled_from(["", "The reply <b>“broke”</b> & fell."])),
        attempt=draw(ATTEMPTS),
    )


@st.composite
def editions(draw: st.DrawFn) -> Edition:
    return Edition(
        title=draw(HOSTILE),
        chapters=tuple(draw(st.lists(_chapters(), max_size=2))),
        quotes=tuple(
            EditionQuote(
                quote_id=quote.quote_id,
                text=quote.text,
                raw_span=quote.raw_span,
                speaker_id="ann",
                speaker_name=quote.speaker.speaker_name,
                speaker_verified=draw(st.booleans()),
                start_seconds=draw(st.one_of(st.none(), st.floats(0, 1e6))),
            )
            for quote in draw(st.lists(QUOTES, max_size=2))
        ),
        speakers=tuple(
            EditionSpeaker(
                speaker_id=str(number),
                speaker_name=draw(HOSTILE),
                speaker_role=draw(st.sampled_from(list(SpeakerRole))).value,
                labels=(f"SPEAKER {number} {draw(HOSTILE)}",),
            )
            for number in range(draw(st.integers(0, 3)))
        ),
        notices=tuple(draw(st.lists(WORDS, max_size=2))),
        transcript_name=draw(HOSTILE),
        transcript_sha256="ab" * 32,
        raw_sha256="cd" * 32,
        client=draw(HOSTILE),
        model=draw(st.one_of(st.none(), HOSTILE)),
        mode="quote",
        verdict=draw(st.sampled_from(["", "verified", "verified_text_only", "unproven", "nothing_to_verify"])),
    )


@pytest.fixture(scope="module")
def written(sample: Line) -> Edition:
    """The sample's edition by the offline composer."""
    return generate_edition(sample, OfflineComposer())


@pytest.fixture(scope="module")
def certificate(written: Edition, sample: Line) -> Certificate:
    return certify(written, sample.transcript, settings={}, prompt_sha256s=(), program_version="1")


@pytest.fixture(scope="module")
def files(written: Edition, sample: Line) -> dict[str, bytes]:
    """The files of the sample's edition, by name."""
    return {name: text.encode() for name, text in edition_files(written, sample).items()}


@given(edition=editions())
@examples(600)
def test_every_edition_is_read_whole(edition: Edition, certificate: Certificate) -> None:
    """Whatever stands in its fields: Markdown, the page, and the page that checks itself."""
    files: list[tuple[str, Form]] = [
        (write_markdown(edition), "markdown"),
        (write_markdown(edition), "text"),
        (write_html(edition), "html"),
        (write_html(edition, certificate), "html"),
    ]
    for text, form in files:
        file = read_file(text, form)
        assert file.is_own
        assert file.obstacle is None, (file.obstacle, text)


@given(blocks=st.lists(BLOCKS, max_size=5))
@examples(600)
@example(blocks=[ListBlock(items=((ListBlock(items=((Paragraph(inlines=(TextRun(text="a"),)),),)),),))])
def test_every_chapter_is_read_whole(blocks: list[Block]) -> None:
    """A chapter alone, as it is read before it is shown."""
    text = write_blocks(blocks)
    assert find_stray_line(text) is None, text


def test_the_checker_knows_what_the_writers_write() -> None:
    """Whoever changes a style, the script, the panel, a policy or a fixed sentence adds it; earlier ones stay."""

    def known(text: str) -> str:
        return sha256(text.encode()).hexdigest()

    assert known(STYLE_SHEET) in page_grammar.OWN_STYLES
    assert known(SCRIPT) in page_grammar.OWN_SCRIPTS
    assert known(PANEL[: PANEL.index("</section>")]) in page_grammar.OWN_PANELS
    assert known(CONTENT_SECURITY_POLICY) in page_grammar.OWN_POLICIES
    assert known(f"{CONTENT_SECURITY_POLICY}; script-src {SCRIPT_SOURCE}") in page_grammar.OWN_POLICIES
    assert page_grammar.PROMISE == PROMISE
    assert NOT_PROMISED


@pytest.mark.parametrize(
    ("line", "by"),
    [
        ("PROSE", "A word <b>more</b>."),
        ("PROSE", "A word <!-- “more” --> or less."),
        ("PROSE", "[A link](https://elsewhere.example)."),
        ("PROSE", "![A picture](#)"),
        ("PROSE", "`code`"),
        ("PROSE", "Entities &amp; more."),
        ("PROSE", "    indented code"),
        ("PROSE", "```"),
        ("PROSE", "| a | table |"),
        ("PROSE", "a line\nand its next"),
        ("PROSE", "[a definition]: #"),
        ("PROSE", "A title\n======="),
        ("PROSE", "> words without a name"),
        ("PROSE", "* another bullet"),
        ("PROSE", "*half"),
        ("PROSE", "a\u00a0space"),
        ("## About this edition", "## About This Edition"),
        ("## About this edition", "## About this edition\n\nAnother promise."),
        ("## About this edition", "About this edition\n---"),
        ("## About this edition", "Аbout this edition"),
    ],
)
def test_what_no_writer_writes_is_not_readable(written: Edition, line: str, by: str) -> None:
    """Markup of any kind, lines of another shape, another section about the edition: at its line, never verified."""
    lines = write_markdown(written).split("\n")
    at = lines.index(line) if line in lines else lines.index("") + 3
    lines[at] = by
    outcome = verify_edition("\n".join(lines), BOAT, form="markdown")
    found = [one.line for one in outcome.unproven if one.reason is UnverifiedReason.NOT_READABLE]
    assert found
    assert at + 1 <= found[0] <= at + 3 or line.startswith("##")
    assert outcome.verdict is Verdict.UNPROVEN


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("</h2>\n", '</h2>\n<figure class="quote"><p>Words</p></figure>\n'),
        ("<p>", '<p style="font-style: italic">'),
        ("<p>", '<p class="promise">'),
        ("<p>", '<p class="verdict">'),
        ("<main>", '<main>\n<p class="note">Words</p>'),
        ("<main>", "<main>\n<blockquote><p>Words</p></blockquote>"),
        ("<main>", "<main><!-- words -->"),
        ("<main>", "<MAIN>"),
        ("<main>", "<main hidden>"),
        ("</main>", ""),
        ("<p>", "<p><code>Words</code>"),
        ("<p>", '<p><a href="https://elsewhere.example">Words</a>'),
        ("<p>", '<p><a href="#chapter-1">Words</a>'),
        ("<p>", "<p>&nbsp;"),
        ('class="promise">Every', 'class="promise">No'),
        ("Content-Security-Policy", "Refresh"),
        ("default-src 'none'", "default-src *"),
        ("--paper: #fbfaf6", "--paper: #22201c"),
        ("<strong>Verified.", "<strong>Ann Lee."),
        ('class="provenance" role="tooltip"', 'class="provenance" role="none"'),
        ("</html>", "</html><p>More</p>"),
        ("<!DOCTYPE html>", "<!DOCTYPE html PUBLIC>"),
    ],
)
def test_a_page_with_anything_else_is_not_readable(written: Edition, old: str, new: str) -> None:
    """Another element, attribute, class, place, link, style or policy; the first one is named with its line."""
    page = write_html(written)
    assert old in page
    outcome = verify_edition(page.replace(old, new, 1), BOAT, form="html")
    assert UnverifiedReason.NOT_READABLE in {one.reason for one in outcome.unproven}
    assert outcome.verdict is Verdict.UNPROVEN


def test_a_card_names_who_said_it(written: Edition, sample: Line) -> None:
    """The name on a card is one that a reader sees, and the list in print says the same."""
    page, card = write_html(written), "<b>{}</b>, guest</span> <span>"
    forged = page.replace(card.format("Imke Sorrel"), card.format("Wanda Prell"), 1)
    reasons = {one.reason for one in verify_edition(forged, sample.transcript, form="html").unproven}
    assert reasons == {UnverifiedReason.NOT_READABLE, UnverifiedReason.WRONG_SPEAKER}
    in_print = page.replace(", Imke Sorrel, guest</li>", ", Wanda Prell, guest</li>", 1)
    (found,) = verify_edition(in_print, sample.transcript, form="html").unproven
    assert (found.reason, "Wanda Prell" in found.text) == (UnverifiedReason.NOT_READABLE, True)


FORMS: dict[str, Form] = {"edition.md": "markdown", "edition.html": "html", "edition.json": "json"}
_SAID = {Verdict.UNPROVEN: "unproven", Verdict.QUOTATIONS_FOUND: "article"}


@pytest.mark.parametrize("case", [one for one in cases("changed_editions") if one.values[0]["file"] in FORMS])
def test_a_changed_file_is_noticed_without_its_certificate(
    case: dict[str, Any], files: dict[str, bytes], sample: Line
) -> None:
    """Whatever alters what a reader takes for a quotation, or for its speaker; nothing else."""
    name, right = checked_file(case), case["without"]
    text = changed(case, files)[name].decode("utf-8-sig")
    outcome = verify_edition(text, sample.transcript, form=FORMS[name])
    said = _SAID.get(outcome.verdict, "nothing")
    assert said in right["says"]
    if said == "unproven" and "reasons" in right:
        words = right.get("words", "")
        assert any(one.reason.value in right["reasons"] and words in one.text for one in outcome.unproven)
