from itertools import combinations, pairwise
from typing import Any, cast

import plotly.graph_objects as go
import pytest

from core.coverage.levels import DEFAULT_THRESHOLDS, ChapterCoverage, CoverageLevel, CoverageThresholds
from core.coverage.sensitivity import Threshold
from core.generation.line import Line
from workbench.ui.charts.point_labels import place_labels
from workbench.ui.charts.style import plotly_text
from workbench.ui.common.chapters import ChapterComparison, ChapterRow, ScoredChapter, compare_rows, rows_of, titles_of
from workbench.ui.coverage.chart_bars import coverage_figure, figure_in_words
from workbench.ui.coverage.chart_presets import comparison_figure
from workbench.ui.coverage.chart_scatter import scatter_figure, scatter_in_words
from workbench.ui.coverage.chart_sensitivity import TILES, sensitivity_figure, tiles_figure
from workbench.ui.coverage.sensitivity import SensitivityMap, reading_of


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
    parts = tuple(ScoredChapter(number=number + step, title=title, coverage=coverage) for step in range(joined))
    return ChapterRow(title=title, coverage=coverage, parts=parts)


ROWS = (
    row(1, "Tea <b>bold</b> & $x$", CoverageLevel.STRONG, 6, 61.26),
    row(2, "Milk / Sugar", CoverageLevel.WEAK, 0, 0, joined=2),
)


@pytest.fixture(scope="module")
def reading(sample: Line) -> SensitivityMap:
    """The sample over its two thresholds of Medium and Strong quotes, where some pairs cannot be set."""
    return reading_of(sample, Threshold.STRONG_QUOTES, Threshold.MEDIUM_QUOTES, joined=True)


def drawn(figure: go.Figure) -> dict[str, Any]:
    return cast("dict[str, Any]", figure.to_dict())


@pytest.fixture
def figure() -> dict[str, Any]:
    return drawn(coverage_figure(ROWS, DEFAULT_THRESHOLDS))


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
    assert not any(trace["x"] for trace in drawn(coverage_figure((), DEFAULT_THRESHOLDS))["data"])


def test_the_same_is_said_to_those_who_do_not_see_it() -> None:
    """Thresholds first, then each chapter."""
    assert figure_in_words(ROWS, DEFAULT_THRESHOLDS) == (
        "Medium begins at 3 quotes and 30 words per claim, strong at 5 and 50. "
        "Chapter 1. Tea <b>bold</b> & $x$: Strong, 6 usable quotes, 61.3 words per claim. "
        "Chapter 2 + 3. Milk / Sugar: Weak, 0 usable quotes, 0.0 words per claim."
    )


def test_every_figure_keeps_plotlys_rules(sample: Line, reading: SensitivityMap) -> None:
    """They are drawn without a check, which would take ten times as long; so it is made here."""
    rows = rows_of(sample)
    for one in (
        coverage_figure(rows, DEFAULT_THRESHOLDS),
        scatter_figure(rows, DEFAULT_THRESHOLDS),
        sensitivity_figure(reading),
        tiles_figure(reading, titles_of(sample)),
        comparison_figure(compare_rows(rows, rows), ("Ours", "Theirs")),
    ):
        assert drawn(go.Figure(one.to_dict())) == drawn(one)


def test_a_figure_that_breaks_plotlys_rules_is_caught() -> None:
    """The check above sees what it must."""
    broken = {"data": [{"type": "bar", "x": [1], "colour": "red"}]}
    with pytest.raises(ValueError, match="colour"):
        go.Figure(broken)


SCATTERED = (
    row(1, "Tea <b>bold</b>", CoverageLevel.STRONG, 6, 61.26),
    row(2, "Milk / Sugar", CoverageLevel.WEAK, 0, 0, joined=2),
    row(4, "Rum", CoverageLevel.MEDIUM, 4, 33),
    row(5, "Lemon", CoverageLevel.MEDIUM, 4, 33),
    row(6, "Ice", CoverageLevel.MEDIUM, 4, 33.5),
)


