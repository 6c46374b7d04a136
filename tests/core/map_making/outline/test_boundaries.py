"""Where chapters begin: by the words that pieces share."""

from hypothesis import given
from hypothesis import strategies as st

from core.map_making.outline.boundaries import CohesionPiece, choose_boundaries
from tests.benchmarks.bench_maps_growth import against_even
from tests.joined_talks import made_talks
from tests.properties import examples

SEA, BREAD, ROPE = ["tide", "gauge", "wave"], ["oven", "flour", "crust"], ["splice", "knot", "hemp"]


def pieces(*topics: list[str]) -> list[CohesionPiece]:
    """Return five pieces of each topic, in which two of its words occur beside others."""
    return [CohesionPiece([*topic[at % 2 :], f"odd{at}{topic[0]}"]) for topic in topics for at in range(5)]


def test_three_topics() -> None:
    assert choose_boundaries(pieces(SEA, BREAD, ROPE), 3) == (0, 5, 10)


def test_unequal_topics() -> None:
    talk = [*pieces(SEA, SEA, SEA), *pieces(BREAD), *pieces(ROPE, ROPE)]
    assert choose_boundaries(talk, 3) == (0, 15, 20)


def test_a_cue_decides_where_words_do_not() -> None:
    talk = [CohesionPiece(["same"]) for _ in range(10)]
    talk[4] = CohesionPiece(["same"], 6.0)
    assert choose_boundaries(talk, 2) == (0, 4)


def test_few_pieces() -> None:
    assert choose_boundaries([], 3) == ()
    assert choose_boundaries(pieces(SEA)[:2], 3) == (0, 1)
    assert choose_boundaries(pieces(SEA), 1) == (0,)


@given(
    st.lists(st.tuples(st.lists(st.sampled_from("abcdefg"), max_size=8), st.floats(-6, 6)), max_size=60),
    st.integers(1, 70),
)
@examples(300)
def test_as_many_as_wanted(talk: list[tuple[list[str], float]], wanted: int) -> None:
    """There are as many chapters as wanted, or as there are pieces; the first begins with the first piece."""
    starts = choose_boundaries([CohesionPiece(*one) for one in talk], wanted)
    assert len(starts) == min(wanted, len(talk))
    assert list(starts) == sorted(set(starts))
    assert starts[:1] == (0,)[: len(talk)]


def test_joined_talks_come_apart() -> None:
    """Pieces of different talks, joined: far more of the ends are found than an even split has by chance."""
    assert against_even(made_talks(6)) < 0.75
