from hypothesis import example, given
from hypothesis import strategies as st

from core.text.canonical import fold
from tests.benchmarks import naive

MIXED = st.text(
    alphabet=st.one_of(
        st.sampled_from(
            "aAeß ﬁİŉſςΐ'’‘“”\"«»′″`´-‐−–—―‒⸺…. \u00a0\n\t\u2009\u200b\u00ad\u0301\u0307\u0345"
            "(05€$¹½①Ａ％（각ᄀ\u1161\u11a8"
        ),
        st.characters(exclude_categories=("Cs",)),
    ),
    max_size=30,
)


@given(MIXED)
def test_the_fast_fold_is_the_slow_one(text: str) -> None:
    """Folding by edits gives what folding character by character gives."""
    assert fold(text).text == naive.canonicalize(text)


@given(MIXED)
@example("- 0")
def test_the_map_leads_back_to_the_same_places(text: str) -> None:
    """Every canonical character that one original character became comes from there."""
    folding, units = fold(text), naive.canonical_units(text)
    for offset, unit in enumerate(units):
        span = folding.original(offset, offset + 1)
        assert span.start <= unit.start
        assert unit.end <= span.end