def scattered(thresholds: CoverageThresholds = DEFAULT_THRESHOLDS) -> dict[str, Any]:
    return drawn(scatter_figure(SCATTERED, thresholds))


def test_every_chapter_is_a_point_at_its_two_measures() -> None:
    """Each with its number; two chapters with the same measures are one point with two numbers."""
    *_, points, labels = scattered()["data"]
    places = list(zip(points["x"], points["y"], labels["text"], strict=True))
    assert places == [(6, 61.26, "1"), (0, 0, "2+3"), (4, 33, "4, 5"), (4, 33.5, "6")]


def test_a_points_level_has_a_symbol_beside_its_colour() -> None:
    """Colour is never the only signal."""
    points = scattered()["data"][-2]
    assert points["marker"]["symbol"] == ["circle", "square", "diamond", "diamond"]
    assert len(set(points["marker"]["color"])) == 3


def test_points_that_lie_together_are_all_named_on_hover() -> None:
    """With their titles, escaped."""
    first, _, together, _ = scattered()["data"][-2]["hovertext"]
    assert "1. Tea &lt;b&gt;bold&lt;/b&gt;" in first
    assert "4. Rum" in together
    assert "5. Lemon" in together


def inside(trace: dict[str, Any], x: float, y: float) -> bool:
    """Tell whether a point lies in the outline of an area, by the even-odd rule."""
    crossed = False
    for (x0, y0), (x1, y1) in pairwise(zip(trace["x"], trace["y"], strict=True)):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            crossed = not crossed
    return crossed


@pytest.mark.parametrize(
    "thresholds",
    [
        DEFAULT_THRESHOLDS,
        CoverageThresholds(medium_quotes=5, medium_words_per_claim=30),
        CoverageThresholds(medium_quotes=1, strong_quotes=1, medium_words_per_claim=0, strong_words_per_claim=0),
    ],
)
def test_the_areas_are_the_levels(thresholds: CoverageThresholds) -> None:
    """Every place on the drawing lies in the area of the level that it means, and in no other."""
    data = scattered(thresholds)["data"]
    areas = dict(zip((CoverageLevel.WEAK, CoverageLevel.MEDIUM, CoverageLevel.STRONG), data[:3], strict=True))
    for quotes in range(7):
        for words in (0.5, 12.3, 29.9, 30.1, 49.9, 50.1, 60.0):
            level = thresholds.level(quotes, words)
            assert [one for one, trace in areas.items() if inside(trace, quotes, words)] == [level]


def test_every_area_has_its_name_and_a_pattern_of_its_own() -> None:
    """Colour is never the only signal."""
    figure = scattered()
    assert {note["text"] for note in figure["layout"]["annotations"]} == {
        "<b>Strong</b>",
        "<b>Medium</b>",
        "<b>Weak</b>",
    }
    assert len({trace["fillpattern"]["shape"] for trace in figure["data"][:3]}) == 3


