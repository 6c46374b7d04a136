"""One guard after the other is taken out of a copy of the code, and each time the tests must notice."""

import compileall
import os
import py_compile
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.mutations.checking import CHECKING
from tests.mutations.enforcing import ENFORCING
from tests.mutations.keeping import KEEPING
from tests.mutations.mutation import Mutation
from tests.mutations.proving import PROVING
from tests.mutations.writing import WRITING

ROOT = Path(__file__).parents[2]
MUTATIONS = (*PROVING, *ENFORCING, *WRITING, *CHECKING, *KEEPING)
COPIED = ("core", "workbench", "pages", "tests", "sample_data")
SECONDS = 60  # after which a run is given up: a mutation that never ends is none that the tests noticed
FAILED_BY_A_TEST = re.compile(r"^\S.*\.py:\d+: (?:AssertionError|assert |Failed: DID NOT RAISE)", re.MULTILINE)

pytestmark = pytest.mark.mutation


@pytest.fixture(scope="session")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the code and its tests, for this process alone."""
    root = tmp_path_factory.mktemp("mutations")
    for name in COPIED:
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", root)
    # A file that is changed and restored within a second has the size and time of its compiled form: ask for its sum.
    for name in ("core", "workbench"):
        compileall.compile_dir(root / name, quiet=1, invalidation_mode=py_compile.PycInvalidationMode.CHECKED_HASH)
    return root


def run_tests(root: Path, tests: Iterable[str]) -> tuple[int, str]:
    """Run tests of the copy in a process of its own; return pytest's exit code and what it printed."""
    inherited = {name: value for name, value in os.environ.items() if name != "CI" and not name.startswith("PYTEST_")}
    own = {"PYTHONPATH": str(root), "PYTHONHASHSEED": "0", "PYTHONUTF8": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    options = ["-x", "-q", "--tb=line", "-p", "no:cacheprovider", "-o", "addopts=--import-mode=importlib"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, *tests],
        cwd=root,
        env=inherited | own,
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_every_guard_stands_where_the_table_says() -> None:
    """Each is found exactly once in its file; when the code moves on, the table must follow."""
    found = {one.guard: (ROOT / one.file).read_text(encoding="utf-8").count(one.old) for one in MUTATIONS}
    assert {guard: count for guard, count in found.items() if count != 1} == {}
    assert [guard for guard, count in Counter(one.guard for one in MUTATIONS).items() if count > 1] == []


def test_the_readme_names_every_mutation() -> None:
    """Guard, file and what notices, in the table's order, and no other."""
    readme = (ROOT / "tests" / "README.md").read_text(encoding="utf-8")
    section = readme.partition("\n## Mutations\n")[2].partition("\n## ")[0]
    rows = [line for line in section.split("\n") if line.startswith("| ") and not line.startswith(("| guard", "| ---"))]
    assert rows == [row_of(one) for one in MUTATIONS]


def row_of(mutation: Mutation) -> str:
    """Return the line of `tests/README.md` for a mutation."""
    notices = dict.fromkeys(test.partition("::")[0].removeprefix("tests/") for test in mutation.tests)
    return f"| {mutation.guard} | `{mutation.file}` | {', '.join(f'`{one}`' for one in notices)} |"


def test_the_tests_pass_while_every_guard_is_there(copy: Path) -> None:
    """What is said to notice a mutation has nothing to complain about without one."""
    code, printed = run_tests(copy, dict.fromkeys(test for one in MUTATIONS for test in one.tests))
    assert code == 0, printed


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda one: one.guard)
def test_without_its_guard_the_tests_fail(copy: Path, mutation: Mutation) -> None:
    """A test fails, by what it asserts: the code still runs, and only its answer is wrong."""
    file = copy / mutation.file
    guarded = file.read_text(encoding="utf-8")
    file.write_text(guarded.replace(mutation.old, mutation.new), encoding="utf-8")
    try:
        code, printed = run_tests(copy, mutation.tests)
    finally:
        file.write_text(guarded, encoding="utf-8")
    assert code == 1, printed
    assert FAILED_BY_A_TEST.search(printed), printed
