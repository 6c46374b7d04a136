"""What `workbench export` is asked to export: folders, sessions, runs, and what there is no way to make."""

from pathlib import Path

import pytest

from tests.workbench.conftest import Workbench
from workbench.store import Store


def refusal(workbench: Workbench, *words: object) -> str:
    """Return what is said where nothing is exported."""
    done = workbench("export", *words)
    assert (done.code, done.out) == (2, "")
    return done.err


@pytest.mark.parametrize("missing", ["edition.json", "certificate.json", "transcript.txt"])
def test_a_folder_that_lacks_a_file_is_said(workbench: Workbench, folder: Path, tmp_path: Path, missing: str) -> None:
    """With the file's name."""
    (folder / missing).unlink()
    assert missing in refusal(workbench, folder, "--to", "csv", "--out", tmp_path / "quotes.csv")


def test_a_folder_holds_no_map(workbench: Workbench, folder: Path, tmp_path: Path) -> None:
    """The whitelist of a folder cannot be written; the way out is said."""
    said = refusal(workbench, folder, "--to", "csv", "--what", "whitelist", "--out", tmp_path / "quotes.csv")
    assert "a folder holds no evidence map" in said
    assert "--what edition" in said


@pytest.mark.parametrize("option", [("--run", "1"), ("--names", "pseudonyms"), ("--redact",)])
def test_what_only_a_session_has_is_said(
    workbench: Workbench, folder: Path, tmp_path: Path, option: tuple[str, ...]
) -> None:
    """Runs and pseudonyms."""
    said = refusal(workbench, folder, "--to", "csv", "--out", tmp_path / "quotes.csv", *option)
    assert option[0] in said
    assert "session" in said


def test_an_unknown_session_is_said(workbench: Workbench, database: Path, tmp_path: Path) -> None:
    """With those that there are."""
    said = refusal(workbench, "no such", "--to", "csv", "--out", tmp_path / "quotes.csv", "--db", database)
    assert "SOURCE, which is no folder: there is no session with the id or title “no such”." in said
    assert "“The sample: Slow Instruments”" in said


def test_a_database_that_is_not_there_is_not_made(workbench: Workbench, tmp_path: Path) -> None:
    """Whoever mistyped a folder finds no new file."""
    said = refusal(workbench, "ouT", "--to", "csv", "--out", tmp_path / "q.csv", "--db", tmp_path / "none.db")
    assert "there is no such folder, and no database" in said
    assert not (tmp_path / "none.db").exists()


def test_a_run_that_is_not_there_is_said(workbench: Workbench, database: Path, tmp_path: Path) -> None:
    """With the numbers of those that are."""
    said = refusal(workbench, "sample", "--to", "csv", "--run", 7, "--out", tmp_path / "q.csv", "--db", database)
    assert "there is no run 7" in said
    assert "There are: 1." in said


def test_a_session_without_a_run_is_said(workbench: Workbench, database: Path, tmp_path: Path) -> None:
    """There is nothing written yet."""
    session = Store(database).sessions.create("Nothing yet")
    said = refusal(workbench, session.session_id, "--to", "csv", "--out", tmp_path / "q.csv", "--db", database)
    assert "it has no edition yet" in said


def test_a_whitelist_is_under_the_real_names_only(workbench: Workbench, renamed: Path, tmp_path: Path) -> None:
    """Titles, claims and refused quotes of a map may hold any name."""
    words = ("sample", "--to", "csv", "--what", "whitelist", "--out", tmp_path / "q.csv", "--db", renamed)
    assert "--names real" in refusal(workbench, *words)
    assert workbench("export", *words, "--names", "real").code == 0


def test_pseudonyms_that_nobody_gave_are_said(workbench: Workbench, database: Path, tmp_path: Path) -> None:
    """Where they are given is said."""
    words = ("sample", "--to", "csv", "--names", "pseudonyms", "--out", tmp_path / "q.csv", "--db", database)
    assert "none of them has a pseudonym" in refusal(workbench, *words)


def test_nothing_of_the_folder_itself_is_written_over(workbench: Workbench, folder: Path) -> None:
    """An export is no file of the edition."""
    said = refusal(workbench, folder, "--to", "csv", "--out", folder / "edition.json")
    assert "is a file of the edition" in said
