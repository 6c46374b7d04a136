"""Whatever file a command is given, it ends in words: an exit code that says what happened, and no traceback."""

import re
import signal
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from tests.hostile_files import HOSTILE_FILES
from tests.workbench.cli.commands import DRAFT, MAP, REPLIES, SAMPLE, TALK, files
from tests.workbench.conftest import Workbench

pytestmark = pytest.mark.thorough

PATIENCE = 300  # seconds: the program hangs, however busy the machine is
# The commands, with `{x}` for the hostile file: each place where a file is read, under each name that decides how.
PLACES: dict[str, tuple[str, ...]] = {
    "transcript.md": ("whitelist", "{x}", MAP),
    "transcript.txt": ("coverage", "{x}", MAP, "--json"),
    "bare.md": ("map", "outline", "{x}", "--out", "{out}.json"),
    "map.json": ("whitelist", TALK, "{x}"),
    "map.yaml": ("run", TALK, "{x}", "--out", "{out}"),
    "settings.yaml": ("coverage", TALK, MAP, "--settings", "{x}"),
    "settings.json": ("run", TALK, MAP, "--out", "{out}", "--settings", "{x}"),
    "script.json": ("run", TALK, MAP, "--out", "{out}", "--client", "scripted:{x}"),
    "script.txt": ("run", TALK, MAP, "--out", "{out}", "--chapter", "1", "--client", "scripted:{x}"),
    "draft.md": ("enforce", TALK, MAP, "{x}", "--chapter", "1"),
    "edition.md": ("verify", "{x}", TALK),
    "edition.html": ("verify", "{x}", TALK, "--json"),
    "edition": ("verify", "{x}", TALK, "--text-only"),
    "proof.md": ("verify", DRAFT, "{x}"),
    "certificate.json": ("verify", DRAFT, TALK, "--certificate", "{x}"),
    "reply.txt": ("extract-json", "{x}"),
    "schema.json": ("extract-json", REPLIES, "--schema", "{x}"),
    "narrative.md": ("numbers", "{x}"),
    "narrative.json": ("numbers", "{x}", "--json"),
    "results.csv": ("numbers", str(SAMPLE / "narrative.md"), "--results", "{x}"),
    "results.tsv": ("numbers", str(SAMPLE / "narrative.md"), "--results", "{x}", "--json"),
    "results.json": ("numbers", str(SAMPLE / "narrative.md"), "--results", "{x}"),
    "results.jsonl": ("numbers", str(SAMPLE / "narrative.md"), "--results", "{x}"),
    "results.db": ("numbers", str(SAMPLE / "narrative.md"), "--results", "{x}"),
    "rules.yml": ("numbers", str(SAMPLE / "narrative.md"), "--rules", "{x}"),
    "verification.yml": ("numbers", str(SAMPLE / "narrative.md"), "--verification", "{x}"),
    "records.csv": ("ask", "slow hurry", "--from", "{x}", "--index", "{out}.db"),
    "records.json": ("ask", "slow hurry", "--from", "{x}", "--index", "{out}.db", "--json"),
    "records.jsonl": ("ask", "slow hurry", "--from", "{x}", "--index", "{out}.db"),
    "records.md": ("ask", "slow hurry", "--from", "{x}", "--index", "{out}.db"),
    "index.db": ("ask", "slow hurry", "--from", TALK, "--index", "{x}"),
    "experiment.yml": ("evaluate", "{x}", "--db", "{out}.db"),
    "experiment.json": ("evaluate", "{x}", "--estimate", "--db", "{out}.db"),
    "sessions.db": ("evaluate", str(SAMPLE / "experiment.yml"), "--estimate", "--db", "{x}"),
}
# What a terminal would obey, or what would turn the order of the words around it.
OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@pytest.fixture(autouse=True)
def bell() -> Generator[None]:
    """A command that hangs fails its test, and not the whole run."""

    def ring(*_: Any) -> None:
        raise AssertionError("the command hangs")

    before = signal.signal(signal.SIGALRM, ring)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("name", PLACES, ids=PLACES)
def test_every_command_bears_every_file(
    workbench: Workbench, subtests: pytest.Subtests, tmp_path: Path, name: str
) -> None:
    """Exit code 0, 1 or 2; no traceback; nothing a terminal obeys; refused input leaves no file and is named."""
    for number, (kind, data) in enumerate(HOSTILE_FILES.items()):
        with subtests.test(kind):
            out = tmp_path / str(number)
            out.mkdir()
            hostile = out / name
            hostile.write_bytes(data)
            signal.alarm(PATIENCE)
            done = workbench(*(word.format(x=hostile, out=out / "out") for word in PLACES[name]))
            signal.alarm(0)
            assert done.code in {0, 1, 2}
            assert "Traceback" not in done.err
            assert not OBEYED.search(done.out + done.err)
            if done.code == 2:
                assert done.err.startswith(("workbench: ", "Usage: "))
                assert "--out" not in PLACES[name] or not files(out / "out")
