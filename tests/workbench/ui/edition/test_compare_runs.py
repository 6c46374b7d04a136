import re
from collections.abc import Sequence
from html import unescape

import pytest

from core.coverage.levels import CoverageThresholds
from core.enforcement.results import Edition
from core.generation.line import Line, prepare_line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import generate_edition
from core.generation.settings import Settings
from core.llm.client import Client, Sampling, ScriptedClient, WritingMode
from core.prose.model import Block, Heading, ListBlock, Paragraph, Quote, QuoteBlock, TextRun
from core.span import Span
from core.transcripts.readers import read_transcript
from core.transcripts.speakers import SpeakerRef, SpeakerRole
from core.whitelist.difference import DiffOperation
from tests.conftest import SAMPLE
from workbench.store import FinishedRun
from workbench.ui.edition.compare_runs import chapters_as_html, made_as_html, quotes_as_html, tables, texts_as_html
from workbench.ui.edition.compare_runs.compare import (
    QuotationCounts,
    RunComparison,
    compare_runs,
    numbers_of,
    pair_chapters,
)
from workbench.ui.edition.compare_runs.texts import LineKind, TextLine, compare_texts

HOSTILE = "<script>alert(1)</script> & $x$ :smile: `--`"


def run_of(edition: Edition, number: int, settings: Settings | None = None) -> FinishedRun:
    at = f"2026-11-22T08:0{number}:00+00:00"
    run = FinishedRun.of("s", edition, settings=settings or Settings(), certificate="", started_at=at, finished_at=at)
    return run.model_copy(
        update={"summary": run.summary.model_copy(update={"number": number, "run_id": f"run{number}"})}
    )


@pytest.fixture(scope="module")
def offline(sample: Line) -> FinishedRun:
    """The sample as the offline composer writes it."""
    return run_of(generate_edition(sample, OfflineComposer()), 1)


@pytest.fixture(scope="module")
def scripted(sample: Line) -> FinishedRun:
    """Two chapters of the sample as a model might write them, in which not all was proven; the second is refused."""
    known = sample.excerpts(0)[0]
    made_up = "the clock of all clocks that ever were"
    reply = f'## Brass by the Kilo\n\nHe tells it: [[{known.quote_id}]] They call it "{made_up}".\n'
    settings = Settings(mode=WritingMode.QUOTE, strict_narrative=False, thresholds=CoverageThresholds(strong_quotes=6))
    client: Client = ScriptedClient([reply, ""], "replies.json")
    return run_of(generate_edition(sample, client, chapters=[0, 1]), 2, settings)


@pytest.fixture(scope="module")
def found(offline: FinishedRun, scripted: FinishedRun) -> RunComparison:
    """The two compared."""
    return compare_runs(offline, scripted)


def read(html: str) -> str:
    return unescape(re.sub(r"<[^>]*>", " ", html))


def named(run: FinishedRun, *titles: str, first: int = 0) -> FinishedRun:
    """Return a run whose chapters have these titles, and stand in an evidence map from `first` on."""
    draft = run.edition.chapters[0]
    chapters = tuple(
        draft.model_copy(update={"title": title, "chapter_index": index, "effective_index": index})
        for index, title in enumerate(titles, start=first)
    )
    return run.model_copy(update={"edition": run.edition.model_copy(update={"chapters": chapters})})


