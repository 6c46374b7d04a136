"""Whether variants differ: verdicts and their sentences on units made by hand, and what must hold of any."""

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.evaluation.difference_labels import number_in_words
from core.evaluation.differences import LEAST_PAIRS, MEASURES, Certainty, Difference, differences, holm
from core.evaluation.measures import AMOUNTS
from core.evaluation.proportion import Share
from core.evaluation.records import Amount, Metric, Unit
from tests.core.evaluation.made_units import drawn_units, judged, unit, verbatim
from tests.properties import examples

UNITS = st.lists(drawn_units(), max_size=16)
# 24 questions of four quotations each: 79 of 96 against 93 of 96.
POOR = verbatim([(4, 4)] * 12 + [(3, 4)] * 7 + [(2, 4)] * 5)
GOOD = verbatim([(4, 4)] * 21 + [(3, 4)] * 3)


def of(
    reference: list[Unit], variant: list[Unit], measure: Metric | Amount = Metric.VERBATIM_BEFORE, one: str = "question"
) -> Difference:
    """Return the one comparison of a variant with the reference."""
    groups = {"baseline": reference, "enhanced": variant}
    (found,) = differences(groups, reference="baseline", seed=7, one=one, measures=[measure])
    return found


def numbers_out(sentence: str) -> str:
    """Return a sentence with the ends of its interval taken out; they are the draws'."""
    return re.sub(r"interval \S+ to \S+,", "interval ,", sentence)


def test_a_clear_difference_is_real_and_says_so() -> None:
    """79 of 96 against 93 of 96 over 24 questions: 14.6 points."""
    found = of(POOR, GOOD)
    assert numbers_out(found.sentence) == (
        "As the model wrote it, enhanced quotes verbatim more often than baseline: 93 of 96 against 79 of 96, "
        "14.6 points more (95 % interval , 24 questions); this is real."
    )
    assert (found.verdict, found.better, found.pairs) == (Certainty.REAL, True, 24)
    assert (found.reference_side.share, found.variant_side.share) == (Share(k=79, n=96), Share(k=93, n=96))
    assert found.difference == pytest.approx(14 / 96)
    assert found.interval is not None
    assert 0 < found.interval.low < 14 / 96 < found.interval.high


def test_less_is_said_as_less() -> None:
    """The other way round the same numbers are points less, and what is worse is told."""
    there, back = of(POOR, GOOD), of(GOOD, POOR)
    assert there.interval is not None
    low, high = (number_in_words(100 * end) for end in (there.interval.low, there.interval.high))
    assert back.sentence == (
        "As the model wrote it, enhanced quotes verbatim less often than baseline: 79 of 96 against 93 of 96, "
        f"14.6 points less (95 % interval {low} to {high}, 24 questions); this is real."
    )
    assert back.better is False


def test_less_hallucination_is_better() -> None:
    """The same quotations, seen from the other side."""
    poor, good = (
        verbatim([(share.n - share.k, share.n) for one in units for share in one.shares.values()], metric)
        for units, metric in ((POOR, Metric.HALLUCINATION_BEFORE), (GOOD, Metric.HALLUCINATION_BEFORE))
    )
    found = of(poor, good, Metric.HALLUCINATION_BEFORE)
    assert found.better is True
    assert "less often than baseline: 3 of 96 against 17 of 96" in found.sentence


def test_a_small_difference_may_be_chance() -> None:
    """One quotation more in 24 questions."""
    found = of(verbatim([(4, 4)] * 20 + [(3, 4)] * 4), verbatim([(3, 4)] * 3 + [(4, 4)] * 21))
    assert found.verdict is Certainty.MAY_BE_CHANCE
    assert found.sentence.endswith("); this may be chance.")
    assert "1 point more" in numbers_out(found.sentence)


