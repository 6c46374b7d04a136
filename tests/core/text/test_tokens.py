from typing import Any

import pytest

from core.transcripts.transcript import TranscriptPair
from core.whitelist.occurrences import find_all_occurrences, one_turn_occurrences, whole_token_occurrences
from core.whitelist.quote_key import quote_key, resolve_markup
from tests.golden import cases


@pytest.mark.parametrize("case", cases("token_boundaries"))
def test_only_whole_tokens_are_found(case: Any) -> None:
    """A quote is found where it begins and ends between whole tokens of raw, and nowhere else."""
    pair = TranscriptPair.from_raw(case["raw"])
    matches = find_all_occurrences(pair.canonical, quote_key(resolve_markup(case["quote"])))
    found = one_turn_occurrences(pair, whole_token_occurrences(pair, matches))
    assert [occurrence.raw.slice(pair.raw) for occurrence in found] == case["found"]
