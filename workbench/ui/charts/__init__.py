"""Plotly figures, each with the same facts in words."""

from workbench.ui.charts.style import plotly_text
from workbench.ui.coverage.chart_bars import coverage_figure, figure_in_words
from workbench.ui.coverage.chart_presets import comparison_figure
from workbench.ui.coverage.chart_scatter import scatter_figure, scatter_in_words
from workbench.ui.coverage.chart_sensitivity import sensitivity_figure, tiles_figure
from workbench.ui.numbers.chart import MOST_PARAGRAPHS, numbers_figure, numbers_in_words
from workbench.ui.poison.chart import let_through_figure

__all__ = [
    "MOST_PARAGRAPHS",
    "comparison_figure",
    "coverage_figure",
    "figure_in_words",
    "let_through_figure",
    "numbers_figure",
    "numbers_in_words",
    "plotly_text",
    "scatter_figure",
    "scatter_in_words",
    "sensitivity_figure",
    "tiles_figure",
]
