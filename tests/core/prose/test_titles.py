import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.prose.attribution.running_text import is_mention, is_title
from core.span import Span


@pytest.mark.parametrize(
    ("words", "mention"),
    [("bargain", True), ("polite little machine", True), ("The brass,", True), ("a polite little machine", False)],
)
def test_three_words_are_a_mention_and_four_are_not(words: str, mention: bool) -> None:  # noqa: FBT001
    """Words are counted between white space."""
    assert is_mention(words) is mention


@pytest.mark.parametrize(
    ("text", "words", "title"),
    [
        ("The programme “Slow Instruments” was on.", "Slow Instruments", True),
        ("The programme Slow Instruments was on.", "Slow Instruments", True),
        ("It ran before The Wire that night.", "The Wire", True),
        ("He had read Lord of Tides twice.", "Lord of Tides", True),
        ("He liked Slow Instruments, and it liked him.", "Slow Instruments,", True),
        ("He read Catch 22 twice.", "Catch 22", True),
        ("He heard Dr. Tides again.", "Tides", True),
        ("It was by J. Tides again.", "Tides", True),
        ("He asked: “Slow Instruments”?", "Slow Instruments", True),
        ("He saw Écume twice.", "Écume", True),
        ("He asked about the Veldrey hand again.", "Veldrey hand", False),
        ("Slow Instruments was on that night.", "Slow Instruments", False),
        ("“Slow Instruments” was on that night.", "Slow Instruments", False),
        ("He laughed. Dry Sleeves was the name.", "Dry Sleeves", False),
        ("He laughed.” (“Dry Sleeves” was the name.)", "Dry Sleeves", False),
        ("It says I in the typescript.", "I", False),
        ("It says “of the” twice.", "of the", False),
        ("It says 1946 there.", "1946", False),
        ("It says 潮 there.", "潮", False),
    ],
)
def test_a_title_has_capitals_that_no_sentence_gave_it(text: str, words: str, title: bool) -> None:  # noqa: FBT001
    """Every content word begins with a capital, and the words do not begin their sentence."""
    start = text.index(words)
    assert is_title(text, Span(start, start + len(words))) is title


@given(st.text(max_size=40), st.integers(0, 40), st.integers(0, 40))
def test_small_letters_make_no_title(text: str, start: int, end: int) -> None:
    """No input raises, and a stretch without any capital is never one."""
    span = Span(min(start, len(text)), end)
    assert not is_title(text.lower(), span) or span.slice(text.lower()).lower() != span.slice(text.lower())
