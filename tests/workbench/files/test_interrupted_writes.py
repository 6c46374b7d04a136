import json
import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import workbench.files
from core.errors import BadInput
from tests.workbench.files.listing import listing
from tests.workbench.killing import child, exit_of
from workbench.files.read_file import read_bytes
from workbench.files.staging_folder import STAGING, finish_interrupted_write, hold
from workbench.files.write_files import write_all

OLD = {"edition.md": "old", "edition.html": "old, too", "certificate.json": "{}"}
NEW = {"edition.md": "new", "certificate.json": '{"new": 1}', "transcript.txt": "new words", "edition.html": "<p>new"}
MINE = {"notes.md": "mine", ".hidden": "mine, too", "transcript.md": "mine as well"}
PLACE = str(Path(workbench.files.__file__).parent)


def dying(act: Callable[[], object], lines: int) -> Callable[[], int]:
    """Return an act that is killed (SIGKILL) before the given line of ours that it runs, from 0."""
    left = lines

    def step(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal left
        del arg
        if not frame.f_code.co_filename.startswith(PLACE):
            return None
        if event == "line":
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            left -= 1
        return step

    def acted() -> int:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - until the child ends
        sys.settrace(step)
        act()
        sys.settrace(None)
        return 0

    return acted


def kills(act: Callable[[], object], every: int = 1) -> Iterator[int]:
    """Kill an act before its first line, its second, and so on, each time in another process, until it gets through."""
    lines = 0
    while (ended := exit_of(child(dying(act, lines)))) != 0:
        assert ended == -signal.SIGKILL
        yield lines
        lines += every


def put(folder: Path, files: dict[str, str]) -> None:
    """Make a folder anew that holds these files and nothing else."""
    folder.mkdir(exist_ok=True)
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def held(folder: Path) -> dict[str, str]:
    """Return what a folder holds as text."""
    return {name: (data or b"").decode() for name, data in listing(folder).items()}


def wrote(files: dict[str, str]) -> dict[str, str]:
    """Return what stands in a folder after these files were written over the old ones."""
    return {**MINE, **OLD, **files}


def read(folder: Path) -> None:
    """Read a file of the edition, as `verify` does; whether it is there is seen afterwards."""
    with suppress(BadInput):
        read_bytes(folder / "edition.md", 1_000)


LOOKS: dict[str, Callable[[Path], object]] = {
    "a reader": read,
    "the next write": lambda folder: write_all(folder, {"report.html": "later"}),
}


@pytest.mark.thorough
@pytest.mark.parametrize("look", LOOKS)
def test_killed_anywhere_all_are_old_or_all_are_new(tmp_path: Path, look: str) -> None:
    """Before every line of the write: after the next look the files are all old or all new, nothing is left beside
    them, and the person's own files are as they were."""
    folder = tmp_path / "out"
    seen: list[dict[str, str]] = []

    def begin() -> None:
        put(folder, {**MINE, **OLD})

    begin()
    for _ in kills(lambda: write_all(folder, NEW)):
        LOOKS[look](folder)
        found = held(folder)
        if look == "the next write":
            assert found.pop("report.html") == "later"
        assert found in (wrote({}), wrote(NEW))
        seen.append(found)
        begin()
    assert len(seen) > 100
    changes = [one != other for one, other in pairwise(seen)]
    assert sum(changes) == 1, "from one moment on the write counts"
    assert held(folder) == wrote(NEW)


@pytest.mark.thorough
def test_killed_while_it_is_finished_it_is_finished_by_the_next(tmp_path: Path) -> None:
    """A reader that is killed before any of its lines leaves the same: all old, or all new."""
    folder = tmp_path / "out"

    def begin(lines: int) -> None:
        put(folder, {**MINE, **OLD})
        exit_of(child(dying(lambda: write_all(folder, NEW), lines)))

    put(folder, {**MINE, **OLD})
    for lines in list(kills(lambda: write_all(folder, NEW)))[::30]:
        begin(lines)
        shutil.copytree(folder, tmp_path / "killed")
        finish_interrupted_write(folder)
        ended = held(folder)
        assert ended in (wrote({}), wrote(NEW))
        for _ in kills(lambda: finish_interrupted_write(tmp_path / "killed"), every=5):
            finish_interrupted_write(tmp_path / "killed")
            assert held(tmp_path / "killed") == ended
            shutil.rmtree(tmp_path / "killed")
            begin(lines)
            shutil.copytree(folder, tmp_path / "killed")
        shutil.rmtree(tmp_path / "killed")


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["answer.md", "edition.md", "journal.json", "journal.json.part", "new"])
def test_one_file_alone_is_never_missing(tmp_path: Path, name: str) -> None:
    """It has any name and no journal: old or new at every moment, without a look."""
    folder = tmp_path / "out"
    put(folder, {**MINE, name: "old"})
    for _ in kills(lambda: write_all(folder, {name: "new"})):
        assert (folder / name).read_text(encoding="utf-8") in ("old", "new")
        write_all(folder, {name: "old"})
        assert held(folder) == {**MINE, name: "old"}


