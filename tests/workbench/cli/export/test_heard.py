"""`workbench export` of a session whose quotes somebody listened to."""

import json
import zipfile
from pathlib import Path

import pytest

from tests.workbench.cli.commands import TALK
from tests.workbench.conftest import Workbench
from workbench.sessions.recording import read_recording
from workbench.store import EarVerdict, Store

DENIED = "58d9d88be16ebf75"
DOCUMENTS = {"docx": "docx", "epub": "epub", "markdown": "md", "obsidian": "md"}
HOSTILE = "Ada ## **“Ann Lee”**: <b>I lied</b> (or so)"


@pytest.fixture
def heard(database: Path, tmp_path: Path) -> Path:
    """The sample with a recording in which somebody with a strange name denies a quote."""
    path = tmp_path / "talk.wav"
    path.write_bytes(b"RIFF\x24\x00\x00\x00WAVEfmt " + bytes(100))
    store = Store(database)
    session = store.sessions.put_recording(store.sessions.get("sample"), read_recording(str(path)))
    assert session.recording is not None
    edition = store.runs.get(store.runs.list("sample")[0].run_id).edition
    verdict = EarVerdict(
        quote_id=DENIED,
        raw_sha256=edition.raw_sha256,
        recording_sha256=session.recording.sha256,
        says_so=False,
        note="“the see”, I hear, says Casimir Boyle",
        name=HOSTILE,
    )
    store.ear_verdicts.put("sample", verdict)
    return database


def exported(workbench: Workbench, database: Path, out: Path, *words: object) -> Path:
    """Return the file that an export wrote."""
    done = workbench("export", "sample", "--out", out, "--db", database, *words)
    assert (done.code, done.err) == (0, "")
    return out


@pytest.mark.parametrize("form", DOCUMENTS)
def test_a_document_says_what_was_denied_and_is_verified(
    workbench: Workbench, heard: Path, tmp_path: Path, form: str
) -> None:
    """The same quotations; the same bytes each time."""
    out = exported(workbench, heard, tmp_path / f"one.{DOCUMENTS[form]}", "--to", form)
    found = workbench("verify", out, TALK, "--json")
    assert (found.code, found.json["verdict"], found.json["verified"]) == (0, "verified", 101)
    again = exported(workbench, heard, tmp_path / f"two.{DOCUMENTS[form]}", "--to", form)
    assert again.read_bytes() == out.read_bytes()
    if form == "markdown":
        said = out.read_text(encoding="utf-8")
        assert said.count("Characters 1544–1631 of the transcript are not so in the recording (listened to on ") == 2
        assert "by Ada Ann Lee b I lied b or so)." in said


def test_another_recording_inherits_nothing(workbench: Workbench, heard: Path, tmp_path: Path) -> None:
    """Its edition says nothing of what was heard in the first."""
    path = tmp_path / "other.wav"
    path.write_bytes(b"RIFF\x24\x00\x00\x00WAVEfmt " + bytes(101))
    store = Store(heard)
    store.sessions.put_recording(store.sessions.get("sample"), read_recording(str(path)))
    out = exported(workbench, heard, tmp_path / "edition.md", "--to", "markdown")
    assert "listened to" not in out.read_text(encoding="utf-8")


def test_under_pseudonyms_a_listener_names_nobody(
    workbench: Workbench, heard: Path, renamed: Path, tmp_path: Path
) -> None:
    """The denial stays; it is proven by the transcript under pseudonyms."""
    assert heard == renamed
    out = exported(workbench, heard, tmp_path / "edition.md", "--to", "markdown")
    assert out.read_text(encoding="utf-8").count(" are not so in the recording (listened to on ") == 2
    out = exported(workbench, heard, tmp_path / "edition.jsonld", "--to", "annotations")
    items = json.loads(out.read_text(encoding="utf-8"))["first"]["items"]
    (said,) = [one["value"] for item in items for one in item["body"] if one["purpose"] == "assessing"]
    assert said.endswith("the see, I hear, says P02")


def test_annotations_hold_the_verdict(workbench: Workbench, heard: Path, tmp_path: Path) -> None:
    """Beside the quote, with the day, the name and the note on one line."""
    out = exported(workbench, heard, tmp_path / "edition.jsonld", "--to", "annotations")
    items = json.loads(out.read_text(encoding="utf-8"))["first"]["items"]
    (told,) = [item for item in items if item["id"].endswith(DENIED)]
    (body,) = [one for one in told["body"] if one["purpose"] == "assessing"]
    assert body["value"].startswith("Not so in the recording (listened to on ")
    assert body["value"].endswith("by Ada Ann Lee b I lied b or so). the see, I hear, says Casimir Boyle")
    assert not [one for item in items if item is not told for one in item["body"] if one["purpose"] == "assessing"]


def test_a_table_has_the_verdict_in_columns(workbench: Workbench, heard: Path, tmp_path: Path) -> None:
    """Only where somebody listened, and it comes back in as a map."""
    out = exported(workbench, heard, tmp_path / "quotes.csv", "--to", "csv")
    lines = out.read_text(encoding="utf-8-sig").splitlines()
    assert lines[0].endswith(",heard,heard_on,heard_by,heard_note")
    (row, *_) = [line for line in lines if DENIED in line]
    assert ",not so,20" in row
    assert "Ada Ann Lee b I lied b or so" in row
    made = workbench("map", "from-table", TALK, out, "--out", tmp_path / "map.json")
    assert made.code == 0


def test_a_format_without_a_place_for_it_leaves_a_denied_quote_out(
    workbench: Workbench, heard: Path, tmp_path: Path
) -> None:
    """And says how many; the others leave as they did."""
    done = workbench("export", "sample", "--to", "cards", "--out", tmp_path / "cards", "--db", heard, "--json")
    assert done.code == 0
    assert "Left out, because somebody heard them to be not so in the recording: 1 quote." in done.out
    files = sorted((tmp_path / "cards").iterdir())
    assert len(files) > 50
    assert all(DENIED not in file.name and DENIED not in file.read_text(encoding="utf-8") for file in files)


def test_a_project_of_text_analysis_says_it_of_the_quote(workbench: Workbench, heard: Path, tmp_path: Path) -> None:
    """As a remark of the selection, which is left out where the project is read as a map."""
    out, made = tmp_path / "quotes.qdpx", tmp_path / "map.json"
    exported(workbench, heard, out, "--to", "qdpx")
    with zipfile.ZipFile(out) as archive:
        text = archive.read("project.qde").decode()
    assert text.count("Not so in the recording (listened to on ") == 1
    assert "by Ada Ann Lee b I lied b or so). the see, I hear, says Casimir Boyle</Description>" in text
    assert workbench("map", "from-table", TALK, out, "--out", made).code == 0
    assert "listened to" not in made.read_text(encoding="utf-8")