def test_a_difference_that_hangs_on_few_units_may_be_chance() -> None:
    """Five of 24 questions are better and none is worse: the draws leave 0 out, the sign test's 2 / 2**5 does not."""
    found = of(verbatim([(0, 4)] * 5 + [(4, 4)] * 19), verbatim([(4, 4)] * 24))
    assert found.interval is not None
    assert found.interval.low > 0
    assert (found.verdict, found.p) == (Certainty.MAY_BE_CHANCE, 0.0625)
    assert found.sentence.endswith("); this may be chance, for too much hangs on a few questions.")


def test_what_is_equal_shows_no_difference() -> None:
    """Even where other questions are the good ones."""
    found = of(verbatim([(4, 4)] * 6 + [(2, 4)] * 6), verbatim([(2, 4)] * 6 + [(4, 4)] * 6))
    assert (found.verdict, found.difference, found.p, found.better) == (Certainty.NO_DIFFERENCE, 0, 1, None)
    assert found.sentence == (
        "Verbatim, as written: no difference is seen between enhanced and baseline, 36 of 48 against 36 of 48 "
        "(12 questions)."
    )


@pytest.mark.parametrize("pairs", [1, LEAST_PAIRS - 1])
def test_few_units_tell_nothing(pairs: int) -> None:
    """However clear it looks."""
    found = of(verbatim([(0, 9)] * pairs), verbatim([(9, 9)] * pairs))
    assert (found.verdict, found.interval, found.p) == (Certainty.TOO_FEW, None, None)
    assert found.sentence == (
        f"Verbatim, as written: enhanced has {9 * pairs} of {9 * pairs}, baseline 0 of {9 * pairs}, but fewer than 6 "
        "questions have something to count in both, too few to tell a difference from chance."
    )


def test_units_that_count_on_one_side_alone_do_not_make_many() -> None:
    """Of eight questions the baseline quoted in two: nothing can be said of how it quotes."""
    found = of(verbatim([(1, 1)] * 2 + [(0, 0)] * 6), verbatim([(1, 2)] * 8))
    assert found.verdict is Certainty.TOO_FEW
    assert (found.pairs, found.uncounted) == (8, 0)


NOTHING = [
    pytest.param([(0, 0)] * 8, [(1, 1)] * 8, "baseline has nothing to count", id="reference"),
    pytest.param([(1, 1)] * 8, [(0, 0)] * 8, "enhanced has nothing to count", id="variant"),
    pytest.param([(0, 0)] * 8, [(0, 0)] * 8, "enhanced and baseline have nothing to count", id="both"),
]


@pytest.mark.parametrize(("reference", "variant", "who"), NOTHING)
def test_nothing_counted_is_nothing_to_compare(
    reference: list[tuple[int, int]], variant: list[tuple[int, int]], who: str
) -> None:
    """It is neither 0 nor 100 %."""
    found = of(verbatim(reference), verbatim(variant))
    assert (found.verdict, found.difference) == (Certainty.NOTHING, None)
    assert found.sentence == f"Verbatim, as written: {who}, so there is nothing to compare."


def test_units_without_a_counterpart_are_counted_and_said() -> None:
    """Two are in one variant alone, three have no quotations in either."""
    reference = verbatim([(0, 0)] * 3 + [(1, 2)] * 8)
    found = of(reference, [*verbatim([(0, 0)] * 3 + [(2, 2)] * 8), unit("a"), unit("b")])
    assert (found.pairs, found.unpaired, found.uncounted) == (8, 2, 3)
    assert "8 questions, 3 more with nothing to count, 2 without a counterpart)" in found.sentence


def test_other_units_have_nothing_in_common() -> None:
    """They are never compared as groups."""
    others = [one.model_copy(update={"subject": "another"}) for one in GOOD]
    found = of(POOR, others, one="chapter")
    assert (found.verdict, found.unpaired) == (Certainty.NOTHING, 48)
    assert found.sentence.endswith("enhanced and baseline have no chapter in common, so there is nothing to compare.")


def test_repeats_do_not_make_units() -> None:
    """Three questions, each answered twenty times, are three."""
    found = of(verbatim([(0, 9)] * 3) * 20, verbatim([(9, 9)] * 3) * 20)
    assert (found.verdict, found.pairs) == (Certainty.TOO_FEW, 3)


