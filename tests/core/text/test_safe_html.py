from collections.abc import Sequence
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from core.coverage.levels import Coverages, compute_chapter_coverage
from core.enforcement.results import ChapterDraft, Edition
from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap, Support
from core.generation.finish_chapter import finish_chapter
from core.generation.line import Line, prepare_line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import generate_edition
from core.text.safe_html import (
    MOST_ROWS,
    NotebookTable,
    display_html,
    element,
    ended,
    escape_text,
    join_html,
    shortened,
)
from core.transcripts.readers import read_transcript
from core.transcripts.speakers import Speaker, SpeakerRole
from core.whitelist.build import build_quote_whitelist
from core.whitelist.quote import Whitelist, WhitelistList, WhitelistQuote
from core.whitelist.report import Rejections, examine_evidence

ROOT = Path(__file__).parents[3]
HOSTILE = "<script>alert(1)</script> & \"'<img src=x onerror=y> </div></style> [x](y) `--` $z$ &amp;"
CELLS = {"td", "th", "caption", "p", "summary"}


class Read(HTMLParser):
    """A display as a browser reads it: its words, its tags, and whether every tag is closed where it should be."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.attributes: dict[str, list[str]] = {}
        self.pieces: list[str] = []
        self.cells: list[str] = []
        self._open: list[str] = []
        self.feed(html)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag and its attributes."""
        self.tags.append(tag)
        for name, value in attrs:
            self.attributes.setdefault(name, []).append(value or "")
        if tag in CELLS:
            self.cells.append("")
        self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Hold an end against what is open."""
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Note words, where they can be read."""
        if "style" not in self._open:
            self.pieces.append(data)
            if CELLS.intersection(self._open):
                self.cells[-1] += data

    @property
    def words(self) -> str:
        """All words one after the other."""
        return "".join(self.pieces)


def html_of(value: Any) -> str:
    """Return what a notebook is given."""
    html: str = value._repr_html_()
    return html


def read(value: Any) -> Read:
    """Read what a value shows of itself."""
    return Read(html_of(value))


@pytest.fixture(scope="module")
def hostile() -> Line:
    """A line in which every string that comes from a file is hostile; one quote is proven, one is not."""
    said = "Ada: We said so, and nothing more than that at all.\n\nBob: I never heard any of it.\n"
    transcript = read_transcript(said.encode(), HOSTILE)
    name = f"Ada {HOSTILE}"
    claim = ClaimEvidence(
        claim_id=HOSTILE,
        claim=f"A claim {HOSTILE}",
        support=(
            Support(evidence_id="e1", quote="and nothing more than that at all", speaker=name),
            Support(evidence_id=HOSTILE, quote=f"and nothing less {HOSTILE}", speaker=name),
        ),
    )
    return prepare_line(
        EvidenceMap(
            title=f"Map {HOSTILE}",
            speakers=(Speaker(speaker_id="ada", speaker_name=name, speaker_role=SpeakerRole.GUEST, aliases=("Ada",)),),
            chapters=(ChapterEvidence(title=f"Chapter {HOSTILE}", claims=(claim,)),),
        ),
        transcript,
    )


@pytest.fixture(scope="module")
def edition(sample: Line) -> Edition:
    """The sample's edition by the offline composer."""
    return generate_edition(sample, OfflineComposer())


@pytest.fixture(scope="module")
def draft(sample: Line) -> ChapterDraft:
    """A chapter in which one quotation is proven and one is made up."""
    known = sample.excerpts(0)[0]
    return finish_chapter(
        sample, 0, f'## Brass\n\n[[{known.quote_id}]] They call it "the clock that never {HOSTILE}".\n'
    )


def everything(line: Line) -> list[Any]:
    """Return one of everything that shows itself."""
    edition = generate_edition(line, OfflineComposer())
    values: list[Any] = [line, line.whitelist, line.rejections, line.coverages, edition, *edition.chapters]
    values += [line.whitelist[0], line.rejections[0], line.coverages[0], line.merged.coverages, line.merged.whitelist]
    values += [examine_evidence(line.evidence_map, line.transcript)]
    values += [build_quote_whitelist(line.evidence_map, line.transcript)]
    return values


