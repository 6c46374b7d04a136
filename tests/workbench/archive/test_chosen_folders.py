"""The folders that the page Explore keeps."""

from pathlib import Path

import pytest

from core.errors import BadInput
from workbench.archive.chosen_folders import ChosenFolders, choose_folders, read_chosen_folders


def test_folders_are_kept_beside_the_index(tmp_path: Path) -> None:
    """Each once, by its whole path, whatever marks and spaces stand around it; without empty lines."""
    (tmp_path / "a b").mkdir()
    index = tmp_path / "data" / "ask.db"
    typed = [f'  "{tmp_path / "a b"}" ', "", f"{tmp_path}/a b/", str(tmp_path)]
    chosen = choose_folders(index, typed, [" verbatim ", "", "verbatim"])
    assert chosen == ChosenFolders(folders=(str(tmp_path / "a b"), str(tmp_path)), tiers=("verbatim",))
    assert read_chosen_folders(index) == chosen


def test_all_that_is_wrong_is_said_at_once_and_nothing_is_kept(tmp_path: Path) -> None:
    """A file, a path that is not whole, a folder that is not there, half a character, a NUL."""
    (tmp_path / "file.md").write_text("words")
    typed = [str(tmp_path), str(tmp_path / "file.md"), "talks", str(tmp_path / "gone"), "/\0"]
    with pytest.raises(BadInput) as refused:
        choose_folders(tmp_path / "ask.db", typed, [])
    assert [problem.place for problem in refused.value.problems] == typed[1:]
    assert read_chosen_folders(tmp_path / "ask.db") == ChosenFolders()
    with pytest.raises(BadInput, match="none was named"):
        choose_folders(tmp_path / "ask.db", ["", "  "], [])


@pytest.mark.parametrize("kept", [b"", b"\xff", b"[]", b'{"folders": 3}', b"{" * 1_000])
def test_a_damaged_file_is_no_choice(tmp_path: Path, kept: bytes) -> None:
    """The page then asks for folders, as at the beginning."""
    (tmp_path / "ask.folders.json").write_bytes(kept)
    assert read_chosen_folders(tmp_path / "ask.db") == ChosenFolders()
