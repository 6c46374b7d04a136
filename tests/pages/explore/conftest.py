from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.pages.conftest import Opened
from workbench.archive.chosen_folders import choose_folders
from workbench.archive.executors import ExecutorChoice, ExecutorKind
from workbench.archive.index_archive import ArchiveFolders, index_archive
from workbench.search import SearchIndex, index_path
from workbench.store import Store

WALL = (
    "**Ada Bell:** Who built the wall? It was the sea.\n\n"
    "**Ben Cole:** Nobody ever built the wall in those years. Perhaps the sea did. The wall stands.\n"
)
LAMP = "**Ada Bell:** Who kept the lamp?\n\n**Cy Dunn:** I kept it, behind the wall, for nine long years.\n"
ODD = "**<b>Eve</b>:** The $wall$ is `mine`, :smile: -- and *yours*.\n"
ABOUT = "file,title,date,show\nwall.md,The wall,2021-03-04,Sea\nlamp.md,<i>Lamps</i>,2022,Sea\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two talks of which something is known, one with marks of every kind in it, and a file that is none."""
    made = tmp_path / "talks"
    made.mkdir()
    (made / "wall.md").write_text(WALL)
    (made / "lamp.md").write_text(LAMP)
    (made / "<img src=x>.md").write_text(ODD)
    (made / "archive.csv").write_text(ABOUT)
    (made / "<u>broken.vtt").write_text("WEBVTT\n")
    return made


@pytest.fixture
def explored(store: Store, folder: Path) -> Path:
    """The folder, read and chosen."""
    del store  # which names the database, and with it the index
    choose_folders(index_path(), [str(folder)], [])
    read_again(folder)
    return folder


def read_again(folder: Path) -> None:
    """Bring the index up to date in this process."""
    index = SearchIndex(index_path())
    index_archive(ArchiveFolders([folder], {}, index), ExecutorChoice(ExecutorKind.SERIAL), lambda done, of, name: None)


def tables(opened: Opened) -> Sequence[str]:
    """What was sent to the browser, table by table."""
    return [one.proto.bytes.decode() for one in opened.app.get("bidi_component")]
