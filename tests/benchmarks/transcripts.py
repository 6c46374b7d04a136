"""Many transcripts to index, made from the sample by varying it: its sentences in another order, some words others.

The words that are put in come from the sample and from a long list of made-up ones, so that rare words are rare and
common ones common. The same number gives the same characters.
"""

import random
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from core.transcripts.readers import read_transcript
from tests.benchmarks.corpus import plain_sentences

SAMPLE = Path(__file__).parents[2] / "sample_data" / "interview.md"
SIZE = 60_000
_STOP = re.compile(r"(?<=[.?!]) +")
_MADE_UP = 3_000  # sentences of made-up words to draw other words from


class Material(NamedTuple):
    """What transcripts are made of."""

    speakers: Sequence[str]
    sentences: Sequence[Sequence[str]]
    words: Sequence[str]


def material_of(transcripts: Iterable[Path]) -> Material:
    """Return the speakers, sentences and words of transcripts, with made-up words besides."""
    read = [read_transcript(path.read_bytes(), path.name) for path in transcripts]
    turns = [turn.span.slice(transcript.raw) for transcript in read for turn in transcript.turns]
    sentences = [sentence.split() for turn in turns for sentence in _STOP.split(turn) if sentence.strip()]
    made_up = plain_sentences(random.Random(2))
    words = [word for sentence in sentences for word in sentence if word.isalpha()]
    words += [word for _ in range(_MADE_UP) for word in next(made_up).split() if word.isalpha()]
    return Material(tuple(dict.fromkeys(label for one in read for label in one.labels)), sentences, words)


@lru_cache(maxsize=1)
def _sample() -> Material:
    return material_of([SAMPLE])


def varied(material: Material, rng: random.Random, *, fewest: int = 0) -> str:
    """Return a sentence of the material with up to a quarter of its words others, but at least `fewest`."""
    words = list(rng.choice(material.sentences))
    for _ in range(rng.randint(fewest, fewest + 1 + len(words) // 4)):
        words[rng.randrange(len(words))] = rng.choice(material.words)
    return " ".join(words)


def turns_of(number: int, *, size: int = SIZE) -> list[tuple[str, str]]:
    """Return who speaks and what, turn by turn, about `size` characters together."""
    material, rng = _sample(), random.Random(number)
    turns: list[tuple[str, str]] = []
    length = 0
    while length < size:
        label = material.speakers[len(turns) % len(material.speakers)]
        words = " ".join(varied(material, rng) for _ in range(rng.choice((1, 1, 2, 2, 3, 3, 4, 9))))
        turns.append((label, words))
        length += len(label) + len(words) + 7
    return turns


def transcript_of(number: int, *, size: int = SIZE) -> str:
    """Return one transcript as Markdown."""
    return "".join(f"**{label}:** {words}\n\n" for label, words in turns_of(number, size=size))


def write_transcripts(folder: Path, count: int, *, size: int = SIZE) -> None:
    """Write so many transcripts into a folder, a hundred in each folder inside."""
    for number in range(count):
        place = folder / f"season-{number // 100:02}"
        place.mkdir(parents=True, exist_ok=True)
        (place / f"episode-{number:04}.md").write_text(transcript_of(number, size=size), encoding="utf-8")