def test_repeats_of_a_unit_are_pooled() -> None:
    """Shares by their counts, amounts by their mean: 2 and 4 words in two repeats are 3 of one unit."""
    shares = {Metric.VERBATIM_BEFORE: (1, 1)}
    reference = [unit(f"{number}", shares, {Amount.WORDS: words}) for number in range(6) for words in (2, 4)]
    variant = [unit(f"{number}", shares, {Amount.WORDS: 3 + number % 2}) for number in range(6)]
    found = of(reference, variant, Amount.WORDS)
    assert (found.reference_side.value, found.variant_side.value) == (3, 3.5)


def test_amounts_are_means_of_a_unit() -> None:
    """With their noun; fewer words are neither better nor worse."""
    reference = [unit(f"{number}", {}, {Amount.WORDS: 300 + number, Amount.COST: 0.006}) for number in range(10)]
    variant = [unit(f"{number}", {}, {Amount.WORDS: 100 + 3 * number, Amount.COST: 0.002}) for number in range(10)]
    found = of(reference, variant, Amount.WORDS)
    assert numbers_out(found.sentence) == (
        "enhanced has fewer words than baseline: 113.5 against 304.5 a question, 191 less "
        "(95 % interval , 10 questions); this is real."
    )
    assert found.better is None
    cost = of(reference, variant, Amount.COST)
    assert cost.sentence.startswith(
        "enhanced takes fewer US dollars than baseline: 0.002 against 0.006 a question, 0.004"
    )
    assert cost.better is True


def test_an_amount_that_one_side_does_not_know_is_not_compared() -> None:
    """A missing price is no price of 0, so there is no comparison at all."""
    groups = {"a": [unit("1", {}, {Amount.COST: 1.0})], "b": [unit("1")]}
    assert differences(groups, reference="a", seed=7, measures=[Amount.COST]) == ()


def coherent(scores: list[int], judge: str = "a judge") -> list[Unit]:
    """Return judged units."""
    return [unit(f"{number}", coherence=judged(score, score, judge=judge)) for number, score in enumerate(scores)]


def test_coherence_is_compared_as_judged() -> None:
    """By the mean score of a unit."""
    groups = {"a": coherent([2, 3] * 6), "b": coherent([4, 5, 5] * 4)}
    (found,) = differences(groups, reference="a", seed=7, measures=["coherence"])
    assert found.sentence.startswith("As judged, b reads more coherently than a: 4.7 against 2.5, 2.2 more (")
    assert (found.verdict, found.better, found.title) == (Certainty.REAL, True, "Coherence, as judged")


def test_two_judges_are_not_compared() -> None:
    """One may be stricter than the other."""
    groups = {"a": coherent([2] * 8), "b": coherent([5] * 8, judge="another")}
    (found,) = differences(groups, reference="a", seed=7, measures=["coherence"])
    assert (found.verdict, found.difference) == (Certainty.NOTHING, None)
    assert found.sentence == (
        "Coherence, as judged: b and a were not judged by the same judge, so there is nothing to compare."
    )


def test_holm_s_adjustment_is_the_published_one() -> None:
    """By hand: 0.005 times 4, 0.01 times 3, 0.03 times 2, and 0.04 times 1, which may not fall below the one before."""
    found = holm({"a": 0.01, "b": 0.04, "c": 0.03, "d": 0.005})
    assert found == pytest.approx({"a": 0.03, "b": 0.06, "c": 0.06, "d": 0.02})
    assert holm({"a": 0.6, "b": 0.7}) == {"a": 1, "b": 1}
    assert holm(dict[str, float]()) == {}


def test_many_comparisons_at_once_make_the_same_difference_less_certain() -> None:
    """Alone it is real; among forty variants that differ in other questions it may be chance, and it says why."""
    slight = verbatim([(4, 4)] * 18 + [(3, 4)] + [(2, 4)] * 5)
    alone = of(POOR, slight)
    elsewhere = verbatim([(2, 4)] * 5 + [(3, 4)] * 7 + [(4, 4)] * 12)
    assert alone.verdict is Certainty.REAL
    groups = {"baseline": POOR, "enhanced": slight, **{f"other {number}": elsewhere for number in range(40)}}
    among, *_ = differences(groups, reference="baseline", seed=7, measures=[Metric.VERBATIM_BEFORE])
    assert (among.p, among.interval) == (alone.p, alone.interval)
    assert among.verdict is Certainty.MAY_BE_CHANCE
    assert among.sentence.endswith("; this may be chance, for 41 comparisons were made at once.")


