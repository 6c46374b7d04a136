"""A program that takes a folder in; prints how many sources and passages, and the most memory it had.

`python -m tests.benchmarks.indexing INDEX FOLDER`. The index should be there: making one imports sqlite-utils, which
needs more memory than a hundred transcripts do.
"""

import json
import re
import sys
from pathlib import Path

from workbench.search import SearchIndex


def peak() -> int:
    """Return the most memory of this program in KB; what getrusage says is also that of the program that began it."""
    status = Path("/proc/self/status")
    found = re.search(r"^VmHWM:\s*(\d+) kB", status.read_text() if status.exists() else "", re.MULTILINE)
    return int(found[1]) if found else 0


if __name__ == "__main__":
    taken = SearchIndex(Path(sys.argv[1])).take_in([Path(sys.argv[2])])
    sys.stdout.write(json.dumps({"added": len(taken.added), "opened": taken.opened, "peak": peak()}))