def test_labels_lie_neither_on_points_nor_on_one_another() -> None:
    """Twenty chapters within a finger's breadth can still be read."""
    points = [(200 + 9.0 * (n % 5), 150 + 8.0 * (n // 5)) for n in range(20)]
    texts = [str(number + 1) for number in range(20)]
    placed = place_labels(points, texts, (560, 370))
    middles = [(x + off.right, y + off.up) for (x, y), off in zip(points, placed, strict=True)]
    for (x, y), (to_x, to_y) in combinations(middles, 2):
        assert abs(x - to_x) >= 7.5 or abs(y - to_y) >= 17
    for x, y in middles:
        assert all(abs(x - to_x) >= 11 or abs(y - to_y) >= 16 for to_x, to_y in points)


def test_the_scatter_is_said_in_words() -> None:
    """Which chapters lie in which area."""
    assert scatter_in_words(SCATTERED[:3]) == (
        "Each chapter is a point: usable quotes to the right, quote words per claim upward. "
        "In the area Strong: 1 (6 usable quotes, 61.3 words per claim). "
        "In the area Medium: 4 (4 usable quotes, 33.0 words per claim). "
        "In the area Weak: 2 + 3 (0 usable quotes, 0.0 words per claim)."
    )


def test_the_map_of_changes_counts_chapters(reading: SensitivityMap) -> None:
    """The number stands in each cell; where the thresholds stand nothing changes, and the frame is there."""
    figure = drawn(sensitivity_figure(reading))
    counted, numbers = figure["data"]
    assert counted["z"][reading.row][reading.column] == 0
    known = [value for line in counted["z"] for value in line if value is not None]
    assert [str(value) for value in known] == numbers["text"]
    assert max(known) > 0
    assert {(shape["x0"] + 0.5, shape["y0"] + 0.5) for shape in figure["layout"]["shapes"]} == {
        (reading.column, reading.row)
    }


def test_what_cannot_be_set_stays_empty(reading: SensitivityMap) -> None:
    """Strong from 1 quote with Medium from 9 has no number."""
    counted = drawn(sensitivity_figure(reading))["data"][0]
    assert counted["z"][-1][0] is None
    assert counted["hovertext"][-1][0] == ""


def test_every_chapter_has_a_small_map_with_letters(sample: Line, reading: SensitivityMap) -> None:
    """S, M and W say what the colours say; the title is beside it."""
    figure = drawn(tiles_figure(reading, titles_of(sample)))
    letters = {"S": CoverageLevel.STRONG, "M": CoverageLevel.MEDIUM, "W": CoverageLevel.WEAK, "": None}
    assert len(figure["data"]) == len(sample.evidence_map.chapters)
    for tile, grid in zip(figure["data"], reading.grids, strict=True):
        assert tuple(tuple(letters[letter] for letter in line) for line in tile["text"]) == grid
    assert figure["layout"]["annotations"][2]["text"] == "3. The Veldrey Hand<br><b>Weak</b>"


def test_small_maps_do_not_lie_on_one_another(sample: Line, reading: SensitivityMap) -> None:
    """Each has its own place on the axes that they share."""
    tiles = drawn(tiles_figure(reading, titles_of(sample)))["data"]
    wide, high = len(reading.across.values), len(reading.up.values)
    for one, other in combinations(tiles, 2):
        assert abs(one["x0"] - other["x0"]) >= wide or abs(one["y0"] - other["y0"]) >= high


def test_many_chapters_are_drawn_a_page_at_a_time(reading: SensitivityMap) -> None:
    """The last page has the rest."""
    many = reading.model_copy(update={"grids": reading.grids[:1] * 60})
    titles = [f"<i>{number}</i>" for number in range(60)]
    figure = drawn(tiles_figure(many, titles, first=2 * TILES))
    assert len(figure["data"]) == 60 - 2 * TILES
    assert figure["layout"]["annotations"][0]["text"].startswith("49. &lt;i&gt;48&lt;/i&gt;<br>")


def test_two_sets_of_thresholds_are_two_shapes() -> None:
    """A ring and a diamond for each chapter, and a line where its level differs."""
    tea, milk = ROWS
    chapters = (
        ChapterComparison(number=1, title="Tea", left=tea, right=tea),
        ChapterComparison(number=2, title="Milk", left=milk, right=tea),
    )
    lines, rings, diamonds = drawn(comparison_figure(chapters, ("<b>mine</b>", "yours")))["data"]
    assert list(rings["x"]) == [2, 0]
    assert list(diamonds["x"]) == [2, 2]
    assert rings["marker"]["symbol"] != diamonds["marker"]["symbol"]
    assert lines["x"] == [0, 2, None]
    assert "&lt;b&gt;mine&lt;/b&gt;: Weak" in rings["hovertext"][1]


@pytest.mark.parametrize("draw", [scatter_figure, coverage_figure])
def test_a_map_without_chapters_can_be_drawn(draw: Any) -> None:
    """An empty session is no error."""
    assert draw((), DEFAULT_THRESHOLDS).to_dict()["layout"]["height"] > 0
