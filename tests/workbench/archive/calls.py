"""Functions that are called in other processes."""

import os
import signal
from pathlib import Path

from workbench.archive.editions.make_edition import EditionTask, MadeEdition, make_edition_of_files

NOTE = "WORKBENCH_TESTS_NOTE"
"""The environment variable with the path of a file that is made by what happens once."""


def doubled(number: int) -> int:
    """Return a number twice; 13 raises."""
    if number == 13:
        raise ValueError("thirteen")
    return 2 * number


def ends_at(task: tuple[int, str]) -> int:
    """Return a number, but for 7, which ends its process; each time is noted in a file."""
    number, note = task
    if number == 7:
        with Path(note).open("a") as file:
            file.write("x")
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def ends_once(task: tuple[int, str]) -> int:
    """Return a number; the first process that is asked for 7 ends."""
    number, note = task
    if number == 7 and not Path(note).exists():
        Path(note).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def edition_after_a_kill(task: EditionTask) -> MadeEdition:
    """Make an edition; the first process that is asked for the talk `killed.md` ends."""
    note = Path(os.environ[NOTE])
    if task.name == "killed.md" and not note.exists():
        note.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return make_edition_of_files(task)
