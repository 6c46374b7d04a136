"""An edition for each talk of an archive that has a map, written by the command."""

import shutil
from pathlib import Path

import pytest

from tests.workbench.cli.archive.edition_archives import OWN, lines_of, own_map, run_archive, talks_with_maps, written
from tests.workbench.cli.commands import EDITION, MAP, REPLIES, files
from tests.workbench.conftest import Workbench


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    return talks_with_maps(tmp_path / "archive")


def test_each_talk_with_a_map_has_its_edition(workbench: Workbench, archive: Path, tmp_path: Path) -> None:
    """With all that `run` writes, in a folder of its own, and a line that says what it is; the others have a line."""
    out = tmp_path / "editions"
    said = run_archive(workbench, archive, out)
    lines = {Path(line["file"]).name: line for line in lines_of(out)}
    assert list(lines) == ["interview.md", "interview.vtt", "alone.md", "broken.md", "wall.md"]
    assert {name: line["folder"] for name, line in lines.items()} == {
        "interview.md": "interview.md",
        "interview.vtt": "interview.vtt",
        "alone.md": "",
        "broken.md": "",
        "wall.md": "season/wall",
    }
    assert workbench("run", archive / "interview.md", MAP, "--out", tmp_path / "one").code == 0
    assert files(out / "interview.md") == files(tmp_path / "one")
    assert set(files(out / "season" / "wall")) == EDITION
    assert Path(lines["wall.md"]["map"]).name == "wall.json"
    assert (lines["alone.md"]["map"], lines["alone.md"]["problems"]) == ("", [])
    assert [problem["place"].partition(":")[0] for problem in lines["broken.md"]["problems"]]
    assert {key: lines["interview.md"][key] for key in ("verdict", "chapters", "proven", "rejected")} == {
        "verdict": "verified",
        "chapters": 6,
        "proven": 56,
        "rejected": 18,
    }
    assert sum(lines["interview.md"]["coverage"].values()) == 6
    assert (said["talks"], said["written"], said["unchanged"], said["without_map"]) == (5, 3, 0, 1)
    assert said["lines"] == lines_of(out)
    assert said["refused"] == []


def test_a_second_time_only_what_is_missing_or_changed_is_written(
    workbench: Workbench, archive: Path, tmp_path: Path
) -> None:
    """Whatever was done to the folder: the bytes are looked at, and no word of an earlier run is believed."""
    out = tmp_path / "editions"
    run_archive(workbench, archive, out)
    before = written(out)
    times = {path: path.stat().st_mtime_ns for path in out.rglob("*.*") if path.name != "archive.jsonl"}
    said = run_archive(workbench, archive, out)
    assert (said["written"], said["unchanged"]) == (0, 3)
    assert {path: path.stat().st_mtime_ns for path in times} == times
    (out / "interview.md" / "edition.html").write_text("changed")
    shutil.rmtree(out / "season")
    (out / "archive.jsonl").unlink()
    said = run_archive(workbench, archive, out)
    assert (said["written"], said["unchanged"]) == (2, 1)
    assert written(out) == before
    (archive / "season" / "wall.json").write_text(own_map(quote="Nobody knows."))
    said = run_archive(workbench, archive, out)
    assert (said["written"], said["unchanged"]) == (1, 2)
    assert b"Nobody knows." in (out / "season" / "wall" / "edition.md").read_bytes()
    (tmp_path / "index.db").unlink()
    said = run_archive(workbench, archive, out)
    assert (said["written"], said["unchanged"]) == (0, 3)


def test_replies_beside_a_talk_are_its_writer(workbench: Workbench, archive: Path, tmp_path: Path) -> None:
    """Where they are asked for; a talk without any is the composer's, and other replies make another edition."""
    out = tmp_path / "editions"
    run_archive(workbench, archive, out)
    (archive / "interview.vtt").unlink()
    run_archive(workbench, archive, out, "--replies")
    lines = {Path(line["file"]).name: line for line in lines_of(out)}
    assert Path(lines["interview.md"]["replies"]).name == "interview.replies.json"
    assert lines["wall.md"]["replies"] == ""
    words = ("run", archive / "interview.md", MAP, "--client", f"scripted:{REPLIES}", "--out", tmp_path / "one")
    assert workbench(*words).code in (0, 1)
    assert files(out / "interview") == files(tmp_path / "one")
    (archive / "interview.replies.json").write_text('["Only one."]')
    run_archive(workbench, archive, out, "--replies")
    line = next(line for line in lines_of(out) if line["file"].endswith("interview.md"))
    assert (line["verdict"], line["folder"]) == (None, "")
    assert line["problems"][0]["place"].endswith("interview.replies.json")


