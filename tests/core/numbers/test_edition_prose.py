"""A chapter's prose for checking its numbers: what a reader sees, and which numbers are the speaker's."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.coverage.levels import ChapterCoverage, CoverageLevel
from core.enforcement.results import ChapterDraft, Edition, EditionSpeaker, EnforcementResult
from core.generation.line import Line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import generate_edition
from core.numbers.edition_prose import chapter_prose, edition_prose
from core.numbers.engine import VerificationEngine
from core.prose.model import Block, Emphasis, Heading, ListBlock, Paragraph, Quote, QuoteBlock, TextRun
from core.prose.render import one_line
from core.span import Span
from core.transcripts.speakers import SpeakerRef, SpeakerRole

ANNA = SpeakerRef(speaker_id="anna", speaker_name="Anna Bright", speaker_role=SpeakerRole.GUEST)
SECOND = SpeakerRef(speaker_id="speaker_2", speaker_name="Speaker 2", speaker_role=SpeakerRole.GUEST)
NONE = EnforcementResult(text="", replaced=[], dropped=[])
COVERAGE = ChapterCoverage(
    chapter_index=0,
    level=CoverageLevel.WEAK,
    usable_quotes=1,
    quote_words_per_claim=1.0,
    quotes_per_claim=1.0,
    target_words=250,
    generation_mode="excerpt_only",
)


def said(text: str, speaker: SpeakerRef = ANNA) -> Quote:
    """Return a proven quote."""
    return Quote(text=text, quote_id="0" * 16, raw_span=Span(0, len(text)), speaker=speaker)


def words(text: str, emphasis: Emphasis = Emphasis.NONE) -> TextRun:
    return TextRun(text=text, emphasis=emphasis)


def heading(level: int, text: str) -> Heading:
    return Heading(level=level, inlines=(words(text),))


def draft(*blocks: Block) -> ChapterDraft:
    """Return a chapter of these blocks."""
    return ChapterDraft(
        chapter_index=0,
        effective_index=4,
        title="Work",
        narrative="",
        key_excerpts=[],
        core_claims=[],
        coverage=COVERAGE,
        enforcement=NONE,
        blocks=blocks,
    )


CHAPTER = draft(
    heading(2, "Work in 12 towns"),
    Paragraph(
        inlines=(
            words("It grew by 5 %,"),
            words(" says Anna: "),
            said("We hired\n40  people."),
            words(" (Anna Bright) "),
            words("Really", Emphasis.BOLD),
        )
    ),
    QuoteBlock(quote=said("Then 300 came.")),
    ListBlock(
        ordered=True, items=((Paragraph(inlines=(words("north: 7"),)),), (Paragraph(inlines=(words("south"),)),))
    ),
    heading(3, "Key Excerpts"),
    QuoteBlock(quote=said("We lost 99 of them.")),
    heading(3, "Core Claims"),
    ListBlock(
        items=((Paragraph(inlines=(words("Of 80 some stayed: "), said("40 stayed."), words(" (Anna Bright)"))),),)
    ),
)


def test_the_text_is_what_a_reader_sees() -> None:
    """Headings and items keep their marks, emphasis has none, a quote stands on one line, key excerpts are left out."""
    assert chapter_prose(CHAPTER).text == (
        "## Work in 12 towns\n"
        "\n"
        "It grew by 5 %, says Anna: “We hired 40 people.” (Anna Bright) Really\n"
        "\n"
        "> Then 300 came.\n"
        "> — Anna Bright\n"
        "\n"
        "1. north: 7\n"
        "2. south\n"
        "\n"
        "### Core Claims\n"
        "\n"
        "- Of 80 some stayed: “40 stayed.” (Anna Bright)"
    )


def test_the_spans_are_the_proven_quotes() -> None:
    """Without their marks, each on one line, in order."""
    prose = chapter_prose(CHAPTER)
    assert [span.slice(prose.text) for span in prose.quotes] == ["We hired 40 people.", "Then 300 came.", "40 stayed."]
    assert prose.exempt == prose.quotes
    assert (prose.chapter, prose.title) == (4, "Work")


def test_the_numbers_of_proven_quotes_are_the_speakers() -> None:
    """Those of the edition's own words want a source, those of the quotes do not."""
    prose = chapter_prose(CHAPTER)
    issues = VerificationEngine().verify(prose.text, exempt=prose.exempt).issues
    assert [issue.span.slice(prose.text) for issue in issues] == ["12", "5 %", "7", "80"]
    every = VerificationEngine().verify(prose.text).issues
    assert [issue.span.slice(prose.text) for issue in every] == ["12", "5 %", "40", "300", "7", "80", "40"]