def test_few_units_cannot_carry_many_comparisons_and_that_is_said() -> None:
    """Six questions that all got better are certain alone (2 / 2**6); of two comparisons they never can be."""
    worse, better = verbatim([(0, 4)] * 6), verbatim([(4, 4)] * 6)
    assert of(worse, better).verdict is Certainty.REAL
    groups = {"a": worse, "b": better, "c": better}
    found = differences(groups, reference="a", seed=7, one="question", measures=[Metric.VERBATIM_BEFORE])
    assert {one.verdict for one in found} == {Certainty.MAY_BE_CHANCE}
    assert found[0].sentence.endswith(
        "; this may be chance, for 6 questions are too few to be sure of 2 comparisons made at once."
    )


def test_what_differs_in_no_unit_is_no_further_try() -> None:
    """Where both are perfect chance has nothing to decide: it takes no certainty from the others."""
    groups = {"a": POOR, "b": GOOD, **{f"like {number}": POOR for number in range(40)}}
    first, *others = differences(groups, reference="a", seed=7, measures=[Metric.VERBATIM_BEFORE])
    assert (first.verdict, first.together, first.p_together) == (Certainty.REAL, 1, first.p)
    assert {(one.verdict, one.p, one.p_together) for one in others} == {(Certainty.NO_DIFFERENCE, 1, 1)}


def test_the_rest_of_the_same_quotations_is_no_further_try() -> None:
    """Whether quotations are verbatim and whether they are not is one question."""

    def both(units: list[Unit]) -> list[Unit]:
        return [
            one.model_copy(
                update={"shares": {**one.shares, Metric.HALLUCINATION_BEFORE: Share(k=share.n - share.k, n=share.n)}}
            )
            for one in units
            for share in one.shares.values()
        ]

    found = differences({"a": both(POOR), "b": both(GOOD)}, reference="a", seed=7)
    assert [one.measure for one in found] == [Metric.VERBATIM_BEFORE, Metric.HALLUCINATION_BEFORE]
    assert [one.together for one in found] == [1, 1]


def test_every_measure_that_both_have_is_compared_in_order() -> None:
    """Variant by variant, measure by measure; the reference is not compared with itself."""
    shares = {Metric.VERBATIM_AFTER: (1, 1), Metric.VERBATIM_BEFORE: (1, 1)}
    made = [unit("1", shares, {Amount.SECONDS: 1, Amount.CALLS: 2}, coherence=judged(3))]
    found = differences({"b": made, "a": made, "c": [unit("1", {Metric.WRITTEN: (1, 1)})]}, reference="a", seed=7)
    expected = [Metric.VERBATIM_BEFORE, Metric.VERBATIM_AFTER, Amount.SECONDS, "coherence"]
    assert [(one.variant, one.measure) for one in found] == [("b", measure) for measure in expected]
    assert set(MEASURES) >= {*Metric, "coherence"}


def test_a_reference_that_is_no_variant_is_refused() -> None:
    """Nothing is compared with something else instead."""
    with pytest.raises(KeyError):
        differences({"a": POOR}, reference="b", seed=7)


def test_names_stay_on_the_line() -> None:
    """A variant's name is a person's text."""
    groups = {"a\nb": POOR, "c\u202ed": GOOD}
    (found,) = differences(groups, reference="a\nb", seed=7, measures=[Metric.VERBATIM_BEFORE])
    assert "cd quotes verbatim more often than a b" in found.sentence


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (0, "0"),
        (13.0, "13"),
        (14.583, "14.6"),
        (0.0059, "0.0059"),
        (0.05, "0.05"),
        (1.04, "1"),
        (1_234.5, "1,234"),
        (100, "100"),
        (-2.06, "−2.1"),
    ],
)
def test_numbers_are_as_long_as_they_tell(value: float, written: str) -> None:
    """One decimal, two digits below one, none from a thousand on."""
    assert number_in_words(value) == written


