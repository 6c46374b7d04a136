from typing import Any, cast

import plotly.graph_objects as go
import pytest

from core.map_making.transcript_use import SpeakerUse
from core.transcripts.speakers import SpeakerRef, SpeakerRole
from workbench.ui.map.chart_use import use_figure, use_in_words

SPEAKERS = (
    SpeakerUse(SpeakerRef(speaker_id="b", speaker_name="Bo <b>x</b>", speaker_role=SpeakerRole.HOST), 40, 0, 3, 0),
    SpeakerUse(SpeakerRef(speaker_id="a", speaker_name="Ann Lee", speaker_role=SpeakerRole.GUEST), 1200, 300, 9, 1),
    SpeakerUse(None, 8, 8, 1, 1),
)


@pytest.fixture
def figure() -> dict[str, Any]:
    drawn = use_figure(SPEAKERS)
    go.Figure(drawn.to_dict())  # validates every trace and the layout
    return cast("dict[str, Any]", drawn.to_dict())


def test_each_speaker_has_a_bar_with_its_share(figure: dict[str, Any]) -> None:
    """In percent of the speaker's own words, and in words beside it."""
    (bars,) = figure["data"]
    assert list(bars["x"]) == [0, 25, 100]
    assert list(bars["text"]) == [
        "\u00a00 of 40 words, 0%",
        "\u00a0300 of 1,200 words, 25%",
        "\u00a08 of 8 words, 100%",
    ]


def test_names_are_escaped(figure: dict[str, Any]) -> None:
    """Plotly reads a small HTML in every text."""
    names = figure["layout"]["yaxis"]["ticktext"]
    assert tuple(names) == ("Bo &lt;b&gt;x&lt;/b&gt;<br>Host", "Ann Lee<br>Guest", "Nobody is named")
    assert "<b>Bo &lt;b&gt;x&lt;/b&gt; (host)</b>" in figure["data"][0]["hovertext"][0]


def test_the_chart_is_said_in_words() -> None:
    """For those who do not see it."""
    said = use_in_words(SPEAKERS[1:])
    assert said.startswith("Ann Lee (guest): 300 of 1,200 words, 25%, in 1 of 9 turns.")
    assert said.endswith("Nobody is named: 8 of 8 words, 100%, in 1 of 1 turn.")
