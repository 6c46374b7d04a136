"""The five charts of an evaluation: what they draw, say and carry, and that there is none where there is nothing."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, cast

import plotly.graph_objects as go
import pytest

from core.evaluation.records import Amount, Metric
from core.text.documents import is_list, is_object
from tests.workbench.experiments.results.making import (
    CORRECTED,
    DROPPED,
    HOSTILE,
    INVENTED,
    KEPT,
    LONG,
    answer,
    chapter,
    two_variants,
    unwritten,
)
from workbench.experiments.results import STANDING, EvaluationResults, UnitGroup, mark_of, marks, results_of_units
from workbench.experiments.results.chart_marks import MOST_UNITS
from workbench.ui.evaluate.charts import (
    cost_figure,
    cost_in_words,
    heat_figure,
    heat_in_words,
    kinds_figure,
    kinds_in_words,
    metric_figure,
    metric_in_words,
    waterfall_figure,
    waterfall_in_words,
)

VERBATIM = Metric.VERBATIM_BEFORE


def drawn(figure: go.Figure | None) -> dict[str, Any]:
    assert figure is not None
    return cast("dict[str, Any]", figure.to_dict())


def twelve() -> EvaluationResults:
    """Return twelve variants with long names that differ in their middle, one of them without anything to count."""
    names = [f"{LONG[:40]} number {number} {LONG[40:]}" for number in range(12)]
    groups = [
        UnitGroup(
            name=name, units=(chapter(1, *((KEPT,) * place), INVENTED), chapter(2, KEPT)) if place else (chapter(1),)
        )
        for place, name in enumerate(names)
    ]
    return results_of_units("Twelve", groups)


def hostile() -> EvaluationResults:
    unit = chapter(1, KEPT, INVENTED, title=HOSTILE, subject=HOSTILE).model_copy(update={"key": HOSTILE})
    return results_of_units(HOSTILE, [UnitGroup(name=HOSTILE, units=(unit,)), UnitGroup(name="plain", units=(unit,))])


SHAPES: dict[str, Callable[[], EvaluationResults]] = {
    "two": two_variants,
    "twelve": twelve,
    "hostile": hostile,
    "one": lambda: results_of_units("One", [UnitGroup(name="a", units=(chapter(1, KEPT, DROPPED), unwritten(2)))]),
    "answers": lambda: results_of_units("Answers", [UnitGroup(name="a", units=(answer(1, KEPT), answer(2, INVENTED)))]),
    "nothing counted": lambda: results_of_units("None", [UnitGroup(name="a", units=(unwritten(1),))]),
    "no units": lambda: results_of_units("None", [UnitGroup(name="a", units=())]),
    "no variants": lambda: results_of_units("None", []),
}


def _figures_of(results: EvaluationResults) -> Iterator[tuple[go.Figure | None, str]]:
    for metric in Metric:
        yield metric_figure(results, metric), metric_in_words(results, metric)
        yield heat_figure(results, metric), heat_in_words(results, metric)
    yield cost_figure(results), cost_in_words(results)
    for one in results.variants:
        yield waterfall_figure(results, one.name), waterfall_in_words(results, one.name)
        yield kinds_figure(results, one.name), kinds_in_words(results, one.name)


@cache
def figures_of(shape: str) -> tuple[tuple[go.Figure | None, str], ...]:
    """Return every chart of some results with its words: drawn once, for whoever looks at them."""
    return tuple(_figures_of(SHAPES[shape]()))


def texts_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif is_object(value):
        yield from (text for key, one in value.items() if key != "customdata" for text in texts_in(one))
    elif is_list(value):
        yield from (text for one in value for text in texts_in(one))


@pytest.mark.parametrize("shape", SHAPES)
def test_every_chart_keeps_plotlys_rules_or_says_why_there_is_none(shape: str) -> None:
    """Drawing does not check them; words are there either way."""
    for figure, words in figures_of(shape):
        assert words.strip()
        if figure is not None:
            assert drawn(go.Figure(figure.to_dict())) == drawn(figure)


@pytest.mark.parametrize("shape", SHAPES)
def test_whatever_can_be_pressed_stands_in_the_list_for_the_keyboard(shape: str) -> None:
    """Every point, bar and cell, and it is of a variant that there is."""
    results = SHAPES[shape]()
    names = [one.name for one in results.variants]
    for metric in (VERBATIM, Metric.WRITTEN):
        listed = {tuple(mark.customdata) for name in names for mark in marks(results, metric, name)}
        drawn_here = [metric_figure(results, metric), heat_figure(results, metric), cost_figure(results)]
        drawn_here += [draw(results, name) for name in names for draw in (waterfall_figure, kinds_figure)]
        for figure in drawn_here:
            for trace in drawn(figure)["data"] if figure is not None else ():
                if trace["type"] == "bar" or trace["mode"].startswith("markers"):
                    assert len(trace["customdata"]) == len(trace["x"]) == len(trace["y"])
                for pressed in trace.get("customdata", ()):
                    mark = mark_of(list(pressed))
                    assert mark is not None
                    assert mark.variant in names
                    assert tuple(pressed) in listed


@pytest.mark.parametrize("shape", SHAPES)
def test_what_can_be_pressed_says_how_it_looks_pressed_and_not(shape: str) -> None:
    """Plotly's bars break off in the middle of a press where only one of the two is said."""
    for figure, _ in figures_of(shape):
        for trace in drawn(figure)["data"] if figure is not None else ():
            if trace.get("customdata") and trace["type"] == "bar":
                assert {"selected", "unselected"} <= trace.keys()


