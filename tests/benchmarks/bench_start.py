"""Starting: what a command and an import cost besides the libraries they cannot do without."""

import json
import resource
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.benchmarks.corpus import evidence_map, make_corpus
from tests.benchmarks.measure import ratio_of
from tests.benchmarks.registry import at_most

ROOT = Path(__file__).parents[2]


def run(*arguments: str) -> None:
    """Run a process of its own."""
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL, cwd=ROOT)


def processor_time(work: Callable[[], Any]) -> float:
    """Return the processor time of the process that a work runs."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    work()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@at_most("start: the command whitelist against its libraries", 1.8)
def whitelist_command() -> float:
    """On 60 KB with 200 quotes; the reference imports the libraries, of which pydantic loads half with the first record
    that is defined, and loads the two files."""
    corpus = make_corpus(60_000, 200)
    with TemporaryDirectory() as folder:
        transcript, evidence = Path(folder, "transcript.txt"), Path(folder, "evidence.json")
        transcript.write_text(corpus.transcript.raw, encoding="utf-8")
        evidence.write_text(evidence_map(corpus.quotes).model_dump_json(), encoding="utf-8")
        libraries = (
            "import json, pathlib, click, rapidfuzz\nfrom pydantic import BaseModel\nclass R(BaseModel): text: str\n"
            f"pathlib.Path({json.dumps(str(transcript))}).read_text()\n"
            f"json.loads(pathlib.Path({json.dumps(str(evidence))}).read_text())"
        )
        command = partial(run, "-m", "workbench", "whitelist", str(transcript), str(evidence), "--json")
        command()  # the first run compiles
        return ratio_of(command, partial(run, "-c", libraries), most=1.8, measure=processor_time)


@at_most("start: the list of commands against importing click", 1.5)
def help_command() -> float:
    """`workbench --help`, each in a process of its own; the library of records is not loaded for it."""
    command = partial(run, "-m", "workbench", "--help")
    command()
    return ratio_of(command, partial(run, "-c", "import click"), most=1.5, measure=processor_time)


def seconds(statement: str) -> float:
    """Return the processor time of a statement in a process of its own, without the start of Python itself."""
    code = f"import time\nbegan = time.process_time()\n{statement}\nprint(time.process_time() - began)"
    return float(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, cwd=ROOT).stdout)


@at_most("start: importing what proves quotes against pydantic's first record", 1.6)
def importing_core() -> float:
    """In processes of their own; `import core` alone loads nothing, each name of it what it needs."""
    ours = "from core import build_quote_whitelist, read_evidence, read_transcript"
    least = "from pydantic import BaseModel\nclass R(BaseModel): text: str"
    works = (partial(seconds, statement) for statement in (ours, least))
    return ratio_of(*works, most=1.6, measure=lambda work: work())