class TestElements:
    """What displays are built of."""

    @pytest.mark.parametrize("words", [HOSTILE, "a < b", "“marks”", "  spaces  kept ", "tab\tand\nline", "a\rb\r\nc"])
    def test_words_are_read_as_they_are(self, words: str) -> None:
        """Character for character, in a text and in an attribute."""
        found = Read(element("p", words, title=words))
        assert found.words == words
        assert found.attributes == {"title": [words]}
        assert found.tags == ["p"]

    @pytest.mark.parametrize("unwritable", ["\x00", "\x1b", "\x7f", "\x9f", "\ud83d"])
    def test_what_html_cannot_hold_is_replaced(self, unwritable: str) -> None:
        """A notebook could not be saved with it."""
        assert escape_text(f"a{unwritable}b") == "a\ufffdb"

    @pytest.mark.parametrize("control", ["\u202a", "\u202c", "\u202d", "\u202e", "\u2066", "\u2069"])
    def test_what_turns_the_order_of_characters_is_left_out(self, control: str) -> None:
        """A name that holds one turns nothing beside it, in HTML or as a plain line."""
        assert escape_text(f"Imke {control}Sorrel") == shortened(f"Imke {control}Sorrel") == "Imke Sorrel"

    def test_what_was_built_is_not_escaped_again(self) -> None:
        """Only strings are text."""
        assert join_html([element("b", "x < y"), "<"]) == "<b>x &lt; y</b>&lt;"

    def test_a_long_sequence_says_how_much_it_leaves_out(self) -> None:
        """In both forms."""
        table = NotebookTable("Many", ("N",), [("1",)], ["one"], left_out=4_011)
        assert table.as_text() == "Many\n  one\n  ... and 4,011 more"
        assert "... and 4,011 more" in Read(table.as_html()).cells

    def test_an_empty_table_is_its_caption(self) -> None:
        """No headings over nothing."""
        table = NotebookTable("0 quotes", ("Speaker",), (), ())
        assert Read(display_html(table.as_html())).words == table.as_text() == "0 quotes"

    @pytest.mark.parametrize(
        ("line", "short"),
        [
            ("as it is", "as it is"),
            ("on\n a  line", "on a line"),
            ("abcdefghijk", "abcdefg..."),
            ("abcdef hijk", "abcdef..."),
        ],
    )
    def test_plain_lines_are_lines(self, line: str, short: str) -> None:
        """Cut where they are too long, and the cut is seen."""
        assert shortened(line, 10) == short


class TestEverything:
    """Whatever shows itself, of a friendly and of a hostile line."""

    @pytest.mark.parametrize("which", ["sample", "hostile"])
    def test_it_is_sound_html_without_scripts(self, which: str, request: pytest.FixtureRequest) -> None:
        """Every tag is closed, no tag and no attribute comes from words, and nothing is fetched."""
        for value in everything(request.getfixturevalue(which)):
            found = read(value)
            assert set(found.tags) <= set(
                "div style table caption thead tbody tr th td p span del ins details summary blockquote "
                "h3 h4 h5 h6 ul ol li em strong".split()
            )
            assert set(found.attributes) <= {"class", "scope", "title"}
            assert set(found.attributes["class"]) <= {"qw-shown", "quote", "aside"}

    @pytest.mark.parametrize("which", ["sample", "hostile"])
    def test_it_reads_without_html_too(self, which: str, request: pytest.FixtureRequest) -> None:
        """A few short lines, not a page of fields; a single record keeps all its fields."""
        line: Line = request.getfixturevalue(which)
        for value in [line, line.whitelist, line.rejections, line.coverages, generate_edition(line, OfflineComposer())]:
            assert all(len(shown_line) <= 120 for shown_line in repr(value).splitlines()[1:])
            assert "=" not in repr(value).splitlines()[0].replace(HOSTILE, "")

    def test_hostile_words_are_read_as_they_are(self, hostile: Line) -> None:
        """Titles, quotes and evidence ids, wherever they are shown."""
        assert f"Map {HOSTILE}: 1 quote proven, 1 refused" in read(hostile).cells
        assert f"Chapter {HOSTILE}" in read(hostile).cells
        (refused,) = hostile.rejections
        assert HOSTILE in read(hostile.rejections).cells
        assert refused.quote in read(refused).cells
        edition = generate_edition(hostile, OfflineComposer())
        (draft,) = edition.chapters
        assert "<script>" in draft.title  # without its quotation marks: an edition's own words have none
        assert draft.title in read(edition).cells


