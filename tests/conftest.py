import os
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from hypothesis.statistics import collector

from core.evidence import read_evidence
from core.line import Line, prepare_line
from core.readers import read_transcript

SAMPLE = Path(__file__).parent.parent / "sample_data"

LEAST_EXAMPLES = 10_000  # of the whole suite
COUNTED = "hypothesis_examples"
COUNTS: list[int] = []


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
    """Fail a run of the whole suite in CI that tried too few examples; workers leave it to their controller."""
    if exitstatus == pytest.ExitCode.OK and not hasattr(session.config, "workerinput") and are_too_few(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say how many examples were run, and that they were too few where they were."""
    if COUNTS:
        terminalreporter.write_line(f"hypothesis ran {sum(COUNTS)} examples")
    if are_too_few(config):
        terminalreporter.write_line(f"the whole suite must run at least {LEAST_EXAMPLES} of them", red=True)
