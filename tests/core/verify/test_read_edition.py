import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.verify.reading.page import OBJECT, VisibleBlock, VisibleBlockKind, collapse
from core.verify.reading.read_edition import Form, read_edition

MARKDOWN = """\
# A *title*

One \\"escaped\\" &quot;entity&quot; and
`code` <q>marked</q> [text](x "title").

> quoted
lazy
>
> > deeper
> — Name

- item
  > inside

```py "info"
x = 1
```

<blockquote>

para

</blockquote>

<!-- a comment --><div hidden>shown in Markdown</div>
"""
HTML = """\
<!doctype html><html><head><title>No</title><style>no { content: "no" }</style></head><body>
<h2>A <em>title</em></h2><p title="no" data-x='no'>One &ldquo;two
three&rdquo;<br>four</p><blockquote><p>text</p><footer>— Name</footer></blockquote>
<div hidden>no<p>no</div><template>no</template><script>"no"</script><ul><li>a<li>b</ul>
</body></html>
"""


def read(edition: str, form: Form) -> list[tuple[str, str, int]]:
    return [(block.kind.value, collapse(block.text), block.line) for block in read_edition(edition, form)]


def test_markdown_is_read_as_rendered() -> None:
    """Escapes and entities are resolved, emphasis, tags and titles are gone, code and hidden HTML is text."""
    assert read(MARKDOWN, "markdown") == [
        ("heading", "A title", 1),
        ("prose", 'One "escaped" "entity" and code “marked” text.', 3),
        ("quote", "quoted lazy deeper — Name", 6),
        ("prose", "item", 12),
        ("quote", "inside", 13),
        ("prose", "x = 1", 16),
        ("quote", "para", 21),
        ("prose", "shown in Markdown", 25),
    ]


PIECES = (
    *(
        "word ",
        "*a* ",
        "**b** ",
        "*c, ",
        "*",
        "f*g* ",
        "(*h*) ",
        "“x” ",
        "Ann: ",
        "12 ",
        "&amp;",
        "\\*",
        "_i_ ",
        "`j` ",
    ),
    *(
        "\n\n- item *x*\n- b\n",
        "\n\n> Quoted\n> — Ann\n\n",
        "\n\n> *a\n> b* c\n\n",
        "\n\n## Head *x*\n\n",
        "\n\n- c\n\n",
        "\n\n  set in\n",
        " #",
    ),
    *("\n", "\n\n", "\n\nA plain *line*.\n\n", "  \n", "\t", "\u00a0", "\0", "> ", "- ", "1. ", "    ", "# ", "===\n"),
)
DEFINITION = "\n\nx\n\n[x]: /u"
"""With the definition of a link in a text all of it is left to the parser."""


@given(st.lists(st.sampled_from(PIECES), max_size=20))
def test_a_block_read_without_the_parser_is_what_the_parser_reads(pieces: list[str]) -> None:
    """Paragraphs, headings, block quotes and lists, wherever they stand, with the items that they stand in."""
    text = "".join(pieces)
    assert read(text, "markdown") == read(text + DEFINITION, "markdown")[:-2]
    items = [(block.item, block.level) for block in read_edition(text, "markdown")]
    assert items == [(block.item, block.level) for block in read_edition(text + DEFINITION, "markdown")][:-2]


def test_html_is_read_as_shown() -> None:
    """Attributes, scripts, styles, templates and hidden elements are no text."""
    assert read(HTML, "html") == [
        ("heading", "A title", 2),
        ("prose", "One “two three” four", 2),
        ("quote", "text — Name", 3),
        ("prose", "a", 4),
        ("prose", "b", 4),
    ]


def test_text_is_read_by_paragraphs() -> None:
    """Blank lines part paragraphs, `>` makes a block quote."""
    assert read("\ufeffone\r\ntwo\r\n\r\n> three\r\n> — Name\r\nfour", "text") == [
        ("prose", "one two", 1),
        ("quote", "three — Name", 4),
        ("prose", "four", 6),
    ]


@pytest.mark.parametrize("nest", ["> " * 40, "- " * 40, "> - " * 40])
def test_nothing_is_lost_by_nesting(nest: str) -> None:
    """Text nested deeper than the parser goes, and all that follows it, is read all the same."""
    read_again = read(f"before\n\n{nest}*deep* “words”\n\nafter &ldquo;all&rdquo;", "markdown")
    assert [text for _, text, _ in read_again] == ["before", "deep “words”", "after “all”"]
    assert read_again[1][0] == ("quote" if ">" in nest else "prose")


def test_link_definitions_are_read() -> None:
    """A link is read as its text, and the definition, which a parser drops, as it stands."""
    assert read('I did [not] say\n\n[not]: /url "a title"', "markdown") == [
        ("prose", "I did not say", 1),
        ("prose", '[not]: /url "a title"', 3),
    ]


@pytest.mark.parametrize(
    "markup",
    [
        "<p hidden>no<p>“seen”</p>",
        "<!-->“seen”-->",
        "<!-- a --!>“seen”",
        "<![CDATA[ no >“seen”]]>",
        "<svg><style><p>“seen”</p></style></svg>",
        "<table hidden>“seen”</table>",
        "<noscript><style></noscript>“seen”",
        "<textarea><script></textarea>“seen”",
        "<template shadowrootmode=open>“seen”</template>",
        "<input hidden>“seen”",
        '<a title="x > y">“seen”',
        "<b “seen”",
    ],
)
def test_doubtful_html_is_shown(markup: str) -> None:
    """What a browser shows in spite of appearances is read."""
    assert any("“seen”" in text for _, text, _ in read(markup, "html"))


def test_a_hidden_block_quote_does_not_end_the_one_around_it() -> None:
    """Words behind a hidden block quote still belong to the one they stand in; what a style may show is read too."""
    assert read("<blockquote>a<blockquote hidden>no</blockquote>b</blockquote>c", "html") == [
        ("quote", f"a{OBJECT}b", 1),
        ("prose", "c", 1),
        ("prose", f"{OBJECT}“no", 1),
    ]


def test_every_offset_has_its_line() -> None:
    """A block tells the edition's line for each place in its text."""
    (block,) = read_edition("<p>one\ntwo <b>three\nfour</b></p>", "html")
    assert [block.line_at(block.text.index(word)) for word in ("one", "two", "three", "four")] == [1, 2, 2, 3]
    part = block.part(block.text.index("three"), len(block.text))
    assert [part.line_at(part.text.index(word)) for word in ("three", "four")] == [2, 3]
    assert isinstance(part, VisibleBlock)
    assert part.kind is VisibleBlockKind.PROSE
