"""Sums over units: by hand on a few, and what must hold of any."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.evaluation.measures import (
    AMOUNTS,
    METRICS,
    AmountTotal,
    balance,
    by_level,
    by_unit,
    repeated,
    sum_units,
)
from core.evaluation.proportion import Interval, Share
from core.evaluation.records import Amount, Metric, Unit
from tests.core.evaluation.made_units import drawn_units, judged, unit
from tests.properties import examples

UNITS = st.lists(drawn_units(), max_size=6)


@pytest.mark.parametrize(("says", "names"), [(METRICS, Metric), (AMOUNTS, Amount)], ids=["metrics", "amounts"])
def test_every_measure_says_what_it_counts(says: dict[str, object], names: type[Metric] | type[Amount]) -> None:
    """In the enumeration's order, each with a title of its own and one whole sentence."""
    assert list(says) == list(names)
    told = [*METRICS.values()] if names is Metric else [*AMOUNTS.values()]
    assert len({one.title for one in told}) == len(told)
    assert [one.counts for one in told if not (one.counts[0].isupper() and one.counts.endswith("."))] == []


def test_only_what_harms_is_better_where_it_is_less() -> None:
    """Of the shares it is hallucination alone; an amount such as words is neither."""
    harmful = {metric for metric, says in METRICS.items() if says.less_is_better}
    assert harmful == {Metric.HALLUCINATION_BEFORE, Metric.HALLUCINATION_AFTER}
    neutral = {amount for amount, says in AMOUNTS.items() if says.less_is_better is None}
    lengths = {Amount.WORDS, Amount.TARGET_WORDS, Amount.REACHABLE_WORDS}
    assert neutral == {Amount.FOUND, Amount.REPLACED, Amount.QUOTATIONS, *lengths}


def test_shares_are_pooled_and_not_averaged() -> None:
    """1 of 1 and 1 of 9 are 2 of 10; a unit that lacks a metric adds nothing, and 0 of 0 stays so."""
    sums = sum_units(
        [
            unit("a", {Metric.VERBATIM_BEFORE: (1, 1), Metric.QUOTES_USED: (0, 0)}),
            unit("b", {Metric.VERBATIM_BEFORE: (1, 9)}),
            unit("c"),
        ]
    )
    assert sums.shares == {Metric.VERBATIM_BEFORE: Share(k=2, n=10), Metric.QUOTES_USED: Share(k=0, n=0)}
    assert sums.shares[Metric.QUOTES_USED].value is None
    assert sums.units == 3


def test_an_amount_that_nobody_knows_is_missing_and_not_zero() -> None:
    """Its total is over those that know it, and says of how many."""
    sums = sum_units(
        [unit("a", {}, {Amount.COST: 0.5}), unit("b", {}, {Amount.COST: 0.25, Amount.WORDS: 0}), unit("c")]
    )
    assert sums.amounts == {
        Amount.WORDS: AmountTotal(total=0, known=1, of=3),
        Amount.COST: AmountTotal(total=0.75, known=2, of=3),
    }
    assert sums.amounts[Amount.COST].mean == 0.375
    assert not sums.amounts[Amount.COST].complete


def test_a_unit_with_fewer_judgements_weighs_as_much_as_any() -> None:
    """(4 + 5 + 3) / 3 = 4 and 2 make 3, although the second unit lost two of its three samples."""
    units = [
        unit("a", coherence=judged(4, 5, 3)),
        unit("b", coherence=judged(2, None, None)),
        unit("c", coherence=judged(None)),
        unit("d"),
    ]
    scores = sum_units(units).coherence
    assert scores is not None
    assert (scores.mean, scores.units, scores.of) == (3, 2, 3)
    assert (scores.samples, scores.samples_of, scores.lowest, scores.highest) == (4, 7, 2, 5)


def test_refused_judgements_alone_have_no_mean() -> None:
    """They are missing, not zero; where nobody was asked there is nothing at all."""
    scores = sum_units([unit("a", coherence=judged(None, None))]).coherence
    assert scores is not None
    assert (scores.mean, scores.lowest, scores.samples_of) == (None, None, 2)
    assert sum_units([unit("a")]).coherence is None


def test_repeats_of_a_unit_are_summed_together() -> None:
    """In the order in which the units first appear."""
    units = [unit(key, {Metric.WRITTEN: (k, 1)}) for key, k in (("b", 1), ("a", 0), ("b", 0), ("b", 1))]
    found = {key: sums.shares[Metric.WRITTEN] for (_, key), sums in by_unit(units).items()}
    assert list(found.items()) == [("b", Share(k=2, n=3)), ("a", Share(k=0, n=1))]


