import json
import subprocess
import sys
from pathlib import Path

from workbench.store import Store

OPEN = """
import json, sys
from pathlib import Path
from workbench.store import Store, database_path
store = Store(Path(sys.argv[1]))
store.sessions.rename(store.sessions.list()[0].session, "Mine")
print(json.dumps([name for name in ("sqlite_utils", "pandas", "streamlit", "platformdirs") if name in sys.modules]))
"""


def test_a_file_that_is_up_to_date_is_opened_without_heavy_libraries(tmp_path: Path) -> None:
    """sqlite-utils takes up to two seconds to import, pandas with it; only a migration needs it."""
    store = Store(tmp_path / "workbench.db")
    store.sessions.create("A session")
    command = [sys.executable, "-c", OPEN, str(store.path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert json.loads(done.stdout) == []
