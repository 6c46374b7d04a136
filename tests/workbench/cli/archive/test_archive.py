"""The index and the numbers of an archive, from the command."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from core.transcripts.readers import read_transcript
from tests.workbench.cli.commands import MAP, TALK
from tests.workbench.conftest import Workbench
from workbench.archive import kept_proofs, prove_archive
from workbench.archive.prove_talk import TalkProofs, TalkToProve

OWN = "**Ada Bell:** Who built the wall?\n\n**Ben Cole:** Nobody knows. Perhaps the sea did.\n"


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Three files of two talks, a map beside one of them, and a file that is no talk."""
    folder = tmp_path / "archive"
    (folder / "season").mkdir(parents=True)
    (folder / "interview.md").write_bytes(Path(TALK).read_bytes())
    (folder / "interview.evidence.json").write_bytes(Path(MAP).read_bytes())
    (folder / "season" / "wall.md").write_text(OWN)
    (folder / "wall.txt").write_text(OWN.replace("*", ""))
    (folder / "broken.vtt").write_text("WEBVTT\n")
    return folder


def asked(workbench: Workbench, *words: object, code: int = 0) -> Any:
    done = workbench("archive", *words, "--json")
    assert done.code == code, done.err
    return json.loads(done.out)


@pytest.mark.parametrize("executor", ["serial", "processes", pytest.param("dask", marks=pytest.mark.thorough)])
def test_every_file_is_read_once(workbench: Workbench, archive: Path, tmp_path: Path, executor: str) -> None:
    """What is refused is listed with its reason, a map is not; a second time nothing is opened, with --rehash all."""
    where = ("index", archive, "--index", tmp_path / "index.db", "--executor", executor, "--workers", 2)
    found = asked(workbench, *where)
    assert (found["talks"], found["files"], found["opened"]) == (2, 3, 5)
    assert [Path(one["file"]).name for one in found["refused"]] == ["broken.vtt"]
    again = asked(workbench, *where)
    assert (again["talks"], again["opened"], again["unchanged"]) == (2, 0, 3)
    assert again["refused"] == found["refused"]
    anew = asked(workbench, *where, "--rehash")
    assert (anew["opened"], anew["unchanged"], anew["added"], anew["changed"]) == (5, 3, [], [])


def test_who_speaks_how_much(workbench: Workbench, archive: Path, tmp_path: Path) -> None:
    """Copies count once; the rows can be written as CSV and as JSON lines; a formula in a name is text."""
    (archive / "odd.md").write_text("**=1+1:** One and one.\n\n**Ada Bell:** Two.\n")
    out = tmp_path / "speakers.csv"
    where = ("stats", archive, "--index", tmp_path / "index.db", "--executor", "serial")
    found = asked(workbench, *where, "--out", out)
    assert found["talks"] == 3
    assert [len(copies) for copies in found["copies"]] == [2]
    people = {one["person"]: one for one in found["speakers"]}
    assert {key: people["Ada Bell"][key] for key in ("talks", "turns", "words", "questions")} == {
        "talks": 2,
        "turns": 2,
        "words": 5,
        "questions": 1,
    }
    rows = list(csv.DictReader(io.StringIO(out.read_bytes().decode("utf-8-sig"))))
    assert {row["person"] for row in rows} == {name if name[0] != "=" else f"'{name}" for name in people}
    asked(workbench, *where, "--out", tmp_path / "speakers.jsonl")
    lines = (tmp_path / "speakers.jsonl").read_text().splitlines()
    assert [json.loads(line)["person"] for line in lines] == [one["person"] for one in found["speakers"]]


