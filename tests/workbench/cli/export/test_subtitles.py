"""`workbench export --to vtt` and `srt`."""

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


@pytest.mark.parametrize("form", ["vtt", "srt"])
def test_subtitles_are_written_and_are_no_transcript(
    workbench: Workbench, timed_folder: Path, tmp_path: Path, form: str
) -> None:
    """By their note or by the receipt beside them they are refused, by name."""
    out = tmp_path / f"quotes.{form}"
    done = workbench("export", timed_folder, "--to", form, "--out", out, "--json")
    assert (done.code, done.err) == (0, "")
    assert done.json["quotes"] == out.read_text(encoding="utf-8").count("-->") == len(quotes_of(timed_folder))
    refused = workbench("transcript", out)
    assert refused.code == 2
    assert "exported quotes as subtitles" in refused.err


def test_chapters_of_a_recording_are_an_editions(workbench: Workbench, tmp_path: Path) -> None:
    """The formats that can hold a map's quotes are said."""
    done = workbench("export", "any", "--to", "chapters", "--what", "whitelist", "--out", tmp_path / "c.json")
    assert done.code == 2
    fitting = "csv, xlsx, qdpx, qdc, vtt, srt, annotations, soundbites, cards"
    assert f"The formats that can: {fitting}." in done.err


def test_a_map_without_times_has_no_subtitles(workbench: Workbench, database: Path, tmp_path: Path) -> None:
    """As an edition."""
    given = ("sample", "--to", "vtt", "--what", "whitelist", "--db", database)
    done = workbench("export", *given, "--out", tmp_path / "q.vtt")
    assert (done.code, done.out) == (2, "")
    assert "the evidence map" in done.err
    assert not (tmp_path / "q.vtt").exists()


def test_without_times_nothing_is_written(workbench: Workbench, folder: Path, tmp_path: Path) -> None:
    """The sample's Markdown has the beginnings of turns alone."""
    done = workbench("export", folder, "--to", "srt", "--out", tmp_path / "q.srt")
    assert (done.code, done.out) == (2, "")
    assert "none of its quotes has a beginning and an end" in done.err
    assert not (tmp_path / "q.srt").exists()
