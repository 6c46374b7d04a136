from typing import Any

import pytest

from core.prose.attribution import find_attribution
from core.prose.parse import read_markdown
from core.prose.quotations import find_quotations
from core.transcripts.speakers import Roster, Speaker, derive_speaker_id
from tests.golden import cases, load

ROSTER = Roster.of(
    Speaker(speaker_id=derive_speaker_id(one["name"]), speaker_name=one["name"], aliases=tuple(one["aliases"]))
    for one in load("attributions")["roster"]
)


@pytest.mark.parametrize("case", cases("attributions"))
def test_the_sentence_names_the_speaker(case: Any) -> None:
    """A quotation is given to whom its sentence names, and to nobody by a mere mention or a pronoun."""
    (block,) = read_markdown(case["text"])
    quotations = find_quotations(block.text)
    assert len(quotations) == 1
    found = find_attribution(block.text, quotations, 0, ROSTER)
    named = None if found is None else found.speaker.speaker_name if found.speaker else found.name
    assert named == case["named"]
