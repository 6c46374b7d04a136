"""How often words are said over time, drawn and in words."""

from collections.abc import Sequence
from typing import Any, cast

import plotly.graph_objects as go

from workbench.ui.explore.chart_time import TimePoint, lines_of, time_figure, time_in_words

POINTS = (
    TimePoint("2021", "", 3, 1_000, 3.0),
    TimePoint("2022", "", 1, 500, 2.0),
    TimePoint("2021", "<b>Ada</b>", 3, 400, 7.5),
    TimePoint("2022", "<b>Ada</b>", 0, 100, 0.0),
)


def drawn(points: Sequence[TimePoint], *, by_share: bool) -> dict[str, Any]:
    figure = time_figure(points, "Year", by_share=by_share)
    go.Figure(figure.to_dict())  # validates every trace and the layout
    return cast("dict[str, Any]", figure.to_dict())


def test_everybody_and_those_who_say_it_have_a_line_each() -> None:
    """In numbers or in a thousand words; a name is never markup."""
    for by_share, numbers in ((False, [[3, 1], [3, 0]]), (True, [[3.0, 2.0], [7.5, 0.0]])):
        figure = drawn(POINTS, by_share=by_share)
        assert [list(line["y"]) for line in figure["data"]] == numbers
        assert [line["name"] for line in figure["data"]] == ["Everybody", "&lt;b&gt;Ada&lt;/b&gt;"]
        assert figure["layout"]["yaxis"].get("dtick") == (None if by_share else 1)


def test_of_very_many_persons_those_who_say_it_most_are_drawn() -> None:
    """Each with a colour and a sign of its own."""
    points = [TimePoint("2021", f"Person {number}" if number else "", 9, 100, 90.0) for number in range(20)]
    assert lines_of(points) == ["", *(f"Person {number}" for number in range(1, 7))]
    lines = drawn(points, by_share=False)["data"]
    assert len({line["marker"]["symbol"] for line in lines}) == len(lines)


def test_the_same_is_said_in_words() -> None:
    """For those who do not see it."""
    said = time_in_words(POINTS, "Year")
    assert said == "Everybody: most often in year 2021, 3 times. <b>Ada</b>: most often in year 2021, 3 times."
