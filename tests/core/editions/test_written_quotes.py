"""What a reader sees of a quotation is the slice: editions are rendered, and their text is read back."""

import re
from collections import Counter
from collections.abc import Callable
from html.parser import HTMLParser

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from core.editions.certificate import certify
from core.editions.export.markdown import write_markdown
from core.editions.export.webpage import write_html
from core.enforcement.results import DecisionAction, Edition
from core.generation.line import Line
from core.generation.pipeline import generate_edition
from core.llm.client import ScriptedClient, WritingMode
from core.prose.render import escape, one_line
from core.verify import Form, Verdict, verify_edition
from core.whitelist.build import WhitelistQuote
from tests.hostile_replies import HOSTILE_WORDS, quoting_reply, spoken_line
from tests.properties import examples

RENDERERS = [
    pytest.param(MarkdownIt("commonmark"), id="CommonMark"),
    pytest.param(MarkdownIt("commonmark").enable(["table", "strikethrough"]), id="tables and strikethrough"),
]


class Rendered(HTMLParser):
    """The quotations of rendered Markdown: what stands between “ and ”, and block quotes without their last line."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.quotations: list[str] = []
        self._set_apart = 0
        self._text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a block; every other tag is part of no text, and the slices hold none."""
        assert tag in ("h1", "h2", "h3", "p", "ul", "li", "blockquote", "strong", "em"), (tag, attrs)
        self._set_apart += tag == "blockquote"
        self._text = "" if tag in ("p", "blockquote", "li") else self._text

    def handle_endtag(self, tag: str) -> None:
        """Take what the block that ends has quoted."""
        if tag == "p" and self._set_apart:
            words, _, name = self._text.rpartition("\n")
            assert name == "— Ann"
            self.quotations.append(one_line(words))
            self._text = ""
        elif tag in ("p", "li"):
            self.quotations += map(one_line, re.findall("“([^“”]*)”", self._text))
            self._text = ""
        self._set_apart -= tag == "blockquote"

    def handle_data(self, data: str) -> None:
        """Take text as it is seen."""
        self._text += data


class Page(HTMLParser):
    """The quotations of an HTML edition, as marked: what is seen of each, without its card and its name."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.quotations: list[str] = []
        self._open: list[tuple[str, bool, bool]] = []  # a tag, whether it is in a quotation, whether it is shown there
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note where a quotation begins, and what in it is not its words."""
        if tag in ("meta", "link", "input", "br"):
            return
        own = dict(attrs)
        _, inside, seen = self._open[-1] if self._open else ("", False, True)
        if "data-quote-id" in own:
            inside = True
            self.quotations.append("")
        aside = own.get("class") in ("provenance", "attribution")
        self._open.append((tag, inside, seen and not aside))

    def handle_endtag(self, tag: str) -> None:
        """Go back to what stands around."""
        assert self._open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        """Take text as it is seen."""
        if self._open and self._open[-1][1] and self._open[-1][2]:
            self.quotations[-1] += data


def edition_of(line: Line, write: Callable[[WhitelistQuote], str]) -> Edition:
    """Make the edition of a reply that quotes everything twice."""
    return generate_edition(line, ScriptedClient(quoting_reply(line, write)))


def escaped(quote: WhitelistQuote) -> str:
    """Write a slice as a careful model does."""
    return re.sub(r"^(\d+)?(?=[.)#+=-])", r"\1\\", escape(one_line(quote.quote_text)))


def referred(quote: WhitelistQuote) -> str:
    """Write a reference."""
    return f"[[{quote.quote_id}]]"


def expected(line: Line) -> Counter[str]:
    """Return every slice as often as it must stand: twice, and once more among the key excerpts."""
    quotes = [*line.merged.whitelist] * 2 + line.excerpts(0)
    return Counter(one_line(one.quote_text) for one in quotes)


def page_of(edition: Edition, line: Line) -> str:
    """Write the HTML edition with its certificate."""
    certificate = certify(edition, line.transcript, settings={}, prompt_sha256s=(), program_version="0")
    return write_html(edition, certificate)


def marked_on(page: str) -> list[str]:
    """Return the quotations of an HTML edition without the marks around those that have any."""
    return [re.sub("^“(.*)”$", r"\1", one_line(text)) for text in Page(page).quotations]


def forms_of(markdown: str, page: str) -> list[tuple[Form, str]]:
    """Return an edition in both of its forms."""
    return [("markdown", markdown), ("html", page)]


WAYS = [(WritingMode.QUOTE, escaped), (WritingMode.REFERENCE, referred)]


@pytest.fixture(scope="module", params=WAYS, ids=["quoted", "referred to"])
def made(request: pytest.FixtureRequest) -> tuple[Line, Edition]:
    """The talk of hostile words and its edition."""
    mode, write = request.param
    line = spoken_line(HOSTILE_WORDS, mode)
    return line, edition_of(line, write)


def test_all_that_was_said_is_proven(made: tuple[Line, Edition]) -> None:
    """The slices are the words as they were said, to the last character, and every quotation of them stands."""
    line, edition = made
    assert [one.quote_text for one in line.merged.whitelist] == HOSTILE_WORDS
    actions = {one.action for one in edition.chapters[0].enforcement.decisions}
    assert actions <= {DecisionAction.KEPT, DecisionAction.REPLACED}


@pytest.mark.parametrize("renderer", RENDERERS)
def test_rendered_markdown_shows_the_slices(made: tuple[Line, Edition], renderer: MarkdownIt) -> None:
    """Each as often as it was quoted, and nothing else in marks or set apart."""
    line, edition = made
    assert Counter(Rendered(renderer.render(write_markdown(edition))).quotations) == expected(line)


def test_the_html_edition_shows_the_slices(made: tuple[Line, Edition]) -> None:
    """Each as often as it was quoted, in “ and ” or set apart."""
    line, edition = made
    assert Counter(marked_on(page_of(edition, line))) == expected(line)


def test_a_stranger_finds_every_one_again(made: tuple[Line, Edition]) -> None:
    """In both forms of the edition."""
    line, edition = made
    for form, written in forms_of(write_markdown(edition), page_of(edition, line)):
        found = verify_edition(written, line.transcript, form=form)
        assert (found.unproven, found.verdict) == ((), Verdict.VERIFIED)
        assert Counter(one.text for one in found.proven) == expected(line)


SAID = st.text(
    st.one_of(
        st.sampled_from("aab1 *_`#>|[]()<>&;\\-–—.,:!?~$^={}\"'“”‘’«»/@\u00a0"),
        st.characters(exclude_categories=("C",)),
    ),
    min_size=1,
    max_size=30,
)


@pytest.mark.property
def test_whatever_is_said_is_shown_as_it_was_said() -> None:
    """Any printable words, in a sentence, set apart, and for a core claim."""

    @examples(250)
    @given(st.lists(SAID.map(lambda words: f"So {words} it was"), min_size=1, max_size=3))
    def holds(turns: list[str]) -> None:
        line = spoken_line(turns, WritingMode.REFERENCE)
        assume(line.merged.whitelist)
        edition = edition_of(line, referred)
        text, page = write_markdown(edition), page_of(edition, line)
        assert Counter(Rendered(MarkdownIt("commonmark").render(text)).quotations) == expected(line)
        assert Counter(marked_on(page)) == expected(line)
        for form, written in forms_of(text, page):
            assert verify_edition(written, line.transcript, form=form).unproven == ()

    holds()
