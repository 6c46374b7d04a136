from typing import Any, cast

import plotly.graph_objects as go

from core.map_making.transcript_use import TurnUse
from core.span import Span
from workbench.ui.map.chart_turns import TalkStretch, join_turns, longest_unused, turns_figure


def turns_of(*counts: tuple[int, int]) -> list[TurnUse]:
    """Make turns of so many words, so many of them used."""
    return [
        TurnUse(at + 3, Span(at * 10, at * 10 + 9), "", None, words, used) for at, (words, used) in enumerate(counts)
    ]


def test_few_turns_stand_alone() -> None:
    """Each is a stretch of its own, wherever it begins."""
    assert join_turns(turns_of((4, 0), (12, 6)), most=60) == [TalkStretch(0, 1, 4, 0), TalkStretch(1, 2, 12, 6)]


def test_many_turns_are_joined_in_order() -> None:
    """Into stretches of about as many words each; a long turn is never parted, and no word is lost."""
    turns = turns_of((5, 5), (5, 0), (5, 0), (5, 1), (20, 2))
    assert join_turns(turns, most=4) == [
        TalkStretch(0, 2, 10, 5),
        TalkStretch(2, 4, 10, 1),
        TalkStretch(4, 5, 20, 2),
    ]


def test_the_last_stretch_may_be_short() -> None:
    """What is left over at the end is shown too."""
    turns = turns_of((5, 0), (5, 0), (5, 0))
    assert join_turns(turns, most=2) == [TalkStretch(0, 2, 10, 0), TalkStretch(2, 3, 5, 0)]


def test_the_longest_stretch_without_a_quote_is_found() -> None:
    """By its words, not by its turns; the first of two that are as long."""
    turns = turns_of((3, 0), (3, 0), (9, 1), (30, 0), (2, 2), (30, 0))
    assert longest_unused(turns) == TalkStretch(3, 4, 30, 0)
    assert longest_unused(turns_of((3, 3))) is None
    assert longest_unused(turns_of((3, 0), (4, 0))) == TalkStretch(0, 2, 7, 0)


def test_stretches_lie_side_by_side() -> None:
    """As wide as their words are many, as high as the share of them that is used; turns keep their own numbers."""
    drawn = turns_figure(turns_of((4, 0), (12, 6)))
    go.Figure(drawn.to_dict())  # validates the trace and the layout
    (bars,) = cast("dict[str, Any]", drawn.to_dict())["data"]
    assert list(bars["x"]) == [0, 4]
    assert list(bars["width"]) == [4, 12]
    assert list(bars["y"]) == [0, 50]
    assert list(bars["hovertext"]) == ["Turn 3<br>0 of 4 words, 0%", "Turn 4<br>6 of 12 words, 50%"]