def test_no_words_are_markup_for_plotly() -> None:
    """Nor do they turn the order of what stands beside them."""
    for figure, _ in figures_of("hostile"):
        for text in texts_in(drawn(figure)) if figure is not None else ():
            assert "<script" not in text
            assert "\u202e" not in text


# A share of every variant.


def test_a_share_is_drawn_before_and_after_with_its_intervals() -> None:
    """A ring for what the model wrote, a diamond for what is read, of 14 of 21 and 7 of 7."""
    before, after = drawn(metric_figure(two_variants(), VERBATIM))["data"]
    assert (before["marker"]["symbol"], after["marker"]["symbol"]) == ("circle-open", "diamond")
    assert before["text"] == ["14 of 21", "13 of 14"]
    assert before["x"][0] == pytest.approx(66.667, abs=0.001)
    assert before["x"][0] - before["error_x"]["arrayminus"][0] == pytest.approx(45.3735, abs=0.001)
    assert before["x"][0] + before["error_x"]["array"][0] == pytest.approx(82.8052, abs=0.001)
    assert (after["x"], after["error_x"]["array"]) == ([100, 100], [0, 0])
    assert drawn(metric_figure(two_variants(), Metric.VERBATIM_AFTER)) == drawn(metric_figure(two_variants(), VERBATIM))


def test_a_share_of_one_stage_is_drawn_alone() -> None:
    """With its name in the legend."""
    (only,) = drawn(metric_figure(two_variants(), Metric.WITHIN_TARGET))["data"]
    assert only["name"] == "Within target words"
    assert only["text"] == ["4 of 7", "7 of 7"]


def test_nothing_counted_is_a_word_in_its_row_and_no_point() -> None:
    """Neither at 0 nor at 100 percent."""
    figure = drawn(metric_figure(twelve(), VERBATIM))
    assert [note["y"] for note in figure["layout"]["annotations"]] == [0]
    assert "n/a" in figure["layout"]["annotations"][0]["text"]
    assert 0 not in [round(y) for trace in figure["data"] for y in trace["y"]]


def test_a_metric_that_does_not_apply_has_no_chart() -> None:
    """And is not said to be counted."""
    assert metric_figure(two_variants(), Metric.CITATION_RECALL) is None
    assert "does not apply" in metric_in_words(two_variants(), Metric.CITATION_RECALL)
    nothing = SHAPES["nothing counted"]()
    assert metric_figure(nothing, VERBATIM) is None
    assert "n/a" in metric_in_words(nothing, VERBATIM)


