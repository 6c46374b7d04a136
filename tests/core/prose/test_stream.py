"""A reply in portions: the same ones for every way in which it can be cut."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.prose.stream import LONGEST_BLOCK, StreamPortion, StreamSplitter, split_reply
from tests.properties import examples, few

SENTENCE = "The harbour was quiet and nobody minded that at all. "
PARAGRAPH = SENTENCE * 12
LINES = st.sampled_from(
    [
        *(
            "plain text",
            "# heading",
            "> quoted",
            "- item",
            "  more of it",
            "1. first",
            "2) second",
            "```",
            "~~~~",
            "---",
        ),
        *("<!-- open", "close -->", "    code", "", "", "", "**bold** [[0123456789abcdef]]", "Name: words", "\t tab"),
        *("“open", "close”", "```markdown", "* * *", "[[", PARAGRAPH, f"{SENTENCE}“it was so” (Ann). {PARAGRAPH}"),
        *(
            f"{SENTENCE}[[0123456789abcdef]] {PARAGRAPH}",
            f"# {PARAGRAPH}",
            f"- {PARAGRAPH}",
            f"> {PARAGRAPH}",
            "<script>",
            "</script>",
            "<div>",
            "1990. was a year",
            "+",
            "a\rb",
            "c\r",
        ),
    ]
)
REPLIES = st.tuples(st.lists(LINES, max_size=8), st.sampled_from(["\n", "\n\n", "\r\n", ""])).map(
    lambda one: one[1].join(one[0])
)


def fed(text: str, sizes: list[int]) -> list[StreamPortion]:
    """Feed a text in pieces of these sizes, over and over."""
    portions, start, turn = StreamSplitter(), 0, 0
    found: list[StreamPortion] = []
    while start < len(text):
        size = sizes[turn % len(sizes)]
        found += portions.feed(text[start : start + size])
        start, turn = start + size, turn + 1
    return [*found, *portions.finish()]


@examples(400)
@given(REPLIES, st.lists(st.integers(1, 60), min_size=1, max_size=4))
@example(f"{SENTENCE}[[0123456789abcdef]] {PARAGRAPH}", [1])
def test_the_pieces_do_not_matter(text: str, sizes: list[int]) -> None:
    """However a reply comes, its portions are the same."""
    assert fed(text, sizes) == split_reply(text)


def is_fence(word: str) -> bool:
    """Tell whether a word can be the fence around a whole reply."""
    return word.removesuffix("markdown").strip("`~") == ""


@examples(300)
@given(REPLIES)
@example("```markdown~~~~")
def test_no_word_is_lost(text: str) -> None:
    """The portions together hold every word of a reply, the fence around the whole of it aside."""
    held = "\n".join(portion.text for portion in split_reply(text)).split()
    assert [word for word in held if not is_fence(word)] == [word for word in text.split() if not is_fence(word)]


@pytest.mark.parametrize(
    ("text", "portions"),
    [
        ("# A\ntext\n", ["# A", "text"]),
        ("a\nb\n\nc", ["a\nb", "c"]),
        ("> a\nlazy\n\nb", ["> a\nlazy", "b"]),
        ("> a\n> b\n# c", ["> a\n> b", "# c"]),
        ("- a\n\n  b\n- c\n\nd", ["- a\n\n  b\n- c\n", "d"]),
        ("a\n- b\nc", ["a", "- b\nc"]),
        ("a\n1990. was\nb", ["a\n1990. was\nb"]),
        ("a\n\n```\nx\n\ny\n```\nb", ["a", "```\nx\n\ny\n```", "b"]),
        ("a\n\n<!-- x\n\ny -->\nb", ["a", "<!-- x\n\ny -->", "b"]),
        ("a\n---\nb", ["a", "---", "b"]),
        ("    x\n\n    y\nz", ["    x\n\n    y", "z"]),
        ("```markdown\n# A\n\nb\n```\n", ["# A", "b"]),
        ("~~~\na\n~~~", ["a"]),
        ("```markdown~~~~", ["```markdown~~~~"]),
        ("~~~ markdown\na", ["a"]),
        ("a\r\n\r\nb\rc", ["a", "b\nc"]),
        ("", []),
        ("\n \n", []),
    ],
)
def test_a_portion_is_a_closed_block(text: str, portions: list[str]) -> None:
    """Portions end where top-level blocks do; the fence around a whole reply is none."""
    assert [portion.text for portion in split_reply(text)] == portions


@pytest.mark.parametrize("end", ["\n\n", "\n# n", "\n>", "\n---\n", "\n- n"])
def test_a_closed_block_is_out_at_once(end: str) -> None:
    """Nothing of a block is held back once something else has begun."""
    portions = StreamSplitter()
    assert portions.feed("*a* paragraph") == []
    assert portions.feed(end)[0] == StreamPortion("*a* paragraph")


def test_settled_sentences_of_an_open_paragraph_are_out() -> None:
    """A paragraph need not end before its first sentences are out."""
    portions = StreamSplitter()
    found = portions.feed(PARAGRAPH)
    assert found
    assert found[0].goes_on
    assert not found[0].continues
    assert all(portion.continues for portion in found[1:])
    assert portions.held < len(PARAGRAPH) // 2


@pytest.mark.parametrize(
    "trouble",
    [
        "“open",
        '"open',
        "*em",
        "_em",
        "`code",
        "[link",
        "<tag",
        "&amp;",
        "‘single",
        "«guillemet",
        "(bracket",
        "back\\slash",
    ],
)
def test_nothing_is_out_that_could_still_change(trouble: str) -> None:
    """From an open mark or piece of markup on a paragraph is held back."""
    text = f"{SENTENCE}Then {trouble} came. {PARAGRAPH}"
    assert StreamSplitter().feed(text) == []


def test_a_label_may_make_a_line_somebodys_words() -> None:
    """A paragraph that could be `Name: words` is held back to its end."""
    assert StreamSplitter().feed(f"Imke Sorrel: {PARAGRAPH}") == []
    assert StreamSplitter().feed(f"It took her a long time and much patience to come round: {PARAGRAPH}") != []


@pytest.mark.parametrize(
    "text",
    [
        *few(2, ["a " * 100_000, "“a b " * 40_000, "a" * 200_000, "> a " * 60_000, ">" * 200_000]),
        *few(0, ["```\n" + "x\n" * 90_000, "- a\n\n" * 50_000, "\n".join(["- a"] * 60_000)]),
        *few(0, ["```\n" + "\n" * 200_000, f"{PARAGRAPH}" * 300, "*a " * 70_000]),
    ],
    ids=range(11),
)
def test_what_is_held_back_is_bounded(text: str) -> None:
    """An open block of over 64 KB is closed, however the reply comes, and no word is lost."""
    portions, most = StreamSplitter(), 0
    found: list[StreamPortion] = []
    for start in range(0, len(text), 1000):
        found += portions.feed(text[start : start + 1000])
        most = max(most, portions.held)
    found += portions.finish()
    assert most <= LONGEST_BLOCK
    assert found == split_reply(text)
    letters = [char for portion in found for char in portion.text if char in "ax"]
    assert len(letters) == sum(char in "ax" for char in text)


def test_what_turns_the_order_of_characters_is_in_no_portion() -> None:
    """A control between a sign and the words behind it hides no block, wherever the pieces are cut."""
    turned = "\u202e> The sea\u202c was quiet.\r\u2067\n\n\u2066# A title\u2069\n\nSo\u202d it was.\n"
    plain = split_reply("> The sea was quiet.\r\n\n# A title\n\nSo it was.\n")
    assert [portion.text for portion in plain] == ["> The sea was quiet.", "# A title", "So it was."]
    portions = StreamSplitter()
    assert split_reply(turned) == plain
    assert [portion for char in turned for portion in portions.feed(char)] + portions.finish() == plain


def test_line_ends_of_every_kind_are_read_alike_in_pieces() -> None:
    """A line feed behind a carriage return is one line end, and the next one is another."""
    assert (
        fed("c\r\n\nplain text", [1])
        == split_reply("c\r\n\nplain text")
        == [StreamPortion("c"), StreamPortion("plain text")]
    )
