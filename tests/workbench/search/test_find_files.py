import os
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from core.transcripts.readers.decoding import MAX_BYTES
from tests.workbench.search.making import Folder, talk
from workbench.search import SearchIndex, find_files
from workbench.search.find_files import FileListing
from workbench.search.find_files import find_files as find

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links and pipes are POSIX's")


class Stopped(Exception):
    """Somebody pressed Stop."""


@pytest.fixture
def named(tmp_path: Path) -> Folder:
    """A folder that a person names, with one transcript in it."""
    folder = Folder(tmp_path / "named")
    folder.write("talk.md", talk("About the clock."))
    return folder


@pytest.fixture
def outside(tmp_path: Path) -> Folder:
    """A folder that nobody named."""
    folder = Folder(tmp_path / "outside")
    folder.write("secret.md", talk("The secret clock."))
    folder.write("deep/er/secret.csv", "id,text\n1,secret\n")
    return folder


def found(*paths: Path) -> FileListing:
    """Return what is behind the paths."""
    return find(paths, lambda: None)


def names(listing: FileListing, folder: Folder) -> list[str]:
    """Return the files that were found, by their paths in the folder."""
    return [file.key.removeprefix(f"{folder.path}/") for file in listing.files]


WAYS_OUT: dict[str, Callable[[Path, Path], object]] = {
    "a file": lambda inside, outside: (inside / "a.md").symlink_to(outside / "secret.md"),
    "a folder": lambda inside, outside: (inside / "a").symlink_to(outside),
    "the root": lambda inside, outside: (inside / "a").symlink_to(outside.anchor),
    "the folder around": lambda inside, outside: (inside / "a").symlink_to(".."),
    "a relative path": lambda inside, outside: (inside / "a.md").symlink_to("../outside/secret.md"),
    "two links": lambda inside, outside: [
        (inside / "a.md").symlink_to(inside / "b"),
        (inside / "b").symlink_to(outside / "secret.md"),
    ],
    "a link and a file behind it": lambda inside, outside: [
        (inside / ".hidden").symlink_to(outside),
        (inside / "a.md").symlink_to(inside / ".hidden" / "secret.md"),
    ],
    "a folder whose name begins alike": lambda inside, outside: [
        inside.with_name("named too").mkdir(),
        (inside / "a").symlink_to(inside.with_name("named too")),
    ],
    "a file without a suffix": lambda inside, outside: [
        (outside / "plain").write_text("secret", encoding="utf-8"),
        (inside / "a.txt").symlink_to(outside / "plain"),
    ],
    "deep below": lambda inside, outside: [
        (inside / "x/y").mkdir(parents=True),
        (inside / "x/y/a").symlink_to("../../../outside"),
    ],
}


@pytest.mark.parametrize("way", WAYS_OUT)
def test_no_link_leads_out_of_a_named_folder(named: Folder, outside: Folder, way: str) -> None:
    """However it is made: nothing outside is found, and one sentence says what was left out."""
    WAYS_OUT[way](named.path, outside.path)
    listing = found(named.path)
    assert names(listing, named) == ["talk.md"]
    (problem,) = listing.left_out
    assert problem.message == "1 link left out: links that lead out of a folder are not followed."
    assert problem.place.startswith(str(named.path))
    assert problem.remedy


def test_a_named_path_that_is_a_link_is_followed_once(named: Folder, outside: Folder, tmp_path: Path) -> None:
    """A link to a folder and one to a file, also through a second link; what they hold leads out no further."""
    (tmp_path / "to-folder").symlink_to(named.path)
    (tmp_path / "to-link").symlink_to(tmp_path / "to-folder")
    (tmp_path / "to-file.md").symlink_to(outside.path / "secret.md")
    (named.path / "out").symlink_to(outside.path)
    for path in (tmp_path / "to-folder", tmp_path / "to-link", tmp_path / "to-link/../named"):
        listing = found(path)
        assert (names(listing, named), len(listing.left_out)) == (["talk.md"], 1)
    assert [file.key for file in found(tmp_path / "to-file.md").files] == [str(outside.path / "secret.md")]


def test_each_file_counts_once_whatever_its_names(named: Folder) -> None:
    """Links in circles, to the folder itself, to files that are found anyway, hard links, and a folder named twice."""
    named.write("deep/er/low.md", talk("Low."))
    named.write(".hidden/kept.md", talk("Kept."))
    (named.path / "self").symlink_to(named.path)
    (named.path / "deep/up").symlink_to("..")
    (named.path / "deep/er/self").symlink_to(".")
    (named.path / "one").symlink_to(named.path / "two")
    (named.path / "two").symlink_to(named.path / "one")
    (named.path / "again.md").symlink_to("talk.md")
    (named.path / "more.md").symlink_to(".hidden/kept.md")
    os.link(named.path / "talk.md", named.path / "deep/hard.md")
    listing = found(named.path, named.path / "deep", named.path / "TALK.md", named.path / "self/deep/er")
    assert names(listing, named) == ["deep/er/low.md", "more.md", "talk.md"]
    assert listing.left_out == ()
    (more,) = (file for file in listing.files if file.name == "more.md")
    assert more.path == named.path / ".hidden/kept.md"


