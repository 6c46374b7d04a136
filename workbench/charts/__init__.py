"""Plotly figures, each with the same facts in words."""

from workbench.charts.bars import coverage_figure, figure_in_words
from workbench.charts.comparison import comparison_figure
from workbench.charts.level_map import sensitivity_figure, tiles_figure
from workbench.charts.numbers import MOST_PARAGRAPHS, numbers_figure, numbers_in_words
from workbench.charts.poison import let_through_figure
from workbench.charts.scatter import scatter_figure, scatter_in_words
from workbench.charts.style import plotly_text

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
