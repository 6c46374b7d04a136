"""Folders of an archive are read by the command, in a process of its own that every tab of the app follows.

What the command stored before it ended, however it ended, is in the index: begun again it does the rest. Source:
decisions.md#archives.
"""

import json
import os
import signal
import subprocess
import sys
from collections import deque
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from threading import Lock, Thread, Timer
from typing import IO, Any

from pydantic import ValidationError

from core.record import Record
from workbench.archive.chosen_folders import ChosenFolders
from workbench.paths import APP
from workbench.search import UnreadableFile

_SAYS_BEFORE = "workbench: "
_MOST_SAID = 20  # lines for people that are kept
_LONGEST_LINE = 10_000
_PATIENCE = 10.0  # seconds for a command that was asked to stop


class ReadingState(StrEnum):
    """Where the reading of an archive stands; `LOST` is one whose program ended without a word."""

    RUNNING = "running"
    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"
    LOST = "lost"


class ArchiveReading(Record):
    """How far the folders of an archive are read, by which process: `done` of `total` files, and the one that is next.

    `said` is what the command said to people, in whole sentences. Once it is done, `refused` are the files that could
    not be read, and the numbers say how many were new, changed and gone.
    """

    process: int
    state: ReadingState = ReadingState.RUNNING
    done: int = 0
    total: int = 0
    file: str = ""
    said: tuple[str, ...] = ()
    refused: tuple[UnreadableFile, ...] = ()
    added: int = 0
    changed: int = 0
    removed: int = 0


def _command(index: Path, chosen: ChosenFolders) -> list[str]:
    tiers = [f"--tier={name}" for name in chosen.tiers]
    asked = ["--index", str(index), "--json", "--progress", *tiers, "--", *chosen.folders]
    return [sys.executable, "-m", "workbench", "archive", "index", *asked]


def _refused(listed: Any) -> tuple[UnreadableFile, ...]:
    """Return the files that the command's own report lists."""
    return tuple(
        UnreadableFile(key=one["file"], name=one["file"].rpartition("/")[2], problems=one["problems"]) for one in listed
    )


class _FollowedCommand:
    """One run of the command; any thread may look at its status at any time."""

    def __init__(self, index: Path, chosen: ChosenFolders) -> None:
        self._said: deque[str] = deque(maxlen=_MOST_SAID)
        self._report = ""
        self._stops = False
        # A group of its own, with its workers: it ends as one, and by no key that is pressed for the app.
        self._process = subprocess.Popen(  # noqa: S603 - our own program
            _command(index, chosen),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
            cwd=APP.parent.parent,
            start_new_session=True,
        )
        self.status = ArchiveReading(process=self._process.pid)
        Thread(target=self._work, name="following a command", daemon=True).start()

    def stop(self) -> None:
        """Ask the command to stop; one that does not is ended.

        Not as Ctrl+C does: an app that was started in the background hands on that this is not to be heeded.
        """
        self._stops = True
        with suppress(ProcessLookupError):
            self._process.terminate()
        late = Timer(_PATIENCE, self._end_late)
        late.daemon = True
        late.start()

    def _end_late(self) -> None:
        if self._process.poll() is None:  # the number of one that has ended may be another's by now
            self._end_all()

    def _end_all(self) -> None:
        """End the command where it has not ended, and those of its workers that a sudden end left behind."""
        with suppress(OSError):
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            elif self._process.poll() is None:
                self._process.kill()

    def _follow(self, lines: IO[str]) -> None:
        while line := lines.readline(_LONGEST_LINE):
            try:
                told = json.loads(line)
                far = {"done": int(told["done"]), "total": int(told["total"]), "file": str(told["file"])}
            except (ValueError, TypeError, KeyError):
                if line.strip():
                    self._said.append(line.strip().removeprefix(_SAYS_BEFORE))
                continue
            self.status = self.status.model_copy(update=far)

    def _read_report(self, output: IO[str]) -> None:
        self._report = output.read()

    def _work(self) -> None:
        process = self._process
        readers = [
            Thread(target=self._follow, args=(process.stderr,), daemon=True),
            Thread(target=self._read_report, args=(process.stdout,), daemon=True),
        ]
        for reader in readers:
            reader.start()
        with process:
            code = process.wait()
            if code:
                self._end_all()  # workers that live on hold the pipes open
            for reader in readers:
                reader.join()
        self.status = self._outcome(code)

    def _outcome(self, code: int) -> ArchiveReading:
        said = self.status.model_copy(update={"said": tuple(self._said)})
        if code == 0:
            with suppress(ValueError, KeyError, TypeError, AttributeError, ValidationError):
                report = json.loads(self._report)
                numbers = {name: len(report[name]) for name in ("added", "changed", "removed")}
                return said.model_copy(
                    update={"state": ReadingState.DONE, "refused": _refused(report["refused"]), **numbers}
                )
        if self._stops:
            return said.model_copy(update={"state": ReadingState.STOPPED})
        return said.model_copy(update={"state": ReadingState.FAILED if code > 0 else ReadingState.LOST})


_changing = Lock()
_commands: dict[str, _FollowedCommand] = {}


def archive_reading(index: Path) -> ArchiveReading | None:
    """Return how far the folders are read into an index, or how the last reading ended; None where none was begun."""
    with _changing:
        command = _commands.get(str(index))
    return command.status if command is not None else None


def stop_reading(index: Path) -> None:
    """Stop reading folders into an index; what was stored stays."""
    with _changing:
        command = _commands.get(str(index))
    if command is not None and command.status.state is ReadingState.RUNNING:
        command.stop()


def start_reading(index: Path, chosen: ChosenFolders) -> bool:
    """Begin to read folders into an index; False where that is under way already, for whichever tab."""
    with _changing:
        known = _commands.get(str(index))
        if known is not None and known.status.state is ReadingState.RUNNING:
            return False
        _commands[str(index)] = _FollowedCommand(index, chosen)
    return True
