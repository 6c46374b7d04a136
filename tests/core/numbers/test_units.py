"""Units of results and of numbers: one list of words for both."""

from decimal import Decimal

import pytest

from core.numbers.unit_forms import ADJECTIVES, BEHIND
from core.numbers.units import measure_behind, read_unit, scales


@pytest.mark.parametrize("word", [word for word, behind in BEHIND.items() if behind.unit and word.isascii()])
def test_units_of_a_text_are_units_of_a_file(word: str) -> None:
    """What makes a unit behind a number is read as the same unit where results write it."""
    if word != "cent":
        assert Decimal(1) in scales(word, BEHIND[word].unit)


@pytest.mark.parametrize("name", ADJECTIVES, ids=" ".join)
def test_currencies_of_two_words_are_not_the_second_words(name: tuple[str, str, str]) -> None:
    """A Saudi riyal in the results is no riyal of another country."""
    adjective, noun, code = name
    assert [kind for kind, *_ in read_unit(f"million {adjective.title()} {noun}s")] == [code]


@pytest.mark.parametrize(
    ("unit", "claimed", "scale"),
    [
        ("km", "kilometres", "1"),
        ("km", "metres", "1000"),
        ("minutes", "hours", "1/60"),
        ("hours", "months", None),
        ("years", "months", "12"),
        ("count", "months", "1"),
        ("percent", "months", None),
        ("km/h", "km", None),
        ("year-on-year %", "percent", "1"),
        ("number of person(s)", "", "1"),
        ("USD MM", "USD", "1000000"),
        ("mm", "mm", "1"),
    ],
)
def test_measures_of_one_kind_convert(unit: str, claimed: str, scale: str | None) -> None:
    """And no others; a spelled measure fits what is only counted."""
    above, _, below = (scale or "0").partition("/")
    expected = (Decimal(above) / Decimal(below or "1"),) if scale else ()
    assert [round(one, 12) for one in scales(unit, claimed)] == [round(one, 12) for one in expected]


@pytest.mark.parametrize(
    ("behind", "measure"),
    [
        (" kilometres long", "kilometres"),
        ("-month course", "month"),
        (" square metres", "m2"),
        (" kilometres per hour", "kmh"),
        (" degrees Celsius", "celsius"),
        (" people waited 3 hours", ""),
        (", hours later", ""),
        ("", ""),
    ],
)
def test_the_noun_behind_a_number_is_its_measure(behind: str, measure: str) -> None:
    """Directly behind it, in one word or several."""
    assert measure_behind(behind) == measure
