import ast
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import workbench
from core.whitelist.difference import DiffOperation, DiffPiece
from workbench.paths import PAGES
from workbench.safe_html import SafeHtml, diff, element, escape_text, join_html, table

HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "</p><script>alert(1)</script>",
    '" onmouseover="alert(1)',
    "&lt;b&gt; &amp;amp;",
    "$x$ :smile: -- >= **bold** [a](b)",
]


class Reader(HTMLParser):
    """Collects what a browser would show, and the tags it would make."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.shown = ""
        self.tags: list[str] = []

    def handle_data(self, data: str) -> None:
        """Collect text."""
        self.shown += data

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect tags."""
        self.tags.append(tag)


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    return reader


@pytest.mark.parametrize("words", HOSTILE)
def test_words_are_shown_as_they_are_written(words: str) -> None:
    """No tag, no entity and no Markdown of a stranger does anything."""
    read_back = read(element("p", words))
    assert (read_back.shown, read_back.tags) == (words, ["p"])


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from("\t\n\r")))
def test_any_text_comes_back(words: str) -> None:
    """Escaping loses nothing but what HTML cannot hold."""
    assert unescape(escape_text(words)) == words


@pytest.mark.parametrize("words", HOSTILE)
def test_an_attribute_cannot_be_left(words: str) -> None:
    """A quotation mark in a value does not begin another attribute."""
    html = element("q", "x", data_tip=words, class_="wb-quote")
    assert html.count('"') == 4
    assert read(html).tags == ["q"]


def test_what_was_built_here_is_not_escaped_twice() -> None:
    """Elements nest; text between them is still text."""
    assert element("p", "a < b ", element("b", "c")) == "<p>a &lt; b <b>c</b></p>"
    assert join_html([SafeHtml("<i></i>"), "<i>"], between=" & ") == "<i></i> &amp; &lt;i&gt;"


@pytest.mark.parametrize(
    ("pieces", "shown"),
    [
        ([], ""),
        ([(DiffOperation.SAME, "all < the same")], "all &lt; the same"),
        (
            [
                (DiffOperation.SAME, "He "),
                (DiffOperation.GONE, "never "),
                (DiffOperation.NEW, "<b>often</b> "),
                (DiffOperation.SAME, "slept."),
            ],
            "He <del>never</del> <ins>&lt;b&gt;often&lt;/b&gt;</ins> slept.",
        ),
        ([(DiffOperation.GONE, "a\n"), (DiffOperation.NEW, "b")], "<del>a</del>\n<ins>b</ins>"),
        ([(DiffOperation.NEW, " "), (DiffOperation.SAME, "x")], " x"),
    ],
)
def test_what_differs_is_struck_out_or_underlined(pieces: list[tuple[DiffOperation, str]], shown: str) -> None:
    """Words, not the space behind them; and escaped like any other."""
    assert diff(DiffPiece(op=op, text=words) for op, words in pieces) == shown


def test_nothing_is_declared_safe_beside_where_html_is_built() -> None:
    """`Markup(words)` escapes nothing, and of two that are added comes a plain text."""
    files = [*Path(workbench.__file__).parent.rglob("*.py"), *PAGES.glob("*.py")]
    declared = [
        f"{path.name}:{node.lineno}"
        for path in files
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Markup"
        if not all(isinstance(given, ast.Constant) for given in node.args)
    ]
    assert len(files) > 50
    assert declared == []


def test_half_a_surrogate_pair_does_not_break_the_page() -> None:
    """A careless model's JSON may hold one; it is shown as the replacement character."""
    assert escape_text("\ud83d!") == "\ufffd!"


def test_a_table_names_itself_to_a_screen_reader() -> None:
    """Caption and column headings are there."""
    html = table([("Quote", "wide")], [["<b>"]], caption="Rejected quotes")
    assert "<caption>Rejected quotes</caption>" in html
    assert '<th scope="col" class="wide">Quote</th>' in html
    assert "<td>&lt;b&gt;</td>" in html
