"""The sample, and the command in a process of its own, for the tests of commands."""

import os
import subprocess
import sys
from pathlib import Path

from tests.golden import CASES
from tests.workbench.conftest import Outcome

ROOT = Path(__file__).parents[3]
SAMPLE = ROOT / "sample_data"
TALK, MAP, REPLIES = (str(SAMPLE / name) for name in ("interview.md", "evidence.json", "replies.json"))
EDITION = {"edition.md", "edition.html", "edition.json", "certificate.json", "transcript.txt"}
DRAFT = str(CASES / "drafts" / "wrong_mouths.md")


def process(*words: object, **environment: str) -> Outcome:
    """Run the command in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "workbench", *map(str, words)],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        check=False,
    )
    return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())


def files(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder, hidden ones too."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())} if folder.exists() else {}
