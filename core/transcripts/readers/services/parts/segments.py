"""From a segment of a recogniser to pieces: its text without marks, its times, its words."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from core.transcripts.readers.lay_out import is_spoken
from core.transcripts.readers.pieces import Piece, Tally, TimedWord
from core.transcripts.readers.services.parts.json_fields import (
    JsonObject,
    Listed,
    confidence_of,
    objects_of,
    place_of,
    seconds_of,
    text_in,
)
from core.transcripts.readers.services.parts.machine_marks import without_marks

_Item = TypeVar("_Item")


class WordFields(NamedTuple):
    """The names under which a dialect writes a word, the first that is there counts; times as `per_second` of one."""

    text: tuple[str, ...] = ("word", "text")
    start: str = "start"
    end: str = "end"
    confidence: str = "confidence"
    per_second: int = 1


def word_of(word: Listed, names: WordFields) -> TimedWord | None:
    """Return a word with its place, None where there is none."""
    name, text = text_in(word.fields, *names.text)
    if not text.strip():
        return None
    start, end = (seconds_of(word.fields.get(one), names.per_second) for one in (names.start, names.end))
    return TimedWord(text, place_of(word.pointer, name), start, end, confidence_of(word.fields.get(names.confidence)))


def words_of(fields: JsonObject, pointer: str, names: WordFields, *, under: str = "words") -> Sequence[TimedWord]:
    """Return the words of a segment, each with its place; `pointer` is the place of the segment."""
    listed = objects_of(fields.get(under), f"{pointer}/{under}")
    return [word for one in listed if (word := word_of(one, names)) is not None]


def in_time_order(items: Sequence[_Item], start_of: Callable[[_Item], float | None]) -> Sequence[_Item]:
    """Return items by their starts; one without stays behind the one before it."""
    starts: list[float] = []
    for item in items:
        start = start_of(item)
        starts.append(start if start is not None else starts[-1] if starts else 0)
    return [items[number] for number in sorted(range(len(items)), key=starts.__getitem__)]


def write_their_spaces(texts: Iterable[str]) -> bool:
    """Tell whether the pieces of a file bring their own spaces: one of them begins with one."""
    return any(text[:1].isspace() and text.strip() for text in texts)


class WordsBeside:
    """Words that a file lists beside its segments, given to the segments in order, by their times."""

    def __init__(self, words: Sequence[TimedWord]) -> None:
        self._words = words
        self._done = 0

    def until(self, end: float | None) -> Sequence[TimedWord]:
        """Return the next words that begin before a time."""
        first = self._done
        while self._done < len(self._words):
            start = self._words[self._done].start
            if start is not None and end is not None and start >= end:
                break
            self._done += 1
        return self._words[first : self._done]


class SegmentReader:
    """Makes pieces of segments, one after the other."""

    def __init__(self, left_out: Tally, *, joined: bool = False) -> None:
        self._left_out = left_out
        self._joined = joined
        self._ends_turn = False

    def end_turn(self) -> None:
        """Say that another person begins with the next segment."""
        self._ends_turn = True

    def pieces(self, piece: Piece) -> Iterator[Piece]:
        """Yield a segment without marks and sounds; a mark within it parts it, and its ends keep their times."""
        parts = without_marks(piece.text, self._left_out)
        spoken = [number for number, part in enumerate(parts) if part.text.strip()]
        for number, part in enumerate(parts):
            self._ends_turn |= part.new_turn
            if number not in spoken:
                continue
            if not is_spoken(part.text):
                self._left_out.add("sounds", "they are no words")
                continue
            yield piece._replace(
                text=part.text,
                start=piece.start if number == spoken[0] else None,
                end=piece.end if number == spoken[-1] else None,
                new_turn=piece.new_turn or self._ends_turn,
                joined=self._joined,
            )
            self._ends_turn = False
