"""A program that takes a folder in; prints how many sources and passages, and the most memory it had.

`python -m tests.benchmarks.indexing INDEX FOLDER`. The index should be there: making one imports sqlite-utils, which
needs more memory than a hundred transcripts do.
"""

import json
import resource
import sys
from pathlib import Path

from workbench.search import SearchIndex

if __name__ == "__main__":
    taken = SearchIndex(Path(sys.argv[1])).take_in([Path(sys.argv[2])])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    sys.stdout.write(json.dumps({"added": len(taken.added), "opened": taken.opened, "peak": peak}))
