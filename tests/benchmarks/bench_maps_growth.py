"""Evidence maps: reading them and proving their quotes takes time in proportion to what they hold."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from core.errors import EvidenceError
from core.evidence.evidence_map import MAX_TEXT, read_evidence
from core.text.fuzzy_seeds import index_words
from core.transcripts.readers import read_transcript
from core.whitelist.report import examine_evidence
from tests.benchmarks.registry import Case, growth
from tests.workbench.cli.hostile_inputs import evidence, prose

TALK = prose(600_000)
WORDS = [line[5:-1].split() for line in TALK.decode().splitlines() if line]


def refused(data: bytes, name: str) -> None:
    """Read a map that is none."""
    try:
        read_evidence(data, name)
    except EvidenceError:
        return
    raise AssertionError(name)


def fields(many: int) -> bytes:
    """Return YAML of so many fields that a map does not have."""
    return b"".join(b"k%d: v\n" % number for number in range(many))


def numbers(many: int) -> bytes:
    """Return YAML of so many keys that are found one after the other."""
    return b"".join(b"%d: v\n" % (number * (2**61 - 1)) for number in range(many))


def examined(data: bytes) -> None:
    """Prove the quotes of a map, and look for the nearest passages of the others; nothing is known beforehand."""
    index_words.cache_clear()
    examine_evidence(read_evidence(data), read_transcript(TALK, "talk.txt"))


def quotes(many: int, change: Callable[[list[str]], list[str]]) -> bytes:
    """Return a map of stretches of the talk."""
    drawn = Random(1)
    cut = (drawn.choice(WORDS)[at : at + 12] for at in (drawn.randrange(90) for _ in range(many)))
    return evidence([" ".join(change(words)) for words in cut])


def altered(words: list[str]) -> list[str]:
    """Return words of which one is another."""
    return [*words[:5], "indeed", *words[6:]]


@growth("evidence maps: ten times the fields, the values or the length of a quote", 15, floor=0.02)
def maps() -> Iterator[Case]:
    """Up to the limits."""
    yield Case("YAML keys", partial(refused, fields(30_000), "a.yaml"), partial(refused, fields(300_000), "a.yaml"))
    yield Case("YAML numbers", partial(refused, numbers(400), "a.yaml"), partial(refused, numbers(4_000), "a.yaml"))
    claims = [json.dumps({"chapters": [{"claims": [{}] * many}]}).encode() for many in (10_000, 100_000)]
    yield Case("empty claims", *(partial(refused, data, "a.json") for data in claims))
    text = " ".join(" ".join(words) for words in WORDS)
    long = [evidence([text[: MAX_TEXT // times]]) for times in (10, 1)]
    yield Case("one quote", *(partial(examined, data) for data in long))


@growth("whitelist: ten times the quotes of 600 KB", 15, floor=0.02)
def many_quotes() -> Iterator[Case]:
    """Exact ones, and refused ones with their nearest passages; up to 20,000."""
    for name, change in (("exact", list[str]), ("refused", altered)):
        yield Case(name, *(partial(examined, quotes(many, change)) for many in (2_000, 20_000)))
