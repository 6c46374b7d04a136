"""Folders that the command writes: who may read them, links in them, and what a killed command leaves."""

import json
import os
import signal
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from tests.workbench.cli.commands import EDITION, MAP, TALK, files, process
from tests.workbench.conftest import Outcome, Workbench
from tests.workbench.files.test_interrupted_writes import dying
from tests.workbench.killing import child, exit_of
from workbench.cli.calls.calls_folder import read_calls
from workbench.files.staging_folder import STAGING

CALL = "chapter-01-call-1-first.json"


def rights(path: Path) -> int:
    """Return the permissions of a file or folder."""
    return path.stat().st_mode & 0o777


@pytest.fixture
def write(workbench: Workbench, tmp_path: Path) -> Callable[..., Outcome]:
    """Write a chapter of the sample with a reply from a file."""
    (tmp_path / "reply.md").write_text("## Told\n\nSorrel knew.\n", encoding="utf-8")
    words = ("--client", f"scripted:{tmp_path / 'reply.md'}", "--chapter", 1)
    return lambda *more: workbench("run", TALK, MAP, *words, *more)


@pytest.mark.parametrize("mask", [0o022, 0o002, 0o000])
def test_calls_are_for_their_owner_alone(write: Callable[..., Outcome], tmp_path: Path, mask: int) -> None:
    """Prompts hold what a transcript says: files 0600, a folder that is made 0700, one that was there as it was. The
    edition follows the umask."""
    (tmp_path / "there").mkdir()
    (tmp_path / "there").chmod(0o755)
    umask = os.umask(mask)
    try:
        for name in ("made", "there"):
            assert write("--out", tmp_path / "out", "--debug", tmp_path / name).code == 0
    finally:
        os.umask(umask)
    assert (rights(tmp_path / "made"), rights(tmp_path / "there")) == (0o700, 0o755)
    for name in ("made", "there"):
        assert set(files(tmp_path / name)) == {CALL, "workbench-usage.json"}
        assert {rights(path) for path in (tmp_path / name).iterdir()} == {0o600}
    assert rights(tmp_path / "out") == 0o777 & ~mask
    assert {rights(path) for path in (tmp_path / "out").iterdir()} == {0o666 & ~mask}


def test_calls_that_others_could_read_are_closed_and_that_is_said(
    write: Callable[..., Outcome], capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    """As an earlier version left them: the files, and the folder if it holds nothing else; a person's own files and
    the folder they are in stay as they are. Once is enough."""
    calls = tmp_path / "calls"
    for name in ("only calls", "with others"):
        calls = tmp_path / name
        write("--out", tmp_path / "out", "--debug", calls)
        (calls / CALL).rename(calls / "renamed.json")
        for path in (calls, *calls.iterdir()):
            path.chmod(0o755 if path.is_dir() else 0o644)
    (calls / "notes.txt").write_text("mine", encoding="utf-8")
    (calls / "notes.txt").chmod(0o644)
    for name, folder, others in (("only calls", 0o700, 0), ("with others", 0o755, 1)):
        calls = tmp_path / name
        capfdbinary.readouterr()
        assert len(read_calls(calls)) == 1
        said = f"Note: {calls}: 2 files could be read by others; now only by you.\n"
        assert capfdbinary.readouterr().err == said.encode()
        assert rights(calls) == folder
        assert sorted(map(rights, calls.iterdir())) == [0o600] * 2 + [0o644] * others
        read_calls(calls)
        assert capfdbinary.readouterr().err == b""
    calls.chmod(0o750)  # the person's wish
    read_calls(calls)
    assert rights(calls) == 0o750


def test_calls_behind_links_are_left_out_and_said(
    write: Callable[..., Outcome], capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    """A link in the folder is not followed, a pipe not opened; a folder that is itself named by a link is read."""
    write("--out", tmp_path / "out", "--debug", tmp_path / "calls")
    (tmp_path / "secret.json").write_text('{"workbench_call": 2}', encoding="utf-8")
    (tmp_path / "calls" / "a.json").symlink_to(tmp_path / "secret.json")
    (tmp_path / "calls" / "b.json").symlink_to("b.json")
    os.mkfifo(tmp_path / "calls" / "pipe.json")
    (tmp_path / "link").symlink_to(tmp_path / "calls")
    capfdbinary.readouterr()
    assert len(read_calls(tmp_path / "link")) == 1
    assert b"2 links left out; links are not followed." in capfdbinary.readouterr().err


@pytest.mark.parametrize("reader", ["edition.md", "edition.html", "--certificate"])
def test_verify_finishes_what_a_killed_run_left(workbench: Workbench, tmp_path: Path, reader: str) -> None:
    """Killed between two renames: all files are new after it, it says so, and proves the new edition."""
    out, again = tmp_path / "out", tmp_path / "again"
    assert workbench("run", TALK, MAP, "--out", out).code == 0
    assert workbench("run", TALK, MAP, "--out", again, "--chapter", 3).code == 0
    new, old = files(again), files(out)
    staging = out / STAGING
    staging.mkdir()
    digests = {name: sha256(data).hexdigest() for name, data in new.items()}
    (staging / "journal.json").write_text(json.dumps({"workbench_journal": 1, "files": digests}), encoding="utf-8")
    for number, (name, data) in enumerate(new.items()):
        (out / name if number < 2 else staging / name).write_bytes(data)
    if reader == "--certificate":
        (tmp_path / "edition.md").write_bytes(new["edition.md"])
        words = (tmp_path / "edition.md", TALK, "--certificate", out / "certificate.json")
    else:
        words = (out / reader, out / "transcript.txt")
    done = process("verify", *words)
    assert done.code == 0, done.err
    assert done.err == f"Note: {out}: a command was stopped while it wrote here; its files are complete now.\n"
    assert files(out) == new != old
    assert process("verify", *words).err == ""


@pytest.mark.thorough
def test_a_run_that_is_killed_anywhere_leaves_an_edition(workbench: Workbench, tmp_path: Path) -> None:
    """Before every tenth line of the write: the next `verify` finds the old edition or the new one, never both."""
    from workbench.cli.prepare import prepare
    from workbench.cli.run import RunOptions, run_line
    from workbench.providers.client_spec import choice_of

    line, writer = prepare(Path(TALK), Path(MAP)), RunOptions(choice_of("offline"))
    assert workbench("run", TALK, MAP, "--out", tmp_path / "old").code == 0
    assert workbench("run", TALK, MAP, "--out", tmp_path / "new", "--chapter", 3).code == 0
    seen: list[bool] = []
    for lines in range(0, 10_000, 10):
        out = tmp_path / f"out-{lines}"
        out.mkdir()
        for name, data in files(tmp_path / "old").items():
            (out / name).write_bytes(data)
        ended = exit_of(child(dying(lambda out=out: run_line(line, writer, out, [2]), lines)))
        assert workbench("verify", out / "edition.md", TALK).code == 0
        assert set(files(out)) == EDITION
        assert files(out) in (files(tmp_path / "old"), files(tmp_path / "new"))
        seen.append(files(out) == files(tmp_path / "new"))
        if ended == 0:
            break
        assert ended == -signal.SIGKILL
    assert len(seen) > 15
    assert seen == sorted(seen)
    assert set(seen) == {False, True}
