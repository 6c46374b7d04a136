import pytest

from core.enforcement.parse_chapter import parse_ideas_chapter
from core.enforcement.results import CoreClaim
from core.prose.parse import read_markdown, texts_of
from core.prose.sections import section_name, split_sections, strip_llm_blockquotes

CHAPTER = """\
## The *Sea*

It came in
late. “So it is,” Ann said.

- one
- two

> set apart
> — Ann

### A detour

More.

### Key Excerpts

> words
> — Ann

### Core Claims

- It is late: “So it is.” (Ann Lee)
- It is early (very): "no" and “It's so” (Bob)
- Nothing carries this.
- Set apart:
  > So it is.
  > — Ann Lee

### Afterwards

The end.
"""


def texts(text: str) -> dict[str, list[str]]:
    """Return the texts of each section."""
    parts = split_sections(read_markdown(text))
    return {
        "title": texts_of(parts.title) if parts.title else [],
        "narrative": [one for block in parts.narrative for one in texts_of(block)],
        "own_excerpts": [one for block in parts.own_excerpts for one in texts_of(block)],
        "core_claims": [one for block in parts.core_claims for one in texts_of(block)],
    }


def test_a_chapter_is_read_in_its_parts() -> None:
    """Title, narrative and claims; other headings are text, and so is what follows a section."""
    parsed = parse_ideas_chapter(CHAPTER)
    assert parsed.title == "The Sea"
    assert parsed.narrative == (
        "It came in late. “So it is,” Ann said.\n\none\n\ntwo\n\nset apart — Ann\n\nA detour\n\nMore.\n\n"
        "Afterwards\n\nThe end."
    )
    assert parsed.core_claims == [
        CoreClaim(claim="It is late", supporting_quote="So it is.", speaker_name="Ann Lee"),
        CoreClaim(claim='It is early (very): "no" and', supporting_quote="It's so", speaker_name="Bob"),
        CoreClaim(claim="Nothing carries this.", supporting_quote=""),
        CoreClaim(claim="Set apart", supporting_quote="So it is.\n— Ann Lee"),
    ]


@pytest.mark.parametrize(
    "heading",
    [
        "### Key Excerpts",
        "## KEY EXCERPTS",
        "# **Key Excerpts:**",
        "**Key Excerpts**",
        "Key excerpts:",
        "#### _Key_ Excerpts ####",
        "### The Key Excerpts",
        "## Notable Quotes from Sorrel",
        "### Kеy Exсerpts",
        "### K\u200bey Excerpts",
    ],
)
def test_a_section_is_known_however_it_is_headed(heading: str) -> None:
    """Case, level, emphasis and punctuation do not matter: nothing forged hides behind them."""
    found = texts(f"## T\n\nbefore\n\n{heading}\n\nforged\n")
    assert found["own_excerpts"] == ["forged"]
    assert found["narrative"] == ["before"]


@pytest.mark.parametrize("line", ["Key Excerpts are below", "keyexcerpts", "", "Excerpts", "The key to it", "Core"])
def test_other_headings_open_no_section(line: str) -> None:
    """Only the two names themselves do."""
    assert section_name(line) == ""


@pytest.mark.parametrize(
    ("text", "title", "narrative"),
    [
        ("# T\n\na", ["T"], ["a"]),
        ("a\n\n## T", [], ["a", "T"]),
        ("### T\n\na", [], ["T", "a"]),
        ("## T\n\n## U\n\na", ["T"], ["U", "a"]),
        ("a", [], ["a"]),
        ("", [], []),
    ],
)
def test_the_first_heading_before_any_text_is_the_title(text: str, title: list[str], narrative: list[str]) -> None:
    """A heading of level 1 or 2 at the start; everything else is text."""
    found = texts(text)
    assert (found["title"], found["narrative"]) == (title, narrative)


def test_a_section_may_come_twice_and_in_any_order() -> None:
    """Claims before excerpts, and excerpts again: all of it is known for what it is."""
    found = texts(
        "### Core Claims\n\n- a\n\n### Key Excerpts\n\nb\n\n### Core Claims\n\n1. c\n\nd\n\n## Key Excerpts\n\ne"
    )
    assert found["core_claims"] == ["a", "c", "d"]
    assert found["own_excerpts"] == ["b", "e"]


@pytest.mark.parametrize(
    ("text", "stripped"),
    [
        pytest.param("a\n\n> b\n\nc\n", "a\n\n\n\nc\n", id="a block quote"),
        pytest.param("a\n\n> b\nlazy\n\nc", "a\n\n\n\n\nc", id="a lazy line"),
        pytest.param("a\n\n>> b\n> c", "a\n\n\n", id="nested"),
        pytest.param("- > a\n- b\n", "\n- b\n", id="in a list"),
        pytest.param("a > b\n", "a > b\n", id="greater than"),
        pytest.param("```\n> a\n```\n", "```\n> a\n```\n", id="code"),
        pytest.param("### Key Excerpts\n\n> a\n", "### Key Excerpts\n\n> a\n", id="key excerpts stay"),
        pytest.param("## KEY EXCERPTS:\n> a\n", "## KEY EXCERPTS:\n> a\n", id="however they are headed"),
        pytest.param(
            "> x\n\n### Key Excerpts\n\n> a\n\n### Core Claims\n\n> b\n",
            "\n\n### Key Excerpts\n\n> a\n\n### Core Claims\n\n\n",
            id="only key excerpts stay",
        ),
        pytest.param("a\u2028b\n\n> c\n\nd\n", "a\u2028b\n\n\n\nd\n", id="a line separator is no line end"),
        pytest.param("a\x0cb\x85c\x1dd\n\n> e\n\nf\n", "a\x0cb\x85c\x1dd\n\n\n\nf\n", id="nor are other controls"),
        pytest.param("a\r\n\r\n> b\r\n\r\nc\r\n", "a\r\n\r\n\n\r\nc\r\n", id="Windows line ends"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_block_quotes_outside_key_excerpts_are_stripped(text: str, stripped: str) -> None:
    """What seed 1 says, line for line; every other line stays as it is."""
    assert strip_llm_blockquotes(text) == stripped


FENCED = "## T\n\nIt was late.\n\n```\n### Key Excerpts\n```\n\nThe lamps were out.\n\n> It rained.\n"


def test_a_heading_in_a_code_fence_opens_no_section() -> None:
    """What follows is narrative, and what is written of it opens none in a second reading."""
    parts = split_sections(read_markdown(FENCED))
    assert [block.text for block in parts.narrative if block.text] == [
        "It was late.",
        "### Key Excerpts",
        "The lamps were out.",
    ]
    assert (parts.own_excerpts, parts.core_claims) == ((), ())
    again = split_sections(read_markdown("## T\n\n\\### Key Excerpts\n\nThe lamps were out.\n"))
    assert [block.text for block in again.narrative] == ["### Key Excerpts", "The lamps were out."]


def test_block_quotes_behind_such_a_fence_are_stripped() -> None:
    """They do not stand in Key Excerpts."""
    assert "It rained" not in strip_llm_blockquotes(FENCED)
