import json
import subprocess
import sys

from tests.workbench.search.making import Folder
from workbench.search import SearchIndex

ASK = """
import json, sys
from pathlib import Path
from workbench.search import SearchIndex, index_path
library = SearchIndex(Path(sys.argv[1]))
library.search("clock")
library.take_in([Path(sys.argv[2])])
print(json.dumps([name for name in ("sqlite_utils", "pandas", "streamlit", "nupunkt") if name in sys.modules]))
"""


def test_an_index_that_is_there_is_used_without_heavy_libraries(library: SearchIndex, folder: Folder) -> None:
    """sqlite-utils takes up to two seconds to import, pandas with it; only a new index needs it."""
    library.take_in([folder.path])
    folder.write("new.md", "**Ada:** A new clock.\n")
    command = [sys.executable, "-c", ASK, str(library.path), str(folder.path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert json.loads(done.stdout) == []
    assert len(library.sources()) == 2
