"""What README and the help lead to is there, and what they say of the command and the library is so."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click
import pytest

from tests.workbench.conftest import Workbench
from workbench.__main__ import cli
from workbench.help import PAGES
from workbench.help.sections import anchor_of, plain_text, sections_of, tokens_of
from workbench.labels import PROMISE

if TYPE_CHECKING:
    from markdown_it.token import Token

ROOT = Path(__file__).parents[3]
HELP = ROOT / "workbench" / "help"
README = ROOT / "README.md"
FOR_USERS = [README, *sorted(HELP.glob("*.md"))]
FOR_DEVELOPERS = [ROOT / "core" / "README.md", ROOT / "workbench" / "README.md"]
MOST_BYTES = 8192  # of README: more is not read


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def every_token(path: Path) -> Iterator["Token"]:
    """Yield the tokens of a file, those inside of its lines too."""
    for token in tokens_of(path.read_text(encoding="utf-8")):
        yield token
        yield from token.children or ()


def links_of(path: Path) -> list[str]:
    """Return what a file links to and which pictures it shows."""
    found = (token.attrs.get("href") or token.attrs.get("src") for token in every_token(path))
    return [str(one) for one in found if one]


def anchors_of(path: Path) -> list[str]:
    """Return the anchors of a file's headings."""
    tokens = tokens_of(path.read_text(encoding="utf-8"))
    anchors: list[str] = []
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            anchors.append(anchor_of(plain_text(tokens[at + 1]), anchors))
    return anchors


def leads_nowhere(path: Path, link: str) -> bool:
    """Tell whether a relative link names no file, or no section of one."""
    if link.startswith(("http://", "https://")):
        return False
    name, _, anchor = link.partition("#")
    goal = (path.parent / name).resolve() if name else path
    return not goal.exists() or bool(anchor and anchor not in anchors_of(goal))


@pytest.mark.parametrize("path", [*FOR_USERS, *FOR_DEVELOPERS], ids=name_of)
def test_every_link_leads_somewhere(path: Path) -> None:
    """To a file that is there, and to a heading of it where one is named."""
    assert [link for link in links_of(path) if leads_nowhere(path, link)] == []


@pytest.mark.parametrize(
    ("link", "nowhere"),
    [
        ("files.md#settings", False),
        ("#the-promise", False),
        ("files.md#nothing-like-it", True),
        ("nosuch.md", True),
        ("#nosuch", True),
    ],
)
def test_a_dead_link_is_seen(link: str, nowhere: bool) -> None:  # noqa: FBT001 - one of two outcomes
    """The rule above notices a file that is not there, and a heading that is not."""
    assert leads_nowhere(HELP / "guarantee.md", link) is nowhere


def test_anchors_are_those_of_github() -> None:
    """Small letters, hyphens for spaces, no punctuation; a second heading of a name gets a number."""
    assert anchor_of("What is sent, and where?") == "what-is-sent-and-where"
    assert anchor_of("Files of replies as JSON") == "files-of-replies-as-json"
    assert anchor_of("Keys", ["keys"]) == "keys-1"
    assert anchor_of("Keys", ["keys", "keys-1", "keyserver"]) == "keys-2"


def test_the_list_names_every_page_and_no_other() -> None:
    """Each file is a page of the list, each begins with its title, and no two sections of it have one address."""
    assert sorted(page.name for page in PAGES) == sorted(path.stem for path in HELP.glob("*.md"))
    for page in PAGES:
        first, *others = sections_of(page)
        assert (first.level, others and {section.level for section in others} <= {2, 3}) == (1, True)
        assert first.heading.startswith(page.title)
        assert len({section.anchor for section in (first, *others)}) == len(others) + 1


def test_readme_lists_every_page_of_the_help() -> None:
    """In the order of the list, with the same title and the same words on what is in it."""
    row = re.compile(r"^\| \[(.+)\]\(workbench/help/(\w+)\.md\) \| (.+) \|$", re.MULTILINE)
    listed = row.findall(README.read_text(encoding="utf-8"))
    assert sorted(listed) == sorted((page.title, page.name, page.has) for page in PAGES)


