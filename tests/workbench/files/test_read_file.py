import os
import socket
import stat
import threading
from pathlib import Path

import pytest

from core.errors import BadInput
from workbench.files.read_file import read_bytes

MOST = 1_000


def refused(path: Path, *, regular: bool = False) -> str:
    """Return why a file is not read."""
    with pytest.raises(BadInput) as caught:
        read_bytes(path, MOST, regular=regular)
    (problem,) = caught.value.problems
    assert problem.place == str(path)
    assert problem.remedy
    return problem.message


def test_a_file_is_read_as_bytes(tmp_path: Path) -> None:
    """Nothing is decoded on the way; as many bytes as may be read are read."""
    (tmp_path / "a").write_bytes(b"\xff\r\n\0")
    assert read_bytes(tmp_path / "a", MOST) == b"\xff\r\n\0"
    (tmp_path / "a").write_bytes(b"x" * MOST)
    assert len(read_bytes(tmp_path / "a", MOST, regular=True)) == MOST


@pytest.mark.parametrize("name", ["missing", ".", "x" * 300, "file/below", "a\0b"])
def test_what_cannot_be_read_is_named(tmp_path: Path, name: str) -> None:
    """A missing file, a folder, an impossible name: where, what, and what to do."""
    (tmp_path / "file").write_text("a file", encoding="utf-8")
    for regular in (False, True):
        assert "cannot be read" in refused(tmp_path / name, regular=regular) or name == "."


def test_a_file_that_is_too_big_is_not_read(tmp_path: Path) -> None:
    """Its size is in the message; a terabyte of nothing is refused as fast."""
    for size in (MOST + 1, 10**12):
        with (tmp_path / "big").open("wb") as file:
            file.truncate(size)
        assert f"it has {size:,} bytes; 1,000 may be read" in refused(tmp_path / "big")


@pytest.mark.parametrize("name", ["/dev/zero", "/dev/urandom"])
def test_what_never_ends_is_read_so_far(name: str) -> None:
    """A device is read as far as a file could be; where only files are wanted, it is not opened."""
    if not Path(name).exists():
        pytest.skip("this system has no such device")
    assert refused(Path(name)) == "the file is too big: it has more than 1,000 bytes."
    assert "not a regular file" in refused(Path(name), regular=True)


def test_a_pipe_is_read_to_its_end_and_no_further_than_allowed(tmp_path: Path) -> None:
    """`<(cat x)` is read as the file would be; one that is written without end is closed."""
    os.mkfifo(tmp_path / "pipe")
    ended = threading.Event()

    def write(data: bytes, times: int) -> None:
        with (tmp_path / "pipe").open("wb", buffering=0) as file:
            try:
                for _ in range(times):
                    file.write(data)
            except BrokenPipeError:
                ended.set()

    threading.Thread(target=write, args=(b"word ", 3), daemon=True).start()
    assert read_bytes(tmp_path / "pipe", MOST) == b"word word word "
    threading.Thread(target=write, args=(b"x" * 100_000, 10**9), daemon=True).start()
    assert refused(tmp_path / "pipe") == "the file is too big: it has more than 1,000 bytes."
    assert ended.wait(120)


def test_where_only_files_are_wanted_nothing_else_is_opened(tmp_path: Path) -> None:
    """A pipe that nobody writes to and a socket, by their own names and through links: nothing is waited for."""
    os.mkfifo(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "socket"))
        for name in ("pipe", "socket"):
            (tmp_path / f"{name}.md").symlink_to(tmp_path / name)
            for path in (tmp_path / name, tmp_path / f"{name}.md"):
                assert "not a regular file" in refused(path, regular=True)
        assert stat.S_ISSOCK((tmp_path / "socket").stat().st_mode)
        assert "cannot be read" in refused(tmp_path / "socket")
