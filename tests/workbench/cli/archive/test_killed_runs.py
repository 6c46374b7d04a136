"""`archive run` while something is killed: the editions are those of a run that was left alone."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.properties import few
from tests.workbench.archive import calls
from tests.workbench.cli.archive.edition_archives import OWN, lines_of, own_map, run_archive, written
from tests.workbench.cli.commands import ROOT
from tests.workbench.conftest import Workbench
from tests.workbench.jobs.runs.acting import until
from workbench.archive.editions import run_archive as running

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is POSIX's")
TALKS = 40


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Many small talks with maps."""
    folder = tmp_path / "archive"
    folder.mkdir()
    for number in range(TALKS):
        name = "killed" if number == 9 else f"talk-{number:02}"
        (folder / f"{name}.md").write_text(OWN.replace("wall", f"wall number {number}"))
        (folder / f"{name}.evidence.json").write_text(own_map())
    return folder


def test_a_worker_that_is_killed_costs_no_edition(
    workbench: Workbench, archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it had under way is made by another."""
    run_archive(workbench, archive, tmp_path / "one")
    (tmp_path / "index.db").unlink()
    monkeypatch.setenv(calls.NOTE, str(tmp_path / "note"))
    monkeypatch.setattr(running, "make_edition_of_files", calls.edition_after_a_kill)
    run_archive(workbench, archive, tmp_path / "two", "--executor", "processes", "--workers", 2)
    assert (tmp_path / "note").exists()
    assert written(tmp_path / "two") == written(tmp_path / "one")


@pytest.mark.thorough
@pytest.mark.parametrize("executor", few(1, ["serial", "processes"]))
@pytest.mark.parametrize("folders", few(1, [1, 17, 30]))
def test_a_command_that_is_killed_goes_on(
    workbench: Workbench, archive: Path, tmp_path: Path, executor: str, folders: int
) -> None:
    """Once so many editions were begun; a restart makes what is missing, and all is as it would have been."""
    run_archive(workbench, archive, tmp_path / "one")
    (tmp_path / "index.db").unlink()
    out, index = tmp_path / "two", tmp_path / "index.db"
    words = ("archive", "run", archive, "--out", out, "--index", index, "--executor", executor, "--workers", 2)
    program = [sys.executable, "-m", "workbench", *map(str, words)]
    command = subprocess.Popen(
        program,
        cwd=ROOT,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    until(lambda: out.exists() and len(list(out.iterdir())) >= folders)
    os.killpg(command.pid, signal.SIGKILL)
    command.wait()
    begun = len([path for path in out.iterdir() if path.is_dir()])
    said = run_archive(workbench, archive, out, "--executor", executor)
    assert said["written"] + said["unchanged"] == TALKS
    assert said["unchanged"] >= begun - 1
    assert written(out) == written(tmp_path / "one")
    assert len(lines_of(out)) == TALKS
