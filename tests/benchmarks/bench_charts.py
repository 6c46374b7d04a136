"""Drawing the coverage again after a threshold moved: what Python does of it, against one plain Plotly chart."""

from functools import lru_cache

import plotly.graph_objects as go
import plotly.io

from core.coverage.levels import CoverageThresholds
from core.coverage.sensitivity import Axis, Threshold, map_levels
from core.generation.line import Line, prepare_line
from tests.benchmarks.corpus import evidence_map, make_corpus
from tests.benchmarks.measure import ratio_of
from tests.benchmarks.registry import at_most
from workbench.ui.common.chapters import rows_under, titles_of
from workbench.ui.coverage.chart_bars import coverage_figure
from workbench.ui.coverage.chart_scatter import scatter_figure
from workbench.ui.coverage.chart_sensitivity import sensitivity_figure, tiles_figure
from workbench.ui.coverage.sensitivity import reading_of

TIMES = 10  # in one measurement
MOVED = CoverageThresholds(strong_quotes=6)


@lru_cache(maxsize=1)
def line() -> Line:
    """Return a line of 16 chapters."""
    corpus = make_corpus(95_000, 320)
    return prepare_line(evidence_map(corpus.quotes), corpus.transcript)


def one_chart() -> None:
    for _ in range(TIMES):
        bars = [go.Bar(x=[3, 1, 2], y=[1, 2, 3], orientation="h"), go.Bar(x=[3, 1, 2], y=[1, 2, 3], orientation="h")]
        figure = go.Figure(data=bars).update_layout(height=400, xaxis_title="Quotes", yaxis_title="Chapters")
        plotly.io.to_json(figure, validate=False)


@at_most("coverage: a moved threshold against a chart of two plain bars", 5)
def moved_threshold() -> float:
    """Scoring 16 chapters and both figures of the first view."""

    def redraw() -> None:
        for _ in range(TIMES):
            rows = rows_under(line(), MOVED)
            for figure in (coverage_figure(rows, MOVED), scatter_figure(rows, MOVED)):
                plotly.io.to_json(figure, validate=False)

    return ratio_of(redraw, one_chart, most=5)


@at_most("coverage: the level map against a chart of two plain bars", 9)
def drawn_map() -> float:
    """81 pairs of values for 16 chapters, both figures."""

    def redraw() -> None:
        for _ in range(TIMES):
            reading = reading_of(line(), Threshold.STRONG_QUOTES, Threshold.MIN_USABLE_WORDS, joined=True)
            for figure in (sensitivity_figure(reading), tiles_figure(reading, titles_of(line()))):
                plotly.io.to_json(figure, validate=False)

    return ratio_of(redraw, one_chart, most=9)


@at_most("coverage: a level map of 225 pairs of values against 25 lines", 1)
def map_of_levels() -> float:
    """The map against scoring and merging the line at 25 of its pairs."""
    values = tuple(range(5, 20))
    across, up = (Axis(threshold=one, values=values) for one in (Threshold.STRONG_QUOTES, Threshold.MIN_USABLE_WORDS))

    def mapped() -> None:
        map_levels(line().evidence_map, line().whitelist, across, up)

    def lines() -> None:
        for words in values[:5]:
            for quotes in values[:5]:
                rows_under(line(), CoverageThresholds(strong_quotes=quotes, min_usable_words=words))

    return ratio_of(mapped, lines, most=1)