def plain(value: Sequence[Any]) -> list[Any]:
    """Return the members as a list of no class of ours."""
    return [*value]


class TestSequences:
    """Tuples and lists that show themselves are tuples and lists."""

    def test_those_of_the_line_are_equal_to_plain_tuples(self, sample: Line) -> None:
        """And have no fields of their own."""
        for value, kind in (
            (sample.whitelist, Whitelist),
            (sample.rejections, Rejections),
            (sample.coverages, Coverages),
        ):
            assert type(value) is kind
            assert value == tuple(plain(value))
            assert not hasattr(value, "__dict__")

    def test_the_seeds_whitelist_is_a_list(self, sample: Line) -> None:
        """Equal to a plain one, and one can append to it."""
        found = build_quote_whitelist(sample.evidence_map, sample.transcript)
        assert type(found) is WhitelistList
        assert found == plain(sample.whitelist)
        found.append(found[0])
        assert len(found) == len(sample.whitelist) + 1

    def test_what_is_stored_does_not_know(self, sample: Line) -> None:
        """A record with such a tuple has the form that it would have with a plain one, and is read back as such."""
        proofs = sample.proofs
        assert type(proofs.model_dump()["quotes"]) is tuple
        assert type(proofs).model_validate_json(proofs.model_dump_json()) == proofs
        assert "Whitelist" not in str(type(proofs).model_json_schema()).replace("WhitelistQuote", "")

    def test_a_long_whitelist_shows_its_beginning(self, sample: Line) -> None:
        """Ten thousand rows would stop a browser."""
        many = Whitelist(sample.whitelist * 3)
        assert read(many).tags.count("tr") == MOST_ROWS + 1
        assert f"... and {len(many) - MOST_ROWS:,} more" in repr(many)

    @pytest.mark.parametrize(
        ("empty", "said"),
        [
            (Whitelist(), "0 proven quotes"),
            (WhitelistList(), "0 proven quotes"),
            (Rejections(), "0 refused quotes"),
            (Coverages(), "Coverage of 0 chapters"),
        ],
    )
    def test_an_empty_one_says_so(self, empty: Any, said: str) -> None:
        """In both forms."""
        assert repr(empty) == read(empty).words == said


