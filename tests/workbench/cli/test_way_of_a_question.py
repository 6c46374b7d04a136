"""How many files somebody opens who follows a question of `workbench ask` until its answer is printed."""

from pathlib import Path

import pytest

import core
import workbench as whole
from tests.called_files import called_files, load
from tests.conftest import SAMPLE
from tests.workbench.conftest import Workbench

MOST = 111  # with what holds limits, reads names and certain forms, and keeps a reply's faults


def test_a_question_is_answered_in_few_files(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Asked without a model and with recorded replies, functions of at most 111 files outside the checker run."""
    monkeypatch.setenv("WORKBENCH_INDEX", str(tmp_path / "ask.db"))
    load(core)
    load(whole, "workbench.ui", "workbench.app")
    question = (SAMPLE / "questions.txt").read_text(encoding="utf-8").splitlines()[0]
    words = ("ask", question, "--from", SAMPLE / "feedback.csv")
    recorded = ("--client", f"scripted:{SAMPLE / 'answers.json'}", "--mode", "inline", "--quote")

    def ask() -> None:
        for client in ((), recorded):
            done = workbench(*words, *client)
            assert done.code == 0
            assert "— fb-" in done.out

    files = called_files(ask, "core", "workbench")
    assert "workbench/cli/ask/ask.py" in files
    assert len(files) <= MOST, "\n".join([f"{len(files)} files:", *files])
