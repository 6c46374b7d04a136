"""`python -m tests.benchmarks.archive.made_archive FOLDER [--talks N] [--quotes FILE] [--real DIR]`: a made archive.

Talks of the sample's own words and names, or of those of the transcripts in DIR: in five forms, some with a map beside
them, some in two files, with an `archive.csv`; some persons are written in two ways. The same number gives the same
talk, however many there are.
"""

import argparse
import csv
import json
import random
import re
from collections.abc import Iterator
from datetime import date, timedelta
from functools import lru_cache
from itertools import chain, islice, repeat
from pathlib import Path
from typing import NamedTuple

from core.transcripts.readers import SUFFIXES
from tests.benchmarks.archive.talk_forms import FORMS, SaidWords
from tests.benchmarks.transcripts import SAMPLE, Material, material_of, varied
from workbench.archive.asked_quotes import AskedQuote

TALKS = 2_000
SIZE = 42_500
"""Characters of speech in a talk: 2,000 of them are files of 119 MB."""
QUOTES = 100
"""For each talk, of which fifteen in a hundred are changed."""

_SHOWS = 10
_PERSONS = 200
_GUESTS = 3
_SUFFIXES = (*(".md",) * 8, *(".txt",) * 4, *(".vtt",) * 4, *(".srt",) * 2, *(".json",) * 2)
_MARKUP = re.compile(r"[\[\]<>&*_\\|#:]|^[-–—]")  # with which a sentence would be other words in another form
_CHANGED = (6, 12, 18)  # of twenty quotes
_OF_A_MAP, _OF_A_CLAIM = 20, 4


class MadePerson(NamedTuple):
    """A person, and the other way in which transcripts write the name."""

    name: str
    spelling: str


class ArchivePlan(NamedTuple):
    """What the talks of an archive are made of."""

    material: Material
    persons: tuple[MadePerson, ...]
    size: int = SIZE


class MadeTalk(NamedTuple):
    """A talk: its path without its suffixes, of which a talk in two files has two; what archive.csv says of it, None
    where it says nothing; its turns, its quotes, and the suffix of its map, if it has one."""

    path: str
    suffixes: tuple[str, ...]
    about: tuple[str, str, str, str] | None
    turns: tuple[SaidWords, ...]
    quotes: tuple[AskedQuote, ...]
    map_suffix: str

    @property
    def file(self) -> str:
        """The path of the first of its files."""
        return self.path + self.suffixes[0]


def _persons_of(labels: Iterator[str]) -> tuple[MadePerson, ...]:
    """Return persons whose given and last names are those of the labels, each with each."""
    names = [[word for word in label.partition(",")[0].split() if not word.endswith(".")] for label in labels]
    names = [name for name in names if len(name) > 1]
    given, last = sorted({name[0] for name in names}), sorted({name[-1] for name in names})
    # Plain text does not take "I." for a name.
    short = {first: f"{first[0]}." if first[0] != "I" else f"Dr. {first}" for first in given}
    people = [MadePerson(f"{first} {second}", f"{short[first]} {second}") for first in given for second in last]
    random.Random("persons").shuffle(people)
    return tuple(people[:_PERSONS])


def _is_plain(word: str) -> bool:
    return _MARKUP.search(word) is None


@lru_cache(maxsize=2)
def plan_of(real: Path | None = None) -> ArchivePlan:
    """Return what talks of the sample's words are made of, or of those of the transcripts in a folder."""
    files = [SAMPLE] if real is None else sorted(path for path in real.rglob("*") if path.suffix.lower() in SUFFIXES)
    material = material_of(files)
    sentences = [words for words in material.sentences if len(words) > 1 and all(map(_is_plain, words))]
    words = [word for word in material.words if _is_plain(word)]
    persons = _persons_of(iter(material.speakers))
    if len(persons) <= _SHOWS:
        persons = (*persons, *_persons_of(iter(material_of([SAMPLE]).speakers)))
    return ArchivePlan(Material((), sentences, words), persons)


def _turns(plan: ArchivePlan, number: int, rng: random.Random) -> Iterator[SaidWords]:
    """Yield turns: the host of the show, then one of the guests; a guest's name may be written the other way."""
    host = plan.persons[number % _SHOWS]
    guests = rng.sample([one for one in plan.persons if one != host], rng.randint(1, _GUESTS))
    labels = [one.spelling if rng.random() < 0.2 else one.name for one in guests]
    order = chain(labels, labels, (rng.choice(labels) for _ in repeat(None)))  # who speaks once may be no label
    length = 0
    while length < plan.size:
        for label in (host.name, next(order)):
            sentences = (varied(plan.material, rng, fewest=2) for _ in range(rng.choice((1, 1, 2, 2, 3, 3, 4, 9))))
            words = " ".join(sentences)
            yield label, words
            length += len(label) + len(words)


