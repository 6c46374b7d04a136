"""The worker has no screen: a notebook or a script may write runs as well."""

import json
import subprocess
import sys

from tests.conftest import SAMPLE

LOADED = "import json, sys, workbench.jobs.runs\nprint(json.dumps(sorted(sys.modules)))"


def test_writing_loads_no_screen_and_no_data_frames() -> None:
    """Nor the database library, nor anything of the network."""
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, check=True, cwd=SAMPLE.parent)
    loaded = set(json.loads(done.stdout))
    assert {
        "streamlit",
        "pandas",
        "numpy",
        "plotly",
        "sqlite_utils",
        "asyncio",
        "workbench.ui.common.page_context",
    } & loaded == set()
    assert "workbench.jobs.runs.run_worker" in loaded
