from itertools import pairwise
from typing import Any

import pytest

from core.transcripts.transcript import TranscriptPair
from core.verify.tokens import is_token_edge
from core.verify.transcript_search import PreparedTranscript, ProofRank
from tests.golden import cases


@pytest.mark.parametrize("case", cases("token_boundaries"))
def test_a_stranger_draws_the_same_boundaries(case: Any) -> None:
    """The checker, which shares no code with the whitelist, finds whole tokens where the golden table has them."""
    found = PreparedTranscript(TranscriptPair.from_raw(case["raw"])).ask(case["quote"], None)
    assert (found.standing >= ProofRank.OTHER_CHARACTERS) == bool(case["found"])
    if found.standing is ProofRank.EXACT and found.span is not None:
        assert found.span.slice(case["raw"]) in case["found"]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("can't", ["can't"]),
        ("the dogs’ house", ["the", "dogs", "’", "house"]),
        ("non-competitive—and", ["non-competitive", "—", "and"]),
        ("15,000 or 3.5%", ["15,000", "or", "3.5%"]),
        ("-€11.40, .5", ["-€11.40", ",", ".5"]),
        ("10–12 Paris–London", ["10–12", "Paris–London"]),
        ("co\u00adop", ["co\u00adop"]),
        ("e\u0301te\u0301", ["e\u0301te\u0301"]),
        ("你好2024", ["你", "好", "2024"]),
        ("👩‍🚀👍🏽🇫🇷", ["👩‍🚀", "👍🏽", "🇫🇷"]),
    ],
)
def test_tokens_are_whole(text: str, tokens: list[str]) -> None:
    """A text falls apart at its token edges, white space aside, into these tokens."""
    edges = [offset for offset in range(len(text) + 1) if is_token_edge(text, offset)]
    pieces = [text[start:end].strip() for start, end in pairwise(edges)]
    assert [piece for piece in pieces if piece] == tokens
