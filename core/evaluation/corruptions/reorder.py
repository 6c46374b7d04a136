"""The speaker's own words in another arrangement, cut, or under another name."""

import re
from collections.abc import Callable, Iterator

from core.evaluation.corruptions.corruption import CorruptionClass, Kind, Variant
from core.evaluation.corruptions.corruption_material import Source
from core.evaluation.corruptions.seeded_choice import Draw
from core.text.canonical import END_PUNCTUATION
from core.text.fuzzy_ends import SPACELESS

_TRIES = 6  # variants of one quote where there would be many
_SENTENCE_END = re.compile(r"(?<=[.!?…])[\"”’')]*\s+")
_CLAUSE_END = re.compile(r"[,;:]\s+|\s+(?:—|–|--|-)\s+|\s+(?=(?:and|but|because|so|or|if|when|which)\s)")
_SHORTEST = 2  # words that must stand on each side of what is left out, or be left of a sentence
_FROM_EACH_TURN = 8  # words
_LETTER = rf"[^\W\d_{SPACELESS}]"
_WORD = rf"{_LETTER}+(?:['’]{_LETTER}+)*"
_FIRST_WORD = re.compile(rf"\W*{_WORD}")
_LAST_WORD = re.compile(rf"{_WORD}\W*\Z")
_GOES_ON = re.compile(rf"{_LETTER}(?={_LETTER})")
_GOES_ON_BEHIND = re.compile(rf"{_LETTER}(?=['’]?{_LETTER})")  # so that "can't" becomes "can"


def _sentences(text: str) -> list[str]:
    return [part for part in _SENTENCE_END.split(text) if len(part.split()) >= _SHORTEST]


def _stitched(source: Source, draw: Draw) -> Iterator[Variant]:
    own = _sentences(source.speech)
    others = [other for other in source.material.by(source.quote.speaker) if other.quote is not source.quote]
    for other in draw.shuffled(others)[:_TRIES]:
        following = _sentences(other.speech)
        if own and following:
            first, second = draw.pick(own), draw.pick(following)
            yield Variant(f"{first.rstrip(END_PUNCTUATION)}. {second[:1].upper()}{second[1:]}")


def _reordered(source: Source, draw: Draw) -> Iterator[Variant]:
    words = source.speech.rstrip(END_PUNCTUATION)
    end = source.speech[len(words) :]
    for match in draw.shuffled(_CLAUSE_END.finditer(words))[:_TRIES]:
        first, second = words[: match.start()], words[match.end() :]
        if first and second:
            yield Variant(f"{second[:1].upper()}{second[1:]}, {first[:1].lower()}{first[1:]}{end}")


def _elided(gap: str) -> Callable[[Source, Draw], Iterator[Variant]]:
    def vary(source: Source, draw: Draw) -> Iterator[Variant]:
        words = source.speech.split()
        room = len(words) - 2 * _SHORTEST
        for _ in range(_TRIES if room > 0 else 0):
            begin = _SHORTEST + draw.below(room)
            end = begin + 1 + draw.below(len(words) - _SHORTEST - begin)
            yield Variant(f"{' '.join(words[:begin])} {gap} {' '.join(words[end:])}")

    return vary


def _random_words(count: int) -> Callable[[Source, Draw], Iterator[Variant]]:
    def vary(source: Source, draw: Draw) -> Iterator[Variant]:
        words = [word.strip(END_PUNCTUATION) for word in source.speech.split() if word.strip(END_PUNCTUATION).isalpha()]
        for _ in range(_TRIES if len(words) > count else 0):
            yield Variant(" ".join(draw.shuffled(words)[:count]))

    return vary


def _cut_at_the_beginning(source: Source, draw: Draw) -> Iterator[Variant]:
    first = _FIRST_WORD.match(source.speech)
    places = [match.end() for match in _GOES_ON.finditer(first.group())] if first else []
    for place in draw.shuffled(places):
        yield Variant(source.speech[place:])


def _cut_at_the_end(source: Source, draw: Draw) -> Iterator[Variant]:
    last = _LAST_WORD.search(source.speech)
    places = [last.start() + match.end() for match in _GOES_ON_BEHIND.finditer(last.group())] if last else []
    for place in draw.shuffled(places):
        yield Variant(source.speech[:place])


def _by_another(source: Source, draw: Draw) -> Iterator[Variant]:
    others = [ref for ref in source.material.speakers if ref.speaker_id != source.quote.speaker.speaker_id]
    for other in draw.shuffled(others):
        yield Variant(source.slice, other)


def _across(first: str, second: str, draw: Draw) -> Iterator[Variant]:
    before, after = first.split(), second.split()
    for _ in range(_TRIES if before and after else 0):
        left = before[-1 - draw.below(min(_FROM_EACH_TURN, len(before))) :]
        right = after[: 1 + draw.below(min(_FROM_EACH_TURN, len(after)))]
        yield Variant(" ".join((*left, *right)))


def _into_the_next_turn(source: Source, draw: Draw) -> Iterator[Variant]:
    place = source.material.place_of(source.quote)
    if place is not None:
        yield from _across(place.own, place.after, draw)


def _from_the_turn_before(source: Source, draw: Draw) -> Iterator[Variant]:
    place = source.material.place_of(source.quote)
    if place is not None:
        yield from _across(place.before, place.own, draw)


ARRANGEMENT = (
    Kind(CorruptionClass.STITCHED, "two sentences", _stitched),
    Kind(CorruptionClass.REORDERED, "clauses", _reordered),
    Kind(CorruptionClass.ELIDED, "dots", _elided("...")),
    Kind(CorruptionClass.ELIDED, "dots in brackets", _elided("[...]")),
    Kind(CorruptionClass.ELIDED, "ellipsis", _elided("…")),
    Kind(CorruptionClass.RANDOM, "two words", _random_words(2)),
    Kind(CorruptionClass.RANDOM, "three words", _random_words(3)),
    Kind(CorruptionClass.WRONG_SPEAKER, "another of the transcript", _by_another),
    Kind(CorruptionClass.CUT, "at the beginning", _cut_at_the_beginning),
    Kind(CorruptionClass.CUT, "at the end", _cut_at_the_end),
    Kind(CorruptionClass.TWO_TURNS, "into the next", _into_the_next_turn),
    Kind(CorruptionClass.TWO_TURNS, "from the one before", _from_the_turn_before),
)
