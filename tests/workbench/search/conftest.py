from pathlib import Path

import pytest

from tests.workbench.search.making import Folder
from workbench.search import SearchIndex


@pytest.fixture
def library(tmp_path: Path) -> SearchIndex:
    """A library whose file is not there yet, and which waits for nobody long."""
    return SearchIndex(tmp_path / "index" / "ask.db", patience=0.2)


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """A folder with a talk in it."""
    made = Folder(tmp_path / "sources")
    made.write("talk.md", "**Ada:** The tide clock stood still.\n\n**Ben:** Nobody wound it.\n")
    return made
