"""Folders that nobody would make on purpose: each talk is read, or refused with its reason, and nothing is followed."""

import csv
import os
import sys
from pathlib import Path

import pytest

from tests.workbench.cli.archive.edition_archives import lines_of, own_map, run_archive
from tests.workbench.cli.archive.test_archive import asked
from tests.workbench.conftest import Workbench

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="such names, links and pipes are POSIX's")

NAMES = (
    b"not-utf8-\xff\xfe.md",
    b"not-utf8-\xff.md",
    b"like-it-\\udcff.md",
    b"new\nline.md",
    b"red\x1b[31m.md",
    "turned\u202e.md".encode(),
    b"=cmd|'calc'!A1.md",
    b"-rf.md",
    b"<b>.md",
    b"{0}%s.md",
    b"x" * 252 + b".md",
    b"folder \xff\n/inside.md",
)


def written(folder: Path, name: bytes, words: str) -> None:
    """Write a talk under any name."""
    path = folder / os.fsdecode(name)
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"**Ada Bell:** {words}\n\n**Ben Cole:** So it does.\n", encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "archive"
    folder.mkdir()
    return folder


def test_a_talk_has_its_edition_whatever_its_file_is_called(workbench: Workbench, folder: Path, tmp_path: Path) -> None:
    """Its map is found beside it, in a folder whose name is no text, too."""
    names = [name for name in NAMES if len(name) < 200]
    for name in names:
        written(folder, name, "It stands alone.")
        (folder / os.fsdecode(name)).with_suffix(".evidence.json").write_text(own_map(quote="So it does."))
    out = tmp_path / "editions"
    assert run_archive(workbench, folder, out)["written"] == len(names)
    lines = lines_of(out)
    assert len({line["folder"] for line in lines}) == len(names)
    assert [line["verdict"] for line in lines] == ["verified"] * len(names)


@pytest.mark.parametrize("executor", ["serial", pytest.param("processes", marks=pytest.mark.thorough)])
def test_a_talk_is_proven_whatever_its_file_is_called(
    workbench: Workbench, folder: Path, tmp_path: Path, executor: str
) -> None:
    """Each quote in its own file, also where a name is no text, and another name looks like what is shown for it."""
    for number, name in enumerate(NAMES):
        written(folder, name, f"Stone number {number} stands alone.")
    with (tmp_path / "quotes.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["quote"], *([f"Stone number {number} stands alone."] for number in range(12))])
    where = (folder, "--index", tmp_path / "index.db", "--executor", executor, "--workers", 2)
    rows = asked(workbench, "prove", *where, "--quotes", tmp_path / "quotes.csv", "--out", tmp_path / "rows.csv")
    assert [row["proven"] for row in rows] == [True] * len(NAMES)
    assert len({row["talk"] for row in rows}) == len(NAMES)
    with (tmp_path / "rows.csv").open(encoding="utf-8-sig", newline="") as file:
        assert [row["talk"] for row in csv.DictReader(file)] == [row["talk"] for row in rows]


def test_a_name_begins_no_line_of_its_own(workbench: Workbench, folder: Path, tmp_path: Path) -> None:
    """What is said of a file stands in one line, so that no name says something of another file."""
    written(folder, b"good.md", "The wall stands.")
    (folder / "a\nNot read: good.md: it is forged.md").write_text("")
    (folder / "b\rNote: nothing.md").symlink_to("nowhere.md")
    done = workbench("archive", "index", folder, "--index", tmp_path / "index.db", "--executor", "serial")
    assert done.code == 0
    assert [line.startswith("Not read: ") for line in done.err.splitlines()] == [True, True]
    assert "\r" not in done.err


def test_very_many_files_that_are_no_talks_are_said_in_few_lines(
    workbench: Workbench, folder: Path, tmp_path: Path
) -> None:
    """As many as a screen holds, and how many more there are; with a talk among them, too."""
    for number in range(300):
        (folder / f"{number:03}.md").touch()
    where = ("archive", "stats", folder, "--index", tmp_path / "index.db", "--executor", "serial")
    done = workbench(*where)
    assert (done.code, len(done.err.splitlines()) < 120) == (2, True)
    assert "000.md: this file is empty" in done.err
    assert "more problems" in done.err
    written(folder, b"talk.md", "The wall stands.")
    done = workbench(*where)
    assert (done.code, len(done.err.splitlines()) < 120, "more files" in done.err) == (0, True, True)


@pytest.mark.parametrize("command", ["index", "stats", "prove", "run"])
def test_what_is_left_out_is_said_by_every_command(
    workbench: Workbench, folder: Path, tmp_path: Path, command: str
) -> None:
    """A part of an archive is not taken for the whole: here because of a link that leads out."""
    written(folder, b"good.md", "The wall stands.")
    (folder / "more").symlink_to(tmp_path)
    (tmp_path / "quotes.csv").write_text("quote\nThe wall stands.\n")
    of = {"prove": ("--quotes", tmp_path / "quotes.csv"), "run": ("--out", tmp_path / "out")}.get(command, ())
    done = workbench("archive", command, folder, *of, "--index", tmp_path / "index.db", "--executor", "serial")
    assert (done.code, done.err.count("1 link left out")) == (0, 1)


def test_what_is_refused_is_said_beside_rows_of_json(workbench: Workbench, folder: Path, tmp_path: Path) -> None:
    """A quote may stand in the file that cannot be read."""
    written(folder, b"good.md", "The wall stands.")
    (folder / "bad.md").touch()
    (tmp_path / "quotes.csv").write_text("quote\nThe wall fell.\n")
    (tmp_path / "article.md").write_text("Ada Bell said: “The wall stands.”\n")
    where = ("--index", tmp_path / "index.db", "--executor", "serial", "--json")
    done = workbench("archive", "prove", folder, "--quotes", tmp_path / "quotes.csv", *where)
    assert (done.code, done.err.count("Not read: bad.md")) == (1, 1)
    found = asked(workbench, "check", tmp_path / "article.md", "--from", folder, *where[:-1])
    assert [Path(one["file"]).name for one in found["refused"]] == ["bad.md"]


def test_what_stands_beside_the_talks_is_not_followed_out_either(
    workbench: Workbench, folder: Path, tmp_path: Path
) -> None:
    """A persons.yml that leads out of the folder is refused, one that is a pipe too; within the folder it is read."""
    written(folder, b"good.md", "The wall stands.")
    (tmp_path / "secret.yml").write_text("persons:\n  - person: Secret Name\n    spellings: [Ada Bell]\n")
    where = ("stats", folder, "--index", tmp_path / "index.db", "--executor", "serial")
    persons = folder / "persons.yml"
    persons.symlink_to(tmp_path / "secret.yml")
    done = workbench("archive", *where)
    assert (done.code, "Secret" in done.out + done.err) == (2, False)
    assert "leads out of the folder" in done.err
    persons.unlink()
    os.mkfifo(persons)
    done = workbench("archive", *where)
    assert (done.code, "not a regular file" in done.err) == (2, True)
    persons.unlink()
    (folder / "real.yml").write_bytes((tmp_path / "secret.yml").read_bytes())
    persons.symlink_to("real.yml")
    assert {one["person"] for one in asked(workbench, *where)["speakers"]} == {"Secret Name", "Ben Cole"}
