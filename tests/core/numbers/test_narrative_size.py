"""How large a narrative may be; what takes thousands of bytes for each number is never begun."""

import pytest

from core.errors import BadInput
from core.numbers.narrative_size import MOST_CHARACTERS, MOST_NUMBERS, check_narrative_size


@pytest.mark.parametrize("number", ["1 ", "1,234.5 ", "(1", "a@b.co ", "Twelve\n", "five "])
def test_a_narrative_has_so_many_numbers_at_most(number: str) -> None:
    """In digits, in words, or in an address; its separators do not count."""
    check_narrative_size(number * MOST_NUMBERS, "report.md")
    with pytest.raises(BadInput, match=r"report.md: this has more than 40,000 numbers and e-mail addresses\. Check"):
        check_narrative_size(number * (MOST_NUMBERS + 1), "report.md")


def test_a_narrative_has_so_many_characters_at_most() -> None:
    """Whatever they are."""
    check_narrative_size("é" * MOST_CHARACTERS, "report.md")
    with pytest.raises(BadInput, match="this has 2,000,001 characters; a narrative may have 2,000,000"):
        check_narrative_size("[" * (MOST_CHARACTERS + 1), "report.md")