def test_readme_is_short() -> None:
    """What it does not hold stands in the help."""
    assert len(README.read_bytes()) <= MOST_BYTES


@pytest.mark.parametrize("path", [README, HELP / "guarantee.md"], ids=name_of)
def test_the_promise_is_word_for_word(path: Path) -> None:
    """The same words as on the screen and in an edition."""
    assert " ".join(PROMISE.split()) in " ".join(path.read_text(encoding="utf-8").replace("\n> ", " ").split())


def commands_in(path: Path) -> list[list[str]]:
    """Return the words of each command line of this program in a file's examples and in its code."""
    code = (token.content for token in every_token(path) if token.type in ("fence", "code_inline"))
    lines = (line.strip().removeprefix("uv run ") for text in code for line in text.split("\n"))
    return [shlex.split(line, comments=True) for line in lines if re.match(r"workbench [a-z]", line)]


def unknown_words(words: list[str]) -> list[str]:
    """Return what a command line names that the command does not have: itself, or an option."""
    command = cli.commands.get(words[1])
    if isinstance(command, click.Group) and not words[2].startswith("["):
        command = command.commands.get(words[2])
    if command is None:
        return words[:2]
    options = {
        name for one in command.params if isinstance(one, click.Option) for name in (*one.opts, *one.secondary_opts)
    }
    return [word for word in words if word.startswith("--") and word.partition("=")[0] not in {*options, "--help"}]


@pytest.mark.parametrize("path", FOR_USERS, ids=name_of)
def test_examples_name_commands_and_options_that_there_are(path: Path) -> None:
    """Whoever copies a line from the help is not told that it is wrong."""
    found = commands_in(path)
    assert [words for words in found if unknown_words(words)] == []


def test_a_wrong_example_is_seen() -> None:
    """The rule above notices a command and an option that the program does not have."""
    assert unknown_words(["workbench", "publish", "edition"])
    assert unknown_words(["workbench", "run", "a", "b", "--output", "c"]) == ["--output"]
    assert unknown_words(["workbench", "run", "a", "b", "--out", "c"]) == []
    assert unknown_words(["workbench", "map", "publish", "a"])
    assert unknown_words(["workbench", "map", "to-table", "a", "b", "--out", "c"]) == []
    assert sum(len(commands_in(path)) for path in FOR_USERS) > 30


PYTHON = [
    pytest.param(path, token.content, id=f"{name_of(path)}-{number}")
    for path in FOR_USERS
    for number, token in enumerate(every_token(path))
    if token.type == "fence" and token.info == "python"
]


@pytest.mark.parametrize(("path", "code"), PYTHON)
def test_the_python_of_the_help_runs(
    path: Path, code: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As it is printed, in the folder of the repository; what a comment behind `print` says is what it prints."""
    monkeypatch.chdir(ROOT)
    exec(compile(code, name_of(path), "exec"), {})  # noqa: S102 - our own examples
    printed = capsys.readouterr().out
    said = re.findall(r"^print\(.*\)  # (.+)$", code, re.MULTILINE)
    assert printed
    assert all(one in printed for one in said)


def test_the_first_edition_of_readme_is_as_it_says(
    tmp_path: Path, workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its two commands, the line that the second prints, and what one changed letter makes of the edition."""
    lines = [words for words in commands_in(README) if words[1] in ("run", "verify") and "--client" not in words]
    (tmp_path / "sample_data").symlink_to(ROOT / "sample_data")
    monkeypatch.chdir(tmp_path)
    written, verified = (workbench(*words[1:]) for words in lines)
    assert (written.code, verified.code) == (0, 0)
    assert verified.out.strip() in README.read_text(encoding="utf-8")
    edition = tmp_path / "edition" / "edition.md"
    text = edition.read_text(encoding="utf-8")
    quoted = re.search("“[A-Z][^”]{40,}”", text)
    assert quoted
    changed = quoted.group().replace("e", "a", 1)
    edition.write_text(text.replace(quoted.group(), changed), encoding="utf-8")
    refused = workbench("verify", edition, "sample_data/interview.md", "--json")
    assert (refused.code, refused.json["verdict"]) == (1, "unproven")