@examples(10)
@given(UNITS)
def test_a_variant_never_really_differs_from_itself(units: list[Unit]) -> None:
    """In no measure, with whatever is missing."""
    found = differences({"a": units, "b": units}, reference="a", seed=7)
    assert {one.verdict for one in found} <= {Certainty.NO_DIFFERENCE, Certainty.TOO_FEW, Certainty.NOTHING}
    assert {one.difference for one in found} <= {0, None}


@examples(10)
@given(UNITS, UNITS)
def test_swapping_the_variants_mirrors_what_is_found(first: list[Unit], second: list[Unit]) -> None:
    """The same verdict and p; the interval turned."""
    there = differences({"a": first, "b": second}, reference="a", seed=7)
    back = differences({"a": first, "b": second}, reference="b", seed=7)
    assert [one.measure for one in there] == [one.measure for one in back]
    for one, other in zip(there, back, strict=True):
        assert (one.verdict, one.p, one.pairs, one.unpaired) == (other.verdict, other.p, other.pairs, other.unpaired)
        assert (one.reference_side, one.variant_side) == (other.variant_side, other.reference_side)
        if one.interval is not None and other.interval is not None:
            assert (one.interval.low, one.interval.high) == (-other.interval.high, -other.interval.low)


@examples(10)
@given(UNITS, UNITS, st.integers())
def test_the_order_of_the_units_changes_nothing(first: list[Unit], second: list[Unit], seed: int) -> None:
    """Neither that of the units nor that of their repeats."""
    shuffled = Random(seed).sample(second, len(second))
    there, here = (differences({"a": first, "b": units}, reference="a", seed=7) for units in (second, shuffled))
    assert there == here


def test_every_sentence_is_one_for_people() -> None:
    """One sentence, no underscore of ours, every amount with its noun."""
    amounts = dict.fromkeys(AMOUNTS, 10.0)
    shares = dict.fromkeys(Metric, (1, 2))
    reference = [unit(f"{number}", shares, amounts) for number in range(8)]
    variant = [unit(f"{number}", dict.fromkeys(Metric, (2, 2)), dict.fromkeys(AMOUNTS, 12.0)) for number in range(8)]
    found = differences({"a": reference, "b": variant}, reference="a", seed=7, measures=[*Metric, *Amount])
    assert len(found) == len(Metric) + len(Amount)
    assert [one.sentence for one in found if "_" in one.sentence or not one.sentence.endswith(".")] == []
    assert [one.sentence for one in found if one.sentence.count(". ")] == []


def test_a_model_that_refuses_is_not_praised_for_the_excerpts_in_its_place() -> None:
    """They are the program's; whoever reads that they are counted can tell."""
    written, fallen = ({Metric.WRITTEN: (number, 1)} for number in (1, 0))
    reference = [unit(f"chapter {at}", {Metric.GUEST_CLAIMS: (1, 3), **written}) for at in range(12)]
    variant = [unit(f"chapter {at}", {Metric.GUEST_CLAIMS: (3, 3), **fallen}) for at in range(12)]
    found = of(reference, variant, Metric.GUEST_CLAIMS, "chapter")
    assert (found.verdict, found.not_written) == (Certainty.REAL, (0, 12))
    assert found.sentence.endswith(
        "this is real; what stands instead of 12 texts that enhanced did not write is counted too."
    )
    both = of(variant, variant[:11] + reference[11:], Metric.GUEST_CLAIMS, "chapter")
    assert "of 12 texts that baseline did not write and of 11 texts that enhanced did not write" in both.sentence
    assert "instead" not in of(reference, variant, Metric.WRITTEN, "chapter").sentence
    assert "instead" not in of(reference, reference, Metric.GUEST_CLAIMS, "chapter").sentence