def test_nothing_but_files_is_ever_opened(named: Folder, library: SearchIndex) -> None:
    """Pipes that nobody writes to, sockets and devices, in a folder, named, and behind a link: nothing hangs."""
    os.mkfifo(named.path / "pipe.md")
    (named.path / "zero.txt").symlink_to("/dev/zero")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(named.path / "socket.csv"))
        listing = found(named.path, named.path / "pipe.md", Path("/dev/zero"))
    assert names(listing, named) == ["talk.md"]
    why = {one.name: one.problems[0].message for one in listing.unreadable}
    assert set(why) == {"pipe.md", "socket.csv", "zero"}
    assert set(why.values()) == {"cannot be read: it is not a regular file."}
    assert len(listing.left_out) == 1
    file = named.path / "talk.md"

    def replace(*_: object) -> None:
        """Put a pipe where a file was found."""
        if not file.is_fifo():
            file.unlink()
            os.mkfifo(file)

    taken = library.take_in([file], progress=replace)
    assert [one.name for one in taken.unreadable] == ["talk.md"]


def test_no_more_files_than_a_call_reads(named: Folder, library: SearchIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first ones are read, the others counted, and where they begin is said. What was read before and is left out
    now stays in the index; what is gone goes."""
    for number in range(9):
        named.write(f"{number}.md", talk(f"Clock {number}."))
    assert len(library.take_in([named.path]).added) == 10
    monkeypatch.setattr(find_files, "MOST_FILES", 4)
    (named.path / "8.md").unlink()
    taken = library.take_in([named.path])
    assert len(taken.unchanged) == 4
    (note,) = taken.notes
    assert note.place == named.key("4.md")
    assert note.message == "from here on 5 files left out: one call reads at most 4 files and 4,000,000,000 bytes."
    assert taken.removed == (named.key("8.md"),)
    assert len(library.sources()) == 9


def test_no_more_bytes_than_a_call_reads(named: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that are too big to be read at all do not count: they are refused one by one."""
    for number in range(3):
        named.write(f"{number}.md", "x" * 1_000)
    with named.write("huge.md", "").open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    monkeypatch.setattr(find_files, "MOST_BYTES", 2_500)
    listing = found(named.path)
    assert names(listing, named) == ["0.md", "1.md", "huge.md", "talk.md"]
    assert [problem.message[:30] for problem in listing.left_out] == ["from here on 1 file left out: "]


def test_no_more_entries_than_can_be_looked_at(named: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tree without end of other files ends with a sentence, and what was found by then is there."""
    for number in range(30):
        named.write(f"{number:02}/notes.pdf", "x")
    monkeypatch.setattr(find_files, "_MOST_ENTRIES", 40)
    listing = found(named.path)
    assert names(listing, named) == ["talk.md"]
    (problem,) = listing.left_out
    assert "from here on nothing was looked at" in problem.message
    assert not listing.is_gone(named.key("29/notes.pdf"))
    assert listing.is_gone(named.key("29/gone.md"))


def test_a_large_folder_can_be_left(named: Folder) -> None:
    """Stop works in the middle of one folder of thousands of files."""
    for number in range(2_500):
        (named.path / f"{number}.pdf").touch()
    calls = 0

    def stop() -> None:
        nonlocal calls
        calls += 1
        if calls > 2:
            raise Stopped

    with pytest.raises(Stopped):
        find([named.path], stop)


@pytest.fixture
def endless(named: Folder) -> Iterator[Folder]:
    """A folder in a folder, 3,000 times, with a transcript in the outermost ones and in one far inside."""
    handle = os.open(named.path, os.O_RDONLY)
    for level in range(3_000):
        os.mkdir("d", dir_fd=handle)
        below = os.open("d", os.O_RDONLY, dir_fd=handle)
        if level in (5, 1_000):
            os.close(os.open("talk.md", os.O_CREAT | os.O_WRONLY, dir_fd=below))
        os.close(handle)
        handle = below
    os.close(handle)
    yield named
    top, spare = named.path / "d", named.path / "spare"
    while top.exists():  # nobody else could remove a tree so deep
        (top / "talk.md").unlink(missing_ok=True)
        if (top / "d").exists():
            (top / "d").rename(spare)
        top.rmdir()
        if spare.exists():
            spare.rename(top)


@pytest.mark.thorough
def test_folders_in_folders_without_end(endless: Folder) -> None:
    """Deeper than any path may be: what can be named is found, the rest is said."""
    listing = found(endless.path)
    assert [name.count("/") for name in names(listing, endless)] == [1_001, 6, 0]
    (problem,) = listing.unreadable
    assert "too long" in problem.problems[0].message
    assert len(listing.unseen) == 1


def test_names_and_rights_that_are_in_the_way(named: Folder) -> None:
    """Names that are no text, of other letters, with line breaks and of upper case are files like any other; a folder
    that one may not enter is said."""
    for name in (b"caf\xe9.md", b"\xff\xfe/\x80.txt", "ä/ö.CSV".encode(), b"line\nbreak.md", b"talk.MD"):
        named.write(os.fsdecode(name), talk("A clock."))
    named.write("closed/talk.md", talk("Closed."))
    (named.path / "closed").chmod(0)
    listing = found(named.path)
    (named.path / "closed").chmod(0o755)
    assert len(listing.files) in (6, 7)  # root enters every folder
    assert len(listing.unreadable) == 7 - len(listing.files)


def test_what_vanishes_meanwhile_holds_nothing_up(named: Folder, library: SearchIndex) -> None:
    """A file and a folder that are gone when their turn comes: said, and the rest is taken in."""
    named.write("a/gone.md", talk("Gone."))
    named.write("b/stays.md", talk("A clock stays."))

    def vanish(done: int, total: int, name: str) -> None:
        del done, total
        if name == "gone.md":
            (named.path / "a/gone.md").unlink()

    taken = library.take_in([named.path], progress=vanish)
    assert [one.name for one in taken.unreadable] == ["gone.md"]
    assert len(taken.added) == 2
