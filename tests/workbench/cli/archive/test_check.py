"""An article against all talks, from the command."""

import csv
import io
import json
from pathlib import Path

import pytest

from core.transcripts.readers import read_transcript
from tests.workbench.conftest import Workbench

ARTICLE = """# The wall

“Perhaps the sea did,” said Ben Cole.

Ben Cole said: “Who built the wall?”

Ada Bell asked: “Who built the hall?”
"""


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Two talks that both hold some words, and whose names are whose."""
    folder = tmp_path / "archive"
    folder.mkdir()
    (folder / "wall.md").write_text(
        "**A. Bell:** Who built the wall?\n\n**Ben Cole:** Nobody. Perhaps the sea did, I say.\n"
    )
    (folder / "sea.md").write_text("**B. Cole:** Perhaps the sea did, as I said.\n\n**Ada Bell:** Not again.\n")
    (folder / "persons.yml").write_text(
        "persons:\n- person: Ben Cole\n  spellings: [B. Cole]\n- person: Ada Bell\n  spellings: [A. Bell]\n"
    )
    return folder


@pytest.mark.parametrize("executor", ["serial", "processes"])
def test_each_quotation_is_held_against_all_talks(
    workbench: Workbench, archive: Path, tmp_path: Path, executor: str
) -> None:
    """With the words of an article's check, and talk, turn, span and nearest passage; rows also go to a file."""
    (tmp_path / "article.md").write_text(ARTICLE)
    out = tmp_path / "rows.csv"
    words = ("archive", "check", tmp_path / "article.md", "--from", archive, "--index", tmp_path / "index.db")
    done = workbench(*words, "--executor", executor, "--workers", 2, "--out", out, "--json")
    assert done.code == 1, done.err
    found = json.loads(done.out)
    assert (found["form"], found["verdict"], found["obstacle"]) == ("markdown", "unproven", None)
    said = [(one["line"], one["standing"], Path(one["talk"]).name, one["turn"]) for one in found["quotations"]]
    assert said == [
        (3, "found", "sea.md", 1),
        (3, "found", "wall.md", 2),
        (5, "wrong_mouth", "wall.md", 1),
        (7, "altered", "wall.md", None),
    ]
    assert found["quotations"][3]["nearest"]["quote_text"] == "Who built the wall?"
    start, end = found["quotations"][2]["span"]
    assert read_transcript((archive / "wall.md").read_bytes(), "wall.md").raw[start:end] == "Who built the wall?"
    rows = list(csv.DictReader(io.StringIO(out.read_bytes().decode("utf-8-sig"))))
    assert [(row["line"], row["standing"]) for row in rows] == [(str(line), result) for line, result, _, _ in said]


def test_it_is_said_in_words(workbench: Workbench, archive: Path, tmp_path: Path) -> None:
    """Where each stands, what comes nearest, and the verdict; what is found leaves with 0."""
    (tmp_path / "article.md").write_text(ARTICLE)
    words = ("archive", "check", tmp_path / "article.md", "--from", archive, "--index", tmp_path / "index.db")
    done = workbench(*words, "--executor", "serial")
    assert done.code == 1
    assert "wrong mouth" in done.out
    assert "said by A. Bell" in done.out
    assert "Who built the wall?" in done.out
    assert "unproven: 1 of 3 quotations" in done.out
    (tmp_path / "true.txt").write_text("Ada Bell: “Not again.”\n")
    done = workbench("archive", "check", tmp_path / "true.txt", *words[3:], "--executor", "serial")
    assert done.code == 0, done.err
    assert "quotations_found: 1 of 1 quotation" in done.out


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("article.json", b"{}", "JSON, not an article"),
        ("article.md", b"\x89PNG\r\n\x1a\n\0\0", "not a text"),
        ("article.docx", b"PK\x03\x04 nothing", "article.docx"),
    ],
)
def test_what_is_no_article_is_said_in_one_sentence(
    workbench: Workbench, archive: Path, tmp_path: Path, name: str, data: bytes, said: str
) -> None:
    """With exit code 2, before any talk is read."""
    (tmp_path / name).write_bytes(data)
    index = tmp_path / "index.db"
    done = workbench("archive", "check", tmp_path / name, "--from", archive, "--index", index)
    assert (done.code, index.exists()) == (2, False)
    assert said in done.err


def test_an_edition_of_ours_is_verified_instead(workbench: Workbench, archive: Path, tmp_path: Path) -> None:
    """It is of one talk, and more than its quotations can be wrong: what says that it is one is not read as less."""
    (tmp_path / "edition.md").write_text(ARTICLE + "\n## About this edition\n")
    done = workbench("archive", "check", tmp_path / "edition.md", "--from", archive, "--index", tmp_path / "index.db")
    assert done.code == 2
    assert "workbench verify" in done.err
