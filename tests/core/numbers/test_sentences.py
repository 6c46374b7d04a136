"""The sentences of a narrative and their blocks."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.numbers.claims import split_sentences

PIECES = (
    "- * 1. > # | `` ``` ~~~ a. Yes! No? 58.3% (QID: x) [1] e.g. U.S. --- === "
    "。 <p> <br><br> B: (a:b) 12. \u2029 \f \n \n\n \r\n \t"
).split(" ")

ONE_SENTENCE = (
    "It grew by approx. 5 million.",
    "The No. 5 of the U.S. list, Acme Inc. of Doha, sold 1,234 units.",
    "Per LMIS: The rate rose to 58.3% in Q2 2024.",
    "**Per LMIS:** the rate rose to 58.3%. (QID: lmis_ret_001).",
    "The rate rose to 58.3%. [QID: lmis_ret_001]",
    "Shares of e.g. Acme rose 3.5% on vol. 12.",
    "The vote was at 10 a.m. on Monday.",
    "A line that\ngoes on below it.",
)


@pytest.mark.parametrize("text", ONE_SENTENCE)
def test_a_sentence_is_not_cut_inside(text: str) -> None:
    """Neither at abbreviations nor in numbers, and a remark in brackets behind the stop belongs to it."""
    assert [sentence.span.slice(text) for sentence in split_sentences(text)] == [text]


def test_a_remark_ends_where_the_next_sentence_begins() -> None:
    """What stands behind the bracket is a sentence of its own."""
    text = "It rose by 5%. (QID: lmis_ret_001) It fell by 3%. Then it stood."
    assert [sentence.span.slice(text) for sentence in split_sentences(text)] == [
        "It rose by 5%. (QID: lmis_ret_001)",
        "It fell by 3%.",
        "Then it stood.",
    ]


NARRATIVE = """# Jobs in 2024

Per LMIS: 5 % more. And 3 % less (QID: lmis_ret_001).
A second line. Sectors:

- Trade: 12. Up by 2.
  - Retail: 7
1. Building: 9

| sector | jobs |
| --- | ---: |
| trade | 12 |

```
code 5
```
> Quoted once. Quoted
> twice.

Last: 4
=======
"""

BLOCKS = [
    ("Jobs in 2024", 0, "heading", ""),
    ("Per LMIS: 5 % more.", 1, "prose", ""),
    ("And 3 % less (QID: lmis_ret_001).", 1, "prose", ""),
    ("A second line.", 1, "prose", ""),
    ("Sectors:", 1, "prose", ""),
    ("Trade: 12.", 2, "item", "Sectors:"),
    ("Up by 2.", 2, "item", "Sectors:"),
    ("Retail: 7", 2, "item", "Sectors:"),
    ("Building: 9", 2, "item", "Sectors:"),
    ("| sector | jobs |", 3, "row", ""),
    ("| trade | 12 |", 3, "row", ""),
    ("Quoted once.", 4, "prose", ""),
    ("Quoted\n> twice.", 4, "prose", ""),
    ("Last: 4", 5, "heading", ""),
]


def test_blocks_bound_sentences_and_a_line_introduces_its_list() -> None:
    """Headings, paragraphs, lists, tables; fenced code has no sentence, nor has the line under a heading."""
    sentences = split_sentences(NARRATIVE)
    assert [
        (
            sentence.span.slice(NARRATIVE),
            sentence.block,
            sentence.kind,
            sentences[sentence.introduced_by].span.slice(NARRATIVE) if sentence.introduced_by >= 0 else "",
        )
        for sentence in sentences
    ] == BLOCKS


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Up 5%.The rate fell.", ["Up 5%.", "The rate fell."]),
        ("上升了5%。下降了3%。", ["上升了5%。", "下降了3%。"]),
        ("One (QID: x)\nTwo", ["One (QID: x)", "Two"]),
        ("One (2024)\nTwo", ["One (2024)\nTwo"]),
        ("Jobs: 5\nHomes: 7", ["Jobs: 5", "Homes: 7"]),
        ("There are\n12. More came.", ["There are\n12.", "More came."]),
        ("There are:\n12. Doha", ["There are:", "Doha"]),
        ("a one\r\rtwo b", ["a one", "two b"]),
        ("a one\u2029two b", ["a one", "two b"]),
        ("a one\x85two b", ["a one\x85two b"]),
        ("<li>one</li><li>two</li>", ["one", "two"]),
        ("one<br>two", ["one<br>two"]),
        ("It rose. (It fell.)", ["It rose.", "(It fell.)"]),
        ("It rose. *(QID: x)*", ["It rose. *(QID: x)*"]),
        ("It cost 5 bn. in all.", ["It cost 5 bn. in all."]),
        ("The answer was no. And 58% left.", ["The answer was no.", "And 58% left."]),
        ("It was 5% in the U.S. The rest fell.", ["It was 5% in the U.S.", "The rest fell."]),
        ("See no. 12 and the U.S. Treasury.", ["See no. 12 and the U.S. Treasury."]),
        ("a | b\nc | d", ["a | b", "c | d"]),
    ],
)
def test_what_ends_a_sentence_is_what_a_reader_takes_for_its_end(text: str, expected: list[str]) -> None:
    """Stops of every script, lines that are whole, breaks and tags; but no wrapped line and no abbreviation."""
    assert [sentence.span.slice(text) for sentence in split_sentences(text)] == expected


def test_a_table_may_be_introduced_too() -> None:
    """The last sentence before it does it."""
    text = "All of it. Per LMIS (QID: lmis_ret_001):\n| a | 5 |\n| b | 7 |"
    assert [sentence.introduced_by for sentence in split_sentences(text)] == [-1, -1, 1, 1]


@pytest.mark.parametrize(("text", "blocks"), [("- <p>\n- 5", [0]), ("It is so.\n\n- <p>\n- 5\n- 6", [0, 1, 1])])
def test_an_item_of_nothing_but_a_tag_takes_its_list_nowhere(text: str, blocks: list[int]) -> None:
    """What follows is a block of its own all the same."""
    assert [sentence.block for sentence in split_sentences(text)] == blocks


@example("- <P>\u2028- 0")
@given(st.one_of(st.text(max_size=80), st.lists(st.sampled_from(PIECES), max_size=30).map(" ".join)))
def test_sentences_are_in_order_without_white_space_at_their_ends(text: str) -> None:
    """For every text; blocks count up, and what introduces stands before."""
    done = block = 0
    for place, sentence in enumerate(split_sentences(text)):
        words = sentence.span.slice(text)
        assert words == words.strip() != ""
        assert sentence.span.start >= done
        assert sentence.block in (block, block + 1)
        assert -1 <= sentence.introduced_by < place
        done, block = sentence.span.end, sentence.block