class TestChapters:
    """Which chapter of one run is which of the other, and what became of it."""

    @pytest.mark.parametrize(
        ("old", "new", "pairs"),
        [
            pytest.param(["A", "B"], ["A", "B"], [("A", "A"), ("B", "B")], id="the same chapters"),
            pytest.param(["A", "B"], ["X", "A", "B"], [(None, "X"), ("A", "A"), ("B", "B")], id="one put in front"),
            pytest.param(["A", "B"], ["A", "C"], [("A", "A"), ("B", "C")], id="one has another title"),
            pytest.param(["A", "B"], ["b", "a"], [("B", "b"), ("A", "a")], id="another order"),
            pytest.param(["A", "B", "C"], ["A / B"], [("A", "A / B"), ("B", None), ("C", None)], id="joined"),
            pytest.param(["A", "A"], ["A", "A"], [("A", "A"), ("A", "A")], id="a title twice"),
            pytest.param(["A"], [], [("A", None)], id="nothing beside it"),
        ],
    )
    def test_chapters_are_paired_by_title_else_by_place(
        self, offline: FinishedRun, old: list[str], new: list[str], pairs: list[tuple[str | None, str | None]]
    ) -> None:
        """Every chapter of either run stands in one pair."""
        found = pair_chapters(named(offline, *old).edition.chapters, named(offline, *new).edition.chapters)
        assert sorted((pair.old.title if pair.old else "", pair.new.title if pair.new else "") for pair in found) == (
            sorted((one or "", other or "") for one, other in pairs)
        )

    def test_pairs_stand_in_the_order_of_the_newer_run(self, offline: FinishedRun) -> None:
        """With what only the older one has in its place."""
        found = pair_chapters(
            named(offline, "A", "B", "C").edition.chapters, named(offline, "A", "C2", first=1).edition.chapters
        )
        assert [(pair.old and pair.old.title, pair.new and pair.new.title) for pair in found] == [
            ("A", "A"),
            ("B", None),
            ("C", "C2"),
        ]

    def test_what_became_of_a_chapter_is_counted(self, sample: Line, scripted: FinishedRun) -> None:
        """Its words as they stand, its quotations with the key excerpts, and the decisions about those written."""
        draft = scripted.edition.chapters[0]
        assert numbers_of([draft]) == QuotationCounts(
            words=len(draft.text.split()),
            quotations=1 + len(sample.excerpts(0)),
            kept=1,
            replaced=0,
            unquoted=1,
            dropped=0,
        )

    def test_the_table_says_it_of_both_runs(self, found: RunComparison) -> None:
        """A chapter that fell back says why, one that was not written says so, and the prompts' difference is named."""
        words = read(chapters_as_html(found))
        assert "Key excerpts only. The model's reply is empty." in words
        assert words.count("It has no such chapter.") == len(found.chapters) - 2
        assert "The whole edition" in words

    def test_numbers_that_differ_stand_out_without_colour(self, offline: FinishedRun) -> None:
        """By their weight; those that are the same do not."""
        fewer = named(offline, "A", "B")
        html = chapters_as_html(compare_runs(named(offline, "A"), fewer))
        rows = re.findall(r"<tr>(.*?)</tr>", html)
        same = [row for row in rows if "The text" in row and "no such" not in row][:2]
        assert all("<b>" not in row for row in same)
        assert "<b>" in rows[-1]

    def test_a_prompt_that_differs_is_named(self, offline: FinishedRun) -> None:
        """The same settings may send another prompt: the evidence map or the whitelist changed."""
        chapters = offline.edition.chapters
        other = offline.edition.model_copy(
            update={"chapters": (chapters[0].model_copy(update={"prompt_sha256": "0" * 64}), *chapters[1:])}
        )
        found = compare_runs(offline, run_of(other, 2))
        assert [pair.asked_otherwise for pair in found.chapters] == [True] + [False] * (len(chapters) - 1)
        assert read(chapters_as_html(found)).count("The prompts differ.") == 1


class TestQuotes:
    """Which quotes stand in both."""

    def test_every_quote_of_either_run_is_listed_once(self, found: RunComparison) -> None:
        """With the chapters where it stands in each."""
        ids = [one.quote.quote_id for one in found.quotes]
        assert len(ids) == len(set(ids))
        both = {quote.quote_id for run in (found.old, found.new) for quote in run.edition.quotes}
        assert set(ids) == both
        for one in found.quotes:
            for run, standing in ((found.old, one.old), (found.new, one.new)):
                stands = [
                    number
                    for number, chapter in enumerate(run.edition.chapters, start=1)
                    if " ".join(one.quote.text.split()) in " ".join(chapter.text.replace("\\", "").split())
                ]
                assert set(standing) <= set(stands)

    def test_the_list_is_in_three_parts(self, found: RunComparison) -> None:
        """What only one has comes first; a part that is empty says so."""
        words = read(quotes_as_html(found))
        gone = sum(not one.new for one in found.quotes)
        assert f"Only in Run 1: {gone}" in words
        assert "Only in Run 2: 0" in words
        assert f"In both: {len(found.quotes) - gone}" in words

    def test_of_a_long_list_the_first_are_shown(self, found: RunComparison, monkeypatch: pytest.MonkeyPatch) -> None:
        """And how many more there are; the numbers above are those of all."""
        monkeypatch.setattr(tables, "MOST_QUOTES", 2)
        words = read(quotes_as_html(found))
        gone = sum(not one.new for one in found.quotes)
        assert f"Only in Run 1: {gone}" in words
        assert f"And {gone - 2:,} more." in words

    def test_a_run_beside_its_twin_has_every_quote_in_both(self, offline: FinishedRun) -> None:
        """And no setting and no chapter that differs."""
        found = compare_runs(offline, run_of(offline.edition, 2))
        assert all(one.old == one.new for one in found.quotes)
        assert found.settings == ()
        assert all(pair.same_text and not pair.asked_otherwise for pair in found.chapters)
        assert "The settings are the same." in read(made_as_html(found))

    def test_another_transcript_is_said_and_its_quotes_are_compared_by_words(
        self, sample: Line, offline: FinishedRun
    ) -> None:
        """The same words by the same person are the same quote, wherever they stand."""
        raw = b"A line before all others.\n\n" + (SAMPLE / "interview.md").read_bytes()
        line = prepare_line(sample.evidence_map, read_transcript(raw, "other.md"))
        other = run_of(generate_edition(line, OfflineComposer()), 2)
        found = compare_runs(offline, other)
        assert not found.same_transcript
        assert any(one.old and one.new for one in found.quotes)
        words = read(made_as_html(found))
        assert "interview.md" in words
        assert "other.md" in words