def test_copies_and_folders(workbench: Workbench, archive: Path, tmp_path: Path) -> None:
    """Copies of a talk with one map are one edition; the same paths in another folder are kept apart."""
    (archive / "season" / "wall.txt").write_text(OWN.replace("*", ""))
    other = tmp_path / "other"
    (other / "season").mkdir(parents=True)
    (other / "season" / "wall.md").write_text(OWN.replace("Nobody", "No one"))
    (other / "season" / "wall.evidence.json").write_text(own_map())
    out = tmp_path / "editions"
    run_archive(workbench, archive, out, other)
    folders = {line["folder"]: line for line in lines_of(out)}
    assert {"archive/season/wall", "other/season/wall"} <= set(folders)
    assert [Path(copy).name for copy in folders["archive/season/wall"]["copies"]] == ["wall.txt"]


@pytest.mark.parametrize("place", ["archive", "archive/editions", "."])
def test_no_edition_is_written_among_the_talks(workbench: Workbench, archive: Path, tmp_path: Path, place: str) -> None:
    """It would be read as a talk the next time."""
    before = written(archive)
    if place == ".":
        (archive / "archive.md").write_text(OWN)
        (archive / "archive.json").write_text(own_map())
        before = written(archive)
        (tmp_path / "in").mkdir()
        archive = archive.rename(tmp_path / "in" / "archive")
        place = "in"
    assert "as talks" in run_archive(workbench, archive, tmp_path / place, code=2)
    assert written(archive) == before


@pytest.mark.parametrize("held", ["letter.txt", "edition.md", "certificate.json", "edition.html/"])
def test_nothing_else_is_written_over(workbench: Workbench, archive: Path, tmp_path: Path, held: str) -> None:
    """A folder with files that are no edition, or one that a model wrote, is somebody's; all are named at once."""
    out = tmp_path / "editions"
    for folder in (out / "season" / "wall", out / "interview.md"):
        folder.mkdir(parents=True)
        if held.endswith("/"):
            (folder / held).mkdir()
        else:
            (folder / held).write_text("{}")
    before = written(out)
    said = run_archive(workbench, archive, out, code=2)
    assert said.count("Nothing was changed") == 2
    assert written(out) == before


def test_an_edition_that_a_model_wrote_stays(workbench: Workbench, archive: Path, tmp_path: Path) -> None:
    """It may have cost something, and cannot be made again."""
    out = tmp_path / "editions"
    run_archive(workbench, archive, out)
    path = out / "season" / "wall" / "certificate.json"
    path.write_text(path.read_text().replace('"client": "offline"', '"client": "gemini"'))
    assert "gemini" in run_archive(workbench, archive, out, code=2)


def test_a_list_of_something_else_stays(workbench: Workbench, archive: Path, tmp_path: Path) -> None:
    """DIR/archive.jsonl may be somebody's."""
    (tmp_path / "editions").mkdir()
    (tmp_path / "editions" / "archive.jsonl").write_text('{"mine": 1}\n')
    assert "archive.jsonl" in run_archive(workbench, archive, tmp_path / "editions", code=2)
    assert files(tmp_path / "editions") == {"archive.jsonl": b'{"mine": 1}\n'}


@pytest.mark.parametrize("executor", ["processes", pytest.param("dask", marks=pytest.mark.thorough)])
def test_the_same_bytes_from_every_executor(workbench: Workbench, archive: Path, tmp_path: Path, executor: str) -> None:
    """Editions and lines, made here and elsewhere."""
    one, two = tmp_path / "one", tmp_path / "two"
    run_archive(workbench, archive, one)
    (tmp_path / "index.db").unlink()
    run_archive(workbench, archive, two, "--executor", executor, "--workers", 2)
    assert written(one) == written(two)
