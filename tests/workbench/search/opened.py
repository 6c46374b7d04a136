"""A program that takes a folder in and is watched: which of its files were opened, whoever opened them.

`python -m tests.workbench.search.opened INDEX FOLDER` prints what was taken in and the names of the opened files.
"""

import json
import sys
from pathlib import Path
from typing import Any

from workbench.search import SearchIndex


def main(index: Path, folder: Path) -> dict[str, Any]:
    """Take the folder in; return what came of it."""
    seen: list[str] = []
    inside = f"{folder}/"

    def note(event: str, values: tuple[object, ...]) -> None:
        if event == "open" and str(values[0]).startswith(inside):
            seen.append(str(values[0]).removeprefix(inside))

    sys.addaudithook(note)
    taken = SearchIndex(index).take_in([folder])
    return {"seen": sorted(seen), **taken.model_dump(mode="json")}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(Path(sys.argv[1]), Path(sys.argv[2]).resolve())))
