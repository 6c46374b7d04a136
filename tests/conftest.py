import gc
import os
import subprocess
import sys
from collections.abc import Generator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis.statistics import collector

from core.evidence.evidence_map import read_evidence
from core.generation.line import Line, prepare_line
from core.transcripts.readers import read_transcript

SAMPLE = Path(__file__).parent.parent / "sample_data"

BENCHMARKS = Path(__file__).parent / "benchmarks"

LONGEST = ("browser", "mutation")
DEARER = (
    *("store/test_kill.py", "generation/test_kills.py", "core/test_guarantee.py", "answers/test_inline.py"),
    *(
        "core/enforcement/test_streaming.py",
        "json_output/test_hostile.py",
        "pages/test_every_page.py",
        "pages/test_newer_run.py",
    ),
    *("core/enforcement/test_enforcement_growth.py", "generation/test_failures.py", "core/prose/test_stream.py"),
    *("core/enforcement/test_reply_streaming.py", "readers/test_markdown.py"),
)
"""Files that take much longer than their size tells."""
MEASURED_ALREADY = bool(os.environ.get("MEASURED"))
"""Whether all that processor time tells was measured before, as `.ci/run` does; then only screens are left."""

LEAST_EXAMPLES = 10_000  # of the whole suite
COUNTED = "hypothesis_examples"
COUNTS: list[int] = []
MEASURED = "measured"
MEASURES: list[str] = []
"""What tests found that a person wants to read, whichever way they are run."""

# How long one example takes says more about the neighbours of this machine than about our code.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


@pytest.fixture(scope="session")
def sample() -> Line:
    """The sample interview and its evidence map, as far as the line goes without a model."""
    transcript = read_transcript((SAMPLE / "interview.md").read_bytes(), "interview.md")
    evidence_map = read_evidence((SAMPLE / "evidence.json").read_bytes(), "evidence.json")
    return prepare_line(evidence_map, transcript)


def ran(statistics: dict[str, Any]) -> int:
    """Return how many examples of one property were run to their end; those that it turned down do not count."""
    phases = (phase for name, phase in statistics.items() if name.endswith("-phase"))
    return sum(case["status"] in ("valid", "interesting") for phase in phases for case in phase["test-cases"])


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """Count the examples of a test and of properties inside it; innermost, so that hypothesis listens too."""
    counts: list[int] = []
    listener: Any = collector.value

    def count(statistics: Any) -> None:
        counts.append(ran(statistics))
        if listener is not None:
            listener(statistics)

    try:
        with collector.with_value(count):  # type: ignore[arg-type]
            return (yield)
    finally:
        if counts:
            item.user_properties.append((COUNTED, sum(counts)))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add the examples of one test; with several workers its report is all that the controller hears of them."""
    if report.when == "call":
        COUNTS.extend(int(str(value)) for name, value in report.user_properties if name == COUNTED)
        MEASURES.extend(str(value) for name, value in report.user_properties if name == MEASURED)


def is_alone(config: pytest.Config) -> bool:
    """Tell whether the tests run one after the other in this process."""
    return not config.getoption("numprocesses", None) and not hasattr(config, "workerinput")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return three workers more than there are cores: browsers, servers, databases and processes are waited for."""
    return (os.cpu_count() or 1) + 3


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Measure alone where nothing but benchmarks is asked for."""
    asked = [Path(argument.split("::")[0]).resolve() for argument in config.args]
    if config.option.markexpr == "benchmark" or all(path.is_relative_to(BENCHMARKS) for path in asked):
        config.option.numprocesses = 0


@cache
def size_of(path: Path) -> int:
    """Return how long the file of a test is; those that take longer than it tells are the longest."""
    return sys.maxsize if path.as_posix().endswith(DEARER) else path.stat().st_size


def comes_late(item: pytest.Item) -> tuple[int, int, str]:
    """Return the place of a test in the queue: what takes longest comes first, so that no worker ends alone.

    Of the rest the files with the most to read are taken for those with the most to do.
    """
    marked = next((place for place, marker in enumerate(LONGEST) if item.get_closest_marker(marker)), len(LONGEST))
    return marked, -size_of(item.path), str(item.path)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, Any, Any]:
    """Spare the garbage collector what is collected here: nearly all of it lives as long as the process."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put first what takes longest; workers are dealt whole files.

    Benchmarks are left out where neighbours would disturb them; the controller runs them afterwards.
    """
    if is_alone(config):
        return
    items.sort(key=comes_late)
    measured = [item for item in items if item.get_closest_marker("benchmark")]
    items[:] = [item for item in items if item not in measured]
    config.hook.pytest_deselected(items=measured)


def measure(config: pytest.Config) -> int:
    """Run the benchmarks of the whole suite one by one, and return how that ended."""
    left = ["-m", "browser"] if MEASURED_ALREADY else []
    command = [sys.executable, "-m", "pytest", "-n", "0", *left, str(BENCHMARKS)]
    return subprocess.run(command, cwd=config.rootpath, check=False).returncode


def is_whole(config: pytest.Config) -> bool:
    """Tell whether nothing of the suite was left out on purpose."""
    asked = {Path(argument).resolve() for argument in config.args}
    paths = {config.rootpath / path for path in config.getini("testpaths")}
    narrowed = config.getoption("keyword") or config.getoption("markexpr") or config.getoption("deselect")
    return asked == paths and not narrowed and not config.getoption("collectonly")


def are_too_few(config: pytest.Config) -> bool:
    """Tell whether the properties were tried too little for what CI is asked to see."""
    return bool(os.environ.get("CI")) and is_whole(config) and sum(COUNTS) < LEAST_EXAMPLES


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Fail a run of the whole suite in CI that tried too few examples; workers leave it to their controller.

    What was left to be measured alone is measured now.
    """
    config = session.config
    if exitstatus != pytest.ExitCode.OK or hasattr(config, "workerinput"):
        return
    if are_too_few(config) or (is_whole(config) and not is_alone(config) and measure(config)):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say what was measured and how many examples were run, and that they were too few where they were."""
    for measured in MEASURES:
        terminalreporter.write_line(measured)
    if COUNTS:
        terminalreporter.write_line(f"hypothesis ran {sum(COUNTS)} examples")
    if are_too_few(config):
        terminalreporter.write_line(f"the whole suite must run at least {LEAST_EXAMPLES} of them", red=True)
