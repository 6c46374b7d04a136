"""A ranking by words and one by vectors: the order of both, and vectors that cannot be used."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.answers.rank_fusion import fuse_rankings
from core.errors import BadInput
from tests.golden import cases

NUMBERS = st.floats(-1e308, 1e308, allow_subnormal=True)
NAMES = st.lists(st.sampled_from("abcdefgh"), unique=True)
VECTORS = st.dictionaries(st.sampled_from("abcdefgh"), st.tuples(NUMBERS, NUMBERS))


@pytest.mark.parametrize("case", cases("rank_fusion"))
def test_the_order_of_both(case: dict[str, Any]) -> None:
    """Every case of the golden table: the order, or all that is wrong."""
    given = (case["found"], case["question"], case["vectors"])
    if "problems" in case:
        with pytest.raises(BadInput) as error:
            fuse_rankings(*given, most=case["most"])
        assert list(map(str, error.value.problems)) == case["problems"]
        return
    assert [one.record_id for one in fuse_rankings(*given, most=case["most"])] == case["ranked"]


def test_the_cosine_is_told() -> None:
    """None of a record that has no vector; however large the numbers are."""
    ranked = fuse_rankings(["x"], [3e200, 4e200], {"a": [4e200, 3e200], "b": [3e-200, 4e-200]}, most=5)
    assert [(one.record_id, one.cosine) for one in ranked] == [("x", None), ("b", 1.0), ("a", 0.96)]


@given(NAMES, VECTORS, st.integers(0, 12), st.randoms(use_true_random=False))
def test_whatever_the_vectors_are(
    found: list[str], vectors: dict[str, tuple[float, float]], most: int, chance: random.Random
) -> None:
    """Each record once, those without a vector at their places, the same whichever vector comes first; or an error."""
    shuffled = list(vectors.items())
    chance.shuffle(shuffled)
    try:
        ranked = [one.record_id for one in fuse_rankings(found, (1.0, 2.0), vectors, most=most)]
    except BadInput as error:
        assert all(problem.remedy for problem in error.problems)  # noqa: PT017 - what it says is the test
        return
    assert ranked == [one.record_id for one in fuse_rankings(found, (1.0, 2.0), dict(shuffled), most=most)]
    assert len(ranked) == len(set(ranked)) == min(most, len({*found, *vectors}))
    assert all(ranked[place] == name for place, name in enumerate(found[:most]) if name not in vectors)
