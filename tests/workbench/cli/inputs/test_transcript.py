"""`workbench transcript` shows what is read in a file, whatever its format, and every command reads the same."""

import json
from pathlib import Path
from typing import Any

import pytest

import core
from tests.conftest import SAMPLE
from tests.same_talk import WRITTEN
from tests.transcript_cases import cases_of, file_of
from tests.workbench.conftest import Workbench


def _written(folder: Path, table: str, name: str, **wanted: Any) -> Path:
    """Write the first golden file of a kind under a name that may lie."""
    case = next(case for case in cases_of(table) if wanted.items() <= case.items())
    path = folder / name
    path.write_bytes(file_of(case))
    return path


def test_what_was_read_is_shown_with_its_units(workbench: Workbench, tmp_path: Path) -> None:
    """Each span is its words in raw, which `--out` writes as Markdown that says the same."""
    path = _written(tmp_path, "webvtt", "meeting.txt", dialect="zoom")
    found = workbench("transcript", path, "--json", "--units", "--words", "--out", tmp_path / "meeting.md")
    assert found.code == 0
    read = found.json
    raw = core.read_transcript(path.read_bytes(), path.name).raw
    assert (read["format"], read["dialect"], read["sure"]) == ("webvtt", "zoom", True)
    assert read["speakers"] == ["Ann Berg", "Tom Reyes (he/him)", "Ida Sol (SL)"]
    for one in (*read["turns"], *read["units"]):
        assert raw[slice(*one["span"])] == one["text"] != ""
    assert [turn["inherited"] for turn in read["turns"]].count(True) == 1
    again = workbench("transcript", tmp_path / "meeting.md", "--json").json
    assert again["format"] == "markdown"
    said = [[(turn["speaker"], turn["text"]) for turn in one["turns"]] for one in (read, again)]
    assert said[0] == said[1]


def test_a_person_sees_the_first_turns(workbench: Workbench, tmp_path: Path) -> None:
    """And what the file was taken for, so that a wrong reading is seen at once."""
    shown = workbench("transcript", _written(tmp_path, "webvtt", "a.vtt", dialect="podcast"))
    assert shown.code == 0
    for words in ("webvtt podcast", "Ann Berg", "Left out: ", "NOTE blocks"):
        assert words in shown.out


@pytest.mark.parametrize(
    "data", [b"WEBVTT\n\nNOTE nothing\n", b"00:01.000 --> 00:02.000\na\n\n00:02.000 --> 00:03.000\nb\n"]
)
def test_a_file_without_speech_is_refused_in_one_sentence(workbench: Workbench, tmp_path: Path, data: bytes) -> None:
    """Exit code 2, and nothing is written."""
    path = tmp_path / "talk.txt"
    path.write_bytes(data)
    refused = workbench("transcript", path, "--json", "--out", tmp_path / "out.md")
    assert (refused.code, refused.out) == (2, "")
    assert "WebVTT" in refused.err
    assert not (tmp_path / "out.md").exists()


def test_a_tier_is_asked_for_and_chosen(workbench: Workbench, tmp_path: Path) -> None:
    """The names stand in the refusal, in the order of the file; each of them can be read."""
    path = tmp_path / "call.json"
    case = next(case for case in cases_of("json-services") if "asks" in case)
    path.write_bytes(file_of(case))
    asked = workbench("transcript", path)
    assert asked.code == 2
    for name in case["asks"]:
        assert name in asked.err
        assert workbench("transcript", path, "--tier", name, "--json").json["turns"]
    assert workbench("transcript", path, "--tier", "nobody").code == 2


def test_a_folder_is_asked_with_the_tier_that_was_named(workbench: Workbench, tmp_path: Path) -> None:
    """Without one the file is left out, and a note has its names; the others are searched."""
    folder = tmp_path / "talks"
    folder.mkdir()
    case = next(case for case in cases_of("json-services") if "asks" in case)
    (folder / "call.json").write_bytes(file_of(case))
    (folder / "talk.txt").write_text("Ann Berg: The kiln was hot.\n\nTom Reyes: Hot as a stove.\n", encoding="utf-8")
    ask = ("ask", "Was the kiln hot?", "--from", folder, "--index", tmp_path / "ask.db", "--json")
    asked = workbench(*ask)
    assert (asked.code, asked.json["quotes"][0]["text"]) == (0, "The kiln was hot.")
    assert all(name in asked.err and "--tier NAME" in asked.err for name in case["asks"])
    assert workbench(*ask, "--tier", case["asks"][0]).err == ""


def test_quotes_are_proven_from_captions_as_from_text(workbench: Workbench, tmp_path: Path) -> None:
    """A quote over two cues of one person is proven, one over two persons is not; an edition of them is verified."""
    path = _written(tmp_path, "webvtt", "talk.vtt", dialect="podcast")
    evidence = tmp_path / "map.json"
    quotes = ["Tonight we talk about a lamp that went out", "went out in March. It did not go out"]
    support = [{"quote": quote, "speaker": "Ann Berg"} for quote in quotes]
    chapter = {"title": "The lamp", "claims": [{"claim": "It went out.", "support": support}]}
    evidence.write_text(json.dumps({"speakers": [{"name": "Ann Berg", "role": "guest"}], "chapters": [chapter]}))
    proven = workbench("whitelist", path, evidence, "--json").json
    assert [one["quote_text"] for one in proven["quotes"]] == quotes[:1]
    assert workbench("run", path, evidence, "--out", tmp_path / "out").code == 0
    for transcript in (tmp_path / "out" / "transcript.txt", path):
        found = workbench("verify", tmp_path / "out" / "edition.md", transcript, "--json")
        assert (found.code, found.json["verdict"]) == (0, "verified")


@pytest.mark.thorough
@pytest.mark.parametrize("form", WRITTEN)
def test_the_sample_is_written_and_verified_in_every_format(workbench: Workbench, tmp_path: Path, form: str) -> None:
    """Against the text that was written with it, and against the original file."""
    talk = tmp_path / "talk"
    talk.write_bytes(WRITTEN[form]())
    assert workbench("run", talk, SAMPLE / "evidence.json", "--out", tmp_path / "out").code == 0
    for transcript in (tmp_path / "out" / "transcript.txt", talk):
        certificate = tmp_path / "out" / "certificate.json"
        found = workbench("verify", tmp_path / "out" / "edition.md", transcript, "--certificate", certificate, "--json")
        assert (found.code, found.json["verdict"]) == (0, "verified")
        assert found.json["quotations"] > 80
