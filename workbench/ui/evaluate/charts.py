"""The five charts of an evaluation, each with the same facts in words, which also say why there is none."""

from workbench.ui.evaluate.chart_cost import cost_figure, cost_in_words
from workbench.ui.evaluate.chart_heat import heat_figure, heat_in_words
from workbench.ui.evaluate.chart_kinds import kinds_figure, kinds_in_words
from workbench.ui.evaluate.chart_metric import metric_figure, metric_in_words
from workbench.ui.evaluate.chart_waterfall import waterfall_figure, waterfall_in_words

__all__ = [
    "cost_figure",
    "cost_in_words",
    "heat_figure",
    "heat_in_words",
    "kinds_figure",
    "kinds_in_words",
    "metric_figure",
    "metric_in_words",
    "waterfall_figure",
    "waterfall_in_words",
]