def interrupted(folder: Path, placed: dict[str, str], staged: dict[str, str], **changes: Any) -> None:
    """Make a folder in which a write was killed; `changes` are fields of its journal."""
    put(folder, placed)
    new = folder / STAGING
    new.mkdir()
    for name, text in staged.items():
        (new / name).write_text(text, encoding="utf-8")
    digests = {name: sha256(text.encode()).hexdigest() for name, text in NEW.items()}
    (new / "journal.json").write_text(json.dumps({"workbench_journal": 1, "files": digests} | changes), "utf-8")


def test_a_journal_is_finished_and_said(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Some files are in their places, the others follow; whoever looks next finds nothing to do."""
    moved = {"edition.md": NEW["edition.md"]}
    staged = {name: text for name, text in NEW.items() if name not in moved}
    interrupted(tmp_path, wrote(moved), staged)
    assert read_bytes(tmp_path / "certificate.json", 1_000) == NEW["certificate.json"].encode()
    assert held(tmp_path) == wrote(NEW)
    assert "its files are complete now" in caplog.text
    caplog.clear()
    finish_interrupted_write(tmp_path)
    assert caplog.text == ""


def test_leftovers_without_a_journal_go(tmp_path: Path) -> None:
    """Nothing was renamed by then, so what is in its place is whole."""
    for journal in ("", '{"workbench_journal": 1, "fi'):
        interrupted(tmp_path, wrote({}), NEW)
        (tmp_path / STAGING / "journal.json").rename(tmp_path / STAGING / "journal.json.part")
        (tmp_path / STAGING / "journal.json.part").write_text(journal, encoding="utf-8")
        finish_interrupted_write(tmp_path)
        assert held(tmp_path) == wrote({})


DIGEST = sha256(b"x").hexdigest()
UNFIT: dict[str, dict[str, Any]] = {
    "a path": {"files": {"../edition.md": DIGEST}},
    "a whole path": {"files": {"/etc/edition.md": DIGEST}},
    "a folder's file": {"files": {"deep/edition.md": DIGEST}},
    "a file of the person": {"files": {"notes.md": DIGEST}},
    "a hidden file": {"files": {".bashrc": DIGEST}},
    "a name with a line": {"files": {"edition.md\n": DIGEST}},
    "another sum": {"files": {"edition.md": DIGEST}},
    "no sum": {"files": {"edition.md": None}},
    "a file that is nowhere": {"files": {"results.json": DIGEST}},
    "no files": {"files": ["edition.md"]},
    "another version": {"workbench_journal": 2},
}


@pytest.mark.parametrize("case", UNFIT)
def test_a_journal_that_fits_nothing_moves_nothing(tmp_path: Path, case: str, caplog: pytest.LogCaptureFixture) -> None:
    """It may come with a folder that was downloaded. A reader says so and leaves everything; the next write removes it,
    says so, and writes its own."""
    folder = tmp_path / "out"
    own = {"edition.md", "results.json"}
    names = [Path(name).name for name in UNFIT[case].get("files", ()) if name not in own]
    interrupted(folder, wrote({}), {**NEW, **dict.fromkeys(names, "x")}, **UNFIT[case])
    (tmp_path / "edition.md").write_text("mine", encoding="utf-8")
    before = listing(tmp_path)
    with pytest.raises(BadInput, match="does not fit") as caught:
        read_bytes(folder / "edition.md", 1_000)
    assert caught.value.problems[0].place == str(folder / STAGING)
    assert listing(tmp_path) == before
    write_all(folder, NEW)
    assert held(folder) == wrote(NEW)
    assert (tmp_path / "edition.md").read_text(encoding="utf-8") == "mine"
    assert "were removed" in caplog.text


@pytest.mark.parametrize(
    "text",
    ["", "[" * 100_000, "null", '{"workbench_journal": 1}', "x" * 1_000_001, '{"workbench_journal": 1' + "9" * 9_999],
)
def test_a_journal_that_is_none_is_unfit(tmp_path: Path, text: str) -> None:
    """Whatever bytes are called so: nothing is moved, and no error is one of the program."""
    interrupted(tmp_path, wrote({}), NEW)
    (tmp_path / STAGING / "journal.json").write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match="does not fit"):
        finish_interrupted_write(tmp_path)


@pytest.mark.parametrize("name", ["edition.md", "journal.json"])
@pytest.mark.parametrize("kind", ["link", "pipe", "folder"])
def test_what_is_no_file_is_not_moved(tmp_path: Path, name: str, kind: str) -> None:
    """A link, a pipe or a folder in a file's place is neither opened nor followed nor renamed."""
    folder = tmp_path / "out"
    interrupted(folder, wrote({}), NEW)
    strange = folder / STAGING / name
    data = strange.read_bytes()
    strange.unlink()
    (tmp_path / "elsewhere").write_bytes(data)
    {
        "link": lambda: strange.symlink_to(tmp_path / "elsewhere"),
        "pipe": lambda: os.mkfifo(strange),
        "folder": strange.mkdir,
    }[kind]()
    with pytest.raises(BadInput):
        finish_interrupted_write(folder)
    assert {name: text for name, text in held(folder).items() if not name.startswith(STAGING)} == wrote({})
    assert (tmp_path / "elsewhere").read_bytes() == data


def test_a_reader_who_may_not_write_says_so(tmp_path: Path) -> None:
    """Some files are old and some are new, and nobody is told that they are one edition. Where nothing was renamed, the
    leftovers do no harm."""
    if os.geteuid() == 0:
        _as_nobody(tmp_path)
        return
    _check_read_only(tmp_path)


def _check_read_only(folder: Path) -> None:
    out = folder / "out"
    interrupted(out, wrote({}), NEW)
    (out / STAGING).chmod(0o555)
    out.chmod(0o555)
    with pytest.raises(BadInput, match="cannot be put in their places") as caught:
        read_bytes(out / "edition.md", 1_000)
    assert "may write" in caught.value.problems[0].remedy
    (out / STAGING).chmod(0o755)
    (out / STAGING / "journal.json").unlink()
    (out / STAGING).chmod(0o555)
    assert read_bytes(out / "edition.md", 1_000) == b"old"
    for path in (out, out / STAGING):
        path.chmod(0o755)


def _as_nobody(folder: Path) -> None:
    """Check it in a process that is not root's."""
    place = Path(f"/tmp/workbench-nobody-{os.getpid()}")  # noqa: S108 - pytest's own folder is closed to others
    place.mkdir(mode=0o700)
    os.chown(place, 65_534, 65_534)

    def act() -> int:
        os.setgid(65_534)
        os.setuid(65_534)
        _check_read_only(place)
        return 0

    assert exit_of(child(act)) == 0
    put(place, {})
    place.rmdir()


def test_a_folder_of_somebody_else_is_no_place_to_write(tmp_path: Path) -> None:
    """Where everybody may write, what another user has put there moves nothing and is no reason not to read."""
    if os.geteuid() != 0:
        pytest.skip("only root can give a folder to somebody else")
    interrupted(tmp_path, wrote({}), NEW)
    os.chown(tmp_path / STAGING, 65_534, 65_534)
    before = held(tmp_path)
    assert read_bytes(tmp_path / "edition.md", 1_000) == b"old"
    with pytest.raises(BadInput, match="was not made by this program"):
        write_all(tmp_path, NEW)
    assert held(tmp_path) == before


def test_a_write_under_way_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader does not clear what another program is just writing; if that takes too long, it says so."""
    put(tmp_path, OLD)
    monkeypatch.setattr("workbench.files.staging_folder._PATIENCE", 0.0)
    with hold(tmp_path, 0o755) as new:
        (new / "edition.md").write_text("coming", encoding="utf-8")
        for attempt in (lambda: read_bytes(tmp_path / "edition.md", 1_000), lambda: write_all(tmp_path, NEW)):
            with pytest.raises(BadInput, match="another command is writing"):
                attempt()
        assert (new / "edition.md").read_text(encoding="utf-8") == "coming"
    assert read_bytes(tmp_path / "edition.md", 1_000) == b"old"
    assert held(tmp_path) == OLD