def test_the_same_key_of_another_subject_is_another_unit() -> None:
    """Two interviews both have a first chapter."""
    first = unit("chapter 1")
    assert len(by_unit([first, first.model_copy(update={"subject": "another"})])) == 2


def test_levels_are_summed_apart() -> None:
    """Units without a level, such as answers, are in none."""
    units = [unit("a", {Metric.WRITTEN: (1, 1)}, level="weak"), unit("b"), unit("c", level="strong")]
    assert {level: sums.units for level, sums in by_level(units).items()} == {"weak": 1, "strong": 1}


def test_balance_is_of_all_quoted_words() -> None:
    """Most first, equals by name; tenths in their order, shorter ones filled up."""
    first = unit("a").model_copy(update={"words_by": {"Bo": 3, "Ann": 3}, "words_at": (6,)})
    second = unit("b").model_copy(update={"words_by": {"Cy": 4}, "words_at": (0, 0, 4)})
    found = balance(sum_units([first, second]))
    assert list(found.by.items()) == [("Cy", Share(k=4, n=10)), ("Ann", Share(k=3, n=10)), ("Bo", Share(k=3, n=10))]
    assert found.at == (Share(k=6, n=10), Share(k=0, n=10), Share(k=4, n=10))


def test_nothing_quoted_has_no_balance() -> None:
    """No speaker, no tenth, and no share made up."""
    assert balance(sum_units([])).by == {}
    assert balance(sum_units([])).at == ()


def test_repeats_have_a_mean_and_a_t_interval() -> None:
    """1, 2, 3: standard deviation 1, standard error 1/√3, t of two degrees of freedom 4.303: 2 ± 2.484."""
    found = repeated([1, 2, 3])
    assert found is not None
    assert (found.mean, found.counted, found.of) == (2, 3, 3)
    assert found.interval.low == pytest.approx(-0.484, abs=5e-4)
    assert found.interval.high == pytest.approx(4.484, abs=5e-4)


def test_the_interval_of_shares_stays_where_shares_are() -> None:
    """Of 0.8 and 1, the mean is 0.9 and t of one degree of freedom would reach far beyond 1."""
    found = repeated([0.8, None, 1.0], within=Interval(low=0, high=1))
    assert found is not None
    assert found.mean == pytest.approx(0.9)
    assert found.interval == Interval(low=0, high=1)
    assert (found.counted, found.of) == (2, 3)


@pytest.mark.parametrize("values", [[], [0.5], [0.5, None], [None, None]])
def test_one_repeat_says_nothing_of_the_next(values: list[float | None]) -> None:
    """Fewer than two values have no interval."""
    assert repeated(values) is None


@examples(25)
@given(UNITS, st.integers())
def test_sums_do_not_depend_on_the_order_of_the_units(units: list[Unit], seed: int) -> None:
    """Not in the last digit."""
    shuffled = Random(seed).sample(units, len(units))
    assert sum_units(shuffled).model_dump_json() == sum_units(units).model_dump_json()


@examples(25)
@given(UNITS, UNITS)
def test_sums_of_parts_are_the_sums_of_the_whole(first: list[Unit], second: list[Unit]) -> None:
    """Shares and words exactly, amounts but for rounding."""
    whole, parts = sum_units([*first, *second]), [sum_units(first), sum_units(second)]
    nothing = Share(k=0, n=0)
    for metric, share in whole.shares.items():
        assert share == parts[0].shares.get(metric, nothing) + parts[1].shares.get(metric, nothing)
    for amount, total in whole.amounts.items():
        known = [part.amounts[amount] for part in parts if amount in part.amounts]
        assert total.total == pytest.approx(sum(one.total for one in known))
        assert total.known == sum(one.known for one in known)
        assert total.of == len(first) + len(second)
    assert whole.words_by.get("Bo", 0) == sum(part.words_by.get("Bo", 0) for part in parts)
    assert sum(whole.words_at) == sum(sum(part.words_at) for part in parts)


@examples(25)
@given(UNITS)
def test_units_summed_one_by_one_lose_nothing(units: list[Unit]) -> None:
    """Every unit is in exactly one group of `by_unit`, and its shares with it."""
    groups = by_unit(units).values()
    assert sum(group.units for group in groups) == len(units)
    for metric, share in sum_units(units).shares.items():
        assert sum(group.shares[metric].n for group in groups if metric in group.shares) == share.n
