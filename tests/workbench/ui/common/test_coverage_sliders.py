import pytest
from pydantic import ValidationError

from core.coverage.levels import DEFAULT_THRESHOLDS, CoverageThresholds
from core.coverage.sensitivity import Threshold
from workbench.ui.common.coverage_sliders import DIALS, differing_sliders, map_axis, move, slider_range, value_of


def leaves(values: dict[str, object], before: str = "") -> dict[str, object]:
    """Return all numbers of a record by their place, as "strong.excerpts"."""
    found: dict[str, object] = {}
    for name, value in values.items():
        if isinstance(value, dict):
            found |= leaves(value, f"{before}{name}.")  # pyright: ignore[reportUnknownArgumentType]
        elif not isinstance(value, str):
            found[f"{before}{name}"] = value
    return found


def test_every_number_of_the_thresholds_has_a_slider() -> None:
    """What can be stored can be seen and moved."""
    stored = leaves(DEFAULT_THRESHOLDS.model_dump())
    assert {name: value_of(DEFAULT_THRESHOLDS, dial) for name, dial in DIALS.items()} == stored


def test_every_label_is_there_once() -> None:
    """Somebody who hears the page tells the sliders apart."""
    assert len({dial.label for dial in DIALS.values()}) == len(DIALS)


@pytest.mark.parametrize("name", DIALS)
def test_a_move_changes_its_own_number(name: str) -> None:
    """And no other, where no level is in the way."""
    dial = DIALS[name]
    step = -dial.step if name.startswith("medium_") else dial.step
    target = value_of(DEFAULT_THRESHOLDS, dial) + step
    moved = move(DEFAULT_THRESHOLDS, dial, target)
    assert value_of(moved.thresholds, dial) == target
    assert differing_sliders(DEFAULT_THRESHOLDS, moved.thresholds) == (dial,)
    assert moved.said == ""


@pytest.mark.parametrize(
    ("name", "value", "partner", "said"),
    [
        ("medium_quotes", 6, "strong_quotes", "Strong now begins at 6 usable quotes too"),
        ("strong_quotes", 2, "medium_quotes", "Medium now begins at 2 usable quotes too"),
        ("medium_words_per_claim", 50.5, "strong_words_per_claim", "Strong now begins at 50.5 words per claim too"),
        ("strong_words_per_claim", 0, "medium_words_per_claim", "Medium now begins at 0 words per claim too"),
    ],
)
def test_a_slider_that_passes_its_partner_takes_it_along(name: str, value: float, partner: str, said: str) -> None:
    """STRONG never begins below MEDIUM, and it is said what moved."""
    moved = move(DEFAULT_THRESHOLDS, DIALS[name], value)
    assert value_of(moved.thresholds, DIALS[name]) == value_of(moved.thresholds, DIALS[partner]) == value
    assert moved.said == f"{said}, because Strong must not begin below Medium."


@pytest.mark.parametrize(("name", "value"), [("medium_quotes", 5), ("strong_words_per_claim", 30)])
def test_the_same_value_takes_nothing_along(name: str, value: float) -> None:
    """STRONG may begin where MEDIUM does."""
    moved = move(DEFAULT_THRESHOLDS, DIALS[name], value)
    assert moved.said == ""
    assert len(differing_sliders(DEFAULT_THRESHOLDS, moved.thresholds)) == 1


def test_an_impossible_value_is_refused() -> None:
    """A forged message from the browser stores nothing."""
    with pytest.raises(ValidationError):
        move(DEFAULT_THRESHOLDS, DIALS["min_usable_words"], 0)


def test_a_slider_reaches_what_is_stored() -> None:
    """A settings file may have set more than the slider offers."""
    stored = CoverageThresholds(strong_quotes=4_000)
    assert slider_range(stored, DIALS["strong_quotes"]) == (1, 4_000)
    assert slider_range(DEFAULT_THRESHOLDS, DIALS["strong_quotes"]) == (1, 30)


@pytest.mark.parametrize(
    ("threshold", "other", "stored", "values"),
    [
        pytest.param(
            Threshold.MIN_USABLE_WORDS,
            Threshold.STRONG_QUOTES,
            {},
            (2, 4, 6, 8, 10, 12, 14, 16, 18),
            id="in steps of two",
        ),
        pytest.param(
            Threshold.STRONG_QUOTES,
            Threshold.MIN_USABLE_WORDS,
            {},
            (3, 4, 5, 6, 7, 8, 9, 10, 11),
            id="not below Medium",
        ),
        pytest.param(
            Threshold.STRONG_QUOTES, Threshold.MEDIUM_QUOTES, {}, (1, 2, 3, 4, 5, 6, 7, 8, 9), id="Medium moves as well"
        ),
        pytest.param(
            Threshold.MEDIUM_WORDS_PER_CLAIM,
            Threshold.STRONG_QUOTES,
            {},
            (0, 10, 20, 30, 40, 50),
            id="not above Strong",
        ),
        pytest.param(
            Threshold.MEDIUM_WORDS_PER_CLAIM,
            Threshold.STRONG_WORDS_PER_CLAIM,
            {"medium_words_per_claim": 33.5},
            (3.5, 13.5, 23.5, 33.5, 43.5, 53.5, 63.5, 73.5, 83.5),
            id="around a value between two steps",
        ),
        pytest.param(
            Threshold.STRONG_QUOTES,
            Threshold.MIN_USABLE_WORDS,
            {"strong_quotes": 40},
            (36, 37, 38, 39, 40, 41, 42, 43, 44),
            id="beyond the slider",
        ),
        pytest.param(
            Threshold.MEDIUM_QUOTES,
            Threshold.MIN_USABLE_WORDS,
            {"medium_quotes": 1, "strong_quotes": 1},
            (1,),
            id="no room at all",
        ),
    ],
)
def test_a_map_is_drawn_around_where_a_threshold_stands(
    threshold: Threshold, other: Threshold, stored: dict[str, float], values: tuple[float, ...]
) -> None:
    """The value that is set is always one of them, and none is offered that could not be set."""
    assert map_axis(CoverageThresholds.model_validate(stored), threshold, other).values == values
