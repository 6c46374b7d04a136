"""Evidence maps: reading, proving and proposing them takes time in proportion to what they hold; and where the chapters
of an outline begin, as many as there are, against an even split."""

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from statistics import mean

from core.errors import EvidenceError
from core.evidence.evidence_map import read_evidence
from core.evidence.map_reader import MAX_TEXT
from core.map_making.outline.propose import chapter_sentences, propose_outline
from core.text.fuzzy_seeds import index_words
from core.text.segmentation import sentence_spans
from core.transcripts.readers import read_transcript
from core.transcripts.transcript import TranscriptPair
from core.whitelist.report import examine_evidence
from tests.benchmarks.measure import ratio_of
from tests.benchmarks.registry import Case, at_most, growth
from tests.joined_talks import JoinedTalk, even_split, made_talks, pk_of
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


TEXTS = 50
HOUR = 60_000  # characters


def found_boundaries(talk: JoinedTalk) -> list[int]:
    """Return the sentences with which the chapters of an outline begin, as many as there are."""
    sizes = map(len, chapter_sentences(talk.sentences, chapters=len(talk.boundaries) + 1))
    begins = [0]
    for size in sizes:
        begins.append(begins[-1] + size)
    return begins[1:-1]


def against_even(talks: Sequence[JoinedTalk]) -> float:
    """Return the mean Pk of outlines in shares of that of even splits."""
    sizes = [len(talk.sentences) for talk in talks]
    ours = mean(pk_of(talk.boundaries, found_boundaries(talk), size) for talk, size in zip(talks, sizes, strict=True))
    return ours / mean(
        pk_of(talk.boundaries, even_split(size, len(talk.boundaries)), size)
        for talk, size in zip(talks, sizes, strict=True)
    )


@at_most("outline: Pk on 50 joined talks, in shares of an even split's", 0.75)
def boundaries() -> float:
    """Pieces of 40 to 120 sentences; chance plays no part, so that this ratio is the same everywhere."""
    return against_even(made_talks(TEXTS))


def transcript_of(size: int) -> TranscriptPair:
    """Return joined talks as a transcript of so many characters."""
    turns: list[str] = []
    for talk in made_talks(size // 20_000 + 1, seed=2):
        for sentence in talk.sentences:
            if sentence.opens:
                turns.append(f"{('Ann Berg', 'Tom Reyes')[len(turns) % 2]}: {sentence.text}")
            else:
                turns[-1] += f" {sentence.text}"
    return read_transcript("\n\n".join(turns)[:size].encode(), "talk.txt")


def outlined(transcript: TranscriptPair) -> None:
    """Propose an outline."""
    assert propose_outline(transcript, guests=("Tom Reyes",)).evidence_map is not None


@at_most("outline: an hour of talk, in times of cutting it into sentences", 40)
def an_hour() -> float:
    """60 KB; cutting them into sentences takes some hundredths of a second."""
    transcript = transcript_of(HOUR)
    return ratio_of(partial(outlined, transcript), lambda: sentence_spans(transcript.raw), most=40)


@growth("outline: ten times the talk", 12)
def longer() -> Iterator[Case]:
    """An hour and ten, in turns and without one full stop."""
    texts = [transcript_of(size) for size in (HOUR, 10 * HOUR)]
    yield Case("turns", *(partial(outlined, text) for text in texts))
    bare = [read_transcript(text.raw.replace(".", "").replace("?", "").encode(), "talk.txt") for text in texts]
    yield Case("no full stops", *(partial(outlined, text) for text in bare))
