"""How large a narrative may be: each number and each address in it takes thousands of bytes while it is checked."""

import re
from itertools import chain, islice

from core.errors import BadInput, Problem
from core.numbers.claims.word_list import find_number_words

MOST_CHARACTERS = 2_000_000
MOST_NUMBERS = 40_000
"""Numbers, number words and e-mail addresses of a narrative together."""

_NUMBER = re.compile(r"\d+(?:[.,]\d{3})*(?:[.,]\d+)?(?!\d)|@")


def check_narrative_size(narrative: str, name: str) -> None:
    """Raise BadInput, with `name` as its place, for a narrative that is too long or has too many numbers to be checked.

    Returns within a second, whatever the text.
    """
    message = ""
    if len(narrative) > MOST_CHARACTERS:
        message = f"this has {len(narrative):,} characters; a narrative may have {MOST_CHARACTERS:,}."
    else:
        numbers = chain(_NUMBER.finditer(narrative), find_number_words(narrative.lower()))
        if next(islice(numbers, MOST_NUMBERS, None), None) is not None:
            message = f"this has more than {MOST_NUMBERS:,} numbers and e-mail addresses."
    if message:
        raise BadInput(Problem(place=name, message=message, remedy="Check it in parts."))
