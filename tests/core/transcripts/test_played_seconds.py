"""Which seconds of a recording a passage is played from and to."""

import json
from typing import Any

import pytest

from core.span import Span
from core.transcripts.passage_source import played_seconds
from core.transcripts.readers import read_transcript
from tests.golden import CASES

TABLE: dict[str, Any] = json.loads((CASES / "played_seconds.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", TABLE["cases"], ids=lambda case: case["id"])
def test_a_passage_is_played_from_and_to(case: dict[str, Any]) -> None:
    """From the nearest times that its file gives; without one there is nothing to play."""
    file = TABLE["files"][case["file"]]
    data = file["text"] if "text" in file else json.dumps(file["json"])
    transcript = read_transcript(data.encode(), file["name"])
    start = transcript.raw.index(case["quote"])
    played = played_seconds(transcript, Span(start, start + len(case["quote"])))
    assert played == (None if case["start"] is None else (case["start"], case["end"])), case["why"]
