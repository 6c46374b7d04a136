"""Tiers of a recording, each with its own stretches of time: whose they are, which repeat others, all in order."""

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.transcripts.readers.pieces import Given
from core.transcripts.readers.refusal import refusal
from core.transcripts.readers.tier_choice import ask_for, chosen_of
from core.transcripts.units import Place

MAX_STRETCHES = 500_000
_NEARLY_ALL = 0.9
_AT_ONCE = 0.011  # seconds that two ends of the same stretch may be apart
# What programs call a tier that is no person's.
_KINDS = frozenset(
    "word words token tokens phone phones phoneme phonemes phonetic segment segments sound sounds syllable syllables "
    "utterance utterances sentence sentences phrase phrases text texts transcript transcripts transcription "
    "transcriptions translation translations gloss glosses orthography ort ortho ipa pos tone tones tier speech "
    "default note notes comment comments".split()
)


class Stretch(NamedTuple):
    """A stretch of a tier: its times in seconds, where its words stand in characters of the file.

    `order` says when it was said where its start is unknown.
    """

    start: float | None
    end: float | None
    place: Place
    order: float


class Tier:
    """A tier: its name, whose it is, its stretches with words as columns."""

    def __init__(self, name: str, speaker: str | None) -> None:
        self.name, self.speaker = name, speaker
        self.starts, self.ends = array("d"), array("d")
        self.orders = array("d")
        self._firsts, self._stops = array("I"), array("I")

    def __len__(self) -> int:
        return len(self.starts)

    def add(self, one: Stretch) -> None:
        """Add a stretch."""
        self.starts.append(-1.0 if one.start is None else one.start)
        self.ends.append(-1.0 if one.end is None else one.end)
        self.orders.append(one.order)
        self._firsts.append(one.place.first)
        self._stops.append(one.place.stop)

    def stretch(self, index: int) -> Stretch:
        """Return one of the stretches."""
        start, end = self.starts[index], self.ends[index]
        place = Place("", self._firsts[index], self._stops[index])
        return Stretch(None if start < 0 else start, None if end < 0 else end, place, self.orders[index])


def person_of(name: str) -> str | None:
    """Return the person whose tier has such a name, None where the name says what is in it: `words`, `Mae - words`."""
    person, _, kind = name.strip().strip('"').rpartition(" - ")
    if kind.strip().casefold() in _KINDS:
        return person.strip() or None
    return name.strip()


def _lie_within(inner: Tier, outer: Tier) -> float:
    """Return the share of the stretches of one tier that lie within one of the other."""
    order = sorted(range(len(outer)), key=outer.starts.__getitem__)
    starts = array("d", (outer.starts[one] for one in order))
    found = 0
    for start, end in zip(inner.starts, inner.ends, strict=True):
        at = bisect_right(starts, start + _AT_ONCE) - 1
        found += at >= 0 and end <= outer.ends[order[at]] + _AT_ONCE
    return found / len(inner)


def _holds(outer: Tier, inner: Tier) -> float:
    """Return the share of the stretches of one tier in which one of the other begins."""
    starts = array("d", sorted(inner.starts))
    found = 0
    for start, end in zip(outer.starts, outer.ends, strict=True):
        at = bisect_right(starts, start - _AT_ONCE)
        found += at < len(starts) and starts[at] < end - _AT_ONCE
    return found / len(outer)


def _repeats(first: Tier, second: Tier) -> bool:
    """Tell two tiers that hold the same talk: the stretches of one lie in those of the other, and leave none empty."""
    return any(
        _lie_within(inner, outer) >= _NEARLY_ALL and _holds(outer, inner) >= _NEARLY_ALL
        for inner, outer in ((first, second), (second, first))
    )


_MOST_COMPARED = 30


def chosen_tiers(tiers: Sequence[Tier], given: Given, what: str) -> Sequence[Tier]:
    """Return the tiers that are read: all of them, or those that a person chose.

    Raises TranscriptError where none holds words, and where some repeat others and nobody chose; `what` names the file.
    """
    spoken = [tier for tier in tiers if len(tier)]
    if not spoken:
        raise refusal(given.name, f"{what} holds no words.", "Choose a file that holds a transcript.")
    if sum(map(len, spoken)) > MAX_STRETCHES:
        message = f"{what} holds more than {MAX_STRETCHES:,} stretches, which is more than is read."
        raise refusal(given.name, message, "Split it into one file for each recording.")
    names = list(dict.fromkeys(tier.name for tier in spoken))
    compared = spoken[:_MOST_COMPARED]
    repeated = len(names) > 1 and any(
        _repeats(first, second) for number, first in enumerate(compared) for second in compared[:number]
    )
    message = f"{what} has tiers that hold the same talk, stretch by stretch."
    chosen = ask_for(names, given, message) if repeated else chosen_of(names, given)
    return [tier for tier in spoken if tier.name in chosen]


def in_order(tiers: Sequence[Tier]) -> Iterator[tuple[Tier, Stretch]]:
    """Yield the stretches of all tiers as they were said."""
    columns = array("I"), array("I")
    for number, tier in enumerate(tiers):
        columns[0].extend([number] * len(tier))
        columns[1].extend(range(len(tier)))
    numbers, indexes = columns
    for one in sorted(range(len(numbers)), key=lambda one: tiers[numbers[one]].orders[indexes[one]]):
        tier = tiers[numbers[one]]
        yield tier, tier.stretch(indexes[one])