class TestSettings:
    """What was set otherwise."""

    def test_each_setting_that_differs_is_named_in_words(self, found: RunComparison) -> None:
        """And no other."""
        assert [(one.name, one.old, one.new) for one in found.settings] == [
            ("Strong: usable quotes, at least", "5", "6"),
            ("How it quotes", "quotes by reference", "quotes by copying"),
            ("Block quotes in the narrative", "none", "where they are proven"),
        ]

    @pytest.mark.parametrize(
        ("settings", "name", "said"),
        [
            (
                Settings(sampling=Sampling(temperature=0.4)),
                "Sampling",
                ("temperature 0, seed 7, 16,384 tokens at most", "temperature 0.4, seed 7, 16,384 tokens at most"),
            ),
            (Settings(second_attempt=False), "Asked once more", ("where quotations are refused", "never")),
            (Settings(allow_fragments=True), "Parts of quotes", ("not allowed", "allowed")),
            (
                Settings(prompt_template="{{KEY_EXCERPTS_PLACEHOLDER}} {{TARGET_WORDS}} {{GENERATION_MODE}}"),
                "Prompt template",
                ("the built-in one", "one of its own, 65 characters"),
            ),
            (
                Settings(
                    thresholds=CoverageThresholds.model_validate(
                        {"weak": {"target_words": 250, "generation_mode": HOSTILE, "excerpts": 2}}
                    )
                ),
                "Weak: generation mode",
                ("excerpt_only", HOSTILE),
            ),
        ],
    )
    def test_every_kind_of_setting(
        self, offline: FinishedRun, settings: Settings, name: str, said: tuple[str, str]
    ) -> None:
        """In the words of a person; what a file says is escaped."""
        found = compare_runs(offline, run_of(offline.edition, 2, settings))
        (one,) = found.settings
        assert (one.name, (one.old, one.new)) == (name, said)
        html = made_as_html(found)
        assert "<script>" not in html
        assert said[1] in read(html)


ADA = SpeakerRef(speaker_id="ada", speaker_name=f"Ada {HOSTILE}", speaker_role=SpeakerRole.GUEST)
QUOTE = Quote(text="We  said\nso.", quote_id="q", raw_span=Span(0, 12), speaker=ADA)


def prose(*words: str) -> list[Block]:
    return [Paragraph(inlines=(TextRun(text=one),)) for one in words]


def marked(lines: Sequence[TextLine], op: DiffOperation) -> list[str]:
    return [piece.text for line in lines for piece in line.pieces if piece.op is op]


