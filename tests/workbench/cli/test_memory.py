"""Hostile files take at most 300 MB above the same command on the sample, measured in child processes."""

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from tests.conftest import SAMPLE
from tests.workbench.cli import hostile_inputs
from tests.workbench.cli.hostile_inputs import FULL, MAPS, TRANSCRIPTS, HostileInput, evidence, filled, prose

pytestmark = pytest.mark.thorough

MOST = 300_000_000
NAMED = ("brackets.md", "one_line.txt", "doubted_labels.txt")  # the shapes that were met, at the size they had
MOST_OF_MANY_QUOTES = 600_000_000
MOST_OF_A_FIFTH = 100_000_000  # some of what is held at once is as much for a small file
TALK, MAP = SAMPLE / "interview.md", SAMPLE / "evidence.json"
# A small process starts the command: what pytest itself takes would count as the command's.
_WATCHER = """
import resource, subprocess, sys
with open(sys.argv[1], "wb") as out:
    code = subprocess.run([sys.executable, "-m", "workbench", *sys.argv[2:]], stdout=out, stderr=out).returncode
print(code, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024)
"""


def _peak(out: Path, *words: object) -> tuple[int, int]:
    """Return how a command ends, and its peak memory in bytes."""
    line = [sys.executable, "-c", _WATCHER, str(out), *map(str, words)]
    code, peak = subprocess.run(line, capture_output=True, text=True, check=True).stdout.split()
    assert b"Traceback" not in out.read_bytes()
    return int(code), int(peak)


def _words(command: str, talk: Path, folder: Path) -> tuple[object, ...]:
    return (command, talk, MAP, "--out", folder / "edition") if command == "run" else (command, talk, MAP)


@cache
def _of_the_sample(command: str) -> int:
    with TemporaryDirectory() as folder:
        return _peak(Path(folder) / "out", *_words(command, TALK, Path(folder)))[1]


def _written(folder: Path, hostile: HostileInput) -> Path:
    path = folder / hostile.name
    path.write_bytes(hostile.make())
    return path


@pytest.mark.parametrize("hostile", TRANSCRIPTS, ids=str)
def test_a_hostile_transcript_takes_little_memory(hostile: HostileInput, tmp_path: Path) -> None:
    """It is read, whatever it is made of, or refused because it is none."""
    code, peak = _peak(tmp_path / "out", "whitelist", _written(tmp_path, hostile), MAP)
    assert code == hostile.code
    assert peak - _of_the_sample("whitelist") <= (
        MOST if hostile.name in NAMED or hostile_inputs.MOST == FULL else MOST_OF_A_FIFTH
    )


@pytest.mark.parametrize("hostile", [one for one in TRANSCRIPTS if one.name in NAMED], ids=str)
@pytest.mark.parametrize("command", ["coverage", "run"])
def test_a_hostile_transcript_takes_little_memory_in_other_commands(
    command: str, hostile: HostileInput, tmp_path: Path
) -> None:
    """Also where the whole transcript is verified and written."""
    code, peak = _peak(tmp_path / "out", *_words(command, _written(tmp_path, hostile), tmp_path))
    assert code in (0, 1)
    assert peak - _of_the_sample(command) <= MOST


@pytest.mark.parametrize("hostile", MAPS, ids=str)
def test_a_hostile_map_takes_little_memory(hostile: HostileInput, tmp_path: Path) -> None:
    """It is refused, and what is said of it is not long either."""
    code, peak = _peak(tmp_path / "out", "whitelist", TALK, _written(tmp_path, hostile))
    assert code == hostile.code
    assert peak - _of_the_sample("whitelist") <= MOST
    assert (tmp_path / "out").stat().st_size < 100_000


def test_quotes_that_stand_everywhere_are_listed_in_part(tmp_path: Path) -> None:
    """One word 300,000 times, and 2,000 quotes of nothing else: some places of each are listed."""
    talk, quotes = tmp_path / "talk.txt", tmp_path / "map.json"
    talk.write_bytes(filled("a ", 600_000, before="Ann: "))
    quotes.write_bytes(evidence(["a " * number for number in range(1, 2_000)]))
    code, peak = _peak(tmp_path / "out", "whitelist", talk, quotes, "--json")
    assert code in (0, 2)
    assert peak - _of_the_sample("whitelist") <= MOST


def test_a_large_transcript_with_many_quotes_is_proven(tmp_path: Path) -> None:
    """6 MB and 20,000 supports, 5 of 6 of them exact."""
    talk = prose(6_000_000)
    drawn = Random(1)
    turns = [line[5:-1].split() for line in talk.decode().splitlines() if line]
    quotes = [" ".join(drawn.choice(turns)[at : at + 12]) for at in (drawn.randrange(90) for _ in range(20_000))]
    quotes = [f"{quote} indeed" if number % 6 == 0 else quote for number, quote in enumerate(quotes)]
    path, claims = tmp_path / "talk.txt", tmp_path / "map.json"
    path.write_bytes(talk)
    claims.write_bytes(evidence(quotes))
    code, peak = _peak(tmp_path / "out", "whitelist", path, claims, "--json")
    assert code == 0
    assert json.loads((tmp_path / "out").read_bytes())["quotes"]
    assert peak - _of_the_sample("whitelist") <= MOST_OF_MANY_QUOTES