def test_variants_with_names_alike_are_numbered() -> None:
    """Names that are cut would be one name."""
    labels = drawn(heat_figure(twelve(), VERBATIM))["layout"]["xaxis"]["ticktext"]
    assert [label.split(" ")[0] for label in labels] == [f"{number}." for number in range(1, 13)]
    assert len(set(labels)) == 12


# What it cost.


def test_cost_stands_against_what_is_verbatim() -> None:
    """0.0021 a chapter, and 0.0093 on average of six dearer ones and one that is not."""
    trace = next(one for one in drawn(cost_figure(two_variants()))["data"] if one["mode"] == "markers")
    assert trace["x"] == pytest.approx([0.0021, 0.0093])
    assert trace["y"] == pytest.approx([66.667, 92.857], abs=0.001)
    assert trace["customdata"] == [["free", "", "", VERBATIM], ["reference", "", "", VERBATIM]]


@pytest.mark.parametrize("cost", [0.0, None])
def test_tokens_take_the_place_of_a_cost_that_is_none_or_unknown(cost: float | None) -> None:
    """All 0, or known of nobody."""
    results = results_of_units("Free", [UnitGroup(name="a", units=(chapter(1, KEPT, cost=cost),))])
    figure = drawn(cost_figure(results))
    assert "output tokens" in figure["layout"]["xaxis"]["title"]["text"]
    assert next(one for one in figure["data"] if one["mode"] == "markers")["x"] == [701]


def test_characters_take_the_place_of_tokens_that_nobody_counted() -> None:
    """So a model whose replies were recorded can be held against another."""
    unit = chapter(1, KEPT, cost=None)
    known = {amount: value for amount, value in unit.amounts.items() if amount is not Amount.OUTPUT_TOKENS}
    uncounted = unit.model_copy(update={"amounts": {**known, Amount.CHARACTERS: 4_200.0}})
    figure = drawn(cost_figure(results_of_units("Recorded", [UnitGroup(name="a", units=(uncounted,))])))
    assert "no tokens were counted" in figure["layout"]["xaxis"]["title"]["text"]
    assert next(one for one in figure["data"] if one["mode"] == "markers")["x"] == [4_200]


def test_a_variant_without_a_price_is_said_and_not_drawn_at_zero() -> None:
    """One point of two, and a word for the other."""
    groups = [
        UnitGroup(name="dear", units=(chapter(1, KEPT),)),
        UnitGroup(name="unknown", units=(chapter(1, KEPT, cost=None),)),
    ]
    results = results_of_units("Prices", groups)
    figure = drawn(cost_figure(results))
    assert len(next(one for one in figure["data"] if one["mode"] == "markers")["x"]) == 1
    assert "1 without it" in figure["layout"]["xaxis"]["title"]["text"]
    assert "Not drawn, because one of the two is not known: unknown." in cost_in_words(results)


# What enforcement did.


def test_the_waterfall_falls_from_what_was_found_to_what_stands() -> None:
    """Four were written: one loses its marks, one is left out, two stand, of which one has the source's own words."""
    results = results_of_units("Steps", [UnitGroup(name="a", units=(chapter(1, KEPT, CORRECTED, INVENTED, DROPPED),))])
    (bars,) = drawn(waterfall_figure(results, "a"))["data"]
    steps = [mark[3] for mark in bars["customdata"]]
    assert steps == [
        Amount.FOUND, Amount.UNQUOTED, Amount.DROPPED, STANDING, Amount.KEPT, Amount.REPLACED, Amount.CORRECTED,
    ]  # fmt: skip
    assert list(zip(bars["base"], bars["x"], strict=True)) == [(0, 4), (3, 1), (2, 1), (0, 2), (0, 1), (1, 1), (0, 1)]
    assert [text.strip() for text in bars["text"]] == ["4", "−1", "−1", "2", "1", "1", "1"]
    assert "4 quotations written by the model" in waterfall_in_words(results, "a")


@pytest.mark.parametrize("name", ["a", "nobody"])
def test_without_quotations_there_is_no_waterfall(name: str) -> None:
    """And its words say so."""
    results = SHAPES["nothing counted"]()
    assert waterfall_figure(results, name) is None
    assert "nothing to enforce" in waterfall_in_words(results, name)


