"""Where the output of commands goes: to a full disk, to a reader that has gone, nowhere; and Ctrl-C."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.properties import few
from tests.workbench.cli.commands import DRAFT, EDITION, MAP, ROOT, SAMPLE, TALK
from workbench.cli.output import print_json, print_json_rows, print_json_with_rows, print_table

FULL = Path("/dev/full")
pytestmark = pytest.mark.skipif(not FULL.exists(), reason="needs a device that is always full")

COMMANDS: dict[str, tuple[str, ...]] = {
    "a table": ("whitelist", TALK, MAP),
    "the list of commands": ("--help",),
    "an edition": ("run", TALK, MAP, "--out", "{dir}/out", "--chapter", "3"),
    "JSON": ("whitelist", TALK, MAP, "--json"),
    "help of a command": ("verify", "--help"),
    "a help page": ("help", "ask"),
    "the version": ("--version",),
    "coverage": ("coverage", TALK, MAP),
    "an enforced draft": ("enforce", TALK, MAP, DRAFT, "--chapter", "3"),
    "a verdict": ("verify", DRAFT, TALK),
    "corruptions": ("battery", TALK, MAP),
    "an estimate": ("run", TALK, MAP, "--estimate"),
    "numbers": ("numbers", DRAFT),
    "extracted JSON": ("extract-json", MAP),
    "a schema": ("schema", "evidence"),
    "an answer": ("ask", "clock", "--from", str(SAMPLE / "feedback.csv"), "--index", "{dir}/ask.db"),
}
# Whoever is started in the background of a script is born deaf to Ctrl-C.
COMMAND = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from workbench.__main__ import main; main()"
)


def begin(*words: object, stdout: int, stderr: int = subprocess.PIPE) -> "subprocess.Popen[bytes]":
    """Begin the command in the mode in which Python says what it could not write at the end."""
    command = [sys.executable, "-X", "dev", "-W", "ignore", "-c", COMMAND, *map(str, words)]
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr)


def said(process: "subprocess.Popen[bytes]") -> str:
    """Return what a command wrote on standard error."""
    return process.communicate(timeout=120)[1].decode()


def named(case: str, folder: Path) -> list[str]:
    """Return the words of a command."""
    return [word.replace("{dir}", str(folder)) for word in COMMANDS[case]]


@pytest.mark.parametrize("case", few(2, COMMANDS))
def test_a_full_disk_is_one_sentence(tmp_path: Path, case: str) -> None:
    """What happened and what to do, exit code 2; nothing is tried again when the program ends."""
    with FULL.open("wb") as full:
        process = begin(*named(case, tmp_path), stdout=full.fileno())
        *_, last = said(process).splitlines()
    assert (process.returncode, last) == (
        2,
        "workbench: standard output: cannot be written: No space left on device. Make room, or send it elsewhere.",
    )
    if case == "an edition":
        assert {path.name for path in (tmp_path / "out").iterdir()} == EDITION


@pytest.mark.parametrize("case", few(1, COMMANDS))
def test_a_reader_that_has_gone_is_no_trouble(tmp_path: Path, case: str) -> None:
    """As with `| head -1`: nothing is said of it, and what is written elsewhere is written."""
    reading, writing = os.pipe()
    os.close(reading)
    process = begin(*named(case, tmp_path), stdout=writing)
    os.close(writing)
    told = said(process)
    assert process.returncode == 1
    assert not any(word in told for word in ("Traceback", "pipe", "Exception"))


@pytest.mark.parametrize("case", few(1, COMMANDS))
def test_messages_that_cannot_be_written_stop_nothing(tmp_path: Path, case: str) -> None:
    """Progress and notes go to a full disk: the result and the exit code are as ever."""
    with FULL.open("wb") as full:
        process = begin(*named(case, tmp_path / "one"), stdout=subprocess.PIPE, stderr=full.fileno())
        out, _ = process.communicate(timeout=120)
    usual = begin(*named(case, tmp_path / "two"), stdout=subprocess.PIPE)
    expected, _ = usual.communicate(timeout=120)
    assert process.returncode == usual.returncode
    assert out.replace(b"/one/", b"/two/") == expected


@pytest.mark.parametrize("closed", few(1, ["both", "stdout", "stderr"]))
def test_output_may_be_closed(closed: str) -> None:
    """`>&-` is nobody who wants to read: the work is done without a word."""
    command = f"exec {sys.executable} -m workbench verify {DRAFT} {TALK}"
    redirected = {"stdout": ">&-", "stderr": "2>&-", "both": ">&- 2>&-"}[closed]
    done = subprocess.run(["sh", "-c", f"{command} {redirected}"], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 1  # as ever for this draft
    assert done.stderr == b""
    assert bool(done.stdout) == (closed == "stderr")


def open_for_writing(pipe: Path, process: "subprocess.Popen[bytes]") -> int:
    """Open a pipe as soon as the command reads from it, and return once it has read a byte and waits for more.

    A signal just before it waits would be seen only by the code behind the waiting.
    """
    writing = -1
    while process.poll() is None:
        with contextlib.suppress(OSError):
            if writing < 0:
                writing = os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
                os.write(writing, b"x")
            if not _unread(writing) and _waits(process):
                return writing
        time.sleep(0.01)
    raise AssertionError(said(process))


def _unread(pipe: int) -> int:
    import fcntl  # only here: Windows has neither
    import termios

    return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder)


def _waits(process: "subprocess.Popen[bytes]") -> bool:
    return Path(f"/proc/{process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] == "S"


READS: dict[str, tuple[str, ...]] = {
    "verify": ("{pipe}", TALK),
    "numbers": ("{pipe}",),
    "whitelist": ("{pipe}", MAP),
    "run": (TALK, "{pipe}", "--out", "{dir}/out"),
    "extract-json": ("{pipe}",),
    "evaluate": ("{pipe}",),
}


@pytest.mark.parametrize("command", few(1, READS))
def test_an_interrupt_while_files_are_read_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """Ctrl-C while a pipe is read that nobody writes to: 130, as shells say it, and nothing was written."""
    monkeypatch.setenv("WORKBENCH_DB", str(tmp_path / "sessions.db"))
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    words = [word.replace("{pipe}", str(pipe)).replace("{dir}", str(tmp_path)) for word in READS[command]]
    process = begin(command, *words, stdout=subprocess.PIPE)
    writing = open_for_writing(pipe, process)
    process.send_signal(signal.SIGINT)
    told = said(process)
    os.close(writing)
    assert process.returncode == 130
    assert told.strip() == "workbench: it was stopped before it was done."
    assert not (tmp_path / "out").exists()


def test_of_very_many_rows_the_first_are_printed(capfd: pytest.CaptureFixture[str]) -> None:
    """How many more there are is said; a table up to the limit is whole."""
    print_table("Rows", ("one",), ((f"row {number}",) for number in range(5_003)))
    out = capfd.readouterr().out
    assert "row 4999" in out
    assert "row 5000" not in out
    assert out.endswith("The table has 3 more rows. With --json all of them are printed.\n")
    print_table("Rows", ("one",), ((f"row {number}",) for number in range(5_001)))
    assert "The table has 1 more row. " in capfd.readouterr().out


@pytest.mark.parametrize("count", [0, 1, 255, 256, 257, 600])
def test_rows_are_printed_as_a_list_of_them_is(capsysbinary: pytest.CaptureFixture[bytes], count: int) -> None:
    """The same bytes, whatever a row holds, though no more than some of them are there at once."""
    rows: list[dict[str, object]] = [
        {"number": at, "text": f'"{at}",\n]\n[ \x7f\u202e', "none": None, "in": [{}, {"a": []}]} for at in range(count)
    ]
    rows[300:] = [{**row, "text": "half: \ud800"} for row in rows[300:]]
    print_json(rows)
    whole = capsysbinary.readouterr().out
    print_json_rows(iter(rows))
    assert capsysbinary.readouterr().out == whole
    facts = {"form": "\u202e", "obstacle": {"line": 3}}
    print_json({**facts, "rows": rows})
    whole = capsysbinary.readouterr().out
    print_json_with_rows(facts, "rows", iter(rows))
    assert capsysbinary.readouterr().out == whole
