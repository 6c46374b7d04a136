"""A process with the libraries imported, which runs tests in a fork of itself as often as it is asked.

Each line of standard input is an order, a JSON object with `arguments` for pytest, `printed`, the file to print to,
`most`, how many cases of one test are run (null for all), and `seconds`, the processor time after which it is given up;
each line of standard output is the exit code of one, below 0 where a signal ended it. Of our own code nothing stays
imported before the fork, because what is to be tested changes between two orders.
"""

import gc
import importlib
import json
import os
import resource
import sys
from collections import Counter
from typing import Any

import charset_normalizer
import google.genai
import httpx2
import hypothesis
import jsonschema
import markdown_it
import nupunkt
import pydantic
import pytest
import sqlite_utils
import yaml
from rapidfuzz import distance, fuzz

IMPORTED = (
    charset_normalizer, distance, fuzz, google.genai, httpx2, hypothesis, jsonschema, markdown_it, nupunkt, pydantic,
    sqlite_utils, yaml,
)  # fmt: skip
OWN = ("core", "workbench")


def compile_expressions() -> None:
    """Import our own code and forget it: a fork that imports it again, or changed, finds most of its regular
    expressions compiled, in the memory of `re`."""
    for name in ("core.generation.pipeline", "workbench.jobs.runs"):
        importlib.import_module(name)
    for name in [name for name in sys.modules if name.partition(".")[0] in OWN]:
        del sys.modules[name]


class First:
    """Keeps the first cases of each test."""

    def __init__(self, most: int) -> None:
        self._most = most

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Forget the cases behind the first ones."""
        seen: Counter[str] = Counter()
        kept: list[pytest.Item] = []
        for item in items:
            name = item.nodeid.partition("[")[0]
            seen[name] += 1
            if seen[name] <= self._most:
                kept.append(item)
        items[:] = kept


def carry_out(order: dict[str, Any]) -> None:
    """Run the tests and leave, whatever happens."""
    code = 70  # of a failure that is not pytest's
    # Of the processor's time, not of the clock's: a busy machine is no fault of a test.
    resource.setrlimit(resource.RLIMIT_CPU, (order["seconds"], order["seconds"]))
    try:
        printed = os.open(order["printed"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(printed, 1)
        os.dup2(printed, 2)
        few = [First(order["most"])] if order["most"] else []
        code = int(pytest.main(order["arguments"], plugins=few))
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


def main() -> None:
    """Carry out orders until there are no more."""
    compile_expressions()
    gc.freeze()  # whoever collects in a fork need not look through all of this
    for line in sys.stdin:
        child = os.fork()
        if not child:
            carry_out(json.loads(line))
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)  # noqa: T201 - the answer, on the pipe


if __name__ == "__main__":
    main()
