"""Starting: what a command costs besides the libraries it cannot do without."""

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.benchmarks.corpus import evidence_map, make_corpus

pytestmark = pytest.mark.benchmark

ROUNDS = 8
TRIES = 6  # a neighbour may disturb one measure, not all
MOST = 2


def seconds(arguments: list[str]) -> float:
    """Return the processor time of a process of its own."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_the_whitelist_command_costs_at_most_twice_its_libraries(tmp_path: Path, benchmark: BenchmarkFixture) -> None:
    """On 60 KB with 200 quotes the whole process costs at most twice one that imports and loads the two files."""
    corpus = make_corpus(60_000, 200)
    transcript, evidence = tmp_path / "transcript.txt", tmp_path / "evidence.json"
    transcript.write_text(corpus.transcript.raw, encoding="utf-8")
    evidence.write_text(evidence_map(corpus.quotes).model_dump_json(), encoding="utf-8")
    libraries = (
        "import json, pathlib, click, rapidfuzz\nfrom pydantic import BaseModel\n"
        f"pathlib.Path({json.dumps(str(transcript))}).read_text()\n"
        f"json.loads(pathlib.Path({json.dumps(str(evidence))}).read_text())"
    )
    command = [sys.executable, "-m", "workbench", "whitelist", str(transcript), str(evidence), "--json"]
    seconds(command)  # the first run compiles
    ratio = float("inf")
    for _ in range(TRIES):
        times = [(seconds(command), seconds([sys.executable, "-c", libraries])) for _ in range(ROUNDS)]
        ratio = min(ratio, min(ours for ours, _ in times) / min(theirs for _, theirs in times))
        if ratio <= MOST:
            break
    benchmark.extra_info["times its libraries"] = round(ratio, 2)
    benchmark.pedantic(seconds, (command,), rounds=1)
    assert ratio <= MOST
