"""What the help quotes from the screen and from messages is what the program says; both change together."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from workbench.help import PAGES, HelpPage, read_page
from workbench.help.sections import plain_text, tokens_of

ROOT = Path(__file__).parents[3]
# Emphasis in the help that quotes no label: words that are stressed, titles of pages, examples.
NO_LABELS = {
    *(page.title.casefold() for page in PAGES),
    *("k of n", "zed shaw", "dr.", "generics", "generous", "rejected", "supports the claim"),
}
_VARIABLE = re.compile(r"https?://\S+|\"\w+\"( or \"\w+\")?|\.\.\.|…|\b[A-Z]\b|\d[\d,]*|[()*.:]")


def _words_of(node: ast.AST) -> str:
    """Return the words of a string; what is put into them is left open."""
    if isinstance(node, ast.JoinedStr):
        return "".join(str(one.value) if isinstance(one, ast.Constant) else "\0" for one in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


@cache
def said() -> str:
    """Return every string of the program, its scripts as they are, without marks and in small letters."""
    sources = [path for name in ("core", "workbench", "pages") for path in sorted((ROOT / name).rglob("*.py"))]
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in sources)
    strings = [_words_of(node) for tree in trees for node in ast.walk(tree)]
    scripts = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "workbench").rglob("*.js"))]
    return "\n".join(" ".join(one.split()) for one in (*strings, *scripts)).casefold().replace("’", "'")


def is_said(quoted: str) -> bool:
    """Tell whether the program says this; what stands for something else (`...`, N, an address, a name) may be any."""
    parts = (part.strip(" ,") for part in _VARIABLE.sub("\0", " ".join(quoted.split()).replace("’", "'")).split("\0"))
    return all(part.casefold() in said() for part in parts if len(part) > 1)


def labels_of(page: HelpPage) -> list[str]:
    """Return what a page sets in italics."""
    found: list[str] = []
    for token in tokens_of(read_page(page)):
        children = token.children or []
        found += [children[at + 1].content for at, child in enumerate(children) if child.type == "em_open"]
    return [one for one in found if one.casefold() not in NO_LABELS]


def messages_of(page: HelpPage) -> list[str]:
    """Return the messages that a page explains: in tables under "message", and behind "Message:"."""
    found: list[str] = []
    tokens = tokens_of(read_page(page))
    column = ""
    for at, token in enumerate(tokens):
        if token.type == "thead_open":
            column = plain_text(tokens[at + 3])
        is_first_cell = token.type == "inline" and tokens[at - 2].type == "tr_open" and tokens[at - 1].type == "td_open"
        in_table = is_first_cell and column == "message"
        if in_table or (token.type == "inline" and token.content.startswith("**Message:**")):
            found += [child.content for child in token.children or () if child.type == "code_inline"]
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_labels_are_those_of_the_screen(page: HelpPage) -> None:
    """Whoever reads "press Write the edition" finds a button of this name."""
    assert [label for label in labels_of(page) if not is_said(label)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_messages_are_those_of_the_program(page: HelpPage) -> None:
    """Whoever searches for a message finds its cause."""
    assert [message for message in messages_of(page) if not is_said(message)] == []


def test_a_label_or_message_that_is_none_is_seen() -> None:
    """The rules above look at many words, and notice one that the program does not say."""
    troubles = next(page for page in PAGES if page.name == "troubles")
    assert len(messages_of(troubles)) > 35
    assert sum(len(labels_of(page)) for page in PAGES) > 40
    assert is_said("Write the edition")
    assert not is_said("Write the publication")
    assert not is_said("port N cannot be had here")
