"""One guard after the other is taken out of a copy of the code, and each time the tests must notice."""

import compileall
import json
import os
import py_compile
import re
import select
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.mutations.mutation import Mutation
from tests.mutations.tables import MUTATIONS

ROOT = Path(__file__).parents[2]
COPIED = ("core", "workbench", "pages", "tests", "sample_data")
# Processor time after which a run is given up: a mutation that never ends is none that the tests noticed.
SECONDS = 60
SECONDS_OF_ALL = 600
WAITED = 3_600  # by the clock, only for what never ends without working
FAILED_BY_A_TEST = re.compile(r"^\S.*\.py:\d+: (?:AssertionError|assert |Failed: DID NOT RAISE)", re.MULTILINE)

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked on this machine")


class Nursery:
    """A copy of the code and its tests, and a process that runs tests of the copy (`nursery.py`)."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._process = self._begin()

    def _begin(self) -> "subprocess.Popen[str]":
        inherited = {name: value for name, value in os.environ.items() if not name.startswith(("CI", "PYTEST_"))}
        own = {
            "PYTHONPATH": str(self.root),
            "PYTHONHASHSEED": "0",
            "PYTHONUTF8": "1",
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        }
        return subprocess.Popen(
            [sys.executable, "-m", "tests.mutations.nursery"],
            cwd=self.root,
            env=inherited | own,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            start_new_session=True,
        )

    def run(self, tests: Iterable[str], *, most: int | None = None) -> tuple[int, str]:
        """Run tests of the copy in a process of their own; return pytest's exit code and what it printed.

        `most` is how many cases of one test are run at most, None for all. A run that does not end fails.
        """
        printed = self.root / "printed.txt"
        options = ["-x", "-q", "--tb=line", "-p", "no:cacheprovider", "-o", "addopts=--import-mode=importlib"]
        orders, answers = self._process.stdin, self._process.stdout
        assert orders
        assert answers
        order = {"arguments": [*options, *tests], "printed": str(printed), "most": most}
        orders.write(json.dumps(order | {"seconds": SECONDS_OF_ALL if most else SECONDS}) + "\n")
        orders.flush()
        answered, _, _ = select.select([answers], [], [], WAITED)
        if not answered:
            self.close()
            self._process = self._begin()
        code = int(answers.readline()) if answered else -signal.SIGKILL
        if code < 0:
            pytest.fail("a test of the copy does not end")
        return code, printed.read_text(encoding="utf-8")

    def close(self) -> None:
        """End the process and whatever it still runs."""
        os.killpg(self._process.pid, signal.SIGKILL)
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe
            pipe.close()
        self._process.wait()


@pytest.fixture(scope="session")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    """A copy of the code and its tests, for this process alone."""
    root = tmp_path_factory.mktemp("mutations")
    for name in COPIED:
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", root)
    # A file that is changed and restored within a second has the size and time of its compiled form: ask for its sum.
    for name in ("core", "workbench", "tests"):
        compileall.compile_dir(root / name, quiet=1, invalidation_mode=py_compile.PycInvalidationMode.CHECKED_HASH)
    nursery = Nursery(root)
    yield nursery
    nursery.close()


def test_every_guard_stands_where_the_table_says() -> None:
    """Each is found exactly once in its file; when the code moves on, the table must follow."""
    found = {one.guard: (ROOT / one.file).read_text(encoding="utf-8").count(one.old) for one in MUTATIONS}
    assert {guard: count for guard, count in found.items() if count != 1} == {}
    assert [guard for guard, count in Counter(one.guard for one in MUTATIONS).items() if count > 1] == []


def test_every_test_that_is_to_notice_is_there() -> None:
    """By its file and its name; the tests of a guard that is gone say nothing."""
    named = {test.partition("[")[0].split("::", 1)[0]: set[str]() for one in MUTATIONS for test in one.tests}
    for test in (test for one in MUTATIONS for test in one.tests):
        file, _, name = test.partition("[")[0].partition("::")
        named[file].update(name.split("::"))
    written = {file: (ROOT / file).read_text(encoding="utf-8") for file in named if (ROOT / file).exists()}
    assert sorted(set(named) - set(written)) == []
    lost = [
        f"{file}::{name}"
        for file, names in named.items()
        for name in filter(None, names)
        if f"def {name}(" not in written[file] and f"class {name}" not in written[file]
    ]
    assert lost == []


@pytest.mark.mutation
def test_the_tests_pass_while_every_guard_is_there(copy: Nursery) -> None:
    """What is said to notice a mutation has nothing to complain about without one: one case of each file's first test.

    All of them pass in the suite itself; here it shows that the copy is not what makes them fail.
    """
    firsts = {test.partition("::")[0]: test for one in reversed(MUTATIONS) for test in reversed(one.tests)}
    code, printed = copy.run(firsts.values(), most=1)
    assert code == 0, printed


@pytest.mark.mutation
@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda one: one.guard)
def test_without_its_guard_the_tests_fail(copy: Nursery, mutation: Mutation) -> None:
    """A test fails, by what it asserts: the code still runs, and only its answer is wrong."""
    file = copy.root / mutation.file
    guarded = file.read_text(encoding="utf-8")
    file.write_text(guarded.replace(mutation.old, mutation.new), encoding="utf-8")
    try:
        code, printed = copy.run(mutation.tests)
    finally:
        file.write_text(guarded, encoding="utf-8")
    assert code == 1, printed
    assert FAILED_BY_A_TEST.search(printed), printed