def _changed(words: list[str], plan: ArchivePlan, rng: random.Random) -> list[str]:
    """Return words of which one to three are others."""
    places = [place for place, word in enumerate(words) if word.isalpha()]
    for place in rng.sample(places, min(len(places), rng.randint(1, 3))):
        others = (rng.choice(plan.material.words) for _ in repeat(None))
        words[place] = next(word for word in others if word.casefold() != words[place].casefold())
    return words


def _quotes(turns: tuple[SaidWords, ...], document: str, plan: ArchivePlan, rng: random.Random) -> Iterator[AskedQuote]:
    long = [(label, words.split()) for label, words in turns if words.count(" ") >= 12]
    for number in range(QUOTES):
        label, said = rng.choice(long)
        count = min(len(said), rng.randint(10, 30))
        first = rng.randrange(len(said) - count + 1)
        words = said[first : first + count]
        if number % 20 in _CHANGED:
            words = _changed(words, plan, rng)
        yield AskedQuote(" ".join(words), label, document)


def made_talk(plan: ArchivePlan, number: int) -> MadeTalk:
    """Return the talk with a number."""
    rng = random.Random(f"talk {number}")
    show = f"show-{number % _SHOWS:02}"
    path = f"{show}/episode-{number:05}"
    suffix = _SUFFIXES[(number + number // 10) * 7 % len(_SUFFIXES)]
    other = ".txt" if suffix != ".txt" else ".md"
    title = " ".join(rng.choice(plan.material.words) for _ in range(4)).capitalize()
    day = date(2010, 1, 1) + timedelta(days=number * 2)
    about = (title, day.isoformat(), show, f"https://example.org/{path}")
    turns = tuple(_turns(plan, number, rng))
    map_suffix = "" if number % 10 != 3 else ".json" if number % 20 == 13 and suffix != ".json" else ".evidence.json"
    return MadeTalk(
        path=path,
        suffixes=(suffix, other) if number % 40 == 7 else (suffix,),
        about=about if number % 25 != 24 else None,
        turns=turns,
        quotes=tuple(_quotes(turns, path + suffix, plan, rng)),
        map_suffix=map_suffix,
    )


def _map_of(talk: MadeTalk) -> str:
    support = [
        {"evidence_id": f"e{number}", "quote": one.quote, "speaker": one.speaker}
        for number, one in enumerate(talk.quotes[:_OF_A_MAP], start=1)
    ]
    claims = [
        {"claim_id": f"c{at}", "claim": f"Claim {at}.", "support": support[at : at + _OF_A_CLAIM]}
        for at in range(0, len(support), _OF_A_CLAIM)
    ]
    chapters = [{"title": "First", "claims": claims[:3]}, {"title": "Second", "claims": claims[3:]}]
    return json.dumps({"title": talk.path, "chapters": chapters}, ensure_ascii=False, indent=1)


def write_archive(folder: Path, talks: int = TALKS, plan: ArchivePlan | None = None) -> None:
    """Write so many talks into a folder, with the maps beside them and an archive.csv."""
    plan = plan if plan is not None else plan_of()
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "archive.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(("file", "title", "date", "show", "url"))
        for number in range(talks):
            talk = made_talk(plan, number)
            written = {suffix: FORMS[suffix](talk.turns) for suffix in talk.suffixes}
            if talk.map_suffix:
                written[talk.map_suffix] = _map_of(talk)
            (folder / talk.path).parent.mkdir(exist_ok=True)
            for suffix, text in written.items():
                (folder / f"{talk.path}{suffix}").write_text(text, encoding="utf-8", newline="\n")
            if talk.about is not None:
                table.writerow((talk.file, *talk.about))


def asked_quotes(talks: int, each: int = QUOTES, plan: ArchivePlan | None = None) -> Iterator[AskedQuote]:
    """Yield so many quotes of each talk."""
    plan = plan if plan is not None else plan_of()
    for number in range(talks):
        yield from islice(made_talk(plan, number).quotes, each)


def main() -> None:
    """Write an archive, and a table of its quotes."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.archive.made_archive", description=__doc__)
    parser.add_argument("folder", metavar="FOLDER", type=Path)
    parser.add_argument("--talks", metavar="N", type=int, default=TALKS, help=f"how many; default: {TALKS}")
    parser.add_argument("--quotes", metavar="FILE", type=Path, help="write quotes of the talks to this table too")
    parser.add_argument("--each", metavar="N", type=int, default=QUOTES, help="of each talk, at most 100")
    parser.add_argument("--real", metavar="DIR", type=Path, help="mix the talks from the transcripts in this folder")
    given = parser.parse_args()
    plan = plan_of(given.real)
    write_archive(given.folder, given.talks, plan)
    if given.quotes is not None:
        with given.quotes.open("w", encoding="utf-8", newline="") as file:
            table = csv.writer(file)
            table.writerow(AskedQuote._fields)
            table.writerows(asked_quotes(given.talks, given.each, plan))


if __name__ == "__main__":
    main()
