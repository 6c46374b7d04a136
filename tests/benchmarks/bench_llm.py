"""Reading a clean reply: what it costs besides the parsing that nobody can do without."""

import json
import random
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from core.llm.json_output import extract_json
from tests.benchmarks.measure import ratio_of
from tests.benchmarks.registry import Case, at_most, growth
from tests.core.llm.json_output.hostile import HOSTILE

TIMES = 200
MOST = 3
# What a reader without this room would run over a reply: cheap, since it begins with a literal that is not there.
FENCE = re.compile(r"```(?:json)?\s*\n(.*?)\n```", re.DOTALL)
WORDS = "the quick harbour is it's a long novel of stone and rain “quoted” 1967 — mostly".split()


def words(count: int, rng: random.Random) -> str:
    return " ".join(rng.choices(WORDS, k=count))


def claims(rng: random.Random) -> dict[str, Any]:
    """What the synthesis asks a model for."""
    return {
        "title": words(8, rng),
        "claims": [
            {"id": f"c{n}", "claim": words(14, rng), "quote": words(12, rng), "score": rng.random(), "sources": [n, 1]}
            for n in range(24)
        ],
    }


def chapter(rng: random.Random) -> dict[str, Any]:
    """One long text."""
    return {"chapter": words(1_050, rng)}


def parsing(make: Callable[[random.Random], dict[str, Any]]) -> float:
    value = make(random.Random(3))
    reply = json.dumps(value, ensure_ascii=False)
    assert 4_900 <= len(reply) <= 5_500
    assert extract_json(reply).data == value

    def ours() -> None:
        for _ in range(TIMES):
            extract_json(reply)

    def theirs() -> None:
        for _ in range(TIMES):
            json.loads(reply)
            FENCE.search(reply)

    return ratio_of(ours, theirs, most=MOST)


@at_most("llm: a clean reply of JSON against json.loads and a regular expression", MOST)
def clean_reply() -> float:
    """5 KB, of many short values and of one long text."""
    return max(map(parsing, (claims, chapter)))


def filled(unit: str, size: int) -> str:
    """Return so many characters of one piece, repeated."""
    return (unit * (size // len(unit) + 1))[:size]


@growth("llm: ten times a hostile reply for JSON", 15, floor=0.001)
def hostile_replies() -> Iterator[Case]:
    """A million characters of each kind that the tests try."""
    for name, unit in HOSTILE.items():
        small, large = (partial(extract_json, filled(unit, size)) for size in (100_000, 1_000_000))
        small()  # the first reading compiles and imports
        yield Case(name, small, large)
