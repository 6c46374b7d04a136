"""Ignored tokens: where they stand, with the numbers that belong to them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.numbers.claims.candidate import SENTINEL
from core.numbers.claims.masks import find_tokens
from core.numbers.rules import DEFAULT_TOKENS

OTHERS = tuple(f"Word{at} x" for at in range(60)) + tuple(f"WORD{at}" for at in range(60))
PIECES = "RFC|rfc|PO Box|po box|Box|Form|form 10| |  |\n|12| no. 5|-|#|x|é|C++".split("|")
TOKENS = (*DEFAULT_TOKENS, "Form", "form 10", "C++", "#", "é")


def found(text: str, tokens: tuple[str, ...]) -> list[str]:
    """Return the tokens of a text as they stand there, in order."""
    text += SENTINEL
    return [span.slice(text) for span in sorted(find_tokens(text, text.lower(), tokens))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("RFC 2616 and RFC-822.", ["RFC 2616", "RFC-822."]),
        ("Under ISO-3166 there are", ["ISO-3166"]),
        ("PO Box 123, Doha", ["PO Box 123"]),
        ("PO   Box no. 7", ["PO   Box no. 7"]),
        ("PO    Box 7", []),
        ("RFCs 2616, xRFC 1, RFC_1", []),
        ("rfc 2616", []),
        ("form 10 and FORM A4, Form ten", ["form 10", "FORM A4", "Form"]),
        ("C++ 17 and C+ 17", ["C++ 17"]),
        ("ID: 4711 of 12 people", ["ID: 4711"]),
    ],
)
def test_a_token_takes_in_the_number_that_belongs_to_it(text: str, expected: list[str]) -> None:
    """Whole words only; a token in capitals is found in capitals only, another one in any case."""
    assert found(text, (*DEFAULT_TOKENS, "Form", "C++")) == expected


@given(st.lists(st.sampled_from(PIECES), max_size=20).map("".join))
def test_few_tokens_are_found_like_many(text: str) -> None:
    """Few are looked for in another way than many: the same tokens stand at the same places."""
    assert found(text, TOKENS) == found(text, TOKENS + OTHERS)


@pytest.mark.parametrize("form", ["Token {}", "T{}"])
def test_many_tokens_find_what_few_do(form: str) -> None:
    """Of a thousand and of ten thousand tokens the same stand in a text that is full of them."""
    text = " ".join(form.format(at % 997) for at in range(5_000))
    few, many = (tuple(form.format(at) for at in range(size)) for size in (1_000, 10_000))
    assert found(text, few) == found(text, many)
