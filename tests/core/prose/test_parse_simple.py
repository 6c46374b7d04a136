"""Plain Markdown, read without a parser: never in another way than the parser reads it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from core.prose.model import Emphasis
from core.prose.parse_simple import BlockKind, SourceBlock, read_plain_block
from tests.properties import examples

_PIECES = [
    *("a", "word", "Z", "é", "世", "7", "12. ", "*", "**", "*w*", "**b w**", "*a-b*", " ", "  ", "\t", "\u00a0"),
    *("“", "”", "(", ")", ".", ",", "—", "-", "'", '"', "’", "!", "?", ":", "…", "$", "+", "=", "|", "~", "×"),
    *("\n", "\n\n", "\n> ", "\n- ", "> ", "- ", "# ", "### ", "#", "> — ", "_", "`", "<", "&", "[", "\\", "\u0301"),
    *("\x0b", "\u2028"),
]  # fmt: skip
_BEGINNINGS = ["", "", "", " ", "    ", "> ", "> “", "- ", "# ", "### ", "“", "*", "**", "1 "]
TEXTS = st.tuples(
    st.sampled_from(_BEGINNINGS), st.lists(st.sampled_from(_PIECES), min_size=1, max_size=12).map("".join)
).map("".join)


def inline_as_read(token: Token) -> tuple[str, list[tuple[str, Emphasis]]]:
    """Return the text of an inline token and its emphasised stretches, by the parser alone."""
    text = ""
    opened: list[tuple[int, Emphasis]] = []
    styled: list[tuple[str, Emphasis]] = []
    for child in token.children or ():
        if child.type in ("em_open", "strong_open"):
            opened.append((len(text), Emphasis.ITALIC if child.type == "em_open" else Emphasis.BOLD))
        elif child.type in ("em_close", "strong_close"):
            start, emphasis = opened.pop()
            styled.append((text[start:], emphasis))
        else:
            assert child.type in ("text", "softbreak"), child.type
            text += "\n" if child.type == "softbreak" else child.content
    return text, styled


def as_parsed(text: str) -> list[object]:
    """Return the parser's blocks: what opens, with its tag, and what stands in it."""
    parser = MarkdownIt("commonmark").disable(["reference", "lheading"])
    return [
        inline_as_read(token) if token.type == "inline" else token.tag
        for token in parser.parse(text)
        if token.type == "inline" or token.nesting == 1
    ]


def as_read(block: SourceBlock) -> list[object]:
    """Return a block in the same terms."""
    if block.kind in (BlockKind.PARAGRAPH, BlockKind.HEADING):
        styled = [(span.slice(block.text), emphasis) for span, emphasis in block.styled]
        return [f"h{block.level}" if block.kind is BlockKind.HEADING else "p", (block.text, styled)]
    tag = {BlockKind.QUOTE: "blockquote", BlockKind.LIST: "ul", BlockKind.ITEM: "li"}[block.kind]
    return [tag, *(one for inner in block.blocks for one in as_read(inner))]


@examples(1_500)
@given(TEXTS)
def test_what_is_read_without_the_parser_is_read_as_the_parser_does(text: str) -> None:
    """Blocks, texts and emphasised stretches are the same, or the parser is left to it."""
    block = read_plain_block(text)
    assert block is None or as_read(block) == as_parsed(text)


@pytest.mark.parametrize(
    "text",
    [
        "Ann says, “It is so.” And it *is* so.",
        "**Never** before, (*rarely* since).",
        "> It is so.\n> — Ann",
        "- It is so: “So” (Ann)",
        "- It is so.\n- It is *not*.\n",
        "### What is so",
        "1967 was so.",
    ],
)
def test_common_shapes_take_no_parser(text: str) -> None:
    """A paragraph, a block quote with its name, items and a heading, with and without emphasis."""
    block = read_plain_block(text)
    assert block is not None
    assert as_read(block) == as_parsed(text)


@pytest.mark.parametrize(
    "text",
    [
        "*a",
        "a*b*c",
        "***a***",
        "*a *",
        "> a\nb",
        "> > a",
        "- a\n  - b",
        "# a #",
        "1. a",
        "    a",
        "a `b`",
        "a\nb",
        "",
        "-",
        "\\*a",
    ],
)
def test_anything_else_is_left_to_the_parser(text: str) -> None:
    """Where a mark could be read in two ways, lines go on lazily or blocks stand inside others."""
    assert read_plain_block(text) is None
