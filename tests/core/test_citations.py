"""Citations lead somewhere: what a docstring or comment cites is a section of core/decisions.md, or published."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DECISIONS = ROOT / "core" / "decisions.md"
FOLDERS = ("core", "workbench", "pages", "tests")
PYTHON = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py*") if path.suffix in {".py", ".pyi"})
MARKDOWN = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.md") if "cases" not in path.parts)
TABLES = sorted((ROOT / "tests").rglob("cases/**/*.json"))
OURS = [path for path in (*PYTHON, *MARKDOWN, *TABLES) if path != Path(__file__)]

# Papers and standards: anybody can find them, so a docstring may cite them by their names.
PUBLISHED = (
    "Abramowitz and Stegun",
    "CommonMark",
    "Cormack, Clarke and Büttcher (SIGIR 2009)",
    "E. B. Wilson",
    "Gao et al.",
    "S. Holm",
    "the HTML standard",
    "the Unicode bidirectional algorithm",
)
# Markdown files that the program reads or writes for its users.
OF_USERS = {"edition.md", "narrative.md", "interview.md", "report.md", "X.md"}

_ANCHOR = re.compile(r"decisions\.md#([\w-]*)")
_SOURCE = re.compile(r"(?<!`)\bSource:\s+(?P<cited>[^\n]*(?:\n[ \t]*(?!\"\"\")[^\s][^\n]*)*)")
_UNKNOWN = re.compile(
    r"\b(?:[Tt]he|[Oo]ur|from) design\b|\bdesign['’]s\b|\bdesign,? (?=[\d§\"“])|\bissue #?\d|\bADR[- ]?\d"
)
_SEED = re.compile(r"\b[Ss]eed ([0-9])\b")
_DOCUMENT = re.compile(r"[\w./-]*[\w-]\.md\b")
_MARKDOWN_NAME = re.compile(r"\.md\b")
_LINK = re.compile(r"(?<!!)\[[^\]]*\]\((?!https?:|mailto:|/)(?P<path>[^)#\s]*)(?:#(?P<anchor>[^)\s]*))?\)")
_HEADING = re.compile(r"^#{1,6}\s+(.+?)\s*#*$", re.MULTILINE)
_FENCED = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)


def slug(heading: str) -> str:
    """Return the anchor of a heading as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def anchors(markdown: str) -> set[str]:
    """Return the anchors of a Markdown text; what stands in a fence is no heading."""
    return {slug(heading) for heading in _HEADING.findall(_FENCED.sub("", markdown))}


def dead_anchors(text: str, known: set[str]) -> list[str]:
    """Return the sections of decisions.md that a text cites and that are not there."""
    return sorted(set(_ANCHOR.findall(text)) - known)


def strange_sources(prose: str) -> list[str]:
    """Return what follows "Source:" in a docstring and is neither a section of decisions.md nor published."""
    strange: list[str] = []
    for match in _SOURCE.finditer(prose):
        cited = " ".join(match["cited"].split())
        ours = re.fullmatch(r"(?:.*; )?decisions\.md#[\w-]+(?:, decisions\.md#[\w-]+)*\.", cited)
        if not ours and not cited.startswith(PUBLISHED):
            strange.append(cited)
    return strange


def unknown_documents(prose: str) -> list[str]:
    """Return the words with which a text cites a document that readers of this repository do not have."""
    return [match.group() for match in _UNKNOWN.finditer(prose)]


