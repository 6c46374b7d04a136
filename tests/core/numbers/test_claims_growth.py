"""Claims and sentences take time in proportion to the text, whatever stands in it."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from core.numbers.claims import find_numeric_claims, split_sentences
from tests.benchmarks.measure import IN_CI
from tests.growth import growth

MOST = 15  # times as long for ten times the text
LEAST_SECONDS = 0.002
MANY = 3_000 if IN_CI else 50_000
SIZES = (1_000, 10_000, 100_000)
SPLIT = SIZES[:2] if IN_CI else SIZES
REPORT = (
    "Per LMIS: The rate rose to 58.3% in Q2 2024 (QID: lmis_ret_001). About two thirds of 1,250 firms, i.e. one in\n"
    "five, spent $1.2bn. (QID: gcc_emp_001) Between 10 and 15 km of road were built by 1990 people, see page 12.\n\n"
    "- item 5: 12%\n\n"
)
HOSTILE = [
    *("1,", "1.", "1-", "$", "(", "`", "one ", "hundred ", "[1](", "1/", "between 1 and ", "1 ", "1:", "half a "),
    *("one million ", "three point five ", "QID: 1-", "1. (", "<!--", "` ``", "a. ", "```\n", "a@1", "ID ", "+1 "),
    *("[1]: ", "- 1\n", "| 1 ", "12,34,", "共5", "&#53;", "5**.", "![1]("),
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_text_stays_linear(piece: str) -> None:
    """Fifty thousand of one piece (fewer where time is short) against a tenth of them, sentences and all."""
    small, large = piece * (MANY // 10), piece * MANY
    assert (
        growth(partial(find_numeric_claims, small), partial(find_numeric_claims, large), most=MOST, least=LEAST_SECONDS)
        <= MOST
    )


@pytest.mark.parametrize(
    "text", ["7" * 100_000, "Per LMIS: " * 10_000, "x" * 1_000_000, "QID: " + "a-" * 100_000, "\n" * 100_000]
)
def test_text_without_numbers_costs_little(text: str) -> None:
    """A hundred thousand digits are no number, ten thousand prefixes cite none."""
    assert find_numeric_claims(text) == ()
    assert (
        growth(partial(find_numeric_claims, text[: len(text) // 10]), partial(find_numeric_claims, text), most=MOST)
        <= MOST
    )


@pytest.mark.parametrize(
    ("work", "sizes"), [(split_sentences, SPLIT), (partial(find_numeric_claims, sentences=()), SIZES)]
)
def test_ten_times_the_text_takes_about_ten_times_as_long(work: Callable[[str], Any], sizes: tuple[int, ...]) -> None:
    """From 1 KB to 1 MB (sentences to 100 KB where time is short) ten times as much takes about ten times as long."""
    for size in sizes:
        small, large = (REPORT * (size // len(REPORT) + 1) * times for times in (1, 10))
        assert growth(partial(work, small), partial(work, large), most=MOST, least=LEAST_SECONDS) <= MOST
