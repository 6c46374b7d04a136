"""`workbench export --what answer:ID`: an answer of a session."""

import json
from hashlib import sha256
from pathlib import Path

import pytest

from core.answers.answer_text import answer_markdown
from tests.workbench.conftest import Workbench
from tests.workbench.store import making
from workbench.store import Store


@pytest.fixture
def answered(database: Path) -> Path:
    """The sample with two answers."""
    store = Store(database)
    for answer_id in ("first", "second"):
        store.answers.add("sample", answer_id, making.answer(f"What of the {answer_id}?"))
    return database


@pytest.mark.parametrize("which", ["2", "second"])
def test_an_answer_leaves_as_markdown(workbench: Workbench, answered: Path, tmp_path: Path, which: str) -> None:
    """By its number and by its id, as Ask writes it; the receipt names no certificate, for it has none."""
    out = tmp_path / "answer.md"
    words = ("export", "sample", "--to", "markdown", "--what", f"answer:{which}", "--out", out, "--db", answered)
    done = workbench(*words, "--json")
    assert (done.code, done.err) == (0, "")
    answer = Store(answered).answers.get("second").answer
    assert out.read_text(encoding="utf-8") == answer_markdown(answer)
    assert done.json["quotes"] == len(answer.quotes)
    receipt = json.loads((tmp_path / "answer.md.receipt.json").read_text(encoding="utf-8"))
    assert receipt["file_sha256"] == sha256(out.read_bytes()).hexdigest()
    assert (receipt["certificate_sha256"], receipt["verdict"]) == (None, None)


@pytest.mark.parametrize("which", ["3", "third", "0", "-1"])
def test_an_answer_that_is_not_there_is_said(workbench: Workbench, answered: Path, tmp_path: Path, which: str) -> None:
    """With those that are."""
    words = ("export", "sample", "--to", "markdown", "--what", f"answer:{which}", "--out", tmp_path / "a.md")
    done = workbench(*words, "--db", answered)
    assert (done.code, done.out) == (2, "")
    assert "There are: 1, 2." in done.err


def test_other_formats_hold_no_answer(workbench: Workbench, answered: Path, tmp_path: Path) -> None:
    """Said with those that do."""
    words = ("export", "sample", "--to", "csv", "--what", "answer:1", "--out", tmp_path / "a.csv", "--db", answered)
    done = workbench(*words)
    assert (done.code, done.out) == (2, "")
    assert "The formats that can: markdown." in done.err


@pytest.mark.parametrize("what", ["answers", "answer", "answer:", "whitelists", ""])
def test_what_is_nothing_is_said(workbench: Workbench, answered: Path, tmp_path: Path, what: str) -> None:
    """With what there is."""
    words = ("export", "sample", "--to", "markdown", "--what", what, "--out", tmp_path / "a.md", "--db", answered)
    done = workbench(*words)
    assert (done.code, done.out) == (2, "")
    assert "answer:ID" in done.err


def test_a_folder_has_no_answers(workbench: Workbench, folder: Path, tmp_path: Path) -> None:
    """They belong to a session."""
    done = workbench("export", folder, "--to", "markdown", "--what", "answer:1", "--out", tmp_path / "a.md")
    assert (done.code, done.out) == (2, "")
    assert "a folder holds no answers" in done.err


@pytest.mark.parametrize("option", [("--run", "1"), ("--names", "pseudonyms")])
def test_an_answer_is_of_no_run_and_under_the_real_names(
    workbench: Workbench, answered: Path, tmp_path: Path, option: tuple[str, ...]
) -> None:
    """Its passages may hold any name."""
    words = ("export", "sample", "--to", "markdown", "--what", "answer:1", "--out", tmp_path / "a.md")
    done = workbench(*words, "--db", answered, *option)
    assert (done.code, done.out) == (2, "")
    assert option[0] in done.err
