import os
from pathlib import Path

import pytest

from core.errors import BadInput
from workbench.files import check_writable, read_bytes, write_all

FILES = {"edition.md": "So “it” is.\r\n", "transcript.txt": "one\ntwo\r\n\ud800", "certificate.json": "{}\n"}


def listing(folder: Path) -> dict[str, bytes | None]:
    """Return everything below a folder with its bytes, None for folders."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
    }


def test_files_are_written_as_they_are(tmp_path: Path) -> None:
    """UTF-8, line ends as given, half characters as U+FFFD's stand-in; nothing else is left in the folder."""
    write_all(tmp_path / "a" / "b", FILES)
    found = listing(tmp_path / "a" / "b")
    assert found == {
        "edition.md": "So “it” is.\r\n".encode(),
        "transcript.txt": b"one\ntwo\r\n?",
        "certificate.json": b"{}\n",
    }


def test_files_of_an_earlier_run_are_replaced_and_others_stay(tmp_path: Path) -> None:
    """A second run leaves its own files and whatever a person put beside them."""
    write_all(tmp_path, dict.fromkeys(FILES, "old"))
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    write_all(tmp_path, FILES)
    assert set(listing(tmp_path)) == {*FILES, "notes.txt"}
    assert (tmp_path / "certificate.json").read_bytes() == b"{}\n"


def test_files_can_be_read_by_those_the_person_lets_read(tmp_path: Path) -> None:
    """They have the permissions of any new file, not those of a temporary one."""
    umask = os.umask(0o022)
    try:
        write_all(tmp_path, FILES)
    finally:
        os.umask(umask)
    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o644}


@pytest.mark.parametrize("below", ["file", "file/out", "file/out/deeper"])
def test_below_a_file_nothing_can_be_written(tmp_path: Path, below: str) -> None:
    """The message names the folder and what to do; the file stays what it was, no folder is made."""
    (tmp_path / "file").write_text("a file", encoding="utf-8")
    before = listing(tmp_path)
    for attempt in (lambda: check_writable(tmp_path / below), lambda: write_all(tmp_path / below, FILES)):
        with pytest.raises(BadInput, match="cannot be written") as caught:
            attempt()
        (problem,) = caught.value.problems
        assert problem.place == str(tmp_path / below)
        assert problem.remedy
    assert listing(tmp_path) == before


def test_all_or_none(tmp_path: Path) -> None:
    """Where one name cannot be a file, the files of the earlier run are what they were."""
    write_all(tmp_path, {"edition.md": "old", "certificate.json": "old"})
    (tmp_path / "transcript.txt").mkdir()
    (tmp_path / "transcript.txt" / "mine").write_text("mine", encoding="utf-8")
    before = listing(tmp_path)
    with pytest.raises(BadInput):
        write_all(tmp_path, FILES)
    assert listing(tmp_path) == before


def test_a_folder_that_was_made_for_nothing_is_taken_away(tmp_path: Path) -> None:
    """A name that no file system takes leaves no empty folders behind."""
    with pytest.raises(BadInput):
        write_all(tmp_path / "a" / "b", {"edition.md": "x", "x" * 300: "y"})
    assert listing(tmp_path) == {}


@pytest.mark.parametrize("folder", ["", "new", "new/deeper"])
def test_looking_makes_nothing(tmp_path: Path, folder: str) -> None:
    """To ask whether a folder can be written leaves no trace, whether it is there or not."""
    check_writable(tmp_path / folder)
    assert listing(tmp_path) == {}


def test_a_file_is_read_as_bytes(tmp_path: Path) -> None:
    """Nothing is decoded on the way."""
    (tmp_path / "a").write_bytes(b"\xff\r\n\0")
    assert read_bytes(tmp_path / "a") == b"\xff\r\n\0"


@pytest.mark.parametrize("name", ["missing", ".", "x" * 300, "file/below"])
def test_what_cannot_be_read_is_named(tmp_path: Path, name: str) -> None:
    """A missing file, a folder, an impossible name: where, what, and what to do."""
    (tmp_path / "file").write_text("a file", encoding="utf-8")
    with pytest.raises(BadInput, match="cannot be read") as caught:
        read_bytes(tmp_path / name)
    (problem,) = caught.value.problems
    assert problem.place == str(tmp_path / name)
    assert problem.remedy
