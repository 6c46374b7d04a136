from collections.abc import Callable
from pathlib import Path

import pytest

from tests.workbench.cli.commands import MAP, TALK
from tests.workbench.cli.gemini_runs import CANARY
from tests.workbench.conftest import Outcome, Workbench


@pytest.fixture
def run(workbench: Workbench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Outcome]:
    """Run the sample with Gemini on a server of ours; the key is a canary."""
    for name in ("GOOGLE_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GEMINI_API_KEY", CANARY)

    def with_server(url: str, *words: object, out: str = "out") -> Outcome:
        monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", url)
        return workbench("run", TALK, MAP, "--out", tmp_path / out, "--client", "gemini", *words)

    return with_server