class TestTheLine:
    """What a person reads of the sample."""

    def test_a_proven_quote(self, sample: Line) -> None:
        """Whose, the transcript's words, where, in which chapters, and its id."""
        quote = sample.whitelist[0]
        start, end = quote.raw_spans[0]
        assert sample.transcript.raw[start:end] == quote.quote_text
        row = read(quote).cells[-5:]
        assert row == ["Casimir Boyle (guest)", quote.quote_text, f"{start:,}–{end:,}", "1", quote.quote_id]

    def test_a_speaker_that_is_not_verified(self, sample: Line) -> None:
        """Beside the name: the transcript names nobody."""
        quote = sample.whitelist[0].model_copy(update={"speaker_verified": False})
        assert "Casimir Boyle (guest, not verified)" in read(quote).cells

    def test_a_refused_number(self, sample: Line) -> None:
        """Struck out what nobody said, underlined what was said; the words between stay."""
        html = html_of(Rejections(one for one in sample.rejections if one.evidence_id == "e3"))
        assert "I paid <del>€14.40</del> <ins>€11.40</ins> for 3.5 kilos of brass" in html
        assert {"e3", "not found, number", "Casimir Boyle, 98 % alike"} <= set(Read(html).cells)

    def test_right_words_by_the_wrong_person(self, sample: Line) -> None:
        """Nothing is struck out: the words are not what is wrong."""
        html = html_of(Rejections(one for one in sample.rejections if one.evidence_id == "e43"))
        assert "<del>" not in html
        assert "wrong speaker" in Read(html).cells

    def test_one_rejection(self, sample: Line) -> None:
        """Everything a person needs to mend it."""
        one = sample.rejections[0]
        assert one.nearest
        assert {one.quote, one.nearest.quote_text, "not found, number", "98 %"} <= set(read(one).cells)

    def test_merged_chapters_stand_as_one(self, sample: Line) -> None:
        """The line shows what will be written, the coverages what the map has."""
        assert "The Voice on the Reel / A Call from Veldrey" in read(sample).cells
        assert repr(sample).count("\n") == len(sample.merged.coverages) == len(sample.coverages) - 1

    def test_one_coverage(self, sample: Line) -> None:
        """Seed 1's record shows itself as a table of one row."""
        chapter = sample.evidence_map.chapters[1]
        coverage = compute_chapter_coverage(chapter, [*sample.whitelist], 1)
        assert read(coverage).cells[-5:] == ["2", "strong", "15", "60.2", "800 (normal)"]

    def test_a_chapter(self, draft: ChapterDraft, sample: Line) -> None:
        """Its prose with the quotations marked, and what was decided about each."""
        found = read(draft)
        quote: WhitelistQuote = sample.excerpts(0)[0]
        assert f"“{' '.join(quote.quote_text.split())}”" in found.words
        assert found.attributes["title"][0].startswith("Casimir Boyle (guest), characters ")
        assert "unquoted: not in transcript" in found.cells
        assert "Decided about 2 quotations: 1 kept, 1 unquoted" in found.cells
        assert "Where to look twice: 1 place" in found.cells
        assert repr(draft).startswith("chapter 1, Brass: ")

    def test_a_chapter_that_fell_back_says_why(self, sample: Line) -> None:
        """Instead of what was written."""
        draft = finish_chapter(sample, 0, "")
        assert draft.fallback
        assert f"What was written is not used. {draft.fallback}" in read(draft).cells

    def test_an_edition(self, edition: Edition) -> None:
        """Its verdict, a row for each chapter, and each chapter's text folded away."""
        found = read(edition)
        assert found.cells[0] == f"{edition.title}: verified, {len(edition.quotes)} quotes"
        assert found.tags.count("details") == len(edition.chapters)
        excerpts = [excerpt.speaker.speaker_name for chapter in edition.chapters for excerpt in chapter.key_excerpts]
        assert {f"— {name}" for name in excerpts} <= set(found.cells)
        assert repr(edition).splitlines()[0] == found.cells[0]

    def test_an_edition_nobody_checked(self, edition: Edition) -> None:
        """Never looks like a good one."""
        unchecked = edition.model_copy(update={"verdict": ""})
        assert repr(unchecked).startswith(f"{edition.title}: not checked, ")


@pytest.mark.parametrize(
    ("sentence", "whole"),
    [
        ("Write “Ann Lee”", "Write “Ann Lee”."),
        ("Without them: “We went ashore.”", "Without them: “We went ashore.”"),
        ("Without them: “Who was there?”", "Without them: “Who was there?”"),
        ("Without them: “And then …”", "Without them: “And then …”"),
        ("Without them: “And then …”, by Ann Lee", "Without them: “And then …”, by Ann Lee."),
        ("Its label is “Imke Sorrel, M.Sc.”", "Its label is “Imke Sorrel, M.Sc.”"),
        ("It has: “我们上岸了。”", "It has: “我们上岸了。”"),
        ("It said “Wait!” (twice)", "It said “Wait!” (twice)."),
        ("Its title is “”", "Its title is “”."),
        ("It is over.", "It is over."),
        ("", "."),
    ],
)
def test_a_sentence_ends_once(sentence: str, whole: str) -> None:
    """Quoted words that bring their own end are not given another one behind the marks."""
    assert ended(sentence) == whole


def test_no_message_puts_a_stop_behind_quoted_words_by_itself() -> None:
    """The words may end already; `ended` looks."""
    places = (path for folder in ("core", "workbench") for path in (ROOT / folder).rglob("*.py"))
    assert [str(path) for path in places if "}”." in path.read_text(encoding="utf-8")] == []
