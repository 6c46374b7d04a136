from typing import Any, cast

import pytest

from core.coverage import DEFAULT_THRESHOLDS, ChapterCoverage, CoverageLevel
from workbench.chapters import ChapterRow, Part
from workbench.charts import coverage_figure, figure_in_words, plotly_text


def row(number: int, title: str, level: CoverageLevel, quotes: int, words: float, *, joined: int = 1) -> ChapterRow:
    coverage = ChapterCoverage(
        chapter_index=number - 1,
        level=level,
        usable_quotes=quotes,
        quote_words_per_claim=words,
        quotes_per_claim=1,
        target_words=500,
        generation_mode="thin",
    )
    parts = tuple(Part(number=number + step, title=title, coverage=coverage) for step in range(joined))
    return ChapterRow(title=title, coverage=coverage, parts=parts)


ROWS = (
    row(1, "Tea <b>bold</b> & $x$", CoverageLevel.STRONG, 6, 61.26),
    row(2, "Milk / Sugar", CoverageLevel.WEAK, 0, 0, joined=2),
)


@pytest.fixture
def figure() -> dict[str, Any]:
    return cast("dict[str, Any]", coverage_figure(ROWS, DEFAULT_THRESHOLDS).to_dict())


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("<b>x</b>", "&lt;b&gt;x&lt;/b&gt;"),
        ("a&lt;b", "a&amp;lt;b"),
        ("two\nlines", "two lines"),
        ('say "so"', 'say "so"'),
    ],
)
def test_plotly_is_given_escaped_words(words: str, shown: str) -> None:
    """Plotly reads a small HTML in every text."""
    assert plotly_text(words) == shown


def test_both_measures_are_drawn_for_every_chapter(figure: dict[str, Any]) -> None:
    """Bars lie along the same chapters."""
    quotes, words = figure["data"]
    assert list(quotes["x"]) == [6, 0]
    assert list(words["x"]) == [61.26, 0]
    assert list(quotes["y"]) == list(words["y"]) == [0, 1]


def test_a_level_is_said_in_words_beside_its_colour(figure: dict[str, Any]) -> None:
    """Colour is never the only signal; the title is escaped."""
    first, second = figure["layout"]["yaxis"]["ticktext"]
    assert first == "1. Tea &lt;b&gt;bold&lt;/b&gt; &amp; $x$<br><b>Strong</b>"
    assert second == "2 + 3. Milk / Sugar<br><b>Weak</b>"


def test_the_hover_text_says_that_chapters_were_joined(figure: dict[str, Any]) -> None:
    """Only of those that were."""
    first, second = figure["data"][0]["hovertext"]
    assert "&lt;b&gt;bold" in first
    assert "Joined" not in first
    assert "Joined from the weak chapters 2 + 3" in second


def test_the_lines_stand_where_the_levels_begin(figure: dict[str, Any]) -> None:
    """3 and 5 quotes, 30 and 50 words, with their names."""
    assert [shape["x0"] for shape in figure["layout"]["shapes"]] == [3, 5, 30, 50]
    names = [note["text"] for note in figure["layout"]["annotations"]]
    assert names == ["medium 3", "strong 5", "medium 30", "strong 50"]


def test_no_chapters_make_no_error() -> None:
    """An empty session has an empty figure."""
    drawn = cast("dict[str, Any]", coverage_figure((), DEFAULT_THRESHOLDS).to_dict())
    assert not any(trace["x"] for trace in drawn["data"])


def test_the_same_is_said_to_those_who_do_not_see_it() -> None:
    """Thresholds first, then each chapter."""
    assert figure_in_words(ROWS, DEFAULT_THRESHOLDS) == (
        "Medium begins at 3 quotes and 30 words per claim, strong at 5 and 50. "
        "Chapter 1. Tea <b>bold</b> & $x$: Strong, 6 usable quotes, 61.3 words per claim. "
        "Chapter 2 + 3. Milk / Sugar: Weak, 0 usable quotes, 0.0 words per claim."
    )
