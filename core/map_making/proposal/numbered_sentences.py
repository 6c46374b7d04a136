"""The sentences of a transcript under numbers that count over all of it, and windows of whole turns."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from core.map_making.outline.talk_sentences import TalkSentence, talk_sentences
from core.transcripts.transcript import TranscriptPair

_OVERLAP_TURNS = 2
_OVERLAP_SHARE = 8  # the turns that a window repeats have at most so small a part of its characters


class NumberedSentence(NamedTuple):
    """A sentence with its number in the transcript, from 1, and that of its turn, from 0.

    Where there are no turns, a paragraph counts as one.
    """

    number: int
    turn: int
    sentence: TalkSentence

    @property
    def name(self) -> str:
        """Its id, as a model reads and writes it."""
        return f"s{self.number}"


class WindowRange(NamedTuple):
    """The numbers of the first and the last sentence of a window."""

    first: int
    last: int


class _Stretch(NamedTuple):
    """Sentences that no window parts: a turn, or a piece of one that is longer than a window."""

    first: int
    last: int
    characters: int


def number_sentences(transcript: TranscriptPair) -> list[NumberedSentence]:
    """Return the sentences of a transcript in order; the one numbered n stands at n - 1."""
    turn = -1
    numbered: list[NumberedSentence] = []
    for number, sentence in enumerate(talk_sentences(transcript), 1):
        turn += sentence.opens
        numbered.append(NumberedSentence(number, turn, sentence))
    return numbered


def _stretches(sentences: Sequence[NumberedSentence], most: int) -> Iterator[_Stretch]:
    for _, turn in groupby(sentences, key=lambda one: one.turn):
        held: _Stretch | None = None
        for one in turn:
            length = len(one.sentence.text)
            if held is not None and held.characters + length > most:
                yield held
                held = None
            first, characters = (one.number, 0) if held is None else (held.first, held.characters)
            held = _Stretch(first, one.number, characters + length)
        if held is not None:
            yield held


def window_ranges(sentences: Sequence[NumberedSentence], most: int) -> Iterator[WindowRange]:
    """Yield windows of whole turns with about `most` characters of speech; each begins with the last turns of the one
    before where they are short. A turn that is longer than a window is parted between sentences."""
    stretches = list(_stretches(sentences, most))
    start = end = 0
    while end < len(stretches):
        before, start, characters = start, end, 0
        while start > before + 1 and end - start < _OVERLAP_TURNS:
            characters += stretches[start - 1].characters
            if characters > most // _OVERLAP_SHARE:
                break
            start -= 1
        size = sum(one.characters for one in stretches[start : end + 1])
        end += 1
        while end < len(stretches) and size + stretches[end].characters <= most:
            size += stretches[end].characters
            end += 1
        yield WindowRange(stretches[start].first, stretches[end - 1].last)
