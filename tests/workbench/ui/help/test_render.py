import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from workbench.help import PAGES, HelpPage
from workbench.help.sections import sections_of
from workbench.paths import SAMPLE_DATA
from workbench.ui.help.pictures import picture_of
from workbench.ui.help.render import page_html, text_html

VOID = {"img", "hr"}


def link_to(name: str, anchor: str) -> str:
    return f"help?page={name}{anchor and f'#{anchor}'}"


class Tags(HTMLParser):
    """Reads HTML strictly: whatever is opened is closed, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the tag."""
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """It must be the one that is open."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Collect what a reader sees."""
        self.text += data


def read(html: str) -> Tags:
    found = Tags()
    found.feed(html)
    found.close()
    assert found.open == []
    return found


def shown(text: str) -> Tags:
    """Return a text as it is shown."""
    return read(text_html("start", text, link_to))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_page_is_shown_whole(page: HelpPage) -> None:
    """Every heading has its address, every link of the help opens in place, every word is there."""
    found = read(page_html(page, link_to))
    ids = [attributes["id"] for _, attributes in found.tags if "id" in attributes]
    assert ids == [f"help-{section.anchor}" for section in sections_of(page)]
    squeezed = re.sub(r"\s+", "", found.text)
    for section in sections_of(page):
        for block in (section.heading, *section.blocks):
            words = [part for part in block.split(" · ") if "](" not in part]
            pictured = any(attributes.get("alt") == block for tag, attributes in found.tags if tag == "img")
            assert pictured or all(re.sub(r"\s+", "", part) in squeezed for part in words)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_opens_a_section_that_there_is(page: HelpPage) -> None:
    """In place, or in a tab of its own where it leads out of the help."""
    places = {link_to(one.name, "") for one in PAGES}
    places |= {link_to(one.name, section.anchor) for one in PAGES for section in sections_of(one)}
    for tag, attributes in read(page_html(page, link_to)).tags:
        if tag == "a" and attributes.get("class") == "wb-help-link":
            assert attributes["href"] in places
        elif tag == "a":
            assert attributes["target"] == "_blank"


def test_pictures_come_with_the_page() -> None:
    """With their words, and their size, so that nothing moves when they appear."""
    demo = next(page for page in PAGES if page.name == "demo")
    images = [attributes for tag, attributes in read(page_html(demo, link_to)).tags if tag == "img"]
    assert len(images) == 3
    for image in images:
        assert (image["src"] or "").startswith("data:image/png;base64,")
        assert image["alt"]
        assert int(image["width"] or 0) > int(image["height"] or 0) > 100


def test_markup_in_a_page_is_text() -> None:
    """The help is our own, and is escaped all the same."""
    hostile = "<script>alert(1)</script> <b>x</b> <img src=x onerror=alert(2)>"
    found = shown(f"# {hostile}\n\n{hostile}\n\n| {hostile} |\n| --- |\n| {hostile} |\n\n```\n{hostile}\n```\n")
    assert {tag for tag, _ in found.tags} <= {*"article h1 p div table thead tbody tr th td pre code".split()}
    assert found.text.count("<script>alert(1)</script>") == 5


def test_words_are_shown_as_they_stand() -> None:
    """What Streamlit's Markdown changes stays as it is."""
    assert "costs $5 or $6 -- :smile: ~~no~~" in shown("costs $5 or $6 -- :smile: ~~no~~").text


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        "data:text/html,x",
        "nosuch.md",
        "../README.md",
        "/etc/passwd",
        "file:///etc/passwd",
        "vbscript:x",
    ],
)
def test_an_address_that_is_not_the_helps_is_no_link(address: str) -> None:
    """Its words are shown without one."""
    found = shown(f"Look [here]({address}).")
    assert "here" in found.text
    assert [tag for tag, _ in found.tags if tag == "a"] == []


def test_lists_hold_lists_and_paragraphs() -> None:
    """A short item stands without a paragraph, a long one with several."""
    found = shown("- one\n- two\n  1. inner\n\nAfter.\n\n- a\n\n  b\n")
    assert [tag for tag, _ in found.tags] == "article ul li li ol li p ul li p p".split()


@pytest.mark.parametrize(
    "address",
    [
        "nosuch.png",
        "../../sample_data/../pyproject.toml",
        "../../sample_data/results.csv",
        "../../sample_data",
        "/x.png",
    ],
)
def test_only_pictures_of_the_sample_data_are_shown(address: str) -> None:
    """Nothing else of the disk goes into a page."""
    assert picture_of(address) is None


def test_pictures_are_found_in_a_wheel_too(tmp_path: Path) -> None:
    """There the sample data stands inside of the package, and the pages name it as in the repository."""
    inside = tmp_path / "workbench" / "sample_data"
    inside.mkdir(parents=True)
    (inside / "new.png").write_bytes((SAMPLE_DATA / "screenshots" / "poison.png").read_bytes())
    found = picture_of("../../sample_data/new.png", inside)
    assert found
    assert found.width > found.height
