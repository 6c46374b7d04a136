import subprocess
import sys

PROGRAM = """
import gc
from workbench.ui.common.garbage_collection import spare_what_stays
spared = []
for _ in range(3):
    spare_what_stays()
    spared.append(gc.get_freeze_count())
print(spared[0] == 0, spared[1] > 1_000, spared[2] == spared[1])
"""


def test_what_a_process_keeps_is_spared_once() -> None:
    """Before the second page: before the first there is little, and later there may be garbage."""
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.split() == ["True", "True", "True"]
