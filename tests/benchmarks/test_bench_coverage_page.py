"""Drawing the coverage again after a threshold moved: what Python does of it, against one plain Plotly chart."""

import plotly.graph_objects as go
import plotly.io
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from core.coverage.levels import CoverageThresholds
from core.coverage.sensitivity import Axis, Threshold, map_levels
from core.generation.line import Line, prepare_line
from tests.benchmarks.corpus import evidence_map, make_corpus
from tests.benchmarks.measure import times
from workbench.ui.common.chapters import rows_under, titles_of
from workbench.ui.coverage.chart_bars import coverage_figure
from workbench.ui.coverage.chart_scatter import scatter_figure
from workbench.ui.coverage.chart_sensitivity import sensitivity_figure, tiles_figure
from workbench.ui.coverage.sensitivity import reading_of

pytestmark = pytest.mark.benchmark

TIMES = 10  # in one measurement
MOVED = CoverageThresholds(strong_quotes=6)


@pytest.fixture(scope="module")
def line() -> Line:
    corpus = make_corpus(95_000, 320)
    return prepare_line(evidence_map(corpus.quotes), corpus.transcript)


def one_chart() -> None:
    for _ in range(TIMES):
        bars = [go.Bar(x=[3, 1, 2], y=[1, 2, 3], orientation="h"), go.Bar(x=[3, 1, 2], y=[1, 2, 3], orientation="h")]
        figure = go.Figure(data=bars).update_layout(height=400, xaxis_title="Quotes", yaxis_title="Chapters")
        plotly.io.to_json(figure, validate=False)


def test_a_moved_threshold_is_scored_and_drawn_for_a_few_plain_charts(line: Line, benchmark: BenchmarkFixture) -> None:
    """Scoring 16 chapters and both figures of the first view cost at most five charts of two plain bars."""

    def redraw() -> None:
        for _ in range(TIMES):
            rows = rows_under(line, MOVED)
            for figure in (coverage_figure(rows, MOVED), scatter_figure(rows, MOVED)):
                plotly.io.to_json(figure, validate=False)

    ratio = times(redraw, one_chart, most=5)
    benchmark.extra_info["plain charts"] = round(ratio, 2)
    benchmark.pedantic(redraw, rounds=1)
    assert ratio <= 5


def test_the_level_map_is_drawn_for_some_plain_charts(line: Line, benchmark: BenchmarkFixture) -> None:
    """81 pairs of values for 16 chapters, both figures: at most nine charts of two plain bars."""

    def redraw() -> None:
        for _ in range(TIMES):
            reading = reading_of(line, Threshold.STRONG_QUOTES, Threshold.MIN_USABLE_WORDS, joined=True)
            for figure in (sensitivity_figure(reading), tiles_figure(reading, titles_of(line))):
                plotly.io.to_json(figure, validate=False)

    ratio = times(redraw, one_chart, most=9)
    benchmark.extra_info["plain charts"] = round(ratio, 2)
    benchmark.pedantic(redraw, rounds=1)
    assert ratio <= 9


def test_a_level_map_costs_far_less_than_its_lines(line: Line, benchmark: BenchmarkFixture) -> None:
    """225 pairs of values cost less than scoring and merging the line at 25 of them."""
    values = tuple(range(5, 20))
    across, up = (Axis(threshold=one, values=values) for one in (Threshold.STRONG_QUOTES, Threshold.MIN_USABLE_WORDS))

    def mapped() -> None:
        map_levels(line.evidence_map, line.whitelist, across, up)

    def lines() -> None:
        for words in values[:5]:
            for quotes in values[:5]:
                rows_under(line, CoverageThresholds(strong_quotes=quotes, min_usable_words=words))

    ratio = times(mapped, lines, most=1)
    benchmark.extra_info["of 25 lines"] = round(ratio, 3)
    benchmark.pedantic(mapped, rounds=1)
    assert ratio < 1
