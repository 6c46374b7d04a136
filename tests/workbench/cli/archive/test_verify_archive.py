"""All editions of an archive, checked again by the command."""

import json
import shutil
from collections.abc import Collection
from pathlib import Path

import pytest

from core.errors import BadInput, Problem
from tests.workbench.cli.archive.edition_archives import lines_of, run_archive, talks_with_maps, verify_archive
from tests.workbench.cli.commands import EDITION
from tests.workbench.conftest import Workbench
from workbench.files.list_folder import FolderFiles, files_in


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    return talks_with_maps(tmp_path / "archive")


def test_all_editions_are_checked_again(workbench: Workbench, archive: Path, tmp_path: Path) -> None:
    """Each file of each edition, as `verify` does it with its certificate."""
    out = tmp_path / "editions"
    run_archive(workbench, archive, out)
    rows = verify_archive(workbench, out)
    assert {row["folder"] for row in rows} == {"interview.md", "interview.vtt", "season/wall"}
    assert {row["edition"] for row in rows} == {"edition.md", "edition.html", "edition.json"}
    assert all(row["in_order"] for row in rows)
    sample = [row for row in rows if row["folder"] == "interview.md"]
    assert {(row["verdict"], row["quotations"], row["verified"]) for row in sample} == {("verified", 101, 101)}
    verify_archive(workbench, out, "--out", tmp_path / "rows.jsonl")
    assert [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text().splitlines()] == rows
    assert workbench("archive", "verify", out, "--executor", "serial").code == 0


def test_a_folder_that_cannot_be_read_keeps_no_other_from_being_checked(
    workbench: Workbench, archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not in order, and is named with the reason."""
    out = tmp_path / "editions"
    run_archive(workbench, archive, out)
    (out / "season" / "wall" / "transcript.txt").unlink()

    def closed(folder: Path, suffixes: Collection[str] = ()) -> FolderFiles:
        if folder.name == "wall":
            raise BadInput(Problem(place=str(folder), message="the folder cannot be read.", remedy="Ask its owner."))
        return files_in(folder, suffixes)

    monkeypatch.setattr("workbench.archive.editions.verify_archive.files_in", closed)
    rows = verify_archive(workbench, out, code=1)
    assert {row["folder"]: row["in_order"] for row in rows} == {
        "interview.md": True,
        "interview.vtt": True,
        "season/wall": False,
    }


def test_what_is_not_in_order_is_named(workbench: Workbench, archive: Path, tmp_path: Path) -> None:
    """A changed letter, a missing file, another certificate, a folder that is gone, none at all."""
    out = tmp_path / "editions"
    run_archive(workbench, archive, out)
    whole = tmp_path / "whole"
    shutil.copytree(out, whole)
    path = out / "interview.md" / "edition.md"
    path.write_text(path.read_text().replace("brass, mixed", "brass, fixed"))
    rows = verify_archive(workbench, out, code=1)
    assert [(row["folder"], row["edition"]) for row in rows if not row["in_order"]] == [("interview.md", "edition.md")]
    for name in sorted(EDITION):
        shutil.copytree(whole, out, dirs_exist_ok=True)
        (out / "season" / "wall" / name).unlink()
        wrong = [row for row in verify_archive(workbench, out, code=1) if not row["in_order"]]
        assert {row["folder"] for row in wrong} == {"season/wall"}, name
        assert any(name in str(problem) for row in wrong for problem in row["problems"]), name
    shutil.copytree(whole, out, dirs_exist_ok=True)
    (out / "season" / "wall" / "certificate.json").write_bytes((out / "interview.md" / "certificate.json").read_bytes())
    assert {row["folder"] for row in verify_archive(workbench, out, code=1) if not row["in_order"]} == {"season/wall"}
    shutil.copytree(whole, out, dirs_exist_ok=True)
    shutil.rmtree(out / "season" / "wall")
    wrong = [row for row in verify_archive(workbench, out, code=1) if not row["in_order"]]
    assert [(row["folder"], row["edition"]) for row in wrong] == [("season/wall", "")]
    for folder in ("interview.md", "interview.vtt"):
        shutil.rmtree(out / folder)
    (out / "archive.jsonl").write_text(
        "".join(json.dumps(line | {"folder": "", "verdict": None}) + "\n" for line in lines_of(out))
    )
    assert verify_archive(workbench, out, code=1) == []


def test_an_edition_that_no_line_names_is_checked_too(workbench: Workbench, archive: Path, tmp_path: Path) -> None:
    """It is of a talk that was removed: in order as far as it goes, and said to be of none."""
    out = tmp_path / "editions"
    run_archive(workbench, archive, out)
    (archive / "season" / "wall.md").unlink()
    run_archive(workbench, archive, out)
    rows = [row for row in verify_archive(workbench, out) if row["folder"] == "season/wall"]
    assert len(rows) == 3
    assert {row["file"] for row in rows} == {""}


@pytest.mark.parametrize("made", ["nothing", "file", "empty", "foreign"])
def test_what_is_no_archive_of_editions_is_refused(workbench: Workbench, tmp_path: Path, made: str) -> None:
    """With exit code 2, and what to do."""
    folder = tmp_path / "editions"
    if made == "file":
        folder.write_text("x")
    elif made != "nothing":
        folder.mkdir()
    if made == "foreign":
        (folder / "archive.jsonl").write_text('{"mine": 1}\n')
    assert "archive run" in verify_archive(workbench, folder, code=2)


@pytest.mark.parametrize("executor", ["processes", pytest.param("dask", marks=pytest.mark.thorough)])
def test_the_same_rows_from_every_executor(workbench: Workbench, archive: Path, tmp_path: Path, executor: str) -> None:
    """Wherever the editions are checked."""
    out = tmp_path / "editions"
    run_archive(workbench, archive, out)
    rows = verify_archive(workbench, out)
    assert verify_archive(workbench, out, "--executor", executor, "--workers", 2) == rows
