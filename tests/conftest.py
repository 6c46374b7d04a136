import gc
import os
import sys
from collections.abc import Generator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import is_hypothesis_test, settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants
from xdist.scheduler import LoadFileScheduling

from core.evidence.evidence_map import read_evidence
from core.generation.line import Line, prepare_line
from core.transcripts.readers import read_transcript
from tests.properties import PLAIN, THOROUGH

_ROOT = Path(__file__).parent.parent
SAMPLE = _ROOT / "sample_data"
BROWSER = sorted(str(path.relative_to(_ROOT)) for path in (_ROOT / "tests/browser").rglob("test_*.py"))

# The workers and all programs that tests start share what one of them compiled; without it each compiles for itself.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


def is_asked_for(config: pytest.Config, marker: str) -> bool:
    """Tell whether `-m` selects the tests with a marker."""
    return marker in config.option.markexpr.replace(f"not {marker}", "")


def pytest_configure(config: pytest.Config) -> None:
    """Choose how properties are tried, before a test is imported."""
    thorough = is_asked_for(config, "thorough")
    settings.load_profile(THOROUGH if thorough else PLAIN)
    if not thorough or config.getoption("hypothesis_seed", None) is not None:
        # Constants of whatever was imported before would make the examples depend on the tests that ran before.
        pytest.MonkeyPatch().setattr(providers, "_get_local_constants", Constants)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let the thorough run take properties and mutations; put first what takes longest, so that no worker ends alone.

    Workers are given whole files. Of those without a browser the files with the most to read are taken for those with
    the most to do.
    """
    thorough = is_asked_for(config, "thorough")
    for item in items:
        is_property = is_hypothesis_test(getattr(item, "obj", None)) or item.get_closest_marker("property")
        if item.get_closest_marker("mutation") or (thorough and is_property):
            item.add_marker("thorough")
    if config.getoption("numprocesses", None) or hasattr(config, "workerinput"):
        items.sort(key=lambda item: (not item.get_closest_marker("browser"), -size_of(item.path), str(item.path)))


@cache
def size_of(path: Path) -> int:
    """Return how long the file of a test is."""
    return path.stat().st_size


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, Any, Any]:
    """Spare the garbage collector what is collected here: nearly all of it lives as long as the process."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


class Files(LoadFileScheduling):
    """Deals whole files, those with a browser to two workers alone: each of these has an app and a browser for them."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return f"browser {BROWSER.index(file) % 2}" if file in BROWSER else file


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadFileScheduling | None:
    """Deal the files out as above, unless somebody asks for another way."""
    return Files(config, log) if config.option.dist == "loadfile" else None


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return more workers than there are cores: browsers, servers, databases and processes are waited for."""
    return (os.cpu_count() or 1) + 2


@pytest.fixture(scope="session")
def sample() -> Line:
    """The sample interview and its evidence map, as far as the line goes without a model."""
    transcript = read_transcript((SAMPLE / "interview.md").read_bytes(), "interview.md")
    evidence_map = read_evidence((SAMPLE / "evidence.json").read_bytes(), "evidence.json")
    return prepare_line(evidence_map, transcript)
