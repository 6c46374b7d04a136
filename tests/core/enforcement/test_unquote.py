import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.enforcement.repair_sentence import mark_edits
from core.prose.quotations import find_quotations
from core.span import Span
from core.text.punctuation import QUOTATION_MARKS
from tests.properties import examples


def unquoted(text: str, proven: str = "") -> str:
    """Take the proof from every quotation of a text but the proven stretch."""
    safe = [Span(text.index(proven), text.index(proven) + len(proven))] if proven else []
    unproven = [one for one in find_quotations(text) if one.outer not in safe]
    edits = mark_edits(text, safe, unproven)
    return "".join(edits.get(index, char) for index, char in enumerate(text))


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ('She said "so" twice.', "She said so twice."),
        ("She said “so ‘it’ is” twice.", "She said so it is twice."),
        ("She said 'so it is' twice.", "She said so it is twice."),
        ("«So» „it“ 「is」", "So it is"),
        ("It's the dogs' house in the '90s.", "It's the dogs’ house in the ’90s."),
        ("rock 'n' roll", "rock ’n’ roll"),
        ("He is 6'2\" tall.", "He is 6′2″ tall."),
        ('a 5" pipe', "a 5″ pipe"),
        ("an unclosed “mark", "an unclosed mark"),
        ("an unopened mark”", "an unopened mark"),
        ("`code`", "code"),
        ('"', ""),
        ("\" '", " "),
        ("don’t, won't, O'Brien", "don’t, won't, O'Brien"),
        ("nothing", "nothing"),
        ("", ""),
    ],
)
def test_marks_go_and_words_stay(text: str, plain: str) -> None:
    """Pairs vanish, apostrophes at the edge of a word become ’, measures become primes."""
    assert unquoted(text) == plain


def test_a_proven_stretch_is_not_touched() -> None:
    """Marks inside what is proven belong to the transcript."""
    assert unquoted('"so" and “it \'is\' 6" so” "now"', "“it 'is' 6\" so”") == "so and “it 'is' 6\" so” now"


@pytest.mark.parametrize(
    "text",
    [
        "'a' \"b\" c's 6' 5\" d",
        "““a” b”",
        "'tis the '90s",
        "\"'a'\"",
        "a'b'c",
        "6'2\" and 'so'",
        '""',
        "'\"'\"",
        "5′ 6″ 7'8",
    ],
)
def test_a_second_time_changes_nothing(text: str) -> None:
    """What is left is no quotation to anybody, and stays as it is."""
    once = unquoted(text)
    assert unquoted(once) == once
    assert find_quotations(once) == []


@examples(300)
@given(st.text(alphabet="ab s1.,-—'’‘\"“”«»„`′″ \n", max_size=20))
@example("`111` ``1")
def test_no_mark_of_a_quotation_is_left(text: str) -> None:
    """Whatever stood there, afterwards nothing can be read as a quotation, and no word is lost."""
    once = unquoted(text)
    assert find_quotations(once) == []
    marks = QUOTATION_MARKS | {","}  # two commas are a mark too
    assert [char for char in once if char not in marks] == [char for char in text if char not in marks]


@examples(300)
@given(st.text(alphabet="ab s1.,-—'’‘\"“”«»„`′″ \n", max_size=20))
def test_no_double_mark_is_left_but_a_prime(text: str) -> None:
    """Outside what is proven an edition has no double mark of any kind, but inches after a digit."""
    once = unquoted(text)
    for index, char in enumerate(once):
        if char in '"“”«»„″':
            assert char == "″"
            assert once[index - 1].isdigit()