class TestTexts:
    """The words of a chapter, side by side."""

    def test_each_side_reads_exactly_as_it_is_written(self, found: RunComparison) -> None:
        """Whatever is marked: joined, the pieces are the text."""
        for pair in found.chapters:
            if pair.old is None or pair.new is None:
                continue
            for draft, lines in zip((pair.old, pair.new), compare_texts(pair.old.blocks, pair.new.blocks), strict=True):
                joined = " ".join("".join(piece.text for piece in line.pieces) for line in lines)
                plain = re.sub(r"^(?:#+|>|-) ", "", draft.text.replace("\\", ""), flags=re.M)
                assert joined.split() == re.sub(r"^ +", "", plain, flags=re.M).split()

    def test_words_that_one_side_lacks_are_marked_there_alone(self) -> None:
        """By the word; the others stay as they are."""
        old, new = compare_texts(
            prose("It was a cold day.", "All left."), prose("It was a very warm day.", "All left.")
        )
        assert (marked(old, DiffOperation.GONE), marked(new, DiffOperation.NEW)) == (["cold "], ["very warm "])
        assert marked(old, DiffOperation.NEW) == marked(new, DiffOperation.GONE) == []
        assert [len(lines) for lines in (old, new)] == [2, 2]

    def test_a_few_words_between_two_changes_belong_to_them(self) -> None:
        """Any two texts share them by chance; four in a row are the same, and so is a heading between changed prose."""
        old, new = compare_texts(prose("Cats and dogs rest."), prose("Mice and rats run."))
        assert marked(old, DiffOperation.GONE) == ["Cats and dogs rest."]
        assert marked(new, DiffOperation.NEW) == ["Mice and rats run."]
        title = Heading(level=3, inlines=(TextRun(text="Core Claims"),))
        old, new = compare_texts(
            [*prose("Cats sat on the mat today."), title, *prose("Dogs ran.")],
            [*prose("Mice sat on the mat then."), title, *prose("Rats ate.")],
        )
        assert marked(old, DiffOperation.SAME) == ["sat on the mat ", "Core Claims"]
        assert marked(new, DiffOperation.NEW) == ["Mice ", "then.", "Rats ate."]

    def test_typography_alone_is_no_difference_and_stays_as_it_is(self) -> None:
        """Each side keeps its own characters."""
        old, new = compare_texts(prose("It doesn't -- not now."), prose("It doesn’t — not now."))
        assert marked(old, DiffOperation.SAME) == ["It doesn't -- not now."]
        assert marked(new, DiffOperation.SAME) == ["It doesn’t — not now."]

    def test_lines_know_what_they_are(self) -> None:
        """Headings, prose, items, quotations set apart and whose they are; an inline quotation keeps its marks."""
        blocks: list[Block] = [
            Heading(level=2, inlines=(TextRun(text="Title"),)),
            Paragraph(inlines=(TextRun(text="He says "), QUOTE)),
            QuoteBlock(quote=QUOTE),
            ListBlock(items=(tuple(prose("first")), tuple(prose("second")))),
        ]
        lines, _ = compare_texts(blocks, blocks)
        assert [(line.kind, "".join(piece.text for piece in line.pieces)) for line in lines] == [
            (LineKind.HEADING, "Title"),
            (LineKind.PARAGRAPH, "He says “We said so.”"),
            (LineKind.QUOTE, "We said so."),
            (LineKind.NAME, f"— Ada {HOSTILE}"),
            (LineKind.ITEM, "first"),
            (LineKind.ITEM, "second"),
        ]

    def test_nothing_beside_a_text_is_nothing(self) -> None:
        """No line, and all of the other is new."""
        old, new = compare_texts([], prose("All of it."))
        assert old == ()
        assert marked(new, DiffOperation.NEW) == ["All of it."]

    def test_the_columns_mark_with_a_tag_and_say_what_it_means(self, found: RunComparison) -> None:
        """Struck out and underlined: colour is not the only sign."""
        html = texts_as_html(found, found.chapters[0])
        assert "<del>Struck out: not in Run 2, or different there.</del>" in html
        assert "<ins>Underlined: not in Run 1, or different there.</ins>" in html
        assert len(re.findall("<del>", html)) > 1

    def test_a_chapter_that_one_run_lacks_is_shown_without_marks(self, found: RunComparison) -> None:
        """Marking every word would say nothing."""
        pair = next(pair for pair in found.chapters if pair.new is None)
        html = texts_as_html(found, pair)
        assert "It has no such chapter." in html
        assert len(re.findall("<(?:del|ins)>", html)) == 2  # the legend's own

    def test_hostile_words_are_words(self, offline: FinishedRun) -> None:
        """Of titles, prose and names, on every part of the page."""
        draft = offline.edition.chapters[0]
        blocks: list[Block] = [
            Heading(level=2, inlines=(TextRun(text=HOSTILE),)),
            *prose(HOSTILE),
            QuoteBlock(quote=QUOTE),
        ]
        hostile = draft.model_copy(
            update={"title": HOSTILE, "blocks": tuple(blocks), "text": HOSTILE, "fallback": HOSTILE}
        )
        other = offline.edition.model_copy(
            update={
                "chapters": (hostile,),
                "client": HOSTILE,
                "model": HOSTILE,
                "transcript_name": HOSTILE,
                "raw_sha256": "",
            }
        )
        found = compare_runs(offline, run_of(other, 2))
        pair = next(pair for pair in found.chapters if pair.new is not None)
        for html in (made_as_html(found), chapters_as_html(found), quotes_as_html(found), texts_as_html(found, pair)):
            assert "<script" not in html
        assert HOSTILE in read(made_as_html(found))
        assert HOSTILE in read(chapters_as_html(found))
