"""`workbench export --to soundbites` and `chapters`."""

import json
from pathlib import Path

import pytest

from tests.workbench.cli.commands import MAP, SAMPLE
from tests.workbench.cli.export.conftest import quotes_of
from tests.workbench.conftest import Workbench


@pytest.fixture
def timed_folder(workbench: Workbench, tmp_path: Path) -> Path:
    """A folder that `run` wrote of a transcript with times."""
    out = tmp_path / "timed"
    assert workbench("run", SAMPLE / "interview.vtt", MAP, "--out", out).code == 0
    return out


def test_soundbites_are_the_quotes(workbench: Workbench, timed_folder: Path, tmp_path: Path) -> None:
    """How many are shorter or longer than podcast programs like is said."""
    out = tmp_path / "soundbites.xml"
    done = workbench("export", timed_folder, "--to", "soundbites", "--out", out, "--json")
    assert (done.code, done.err) == (0, "")
    assert done.json["quotes"] == out.read_text(encoding="utf-8").count("<podcast:soundbite ")
    assert done.json["quotes"] == len(quotes_of(timed_folder))
    assert any("shorter than 15 or longer than 120 seconds" in notice for notice in done.json["notices"])


def test_chapters_begin_where_they_are_heard(workbench: Workbench, timed_folder: Path, tmp_path: Path) -> None:
    """In ascending order, one for each chapter with a quote."""
    out = tmp_path / "chapters.json"
    assert workbench("export", timed_folder, "--to", "chapters", "--out", out).code == 0
    chapters = json.loads(out.read_text(encoding="utf-8"))["chapters"]
    starts = [one["startTime"] for one in chapters]
    assert len(chapters) == 6
    assert starts == sorted(starts)


def test_without_times_there_are_no_soundbites(workbench: Workbench, folder: Path, tmp_path: Path) -> None:
    """The sample's Markdown has the beginnings of turns alone; chapters are written of these."""
    done = workbench("export", folder, "--to", "soundbites", "--out", tmp_path / "s.xml")
    assert (done.code, done.out) == (2, "")
    assert "none of its quotes has a beginning and an end" in done.err
    assert workbench("export", folder, "--to", "chapters", "--out", tmp_path / "c.json").code == 0