def prose_of(source: str) -> Iterator[str]:
    """Yield every docstring and every comment of a Python file; comment lines that follow each other are one."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value.value
    last, lines = -1, list[str]()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            if token.start[0] != last + 1 and lines:
                yield "\n".join(lines)
                lines = []
            lines.append(token.string.lstrip("# "))
            last = token.start[0]
    yield "\n".join(lines)


def texts_that_hold(pattern: re.Pattern[str]) -> Iterator[tuple[Path, str]]:
    """Yield the docstrings and comments that may hold a pattern, with their files; Markdown and tables are whole."""
    for path in OURS:
        source = path.read_text(encoding="utf-8")
        if not pattern.search(source):
            continue
        for prose in prose_of(source) if path in PYTHON else (source,):
            if pattern.search(prose):
                yield path, prose


def found(path: Path, what: list[str]) -> list[str]:
    """Return findings with the file they are in."""
    return [f"{path.relative_to(ROOT)}: {one}" for one in what]


def test_every_cited_decision_is_there() -> None:
    """`decisions.md#anchor` names a heading, wherever it stands."""
    known = anchors(DECISIONS.read_text(encoding="utf-8"))
    dead = [one for path in OURS for one in found(path, dead_anchors(path.read_text(encoding="utf-8"), known))]
    assert dead == []


def test_every_seed_is_explained() -> None:
    """Whoever reads "seed 2" finds in decisions.md what that is; a number of no seed is a slip."""
    known = anchors(DECISIONS.read_text(encoding="utf-8"))
    unknown = [
        f"{path.relative_to(ROOT)}: seed {number}"
        for path, prose in texts_that_hold(_SEED)
        for number in _SEED.findall(prose)
        if f"seed-{number}" not in known
    ]
    assert unknown == []


def test_a_source_is_a_decision_or_published() -> None:
    """One form, so that one search finds every place that rests on a decision."""
    strange = [
        one for path, prose in texts_that_hold(_SOURCE) if path in PYTHON for one in found(path, strange_sources(prose))
    ]
    assert strange == []


def test_no_document_is_cited_that_is_not_here() -> None:
    """No "the design says": a reader of this repository could not look it up."""
    assert [one for path, prose in texts_that_hold(_UNKNOWN) for one in found(path, unknown_documents(prose))] == []


def test_every_markdown_file_that_code_names_exists() -> None:
    """A docstring of the program names documents of the repository, or files of its users."""
    here = {path.relative_to(ROOT).as_posix() for path in (*MARKDOWN, *ROOT.glob("*.md"))}
    names = here | {name.rpartition("/")[2] for name in here} | OF_USERS
    missing = [
        f"{path.relative_to(ROOT)}: {name}"
        for path, prose in texts_that_hold(_MARKDOWN_NAME)
        if path in PYTHON and path.relative_to(ROOT).parts[0] != "tests"
        for name in _DOCUMENT.findall(prose)
        if name not in names
    ]
    assert missing == []


@pytest.mark.parametrize("path", [*MARKDOWN, ROOT / "README.md"], ids=lambda path: str(path.relative_to(ROOT)))
def test_links_between_documents_lead_somewhere(path: Path) -> None:
    """The file is there, and in a Markdown file the heading too."""
    dead: list[str] = []
    for link in _LINK.finditer(_FENCED.sub("", path.read_text(encoding="utf-8"))):
        target = path.parent / link["path"] if link["path"] else path
        headings = anchors(target.read_text(encoding="utf-8")) if link["anchor"] and target.is_file() else set[str]()
        if not target.exists() or (link["anchor"] and link["anchor"] not in headings):
            dead.append(link.group())
    assert dead == []


@pytest.mark.parametrize(
    ("heading", "anchor"),
    [
        ("Whole tokens", "whole-tokens"),
        ("Seed 1", "seed-1"),
        ("What a quotation is", "what-a-quotation-is"),
        ("`verify`, and what it may import", "verify-and-what-it-may-import"),
    ],
)
def test_an_anchor_is_made_as_github_makes_it(heading: str, anchor: str) -> None:
    """Small letters, hyphens for spaces, no other signs."""
    assert anchors(f"# Title\n\n## {heading}\n\nWords.\n") == {"title", anchor}


@pytest.mark.parametrize(
    "prose",
    [
        'Linear. Source: design, "Whitelist".',
        "Source: seed 2.",
        "Source: decisions.md.",
        "Source: decisions.md#folds and more.",
        "Source: a note that somebody has.",
        "Source:\n    design 3.6.",
    ],
)
def test_a_strange_source_is_seen(prose: str) -> None:
    """The rule above notices what it must."""
    assert strange_sources(prose)


@pytest.mark.parametrize(
    "prose",
    [
        "Linear. Source: decisions.md#folds.",
        "Source: decisions.md#folds, decisions.md#seed-1.",
        "Source: CommonMark 0.31, with exceptions; decisions.md#readers.",
        "Source: S. Holm, 1979, Scandinavian Journal of Statistics 6.",
        "Source: decisions.md#folds.\n\nAnother paragraph.",
    ],
)
def test_a_source_in_order_passes(prose: str) -> None:
    """The rule above lets pass what it may."""
    assert strange_sources(prose) == []


@pytest.mark.parametrize(
    "prose", ["as the design says", "the design's list", "design 3.6", 'design, "Folds"', "issue 12"]
)
def test_a_document_that_is_not_here_is_seen(prose: str) -> None:
    """Whatever words it is cited with."""
    assert unknown_documents(prose)


def test_a_dead_anchor_is_seen() -> None:
    """A section that was renamed leaves its citations behind."""
    assert dead_anchors("Source: decisions.md#gone, decisions.md#folds.", {"folds"}) == ["gone"]
