"""Corruptions with the speaker's own words: reordered, cut, or under another name."""

import re
from collections.abc import Callable, Iterator

from core.evaluation.corruptions.corruption import CorruptionClass, CorruptionMethod, CorruptionVariant
from core.evaluation.corruptions.corruption_material import CorruptionSource
from core.evaluation.corruptions.seeded_choice import SeededChoice
from core.text.fuzzy_ends import SPACELESS
from core.text.punctuation import END_PUNCTUATION

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


def _stitched(source: CorruptionSource, draw: SeededChoice) -> Iterator[CorruptionVariant]:
    own = _sentences(source.speech)
    others = [other for other in source.material.by(source.quote.speaker) if other.quote is not source.quote]
    for other in draw.shuffled(others)[:_TRIES]:
        following = _sentences(other.speech)
        if own and following:
            first, second = draw.pick(own), draw.pick(following)
            yield CorruptionVariant(f"{first.rstrip(END_PUNCTUATION)}. {second[:1].upper()}{second[1:]}")


def _reordered(source: CorruptionSource, draw: SeededChoice) -> Iterator[CorruptionVariant]:
    words = source.speech.rstrip(END_PUNCTUATION)
    end = source.speech[len(words) :]
    for match in draw.shuffled(_CLAUSE_END.finditer(words))[:_TRIES]:
        first, second = words[: match.start()], words[match.end() :]
        if first and second:
            yield CorruptionVariant(f"{second[:1].upper()}{second[1:]}, {first[:1].lower()}{first[1:]}{end}")


def _elided(gap: str) -> Callable[[CorruptionSource, SeededChoice], Iterator[CorruptionVariant]]:
    def vary(source: CorruptionSource, draw: SeededChoice) -> Iterator[CorruptionVariant]:
        words = source.speech.split()
        room = len(words) - 2 * _SHORTEST
        for _ in range(_TRIES if room > 0 else 0):
            begin = _SHORTEST + draw.below(room)
            end = begin + 1 + draw.below(len(words) - _SHORTEST - begin)
            yield CorruptionVariant(f"{' '.join(words[:begin])} {gap} {' '.join(words[end:])}")

    return vary


def _random_words(count: int) -> Callable[[CorruptionSource, SeededChoice], Iterator[CorruptionVariant]]:
    def vary(source: CorruptionSource, draw: SeededChoice) -> Iterator[CorruptionVariant]:
        words = [word.strip(END_PUNCTUATION) for word in source.speech.split() if word.strip(END_PUNCTUATION).isalpha()]
        for _ in range(_TRIES if len(words) > count else 0):
            yield CorruptionVariant(" ".join(draw.shuffled(words)[:count]))

    return vary


def _cut_at_the_beginning(source: CorruptionSource, draw: SeededChoice) -> Iterator[CorruptionVariant]:
    first = _FIRST_WORD.match(source.speech)
    places = [match.end() for match in _GOES_ON.finditer(first.group())] if first else []
    for place in draw.shuffled(places):
        yield CorruptionVariant(source.speech[place:])


def _cut_at_the_end(source: CorruptionSource, draw: SeededChoice) -> Iterator[CorruptionVariant]:
    last = _LAST_WORD.search(source.speech)
    places = [last.start() + match.end() for match in _GOES_ON_BEHIND.finditer(last.group())] if last else []
    for place in draw.shuffled(places):
        yield CorruptionVariant(source.speech[:place])


def _by_another(source: CorruptionSource, draw: SeededChoice) -> Iterator[CorruptionVariant]:
    others = [ref for ref in source.material.speakers if ref.speaker_id != source.quote.speaker.speaker_id]
    for other in draw.shuffled(others):
        yield CorruptionVariant(source.slice, other)


def _across(first: str, second: str, draw: SeededChoice) -> Iterator[CorruptionVariant]:
    before, after = first.split(), second.split()
    for _ in range(_TRIES if before and after else 0):
        left = before[-1 - draw.below(min(_FROM_EACH_TURN, len(before))) :]
        right = after[: 1 + draw.below(min(_FROM_EACH_TURN, len(after)))]
        yield CorruptionVariant(" ".join((*left, *right)))


def _into_the_next_turn(source: CorruptionSource, draw: SeededChoice) -> Iterator[CorruptionVariant]:
    place = source.material.place_of(source.quote)
    if place is not None:
        yield from _across(place.own, place.after, draw)


def _from_the_turn_before(source: CorruptionSource, draw: SeededChoice) -> Iterator[CorruptionVariant]:
    place = source.material.place_of(source.quote)
    if place is not None:
        yield from _across(place.before, place.own, draw)


ARRANGEMENT = (
    CorruptionMethod(CorruptionClass.STITCHED, "two sentences", _stitched),
    CorruptionMethod(CorruptionClass.REORDERED, "clauses", _reordered),
    CorruptionMethod(CorruptionClass.ELIDED, "dots", _elided("...")),
    CorruptionMethod(CorruptionClass.ELIDED, "dots in brackets", _elided("[...]")),
    CorruptionMethod(CorruptionClass.ELIDED, "ellipsis", _elided("…")),
    CorruptionMethod(CorruptionClass.RANDOM, "two words", _random_words(2)),
    CorruptionMethod(CorruptionClass.RANDOM, "three words", _random_words(3)),
    CorruptionMethod(CorruptionClass.WRONG_SPEAKER, "another of the transcript", _by_another),
    CorruptionMethod(CorruptionClass.CUT, "at the beginning", _cut_at_the_beginning),
    CorruptionMethod(CorruptionClass.CUT, "at the end", _cut_at_the_end),
    CorruptionMethod(CorruptionClass.TWO_TURNS, "into the next", _into_the_next_turn),
    CorruptionMethod(CorruptionClass.TWO_TURNS, "from the one before", _from_the_turn_before),
)
