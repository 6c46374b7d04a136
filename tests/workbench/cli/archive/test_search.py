"""A concordance from the command: lines, counts, filters, files, and what is refused."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from core.evidence.evidence_map import read_evidence
from core.transcripts.readers import read_transcript
from tests.workbench.conftest import Workbench
from workbench.archive.search import map_roles

ONE = "**Ada Bell:** Who built the wall by the sea?\n\n**Ben Cole:** Nobody knows. Walls are walls.\n"
TWO = "**A. Bell:** The wall again. =The wall!\n\n**Ben Cole:** Let the wall be.\n"


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Two talks, one of them in two files, with what is known of them and of the persons."""
    folder = tmp_path / "archive"
    (folder / "season").mkdir(parents=True)
    (folder / "one.md").write_text(ONE)
    (folder / "one.txt").write_text(ONE.replace("*", ""))
    (folder / "season" / "two.md").write_text(TWO)
    (folder / "archive.csv").write_text(
        "file,title,date\none,Walls,2020-05\nseason/two.md,More walls,2021\nsix,None,\n"
    )
    (folder / "persons.yml").write_text('persons: [{person: Ada Bell, spellings: ["A. Bell"], role: host}]\n')
    return folder


def asked(workbench: Workbench, archive: Path, *words: object) -> Any:
    done = workbench("archive", "search", *words, "--from", archive, "--executor", "serial", "--json")
    assert done.code == 0, done.err
    return json.loads(done.out)


@pytest.fixture(autouse=True)
def own_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORKBENCH_INDEX", str(tmp_path / "index.db"))


def test_lines_and_counts(workbench: Workbench, archive: Path, tmp_path: Path) -> None:
    """Copies count once, a person is one whatever the spelling; a line is a slice of its file."""
    out = tmp_path / "lines.csv"
    found = asked(workbench, archive, "the wall", "--out", out, "--context", 12)
    assert (found["total"], found["searched"], len(found["notes"]), found["refused"]) == (4, 2, 1, [])
    assert [(one["speaker"], one["count"], one["talks"]) for one in found["speakers"]] == [
        ("Ada Bell", 3, 2),
        ("Ben Cole", 1, 1),
    ]
    assert [(one["title"], one["date"], one["count"]) for one in found["talks"]] == [
        ("Walls", "2020-05", 1),
        ("More walls", "2021", 3),
    ]
    for line in found["lines"]:
        talk = Path(line["talk"])
        start, end = line["span"]
        assert read_transcript(talk.read_bytes(), talk.name).raw[start:end] == line["match"]
    first = found["lines"][0]
    assert (first["left"], first["right"], first["turn"]) == ("Who built ", " by the sea?", 1)
    rows = list(csv.DictReader(io.StringIO(out.read_bytes().decode("utf-8-sig"))))
    assert [row["match"] for row in rows] == ["the wall", "The wall", "The wall", "the wall"]
    assert rows[2]["left"] == "again. ="


@pytest.mark.parametrize(
    ("words", "total"),
    [
        (("walls", "--stem"), 6),
        (("[Ww]alls?\\b", "--regex"), 6),
        (("the wall", "--speaker", "A. Bell"), 3),
        (("the wall", "--role", "host"), 3),
        (("the wall", "--since", "2020-06"), 3),
        (("the wall", "--until", "2020"), 1),
        (("moon",), 0),
    ],
)
def test_forms_and_filters(workbench: Workbench, archive: Path, words: tuple[str, ...], total: int) -> None:
    found = asked(workbench, archive, *words, "--limit", 1)
    assert found["total"] == total
    assert len(found["lines"]) == min(total, 1)


def map_with(role: str) -> str:
    """Return a map in which Ben Cole has a role."""
    support = [{"quote": "Let the wall be.", "speaker": "Ben Cole"}]
    chapters = [{"title": "Walls", "claims": [{"claim": "One.", "support": support}]}]
    return json.dumps({"speakers": [{"speaker_name": "Ben Cole", "speaker_role": role}], "chapters": chapters})


def test_a_map_says_roles_and_is_read_once(
    workbench: Workbench, archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also that beside a copy of the talk. A second call opens no map, a changed one is opened alone."""
    read: list[str] = []

    def noted(data: bytes, name: str) -> Any:
        read.append(name)
        return read_evidence(data, name)

    def said(role: str) -> list[str]:
        read.clear()
        found = asked(workbench, archive, "wall", "--role", role)
        return [Path(one["talk"]).name for one in found["talks"]]

    monkeypatch.setattr(map_roles, "read_evidence", noted)
    (archive / "season" / "two.evidence.yml").write_text(map_with(role="caller"))
    assert (said("caller"), read) == (["two.md"], ["two.evidence.yml"])
    assert (said("caller"), read) == (["two.md"], [])
    other = archive / "zz"
    other.mkdir()
    (other / "three.md").write_text(TWO)
    (archive / "a").mkdir()
    (archive / "a" / "three.md").write_text(TWO)
    (other / "three.json").write_text(map_with(role="guest"))
    assert (said("guest"), read) == (["three.md"], ["three.json"])
    (archive / "season" / "two.evidence.yml").write_text(map_with(role="clip"))
    assert (said("clip"), read) == (["two.md"], ["two.evidence.yml"])
    (archive / "season" / "two.evidence.yml").write_text("chapters: no map any more")
    assert said("clip") == said("caller") == []


def test_people_are_told(workbench: Workbench, archive: Path) -> None:
    done = workbench("archive", "search", "the wall", "--from", archive, "--executor", "serial")
    assert done.code == 0
    for said in ("Who built [the wall] by the sea?", "By speaker", "4 places in 2 of 2 talks."):
        assert said in " ".join(done.out.split())
    assert "six" in done.err


def test_what_is_known_is_in_the_stats(workbench: Workbench, archive: Path) -> None:
    done = workbench("archive", "stats", archive, "--executor", "serial", "--json")
    found = json.loads(done.out)
    assert [(one["title"], one["date"]) for one in found["about"]] == [("Walls", "2020-05"), ("More walls", "2021")]
    done = workbench("archive", "stats", archive, "--executor", "serial")
    assert "dates from 2020-05 to 2021" in done.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("...",), "holds no word"),
        (("a(?=b)", "--regex"), "at character 2"),
        (("x*", "--regex"), "where nothing stands"),
        (("the", "--since", "soon"), "is no date"),
        (("the", "--speaker", "Eve"), "nobody in these talks"),
        (("the", "--out", "lines.txt"), "neither .csv nor .jsonl"),
    ],
)
def test_bad_input_is_said_in_one_sentence(
    workbench: Workbench, archive: Path, words: tuple[str, ...], said: str
) -> None:
    done = workbench("archive", "search", *words, "--from", archive, "--executor", "serial")
    assert done.code == 2
    assert said in done.err
