import os
import resource
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.errors import BadInput, Problem
from tests.workbench.files.listing import listing
from tests.workbench.killing import child, exit_of
from workbench.cli import run
from workbench.cli.evaluate import arguments
from workbench.files import staging_folder
from workbench.files.names import OWN_NAMES
from workbench.files.write_files import check_writable, write_all, write_pieces

FILES = {"edition.md": "So “it” is.\r\n", "transcript.txt": "one\ntwo\r\n\ud800", "certificate.json": "{}\n"}


def rights(path: Path) -> int:
    """Return the permissions of a file or folder."""
    return path.stat().st_mode & 0o777


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


@pytest.mark.parametrize("mask", [0o022, 0o077, 0o002, 0o000])
def test_rights_follow_the_umask(tmp_path: Path, mask: int) -> None:
    """Files and folders have the rights of any new ones, private ones those of their owner alone; a folder that was
    there keeps its own."""
    umask = os.umask(mask)
    try:
        for _ in range(2):
            write_all(tmp_path / "new", FILES)
            write_all(tmp_path / "private", {"notes.txt": "one"}, private=True)
            (tmp_path / "there").mkdir(mode=0o755, exist_ok=True)
            (tmp_path / "there").chmod(0o755)
            write_all(tmp_path / "there", {"edition.md": "one", "workbench-usage.json": "two"}, private=True)
    finally:
        os.umask(umask)
    assert {rights(path) for path in (tmp_path / "new").iterdir()} == {0o666 & ~mask}
    assert (rights(tmp_path / "new"), rights(tmp_path / "private")) == (0o777 & ~mask, 0o700 & ~mask)
    assert {rights(path) for name in ("private", "there") for path in (tmp_path / name).iterdir()} == {0o600}
    assert rights(tmp_path / "there") == 0o755


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


def test_what_is_no_file_is_not_replaced(tmp_path: Path) -> None:
    """A pipe, or a link to a device, stays what it is: `--summary /dev/null` takes no device away."""
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / "null.md").symlink_to(os.devnull)
    for name in ("pipe.md", "null.md"):
        with pytest.raises(BadInput, match="a pipe or a device"):
            write_all(tmp_path, {name: "x"})
    assert (tmp_path / "pipe.md").is_fifo()
    assert (tmp_path / "null.md").is_symlink()
    assert set(listing(tmp_path)) == {"pipe.md", "null.md"}


@pytest.mark.parametrize("fails_at", range(1, 7))
def test_renames_that_fail_are_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails_at: int) -> None:
    """Whichever rename the system refuses, the folder is what it was, also where a file is new."""
    write_all(tmp_path, {"edition.md": "old", "transcript.txt": "old"})
    before = listing(tmp_path)
    renames = 0
    replace = Path.replace

    def refuse(path: Path, target: Path) -> Path:
        nonlocal renames
        renames += path.name != "journal.json.part"
        if renames == fails_at:
            renames += 1
            raise PermissionError(1, "Operation not permitted")
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(BadInput, match="Operation not permitted"):
        write_all(tmp_path, FILES)
    assert listing(tmp_path) == before


def test_a_folder_that_was_made_for_nothing_is_taken_away(tmp_path: Path) -> None:
    """A name that no file system takes leaves no empty folders behind."""
    with pytest.raises(BadInput):
        write_all(tmp_path / "a" / "b", {"edition.md": "x", "x" * 300: "y"})
    assert listing(tmp_path) == {}


def test_a_full_disk_changes_nothing(tmp_path: Path) -> None:
    """Where not all of a file fits, the earlier ones stay, and nothing is left beside them."""
    write_all(tmp_path, dict.fromkeys(FILES, "old"))
    before = listing(tmp_path)

    def act() -> int:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
        try:
            write_all(tmp_path, {**FILES, "transcript.txt": "x" * 1_000})
        except BadInput as error:
            return 0 if "cannot be written" in str(error) else 1
        return 2

    assert exit_of(child(act)) == 0
    assert listing(tmp_path) == before


