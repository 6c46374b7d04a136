"""Reading a clean reply: what it costs besides the parsing that nobody can do without."""

import json
import random
import re
import statistics
import time
from collections.abc import Callable
from typing import Any

import pytest

from core.llm.json_output import extract_json

pytestmark = pytest.mark.benchmark

ROUNDS = 200
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


@pytest.mark.parametrize("make", [claims, chapter])
def test_a_clean_reply_costs_at_most_three_times_its_parsing(
    make: Callable[[random.Random], dict[str, Any]], record_property: Callable[[str, object], None]
) -> None:
    """5 KB of clean JSON cost at most 3 times json.loads and one regular expression over it."""
    value = make(random.Random(3))
    reply = json.dumps(value, ensure_ascii=False)
    assert 4_900 <= len(reply) <= 5_500
    assert extract_json(reply).data == value
    ours: list[float] = []
    reference: list[float] = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        extract_json(reply)
        between = time.perf_counter()
        json.loads(reply)
        FENCE.search(reply)
        reference.append(time.perf_counter() - between)
        ours.append(between - began)
    ratio = statistics.median(ours) / statistics.median(reference)
    record_property("times json.loads and a regular expression", round(ratio, 2))
    assert ratio <= MOST
