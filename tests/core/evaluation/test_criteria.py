"""Seed 1's five figures: what they are made of, when they are met, and what they say."""

import pytest

from core.evaluation.criteria import Figure, FigureName, five_figures
from core.evaluation.proportion import Share
from core.evaluation.records import Amount, Metric, Unit

NOTHING_READ = (
    "What is read holds no quotation, so there is nothing to check; before enforcement 4 of 10 were fabricated."
)


def unit(level: str = "", shares: dict[Metric, tuple[int, int]] | None = None, **amounts: int) -> Unit:
    """Return a unit with these shares, as k and n, and amounts by their names."""
    return Unit(
        subject="s",
        key="k",
        title="t",
        level=level,
        shares={metric: Share(k=k, n=n) for metric, (k, n) in (shares or {}).items()},
        amounts={Amount(name): number for name, number in amounts.items()},
    )


def figure(name: FigureName, *units: Unit) -> Figure:
    """Return one of the five figures of some units."""
    figures = {one.name: one for one in five_figures(units)}
    assert list(figures) == list(FigureName)
    return figures[name]


def test_the_five_are_always_there_in_seed_ones_order() -> None:
    """Of nothing at all none is met, and none is missed."""
    figures = five_figures(())
    assert [one.met for one in figures] == [None] * 5
    assert [one.value for one in figures] == [None, *[Share(k=0, n=0)] * 3, None]
    assert all(one.sentence.endswith(".") and one.by_level == {} for one in figures)


@pytest.mark.parametrize(
    ("read", "after", "met", "sentence"),
    [
        (1, 0, True, "The only quotation that is read is not fabricated; before enforcement 4 of 10 were."),
        (1, 1, False, "The only quotation that is read is fabricated; before enforcement 4 of 10 were."),
        (7, 0, True, "None of the 7 quotations that are read is fabricated; before enforcement 4 of 10 were."),
        (7, 1, False, "1 of the 7 quotations that are read is fabricated; before enforcement 4 of 10 were."),
        (7, 2, False, "2 of the 7 quotations that are read are fabricated; before enforcement 4 of 10 were."),
        (
            0,
            0,
            None,
            NOTHING_READ,
        ),
    ],
)
def test_fabricated_quotes_are_those_that_are_read(read: int, after: int, met: bool | None, sentence: str) -> None:  # noqa: FBT001
    """With the number before; no quotation at all is nothing to be proud of."""
    one = unit("strong", quotations=read, fabricated_after=after, found=6, fabricated_before=4)
    other = unit("weak", quotations=0, fabricated_after=0, found=4, fabricated_before=0)
    found = figure(FigureName.FABRICATED, one, other)
    assert (found.value, found.target, found.met, found.before) == (after, 0, met, 4)
    assert found.sentence == sentence
    assert found.by_level == {"strong": after, "weak": 0}


def test_what_is_fabricated_misses_the_target_whatever_else_is_known() -> None:
    """Also where nobody counted the quotations that are read."""
    found = figure(FigureName.FABRICATED, unit(fabricated_after=1))
    assert (found.value, found.met, found.before) == (1, False, None)
    unchecked = figure(FigureName.FABRICATED, unit(quotations=3), unit(quotations=0, fabricated_after=0))
    assert (unchecked.value, unchecked.met) == (0, None)
    assert figure(FigureName.FABRICATED, unit(quotations=3)).met is None


def test_an_answer_of_program_chosen_words_had_nothing_before() -> None:
    """Nobody wrote what the program chose."""
    found = figure(FigureName.FABRICATED, unit(quotations=2, fabricated_after=0, found=0, fabricated_before=0))
    assert (found.met, found.before) == (True, 0)
    assert found.sentence == "None of the 2 quotations that are read is fabricated; nobody had written one."


@pytest.mark.parametrize(
    ("k", "n", "met", "sentence"),
    [
        (0, 0, None, "There is no Key Excerpt to look at."),
        (1, 1, True, "The only Key Excerpt is an exact slice of the transcript."),
        (0, 1, False, "The only Key Excerpt is not an exact slice of the transcript."),
        (3, 3, True, "All 3 Key Excerpts are exact slices of the transcript."),
        (0, 3, False, "None of 3 Key Excerpts is an exact slice of the transcript."),
        (1, 3, False, "1 of 3 Key Excerpts is an exact slice of the transcript."),
        (2, 3, False, "2 of 3 Key Excerpts are exact slices of the transcript."),
    ],
)
def test_a_share_is_met_where_it_holds_of_all(k: int, n: int, met: bool | None, sentence: str) -> None:  # noqa: FBT001
    """And of none nothing is said to be met."""
    found = figure(FigureName.EXCERPTS_SLICES, unit(shares={Metric.EXCERPTS_SLICES: (k, n)}), unit())
    assert (found.value, found.target, found.met, found.before) == (Share(k=k, n=n), 1, met, None)
    assert found.sentence == sentence


def test_core_claims_are_summed_over_chapters() -> None:
    """A chapter without any counts for nothing, and its level is not named."""
    units = (
        unit("strong", {Metric.CLAIMS_BY_GUESTS: (2, 2)}),
        unit("strong", {Metric.CLAIMS_BY_GUESTS: (1, 2)}),
        unit("weak", {Metric.CLAIMS_BY_GUESTS: (0, 0)}),
    )
    found = figure(FigureName.CLAIMS_BY_GUESTS, *units)
    assert (found.value, found.met) == (Share(k=3, n=4), False)
    assert found.sentence == "3 of 4 Core Claims stand on a quote by a GUEST."
    assert found.by_level == {"strong": Share(k=3, n=4)}


def test_chapters_near_their_target_are_told_by_coverage() -> None:
    """Strong ones first; a chapter that was not written is one that is not near."""
    units = [
        unit("weak", {Metric.WITHIN_TARGET: (0, 1)}),
        unit("strong", {Metric.WITHIN_TARGET: (1, 1)}),
        unit("medium", {Metric.WITHIN_TARGET: (1, 1)}),
        unit("strong", {Metric.WITHIN_TARGET: (0, 1)}),
    ]
    found = figure(FigureName.WITHIN_TARGET, *units)
    assert (found.value, found.met) == (Share(k=2, n=4), False)
    assert list(found.by_level) == ["strong", "medium", "weak"]
    assert found.title == "Chapters within 25 % of their reachable words"
    assert found.sentence == (
        "2 of 4 chapters are within 25 % of their reachable words. By coverage: strong 1 of 2, medium 1 of 1, "
        "weak 0 of 1."
    )


@pytest.mark.parametrize(
    ("changed", "met", "sentence"),
    [
        ((0, 0), True, "A second enforcement of 2 texts changes nothing."),
        ((0,), True, "A second enforcement of 1 text changes nothing."),
        ((0, 12), False, "A second enforcement changes 12 bytes, in 1 of 2 texts."),
        ((1,), False, "A second enforcement changes 1 byte, in 1 of 1 text."),
        ((), None, "Nothing was enforced a second time."),
    ],
)
def test_bytes_that_a_second_enforcement_changes(changed: tuple[int, ...], met: bool | None, sentence: str) -> None:  # noqa: FBT001
    """A unit of which nobody knows does not count as unchanged."""
    found = figure(FigureName.CHANGED_BYTES, unit(), *(unit("weak", changed_bytes=one) for one in changed))
    assert (found.value, found.met) == (sum(changed) if changed else None, met)
    assert found.sentence == sentence
    assert found.by_level == ({"weak": sum(changed)} if changed else {})