def test_many_at_once_leave_the_files_of_one(tmp_path: Path) -> None:
    """Programs that write into one folder wait for each other: in the end all files are of the same one."""
    names = ("edition.md", "edition.html", "certificate.json")
    write_all(tmp_path, dict.fromkeys(names, "0"))

    def act(word: str) -> int:
        for _ in range(10):
            write_all(tmp_path, dict.fromkeys(names, word))
        return 0

    children = [child(lambda word=word: act(word)) for word in ("1", "2", "3")]
    threads = [threading.Thread(target=act, args=(word,)) for word in ("4", "5")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [exit_of(one) for one in children] == [0, 0, 0]
    found = listing(tmp_path)
    assert set(found) == set(names)
    assert len(set(found.values())) == 1


def test_a_folder_may_be_named_in_every_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`.`, a link, a path with `..`: the files stand in the folder that is meant, and replace a link of their name."""
    (tmp_path / "real" / "deep").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "real")
    (tmp_path / "mine").write_text("mine", encoding="utf-8")
    (tmp_path / "real" / "edition.md").symlink_to(tmp_path / "mine")
    monkeypatch.chdir(tmp_path / "real")
    for number, folder in enumerate((Path(), tmp_path / "link", Path("deep/.."))):
        write_all(folder, dict.fromkeys(FILES, str(number)))
        assert {(tmp_path / "real" / name).read_text(encoding="utf-8") for name in FILES} == {str(number)}
    assert (tmp_path / "mine").read_text(encoding="utf-8") == "mine"
    assert set(listing(tmp_path / "real")) == {*FILES, "deep"}


@pytest.mark.parametrize("folder", ["", "new", "new/deeper"])
def test_looking_makes_nothing(tmp_path: Path, folder: str) -> None:
    """To ask whether a folder can be written leaves no trace, whether it is there or not."""
    check_writable(tmp_path / folder)
    assert listing(tmp_path) == {}


def test_what_is_no_staging_folder_of_ours_is_left_alone(tmp_path: Path) -> None:
    """A link or a file of its name: nothing goes through it, and it is said before anything is paid."""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "mine").write_text("mine", encoding="utf-8")
    folder = tmp_path / "out"
    for target in (tmp_path / "elsewhere", folder / staging_folder.STAGING, None):
        folder.mkdir()
        if target is None:
            (folder / staging_folder.STAGING).write_text("mine", encoding="utf-8")
        else:
            (folder / staging_folder.STAGING).symlink_to(target)
        before = listing(tmp_path)
        for attempt in (lambda: check_writable(folder), lambda: write_all(folder, FILES)):
            with pytest.raises(BadInput, match="was not made by this program"):
                attempt()
        assert listing(tmp_path) == before
        (folder / staging_folder.STAGING).unlink()
        folder.rmdir()


def test_every_set_of_files_can_be_finished(tmp_path: Path) -> None:
    """The names of each command's files may stand in a journal; others may not."""
    assert all(OWN_NAMES.fullmatch(name) for name in (*run.NAMES, *arguments.NAMES))
    for name in ("notes.md", ".bashrc", "Makefile", "../edition.md", "edition.md\n", "a/edition.md", "EDITION.MD", ""):
        assert not OWN_NAMES.fullmatch(name)
    with pytest.raises(ValueError, match="OWN_NAMES"):
        write_all(tmp_path, {"edition.md": "x", "notes.md": "y"})
    assert listing(tmp_path) == {}


def test_a_file_is_in_its_place_once_its_last_piece_is_written(tmp_path: Path) -> None:
    """Until then the old one is there, whole; what raises in the middle leaves it so, and no folder that was made."""
    target = tmp_path / "rows.jsonl"
    target.write_text("old", encoding="utf-8")

    def pieces(end: Exception | None = None) -> Iterator[str]:
        for number in range(5):
            assert target.read_text(encoding="utf-8") == "old"
            yield f"{number}\r\n\ud800"
        if end is not None:
            raise end

    for error in (BadInput(Problem(place="a row", message="cannot be read.")), ValueError("a bug")):
        with pytest.raises(type(error)):
            write_pieces(target, pieces(error))
        with pytest.raises(type(error)):
            write_pieces(tmp_path / "new" / "rows.jsonl", pieces(error))
    assert listing(tmp_path) == {"rows.jsonl": b"old"}
    write_pieces(target, pieces())
    assert listing(tmp_path) == {"rows.jsonl": b"0\r\n?1\r\n?2\r\n?3\r\n?4\r\n?"}
    with pytest.raises(BadInput, match="is a folder"):
        write_pieces(tmp_path, pieces())
