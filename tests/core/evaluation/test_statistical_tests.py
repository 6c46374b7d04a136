"""What the draws say of a difference: on published data, by hand, and what must hold of any pairs."""

from collections import Counter
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.evaluation.statistical_tests import (
    DRAWS,
    BootstrapResult,
    UnitPair,
    bootstrap,
    counted_pairs,
    difference_of,
    differing_pairs,
    draws,
)
from tests.core.evaluation.made_units import SHARES
from tests.properties import examples

PAIRS = st.lists(st.builds(UnitPair, SHARES, SHARES), max_size=10)

# "Student", 1908, Biometrika 6: hours of sleep gained by ten patients with each of two drugs, here 2 hours more.
FIRST_DRUG = (2.7, 0.4, 1.8, 0.8, 1.9, 5.4, 5.7, 2.8, 2.0, 4.0)
SECOND_DRUG = (3.9, 2.8, 3.1, 2.1, 1.9, 6.4, 7.5, 3.6, 6.6, 5.4)


def of(pairs: list[UnitPair], seed: int = 7) -> BootstrapResult:
    """Return what the draws say, which must say something."""
    (drawn,) = bootstrap([pairs], seed=seed)
    assert drawn is not None
    return drawn


def means(reference: tuple[float, ...], other: tuple[float, ...]) -> list[UnitPair]:
    """Return pairs of means."""
    return [UnitPair((first, 1), (second, 1)) for first, second in zip(reference, other, strict=True)]


def test_student_s_own_data_give_what_is_published_of_them() -> None:
    """Mean difference 1.58, paired t-test p = 0.0028, 95 % interval 0.70 to 2.46; the draws follow the long tail up."""
    drawn = of(means(FIRST_DRUG, SECOND_DRUG))
    assert drawn.difference == pytest.approx(1.58)
    assert 0.001 < drawn.p < 0.006
    assert drawn.interval.low == pytest.approx(0.70, abs=0.25)
    assert drawn.interval.high == pytest.approx(2.46, abs=0.45)
    assert drawn.interval.high - 1.58 > 1.58 - drawn.interval.low


def test_the_draws_are_the_same_on_every_machine() -> None:
    """SHAKE-256 of `7|6|0` begins e91a7c63 b535e3da a0ff8dd5 264dbce0 1c6d41b0 61e39b70: 32 bits each, lowest first.

    0x637c1ae9 / 2**32 = 0.389 of six places is place 2, 0xdae335b5 / 2**32 = 0.855 is place 5, and so on.
    """
    assert list(islice(draws(6, 7), 2)) == [(2, 5, 5, 5, 4, 2), (0, 4, 4, 1, 2, 2)]


@pytest.mark.parametrize(("units", "seed"), [(6, 7), (24, 1), (100, 2**31 - 1)])
def test_every_unit_is_drawn_as_often_as_any_other(units: int, seed: int) -> None:
    """Each draw has as many as there are; how often each comes is what chance makes of it (chi-squared, 6 sigma)."""
    every = list(draws(units, seed))
    assert {len(places) for places in every} == {units}
    counts = Counter(place for places in every for place in places)
    assert sorted(counts) == list(range(units))
    chi = sum((count - DRAWS) ** 2 / DRAWS for count in counts.values())
    assert abs(chi - (units - 1)) < 6 * (2 * (units - 1)) ** 0.5
    assert len(every) == DRAWS


def test_another_seed_draws_others() -> None:
    """The result is nearly the same."""
    pairs = means(FIRST_DRUG, SECOND_DRUG)
    assert of(pairs, 1) != of(pairs, 2)
    assert of(pairs, 1).interval.low == pytest.approx(of(pairs, 2).interval.low, abs=0.1)


def test_ratios_are_pooled_and_not_averaged() -> None:
    """9 of 10 and 0 of 1 are 9 of 11, not 45 %."""
    assert difference_of([UnitPair((0, 1), (9, 10)), UnitPair((0, 1), (0, 1))]) == 9 / 11
    assert difference_of([]) is None
    assert difference_of([UnitPair((0, 0), (1, 2))]) is None


def test_a_difference_that_all_units_share_has_no_smaller_p_than_their_signs() -> None:
    """Six units that all differ by the same: the sign test's 2 / 2**6."""
    drawn = of(means((1, 2, 3, 4, 5, 6), (2, 3, 4, 5, 6, 7)))
    assert (drawn.p, drawn.interval.low, drawn.interval.high) == (2 / 2**6, 1, 1)