def test_a_word_has_a_letter_or_a_digit(workbench: Workbench, archive: Path, tmp_path: Path) -> None:
    """A lone full stop or dash is none, of nobody either, nor where a talk names nobody."""
    (archive / "dots.md").write_text("**Eve Dahl:** . . . Well — “so” (7) ...\n\n**Ben Cole:** ?\n")
    (archive / "plain.txt").write_text("- . One two — three.\n")
    where = ("index", archive, "--index", tmp_path / "index.db", "--executor", "serial")
    before = asked(workbench, *where)["added"]
    found = asked(workbench, "stats", *where[1:], "--out", tmp_path / "speakers.jsonl")
    assert len(before) == 5
    people = {one["person"]: (one["turns"], one["words"]) for one in found["speakers"]}
    assert people["Eve Dahl"] == (1, 3)
    assert found["unnamed_words"] == 3


def test_names_are_joined_where_a_person_says_so(workbench: Workbench, archive: Path, tmp_path: Path) -> None:
    """They are candidates until then; afterwards persons.yml says so, for every later call."""
    (archive / "more.md").write_text("**A. Bell:** I came back.\n\n**Ben Cole:** So you did.\n")
    where = ("stats", archive, "--index", tmp_path / "index.db", "--executor", "serial")
    found = asked(workbench, *where)
    assert {"Ada Bell", "A. Bell"} in [{one["first"], one["second"]} for one in found["candidates"]]
    assert not (archive / "persons.yml").exists()
    assert workbench("archive", *where, "--same", "Ada Bell=A. Bell").code == 0
    found = asked(workbench, *where)
    people = {one["person"]: one for one in found["speakers"]}
    assert sorted(people["Ada Bell"]["labels"]) == ["A. Bell", "Ada Bell"]
    assert people["Ada Bell"]["talks"] == 2
    assert "A. Bell" not in people


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("stats", "{folder}", "--out", "rows.txt"), "neither .csv nor .jsonl"),
        (("stats", "{folder}", "--same", "Ada Bell"), "no NAME=SPELLING"),
        (("index", "{folder}", "--scheduler", "tls://host:1"), "Add --executor dask"),
        (("index", "{folder}/nothing"), "cannot be read"),
    ],
)
def test_bad_input_is_said_in_one_sentence(
    workbench: Workbench, archive: Path, tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    """With exit code 2, and nothing is written."""
    given = [word.format(folder=archive) for word in words]
    done = workbench("archive", *given, "--index", tmp_path / "index.db")
    assert done.code == 2
    assert said in done.err
    assert not (archive / "persons.yml").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--scheduler", "tcp://example.org:8786"), "tls://"),
        (("--scheduler", "tls://[::1"), "tls://"),
        (("--scheduler", "tls://localhost:1"), "no certificates are named"),
        (("--scheduler", "tls://localhost:1", "--tls-ca", "nowhere.pem"), "nowhere.pem: there is no such file"),
        (("--tls-ca", MAP), "no cluster"),
    ],
)
def test_a_cluster_that_may_not_be_used(
    workbench: Workbench, archive: Path, tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    """A scheduler runs whatever it is sent: plain TCP is for this machine alone, TLS has certificates."""
    done = workbench("archive", "index", archive, "--index", tmp_path / "index.db", "--executor", "dask", *words)
    assert (done.code, said in done.err) == (2, True)


def test_plain_tcp_is_said_aloud(workbench: Workbench, archive: Path, tmp_path: Path) -> None:
    """It is taken on this machine, with a warning."""
    words = ("archive", "index", archive, "--index", tmp_path / "index.db", "--executor", "dask")
    done = workbench(*words, "--scheduler", "tcp://127.0.0.1:nobody")
    assert done.code == 2
    assert done.err.startswith("Warning: tcp://127.0.0.1:nobody is not encrypted")


QUOTES = """quote,speaker,document
"Perhaps the sea did.",Ben Cole,wall
"Perhaps the sea did.",Ada Bell,season/wall.md
"Nobody knew. Perhaps the sea did.",Ben Cole,wall.md
"Who built the wall?",,
"Nobody knows.",Ben Cole,garden
"The moon is made of brass.",,
"""


@pytest.mark.parametrize("executor", ["serial", "processes"])
def test_quotes_are_proven_in_their_own_talks(
    workbench: Workbench, archive: Path, tmp_path: Path, executor: str
) -> None:
    """By path, by name, or in all talks where none is named; each row says where, or what comes nearest."""
    (tmp_path / "quotes.csv").write_text(QUOTES)
    where = (archive, "--index", tmp_path / "index.db", "--executor", executor, "--workers", 2)
    rows = asked(workbench, "prove", *where, "--quotes", tmp_path / "quotes.csv", code=1)
    said = [(row["proven"], row["speaker"], row["reason"]) for row in rows]
    assert said == [
        (True, "Ben Cole", None),
        (False, "Ada Bell", "wrong_speaker"),
        (False, "Ben Cole", "not_found"),
        (True, "Ada Bell", None),
        (False, "Ben Cole", "unknown_document"),
        (False, "", "not_found"),
    ]
    talk = Path(rows[0]["talk"])
    start, end = rows[0]["span"]
    assert read_transcript(talk.read_bytes(), talk.name).raw[start:end] == "Perhaps the sea did."
    assert (rows[0]["turn"], rows[3]["turn"]) == (2, 1)
    assert rows[1]["nearest"]["speaker"] == "Ben Cole"
    assert rows[2]["nearest"]["quote_text"] == "Nobody knows. Perhaps the sea did"
    assert rows[4]["talk"] == ""


def test_what_was_proven_is_not_proven_again(
    workbench: Workbench, archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second time no talk is opened and the rows are the same; a changed talk is, and what holds other quotes."""
    lines = tmp_path / "quotes.jsonl"
    lines.write_text('{"quote": "Perhaps the sea did."}\n{"quote": "The moon is made of brass."}\n')
    where = ("prove", archive, "--index", tmp_path / "index.db", "--executor", "serial", "--quotes", lines)
    rows = asked(workbench, *where, code=1)
    opened: list[str] = []
    prove = kept_proofs.PROOFS.function

    def noted(task: TalkToProve) -> TalkProofs:
        opened.append(task.name)
        return prove(task)

    monkeypatch.setattr(prove_archive, "PROOFS", kept_proofs.PROOFS._replace(function=noted))
    assert asked(workbench, *where, code=1) == rows
    assert opened == []
    (archive / "wall.txt").write_text(OWN.replace("*", "").replace("Nobody", "No one"))
    again = asked(workbench, *where, code=1)
    assert [row["proven"] for row in again] == [True, True, False]
    assert opened[0] == "wall.txt"
    assert "wall.md" not in opened
    lines.write_text('{"quote": "Perhaps the sea."}\n')
    asked(workbench, *where)
    assert "wall.md" in opened


def test_a_person_is_proven_under_every_spelling(workbench: Workbench, archive: Path, tmp_path: Path) -> None:
    """As persons.yml has them at the moment; the row has the name that counts."""
    lines = tmp_path / "quotes.jsonl"
    lines.write_text('{"quote": "Nobody knows.", "speaker": "B. C.", "document": "wall"}\n')
    where = ("prove", archive, "--index", tmp_path / "index.db", "--executor", "serial", "--quotes", lines)
    assert asked(workbench, *where, code=1)[0]["reason"] == "unknown_speaker"
    (archive / "persons.yml").write_text("persons:\n- person: Benjamin Cole\n  spellings: [Ben Cole, B. C.]\n")
    (row,) = asked(workbench, *where)
    assert (row["proven"], row["speaker"]) == (True, "Benjamin Cole")
    (archive / "persons.yml").write_text("persons: none\n")
    assert workbench("archive", *where).code == 2


def test_who_said_this_and_where(workbench: Workbench, archive: Path, tmp_path: Path) -> None:
    """Against all talks: a row for each that holds the words, whatever document is named; the same as JSON lines."""
    (archive / "again.md").write_text("**Eve Dahl:** Perhaps the sea did.\n\n**Ada Bell:** So he said.\n")
    lines = tmp_path / "quotes.jsonl"
    lines.write_text('{"quote": "Perhaps the sea did.", "document": "interview"}\n')
    out = tmp_path / "rows.jsonl"
    where = (archive, "--index", tmp_path / "index.db", "--executor", "serial", "--quotes", lines)
    rows = asked(workbench, "prove", *where, "--against", "all", "--out", out)
    assert [(Path(row["talk"]).name, row["speaker"]) for row in rows] == [
        ("again.md", "Eve Dahl"),
        ("wall.md", "Ben Cole"),
    ]
    assert [json.loads(line) for line in out.read_text().splitlines()] == rows


def test_all_that_is_wrong_with_the_quotes_is_said_at_once(workbench: Workbench, archive: Path, tmp_path: Path) -> None:
    """Row by row, before anything is read."""
    (tmp_path / "quotes.csv").write_text("quote,speaker\n,Ada Bell\nWho?,Ben Cole\n,\n")
    index = tmp_path / "index.db"
    done = workbench("archive", "prove", archive, "--index", index, "--quotes", tmp_path / "quotes.csv")
    assert done.code == 2
    assert done.err.count("holds no quote") == 1
    assert not index.exists()


@pytest.mark.parametrize(
    ("words", "steps"),
    [
        (("index", "{archive}"), [("reading", 5)]),
        (("stats", "{archive}"), [("reading", 5)]),
        (("search", "sea", "--from", "{archive}"), [("reading", 5)]),
        (("run", "{archive}", "--out", "{dir}/out"), [("reading", 5), ("writing", 1)]),
        # What no talk holds is looked for once more, for what comes nearest.
        (("prove", "{archive}", "--quotes", "{dir}/quotes.jsonl"), [("reading", 5), ("proving", 2), ("proving", 2)]),
        (("check", "{dir}/article.md", "--from", "{archive}"), [("reading", 5), ("checking", 2), ("checking", 2)]),
    ],
)
def test_a_program_can_follow_how_far_it_is(
    workbench: Workbench, archive: Path, tmp_path: Path, words: tuple[str, ...], steps: list[tuple[str, int]]
) -> None:
    """Lines of JSON on standard error, of each step what is first and that all is done; the report stays as it is."""
    (tmp_path / "quotes.jsonl").write_text('{"quote": "Nobody knows why."}\n')
    (tmp_path / "article.md").write_text("Ben Cole said: “Nobody knows why, perhaps the sea did.”\n")
    given = [word.format(archive=archive, dir=tmp_path) for word in words]
    done = workbench("archive", *given, "--index", tmp_path / "i.db", "--executor", "serial", "--progress", "--json")
    assert done.code in (0, 1), done.err
    lines = [json.loads(line) for line in done.err.splitlines()]
    assert lines[0] == {"step": "reading", "done": 0, "total": 5, "file": "broken.vtt"}
    assert [(line["step"], line["total"]) for line in lines if line["done"] == line["total"]] == steps
    assert all(line["file"] == "" for line in lines if line["done"] == line["total"])
    assert json.loads(done.out)


def test_a_check_of_editions_can_be_followed(workbench: Workbench, archive: Path, tmp_path: Path) -> None:
    """It reads no index, and tells how far it is as the others do."""
    out = tmp_path / "out"
    where = ("--executor", "serial", "--json")
    assert workbench("archive", "run", archive, "--index", tmp_path / "i.db", "--out", out, *where).code == 0
    done = workbench("archive", "verify", out, *where, "--progress")
    lines = [json.loads(line) for line in done.err.splitlines()]
    assert [(line["step"], line["done"], line["total"], line["file"]) for line in lines] == [
        ("checking", 0, 1, "interview"),
        ("checking", 1, 1, ""),
    ]
    assert json.loads(done.out)
