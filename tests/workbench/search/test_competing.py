"""Programs that are killed while they take sources in, and programs that take in the same ones at once."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.workbench.search.making import Folder, contents, talk
from workbench.search import SearchIndex

ROOT = Path(__file__).parents[3]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs fork and SIGKILL")


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    """A hundred talks, each of some thirty turns."""
    folder = Folder(tmp_path_factory.mktemp("competing") / "sources")
    for number in range(100):
        folder.write(f"{number:02}.md", talk(*(f"Clock {number} says {word}." for word in ("tick", "tock") * 15)))
    return folder


@pytest.fixture(scope="module")
def whole(sources: Folder, tmp_path_factory: pytest.TempPathFactory) -> list[tuple[object, ...]]:
    """What an index of them holds that nobody disturbed."""
    library = SearchIndex(tmp_path_factory.mktemp("whole") / "ask.db")
    library.take_in([sources.path])
    return contents(library)


@pytest.fixture(scope="module")
def seen(sources: Folder) -> dict[str, Any]:
    """What a program saw that killed eight others, and let two compete."""
    command = [sys.executable, "-m", "tests.workbench.search.killed", str(sources.path.parent), "8", "5"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.thorough
def test_a_kill_leaves_a_sound_index(sources: Folder, seen: dict[str, Any], whole: list[tuple[object, ...]]) -> None:
    """After each kill the index is sound and has lost nothing it had; at the end it holds what an undisturbed one does,
    and what was in it before was not read again."""
    assert seen["lost"] == 0
    assert seen["cut"] == 8
    assert len(set(seen["sources"])) > 4  # each came a bit further
    assert seen["opened"] + seen["unchanged"] == 100
    assert seen["unchanged"] == seen["sources"][-1] - 1
    held = [row for row in contents(SearchIndex(sources.path.parent / "ask.db")) if row[0] != "before"]
    assert held == whole


def test_two_programs_may_take_in_the_same_sources(
    sources: Folder, seen: dict[str, Any], whole: list[tuple[object, ...]]
) -> None:
    """At once, into an index that neither has made: both come to an end, and every passage is there once."""
    assert seen["together"] == [0, 0]
    assert contents(SearchIndex(sources.path.parent / "together.db")) == whole