@pytest.mark.parametrize("differing", [0, 1, 5, 6, 9])
def test_p_is_never_less_than_that_of_the_sign_test(differing: int) -> None:
    """Of 24 units that wrote or did not write, a few did in one variant alone: McNemar's exact test has 2 / 2**few."""
    pairs = [UnitPair((int(number >= differing), 1), (1, 1)) for number in range(24)]
    assert differing_pairs(pairs) == differing
    assert of(pairs).p >= min(1, 2 / 2**differing)
    assert (of(pairs).p <= 0.05) is (differing >= 6)


def test_a_unit_that_counts_on_one_side_alone_differs() -> None:
    """It moves one of the two ratios; one that counts nowhere moves none, and 1 of 2 is 2 of 4."""
    pairs = [
        UnitPair((0, 0), (1, 1)),
        UnitPair((1, 1), (0, 0)),
        UnitPair((0, 0), (0, 0)),
        UnitPair((1, 2), (2, 4)),
        UnitPair((0, 2), (0, 0)),
    ]
    assert differing_pairs(pairs) == 3


def test_without_anything_to_count_nothing_is_said() -> None:
    """No pairs, one, or two of which one side has one alone."""
    assert bootstrap([[], [UnitPair((1, 1), (0, 1))]], seed=7) == (None, None)
    assert bootstrap([[UnitPair((1, 1), (0, 1)), UnitPair((0, 0), (0, 1))]], seed=7) == (None,)
    assert bootstrap([], seed=7) == ()


def test_a_side_with_little_to_count_loses_draws_and_says_so() -> None:
    """Two of eight units on one side: (6/8)**8 of the draws have neither, a tenth."""
    pairs = [UnitPair((1, 1) if number < 2 else (0, 0), (number % 2, 1)) for number in range(8)]
    drawn = of(pairs)
    assert counted_pairs(pairs) == 2
    assert drawn.skipped == pytest.approx(DRAWS * 0.75**8, rel=0.2)


def test_whole_numbers_and_others_are_summed_alike() -> None:
    """Whole numbers are summed side by side in one; halves of them one by one, and their ratios are the same."""
    pairs = [UnitPair((number % 4, 4), (number % 3 + 1, 5)) for number in range(12)]
    halves = [UnitPair((a / 8, b / 8), (c / 8, d / 8)) for (a, b), (c, d) in pairs]
    whole, broken = of(pairs), of(halves)
    assert broken.interval.low == pytest.approx(whole.interval.low)
    assert broken.interval.high == pytest.approx(whole.interval.high)
    assert broken.p == pytest.approx(whole.p)


@examples(20)
@given(PAIRS, PAIRS)
def test_a_comparison_says_the_same_whatever_stands_beside_it(first: list[UnitPair], second: list[UnitPair]) -> None:
    """They share draws, and nothing else."""
    assert bootstrap([first, second], seed=7) == bootstrap([first], seed=7) + bootstrap([second], seed=7)


@examples(20)
@given(PAIRS)
def test_swapping_the_sides_mirrors_the_result(pairs: list[UnitPair]) -> None:
    """Exactly: the interval with its ends exchanged and turned, the same p."""
    (there,) = bootstrap([pairs], seed=7)
    (back,) = bootstrap([[UnitPair(other, reference) for reference, other in pairs]], seed=7)
    assert (there is None) == (back is None)
    if there is not None and back is not None:
        assert back.difference == -there.difference
        assert (back.interval.low, back.interval.high) == (-there.interval.high, -there.interval.low)
        assert (back.p, back.skipped) == (there.p, there.skipped)


@examples(20)
@given(st.lists(SHARES, min_size=2, max_size=10))
def test_nothing_differs_from_itself(counts: list[tuple[int, int]]) -> None:
    """No draw finds anything, and p is 1."""
    (drawn,) = bootstrap([[UnitPair(share, share) for share in counts]], seed=7)
    assert drawn is None or (drawn.difference, drawn.interval.low, drawn.interval.high, drawn.p) == (0, 0, 0, 1)


@examples(20)
@given(PAIRS)
def test_an_interval_is_one_of_ratios(pairs: list[UnitPair]) -> None:
    """Its ends are in order and no further apart than shares can be."""
    (drawn,) = bootstrap([pairs], seed=7)
    assert drawn is None or -1 <= drawn.interval.low <= drawn.interval.high <= 1
    assert drawn is None or 0 < drawn.p <= 1
