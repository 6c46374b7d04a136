"""The command that reads an archive, started and followed as the page Explore does."""

import os
import signal
from pathlib import Path
from time import monotonic, sleep

import pytest

from workbench.archive.chosen_folders import ChosenFolders
from workbench.jobs.archive_reading import (
    ArchiveReading,
    ReadingState,
    archive_reading,
    start_reading,
    stop_reading,
)
from workbench.search import SearchIndex

PATIENCE = 120  # seconds


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three talks, and a file that is none."""
    made = tmp_path / "talks"
    made.mkdir()
    for number in range(3):
        (made / f"talk{number}.md").write_text(f"**Ada Bell:** This is number {number}.\n\n**Ben Cole:** Is it?\n")
    (made / "broken.vtt").write_text("WEBVTT\n")
    return made


def ended(index: Path) -> ArchiveReading:
    """Wait until the reading is over."""
    until = monotonic() + PATIENCE
    while monotonic() < until:
        reading = archive_reading(index)
        assert reading is not None
        if reading.state is not ReadingState.RUNNING:
            return reading
        sleep(0.02)
    pytest.fail("the command did not end")


def test_the_command_is_followed_to_its_end(folder: Path, tmp_path: Path) -> None:
    """What it read is in the index, what it refused in its report; a second time there is nothing new."""
    index = tmp_path / "ask.db"
    chosen = ChosenFolders(folders=(str(folder),))
    assert archive_reading(index) is None
    assert start_reading(index, chosen)
    reading = ended(index)
    assert (reading.state, reading.done, reading.total, reading.added) == (ReadingState.DONE, 4, 4, 3)
    assert [(one.name, bool(one.problems)) for one in reading.refused] == [("broken.vtt", True)]
    assert len([one for one in SearchIndex(index).sources() if one.passages]) == 3
    assert start_reading(index, chosen)
    assert (ended(index).state, ended(index).added) == (ReadingState.DONE, 0)


def test_a_folder_without_talks_says_so(tmp_path: Path) -> None:
    """The command's own sentence is what the page shows."""
    empty = tmp_path / "empty"
    empty.mkdir()
    assert start_reading(tmp_path / "ask.db", ChosenFolders(folders=(str(empty),)))
    reading = ended(tmp_path / "ask.db")
    assert reading.state is ReadingState.FAILED
    assert [line for line in reading.said if "there is no talk in it" in line]


@pytest.mark.thorough
@pytest.mark.parametrize(("end", "state"), [("stop", ReadingState.STOPPED), ("kill", ReadingState.LOST)])
def test_one_that_ends_early_goes_on_later(folder: Path, tmp_path: Path, end: str, state: ReadingState) -> None:
    """Stopped or killed, it is told apart, nobody else can begin a second one meanwhile, and the next one does all."""
    index, chosen = tmp_path / "ask.db", ChosenFolders(folders=(str(folder),))
    assert start_reading(index, chosen)
    assert not start_reading(index, chosen)
    reading = archive_reading(index)
    assert reading is not None
    if end == "stop":
        stop_reading(index)
    else:
        os.kill(reading.process, signal.SIGKILL)
    assert ended(index).state is state
    assert start_reading(index, chosen)
    assert (ended(index).state, len(ended(index).refused)) == (ReadingState.DONE, 1)
