"""Where things stand and how they are called: what a stranger relies on when looking for a file."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("core", "workbench", "pages")
SOURCES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
ASSETS = sorted(path for kind in ("*.js", "*.css") for path in (ROOT / "workbench").rglob(kind))
# In the folder of a page the same files have the same names on purpose.
OF_EACH_PAGE = re.compile(r"view\w*|chart\w*|state|actions|component|payload")
MOST_ALIKE = 3


def in_repository(path: Path) -> str:
    """Return a path as it is written in the repository."""
    return path.relative_to(ROOT).as_posix()


def is_of_a_page(path: Path) -> bool:
    """Tell whether a module has a name that every page gives it."""
    return in_repository(path).startswith("workbench/ui/") and OF_EACH_PAGE.fullmatch(path.stem) is not None


def test_no_public_class_name_stands_twice() -> None:
    """One name, one thing: whoever reads a name need not ask which of two it is."""
    names = [
        (node.name, in_repository(path))
        for path in SOURCES
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    ]
    times = Counter(name for name, _ in names)
    assert sorted(pair for pair in names if times[pair[0]] > 1) == []


@pytest.mark.parametrize("package", ["core", "workbench"])
def test_few_modules_share_a_name(package: str) -> None:
    """A file is found by its name, so at most three of a package have the same."""
    names = Counter(
        path.stem
        for path in SOURCES
        if path.is_relative_to(ROOT / package) and path.stem != "__init__" and not is_of_a_page(path)
    )
    assert {name: times for name, times in names.items() if times > MOST_ALIKE} == {}


@pytest.mark.parametrize(("paths", "most"), [(SOURCES, 20), (TESTS, 30)], ids=["packages", "tests"])
def test_a_folder_can_be_looked_through(paths: list[Path], most: int) -> None:
    """A folder holds few enough modules to be read at a glance."""
    modules = Counter(in_repository(path.parent) for path in paths if path.stem != "__init__")
    assert {folder: number for folder, number in modules.items() if number > most} == {}


@pytest.mark.parametrize(("paths", "most"), [([*SOURCES, *ASSETS], 300), (TESTS, 500)], ids=["packages", "tests"])
def test_a_file_can_be_read_at_once(paths: list[Path], most: int) -> None:
    """A longer file holds a second idea."""
    lines = {in_repository(path): len(path.read_text(encoding="utf-8").splitlines()) for path in paths}
    assert {path: number for path, number in lines.items() if number > most} == {}


# All that the checker may import of this project, whatever else there will be: so it stays a check.
THE_CHECKER_MAY_IMPORT = re.compile(
    r"core\.(verify|transcripts|record|span|errors)(\.\w+)*|core\.text(?!\.segmentation\b)(\.\w+)+"
)


def imported_by(path: Path) -> set[str]:
    """Return the modules of this project that a file imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            as_modules = {f"{module}.{alias.name}" for alias in node.names}
            found |= {name for name in as_modules if (ROOT / f"{name.replace('.', '/')}.py").exists()} or {module}
    return {name for name in found if name.split(".")[0] in PACKAGES}


@pytest.mark.parametrize("path", sorted((ROOT / "core" / "verify").rglob("*.py")), ids=in_repository)
def test_the_checker_imports_what_it_may(path: Path) -> None:
    """Records, transcripts and the folds, and nothing that makes, decides or writes quotations."""
    assert [name for name in sorted(imported_by(path)) if not THE_CHECKER_MAY_IMPORT.fullmatch(name)] == []


def test_the_files_of_ordinary_tasks_exist() -> None:
    """The table at the end of `tests/README.md` names 25 tasks, each with a file that is there."""
    text = (ROOT / "tests" / "README.md").read_text(encoding="utf-8").partition("## Where is it?")[2]
    named = re.findall(r"\| `([^`]+)` \|$", text, re.MULTILINE)
    assert len(named) == 25
    assert [path for path in named if not (ROOT / path).is_file()] == []
