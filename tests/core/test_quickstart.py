import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import SAMPLE

ROOT = SAMPLE.parent
PATH = SAMPLE / "quickstart.ipynb"
RUNNER = ROOT / "tests" / "notebook.py"
KEEP = "python -P ../tests/notebook.py --keep quickstart.ipynb, in sample_data"
NOTEBOOK: dict[str, Any] = json.loads(PATH.read_text(encoding="utf-8"))
CELLS: list[dict[str, Any]] = NOTEBOOK["cells"]
CODE = [cell for cell in CELLS if cell["cell_type"] == "code"]


def shown_in(folder: Path) -> list[list[dict[str, Any]]]:
    """Run the notebook in a folder, with nothing but what is installed on the path."""
    command = [sys.executable, "-P", str(RUNNER), str(PATH)]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def shown() -> list[list[dict[str, Any]]]:
    """What the cells show where the notebook stands, which is where Jupyter runs it."""
    return shown_in(SAMPLE)


def test_what_stands_in_it_is_what_it_shows(shown: list[list[dict[str, Any]]]) -> None:
    """The notebook is kept with its outputs, for those who read it where nothing runs; they may not grow old."""
    for cell, outputs in zip(CODE, shown, strict=True):
        assert cell["outputs"] == outputs, f"cell {cell['id']} shows something else by now: run {KEEP}"


def test_it_runs_from_the_top_of_the_repository(shown: list[list[dict[str, Any]]]) -> None:
    """As where it stands, with the same outputs."""
    assert shown_in(ROOT) == shown


def test_the_line_shows_itself(shown: list[list[dict[str, Any]]]) -> None:
    """Line, whitelist, rejections, coverage, a chapter and an edition; each in HTML and in plain lines."""
    by_id = {cell["id"]: outputs for cell, outputs in zip(CODE, shown, strict=True)}
    for name in ("read", "whitelist", "rejections", "coverage", "chapter", "edition"):
        (output,) = by_id[name]
        assert set(output["data"]) == {"text/html", "text/plain"}
        assert "<script" not in "".join(output["data"]["text/html"])


def test_its_promises_hold(shown: list[list[dict[str, Any]]]) -> None:
    """Every quote is its slice, the edition is verified, and a changed digit is found."""
    by_id = {cell["id"]: outputs for cell, outputs in zip(CODE, shown, strict=True)}
    assert by_id["slices"][0]["data"]["text/plain"] == ["True"]
    verified, changed = by_id["verify"][0]["text"]
    assert re.fullmatch(r"verified: (\d+) of \1 quotations were found again\n", verified)
    assert changed.startswith("unproven: ")
    assert by_id["files"][0]["data"]["text/plain"] == [
        "['certificate.json', 'edition.html', 'edition.md', 'transcript.txt']"
    ]


def test_it_needs_core_alone() -> None:
    """Beside the standard library, and every name of core is one that it exports."""
    imported = set(re.findall(r"^(?:from|import) (\w+)", "\n".join("".join(cell["source"]) for cell in CODE), re.M))
    assert imported - set(sys.stdlib_module_names) == {"core"}


def test_it_is_a_notebook_of_the_fourth_format() -> None:
    """With what readers of that format need: ids of their own, numbers in order, and a kernel that is everybody's."""
    assert (NOTEBOOK["nbformat"], NOTEBOOK["nbformat_minor"]) == (4, 5)
    assert NOTEBOOK["metadata"]["kernelspec"]["name"] == "python3"
    assert len({cell["id"] for cell in CELLS}) == len(CELLS)
    assert [cell["execution_count"] for cell in CODE] == list(range(1, len(CODE) + 1))


def test_it_stays_small() -> None:
    """A handful of cells, and no more text than a person scrolls through."""
    assert len(CODE) <= 10
    assert PATH.stat().st_size < 120_000