# How near what failed is to its source.


def test_each_kind_has_its_bar_and_says_how_many_are_left() -> None:
    """Two were reworded, one of them still stands; none was invented."""
    unit = chapter(1, KEPT, INVENTED, INVENTED)
    unit = unit.model_copy(update={"amounts": {**unit.amounts, Amount.REWORDED_AFTER: 1}})
    results = results_of_units("Kinds", [UnitGroup(name="a", units=(unit,))])
    (bars,) = drawn(kinds_figure(results, "a"))["data"]
    assert [mark[3] for mark in bars["customdata"]] == [Amount.REWORDED_BEFORE, Amount.INVENTED_BEFORE]
    assert (list(bars["x"]), [text.strip() for text in bars["text"]]) == ([2, 0], ["2, 1 as read", "0"])
    assert kinds_in_words(results, "a") == ("a: 2 quotations failed as written: reworded 2, invented 0. As read: 1.")


def test_where_no_quotation_failed_or_nobody_knows_the_kinds_there_is_no_chart() -> None:
    """And its words say which of the two it is."""
    held = results_of_units("Held", [UnitGroup(name="a", units=(chapter(1, KEPT),))])
    assert (kinds_figure(held, "a"), kinds_in_words(held, "a")) == (None, "a: no quotation failed.")
    older = results_of_units("Older", [UnitGroup(name="a", units=(unwritten(1),))])
    assert kinds_figure(older, "a") is None
    assert "before there were kinds" in kinds_in_words(older, "a")


# Every unit.


def test_every_unit_and_variant_has_its_cell() -> None:
    """What was counted is a bar that can be pressed; n/a and what is not there are words."""
    groups = [
        UnitGroup(name="a", units=(chapter(1, KEPT, INVENTED), chapter(2))),
        UnitGroup(name="b", units=(chapter(1, KEPT),)),
    ]
    cells, uncounted, absent = drawn(heat_figure(results_of_units("Cells", groups), VERBATIM))["data"]
    assert cells["text"] == ["50%", "100%"]
    assert cells["customdata"] == [
        ["a", "The sample", "chapter 1", VERBATIM],
        ["b", "The sample", "chapter 1", VERBATIM],
    ]
    assert list(zip(uncounted["x"], uncounted["y"], uncounted["text"], strict=True)) == [(0, 1, "n/a")]
    assert list(zip(absent["x"], absent["y"], absent["text"], strict=True)) == [(1, 1, "–")]
    assert "customdata" not in absent


def test_repeats_are_one_cell() -> None:
    """1 of 1 and 0 of 1 is 1 of 2."""
    group = UnitGroup(name="a", units=(chapter(1, KEPT), chapter(1, INVENTED)), repeats=(0, 1))
    cells, *_ = drawn(heat_figure(results_of_units("Repeats", [group]), VERBATIM))["data"]
    assert cells["text"] == ["50%"]


def test_the_colour_follows_what_is_better() -> None:
    """Nothing invented looks as all verbatim does."""
    results = results_of_units("Colours", [UnitGroup(name="a", units=(chapter(1, KEPT), chapter(2, INVENTED)))])
    verbatim = drawn(heat_figure(results, VERBATIM))["data"][0]["marker"]["color"]
    invented = drawn(heat_figure(results, Metric.HALLUCINATION_BEFORE))["data"][0]["marker"]["color"]
    assert verbatim == invented
    assert verbatim[0] != verbatim[1]


def test_of_many_units_the_worst_are_drawn_and_that_is_said() -> None:
    """A thousand rows are no chart."""
    units = tuple(chapter(number, KEPT) for number in range(1, 101))
    results = results_of_units("Many", [UnitGroup(name="a", units=units)])
    assert len(drawn(heat_figure(results, VERBATIM))["data"][0]["y"]) == MOST_UNITS
    assert f"The {MOST_UNITS} with the worst shares, of 100" in heat_in_words(results, VERBATIM)
