import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from core.prose.model import Emphasis
from core.prose.parse import SourceBlock, prepare, quoted_lines, read_markdown, texts_of
from tests.properties import examples


def shape(blocks: tuple[SourceBlock, ...]) -> list[object]:
    """Return kinds and texts alone."""
    return [(one.kind.value, one.text) if not one.blocks else (one.kind.value, shape(one.blocks)) for one in blocks]


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("a\nb", [("paragraph", "a\nb")]),
        ("a  \nb\\\nc", [("paragraph", "a\nb\nc")]),
        ("a\n\nb", [("paragraph", "a"), ("paragraph", "b")]),
        ("## So *it* is ##", [("heading", "So it is")]),
        ("> a\nlazy\n\nb", [("quote", [("paragraph", "a\nlazy")]), ("paragraph", "b")]),
        (">> a", [("quote", [("quote", [("paragraph", "a")])])]),
        ("- a\n- > b", [("list", [("item", [("paragraph", "a")]), ("item", [("quote", [("paragraph", "b")])])])]),
        ("1) a\n2) b", [("list", [("item", [("paragraph", "a")]), ("item", [("paragraph", "b")])])]),
        ("&ldquo;a&#8221; &amp;quot; \\*b\\*", [("paragraph", "“a” &quot; *b*")]),
        ("a `b *c*` d", [("paragraph", "a b *c* d")]),
        ("[a](http://x 'y') ![b \"c\"](d)", [("paragraph", 'a b "c"')]),
        ("<q>a</q> <b>c</b> d<br>e <!-- f -->", [("paragraph", "“a” c d\ne ")]),
        ("<Q cite='x'>a</Q >", [("paragraph", "“a”")]),
        ("```py\n“a”\n```", [("paragraph", "“a”")]),
        ("    “a”", [("paragraph", "“a”")]),
        ("<div>\na &quot;b&quot;\n</div>", [("paragraph", 'a "b"')]),
        ("<blockquote>\na\n</blockquote>", [("quote", [("paragraph", "a")])]),
        ("<div><q>a</q></div>", [("paragraph", "“a”")]),
        ("| a | b |\n|---|---|\n| “c” | d |", [("paragraph", "| a | b |\n|---|---|\n| “c” | d |")]),
        ("Title\n=====\n\nb", [("paragraph", "Title\n====="), ("paragraph", "b")]),
        ('[a]: http://x "so"\n\nsee [a]', [("paragraph", '[a]: http://x "so"'), ("paragraph", "see [a]")]),
        ("a\n\n***\n\nb", [("paragraph", "a"), ("paragraph", "b")]),
        ("", []),
        (" \n\t\n", []),
    ],
)
def test_a_reply_is_read_as_a_reader_sees_it(text: str, blocks: list[object]) -> None:
    """Entities, escapes and markup are resolved, and everything that is not kept becomes text."""
    assert shape(read_markdown(text)) == blocks


def test_emphasis_is_told_by_its_stretch() -> None:
    """The emphasised stretches are spans of the block's own text."""
    (block,) = read_markdown("so **it *is*, you** know *what*")
    styled = {(one.span.slice(block.text), one.emphasis) for one in block.styled}
    assert styled == {
        ("it is, you", Emphasis.BOLD),
        ("is", Emphasis.ITALIC),
        ("what", Emphasis.ITALIC),
    }


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(">" * 500 + " deep", id="block quotes"),
        pytest.param("> " * 500 + "deep", id="block quotes with spaces"),
        pytest.param("- " * 300 + "deep", id="lists"),
        pytest.param("".join(f"{'  ' * n}- x\n" for n in range(200)) + "  " * 200 + "- deep", id="a list of lists"),
        pytest.param("> - " * 100 + "deep", id="both"),
        pytest.param("*" * 4000 + "deep" + "*" * 4000, id="emphasis"),
        pytest.param("[" * 3000 + "deep" + "]" * 3000, id="brackets"),
        pytest.param("![" * 1000 + "deep" + "](x)" * 1000, id="images"),
        pytest.param("<b>" * 2000 + "deep" + "</b>" * 2000, id="tags"),
        pytest.param("<div>\n" * 500 + "deep", id="html blocks"),
        pytest.param("1. " * 200 + "deep", id="ordered lists"),
    ],
)
def test_no_text_is_lost_to_nesting(text: str) -> None:
    """However deep it stands, and deeper than the parser goes, the word is there."""
    assert "deep" in "\n".join(one for block in read_markdown(text) for one in texts_of(block))


@pytest.mark.parametrize("char", ["\0", "\ud800"])
def test_what_no_file_can_hold_is_replaced(char: str) -> None:
    """NUL and half characters become U+FFFD, one for one."""
    assert prepare(f"a{char}b") == "a\ufffdb"
    assert shape(read_markdown(f"a{char}b")) == [("paragraph", "a\ufffdb")]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("a\n> b\n> c\nlazy\n\nd", {1, 2, 3}),
        ("- > a\n- b", {0}),
        ("```\n> a\n```", set[int]()),
        ("    > a", set[int]()),
        ("a > b", set[int]()),
        ("> a\r\n> b\r\n\r\nc", {0, 1}),
        ("", set[int]()),
    ],
)
def test_the_lines_of_block_quotes_are_known(text: str, lines: set[int]) -> None:
    """Lazy lines belong to the quote, code does not."""
    assert quoted_lines(text) == lines


WORDS = "alpha bravo charlie delta echo foxtrot".split()
MARKUP = st.sampled_from(
    [
        *(
            "*",
            "_",
            "**",
            "`",
            "```\n",
            "> ",
            ">",
            "- ",
            "1. ",
            "# ",
            "<b>",
            "</b>",
            "<div>\n",
            "|",
            "    ",
            "\n",
            "\n\n",
        ),
        *(
            "[",
            "](x)",
            "![",
            "\\",
            "&amp;",
            "~~~\n",
            "\t",
            "  \n",
            "---\n",
            "===\n",
            "<blockquote>",
            "<q>",
            "</q>",
            "\x0b",
        ),
    ]
)


@examples(200)
@given(st.lists(st.one_of(st.sampled_from(WORDS), MARKUP), max_size=30))
def test_no_word_is_lost(pieces: list[str]) -> None:
    """Whatever markup stands around them, the words of a reply come out in their order."""
    text = "".join(f" {piece} " if piece in WORDS else piece for piece in pieces)
    assume(not re.search(r"(?:```|~~~).*\w", text))  # what stands behind a fence is not shown to anybody
    shown = " ".join(one for block in read_markdown(text) for one in texts_of(block))
    assert re.findall("|".join(WORDS), shown) == [piece for piece in pieces if piece in WORDS]
