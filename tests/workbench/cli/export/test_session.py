"""`workbench export --to session`: the file that Sessions exports and imports."""

import json
from hashlib import sha256
from pathlib import Path

import pytest

from tests.workbench.conftest import Workbench
from workbench.store import Store


def refusal(workbench: Workbench, *words: object) -> str:
    """Return what is said where nothing is exported."""
    done = workbench("export", *words)
    assert (done.code, done.out) == (2, "")
    return done.err


def test_the_file_is_the_sessions_own(workbench: Workbench, database: Path, tmp_path: Path) -> None:
    """The bytes that the page Sessions exports; another database imports them. Its receipt has no certificate."""
    out = tmp_path / "session.json"
    done = workbench("export", "sample", "--to", "session", "--out", out, "--db", database, "--json")
    assert (done.code, done.err) == (0, "")
    assert out.read_bytes() == Store(database).sessions.export("sample")
    imported = Store(tmp_path / "other.db").sessions.import_file(out.read_bytes())
    assert imported.title == "The sample: Slow Instruments"
    receipt = json.loads((tmp_path / "session.json.receipt.json").read_text(encoding="utf-8"))
    assert receipt["file_sha256"] == sha256(out.read_bytes()).hexdigest()
    assert (receipt["format"], receipt["certificate_sha256"], receipt["verdict"]) == ("session", None, None)


def test_a_session_without_a_run_leaves_too(workbench: Workbench, database: Path, tmp_path: Path) -> None:
    """All of it is in the file, however little that is."""
    session = Store(database).sessions.create("Nothing yet")
    words = ("export", session.session_id, "--to", "session", "--out", tmp_path / "s.json", "--db", database)
    assert workbench(*words).code == 0


def test_a_folder_is_no_session(workbench: Workbench, folder: Path, tmp_path: Path) -> None:
    """Said with the way out."""
    said = refusal(workbench, folder, "--to", "session", "--out", tmp_path / "s.json")
    assert "a folder holds no session" in said


@pytest.mark.parametrize("option", [("--run", "1"), ("--names", "pseudonyms"), ("--redact",)])
def test_the_whole_session_leaves_under_its_real_names(
    workbench: Workbench, renamed: Path, tmp_path: Path, option: tuple[str, ...]
) -> None:
    """No run is chosen, no name replaced; where the session is under pseudonyms the real names are asked for."""
    words = ("sample", "--to", "session", "--out", tmp_path / "s.json", "--db", renamed)
    assert option[0] in refusal(workbench, *words, *option)
    assert "--names real" in refusal(workbench, *words)
    assert workbench("export", *words, "--names", "real").code == 0
