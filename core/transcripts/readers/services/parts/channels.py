"""Channels of one recording: read together by time, a person each; asked about where they hold the same words."""

import heapq
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from core.transcripts.readers.pieces import Given, Piece, Tally
from core.transcripts.readers.tier_choice import ask_for, chosen_of

_SAME = 0.8  # of the words, at the same second
_PAUSE = 1.0  # seconds that part two phrases
_ENDS_PHRASE = (".", "?", "!", "…", "。", "？", "！")


class Channel(NamedTuple):
    """A channel with its name; its pieces can be read more than once, each time counting what is left out."""

    name: str
    pieces: Callable[[Tally], Iterator[Piece]]


def _words_at(channel: Channel) -> set[int]:
    """Return the words of a channel with the second of each, as hashes."""
    found: set[int] = set()
    for piece in channel.pieces(Tally()):
        for word in piece.words or (piece,):
            for text in word.text.casefold().split():
                found.add(hash((text, int(word.start if word.start is not None else piece.start or 0))))
    return found


def repeat_the_words(channels: Sequence[Channel]) -> bool:
    """Tell whether two channels hold the same words at the same time, as a recording saved in stereo does."""
    seen: list[set[int]] = []
    for channel in channels:
        words = _words_at(channel)
        if any(words and len(words & other) >= _SAME * min(len(words), len(other)) for other in seen if other):
            return True
        seen.append(words)
    return False


def _phrases(channel: Channel, left_out: Tally) -> Iterator[tuple[float, Sequence[Piece]]]:
    """Yield the phrases of a channel with their times: pieces up to a stop or a pause."""
    start = end = 0.0
    phrase: list[Piece] = []
    for piece in channel.pieces(left_out):
        begins = piece.start
        attached = begins is None and piece.joined and not piece.text[:1].isspace()
        ended = phrase and phrase[-1].text.rstrip().endswith(_ENDS_PHRASE)
        if phrase and not attached and (ended or (begins is not None and begins - end > _PAUSE)):
            yield start, phrase
            phrase = []
        if not phrase:
            start = max(start, begins or start)
        phrase.append(piece)
        end = piece.end or begins or end
    if phrase:
        yield start, phrase


def together(channels: Sequence[Channel], left_out: Tally) -> Iterator[Piece]:
    """Yield the pieces of all channels by time, phrase by phrase, none of them parted."""
    if len(channels) == 1:
        yield from channels[0].pieces(left_out)
        return
    for _, phrase in heapq.merge(*(_phrases(one, left_out) for one in channels), key=lambda one: one[0]):
        yield from phrase


def read_channels(channels: Sequence[Channel], given: Given, left_out: Tally) -> Iterator[Piece]:
    """Return the pieces of the channels that are to be read.

    Raises TranscriptError where channels repeat each other's words and nobody chose, or where a chosen one is missing.
    """
    names = [channel.name for channel in channels]
    if len(channels) > 1 and not given.chosen and repeat_the_words(channels):
        chosen = ask_for(names, given, f"{len(channels)} channels of this file hold the same words.")
    else:
        chosen = chosen_of(names, given)
    return together([channel for channel in channels if channel.name in chosen], left_out)
