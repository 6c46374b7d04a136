from typing import Any

import pytest

from core.transcripts.annotations import find_annotations
from tests.golden import cases


@pytest.mark.parametrize("case", cases("annotations"))
def test_only_the_closed_lists_are_not_speech(case: Any) -> None:
    """Timestamps, annotations and lost speech are told from words in brackets."""
    found = [[unspoken.span.slice(case["raw"]), unspoken.kind.value] for unspoken in find_annotations(case["raw"])]
    assert found == case["unspoken"]