def test_a_number_in_a_speakers_name_is_no_claim() -> None:
    """The transcript's own labels are often numbered; whole words only."""
    quote = said("It was late.", SECOND)
    prose = chapter_prose(
        draft(Paragraph(inlines=(words("So Speaker 2: "), quote, words(" Not Speaker 20."))), QuoteBlock(quote=quote))
    )
    assert [span.slice(prose.text) for span in prose.names] == ["Speaker 2", "Speaker 2"]
    assert [span.slice(prose.text) for span in prose.exempt] == [
        "Speaker 2",
        "It was late.",
        "It was late.",
        "Speaker 2",
    ]


@pytest.mark.parametrize(
    "text",
    ["`58 %`", "<b 58>", "</b>", "[58](58)", "~~~ 58", "```\n58", "# 5.8 Findings", "    58 people", "<!-- 58 -->"],
)
def test_no_number_hides_in_what_only_looks_like_markup(text: str) -> None:
    """A chapter's words are words: none of them makes code, a tag, a link or a heading."""
    shown = chapter_prose(draft(Paragraph(inlines=(words(text),)))).text
    assert not any(mark in shown for mark in ("`", "<b", "</", "](", "~~~", "<!", "    ", "\n"))
    assert not shown.startswith("#")
    assert sum(map(str.isdigit, shown)) == sum(map(str.isdigit, text))


TEXT = st.text("ab 5%.,\n“”'`#<>-*_[]() ", max_size=20)
INLINES = st.lists(st.builds(TextRun, text=TEXT, emphasis=st.sampled_from(Emphasis)) | TEXT.map(said), max_size=4).map(
    tuple
)
PARAGRAPHS = st.builds(Paragraph, inlines=INLINES)
SIMPLE = (
    PARAGRAPHS
    | st.builds(Heading, level=st.integers(1, 6), inlines=INLINES)
    | TEXT.map(lambda text: QuoteBlock(quote=said(text)))
)
ITEMS = st.lists(st.lists(SIMPLE, max_size=2).map(tuple), max_size=3).map(tuple)
BLOCKS = st.lists(SIMPLE | st.builds(ListBlock, ordered=st.booleans(), items=ITEMS), max_size=5)


def quotes_of(blocks: Sequence[Block]) -> list[Quote]:
    """Return all quotes in reading order."""
    found: list[Quote] = []
    for block in blocks:
        match block:
            case QuoteBlock():
                found.append(block.quote)
            case ListBlock():
                found += [quote for item in block.items for quote in quotes_of(item)]
            case Heading() | Paragraph():
                found += [inline for inline in block.inlines if isinstance(inline, Quote)]
    return found


@given(BLOCKS)
def test_every_span_slices_its_quote(blocks: list[Block]) -> None:
    """Whatever stands around it: all quotes, in reading order, each exactly as it is shown."""
    prose = chapter_prose(draft(*blocks))
    assert [span.slice(prose.text) for span in prose.quotes] == [one_line(quote.text) for quote in quotes_of(blocks)]


@pytest.fixture(scope="module")
def edition(sample: Line) -> Edition:
    """The sample's edition, written without a model."""
    return generate_edition(sample, OfflineComposer())


def test_a_whole_edition_is_one_narrative_for_each_chapter(edition: Edition) -> None:
    """In order, and every span is a quote of the edition."""
    proses = edition_prose(edition)
    assert [prose.chapter for prose in proses] == [chapter.effective_index for chapter in edition.chapters]
    known = {one_line(quote.text) for quote in edition.quotes}
    shown = [span.slice(prose.text) for prose in proses for span in prose.quotes]
    assert shown
    assert set(shown) <= known


def test_the_names_of_all_speakers_count(edition: Edition) -> None:
    """The transcript's label of a person who is not quoted here is a name too."""
    person = EditionSpeaker(speaker_id="x", speaker_name="Unit 7", speaker_role="guest", labels=("Voice 9",))
    chapter = draft(Paragraph(inlines=(words("Unit 7 met Voice 9 and 3 others."),)))
    changes = {"speakers": (*edition.speakers, person), "chapters": (chapter,)}
    (prose,) = edition_prose(edition.model_copy(update=changes))
    assert [span.slice(prose.text) for span in prose.exempt] == ["Unit 7", "Voice 9"]
