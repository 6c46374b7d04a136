"""From a list of words to pieces: one space between two of them, none before a stop or between some scripts."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from core.transcripts.readers.lay_out import gap_between, is_spoken
from core.transcripts.readers.pieces import Piece, Tally, TimedWord
from core.transcripts.readers.services.parts.machine_marks import without_marks

_STOP = re.compile(r"[.,;:?!…)\]}»”。、，．？！：；）」』％%]+")


class SpokenWord(NamedTuple):
    """A word and who says it; `attached` stands at the word before without a space, and is no word by itself."""

    word: TimedWord
    speaker: str | None = None
    attached: bool = False


def is_stop(text: str) -> bool:
    """Tell a stop that a file lists among its words."""
    return _STOP.fullmatch(text.strip()) is not None


def _says_something(text: str, left_out: Tally) -> bool:
    if not text or (any(map(str.isalnum, text)) and text[0] not in "[(<%"):
        return bool(text)
    spoken = "".join(part.text for part in without_marks(text, left_out)).strip()
    if spoken and text[0] in "[(" and not is_spoken(spoken):
        left_out.add("sounds", "they are no words")
        return False
    return bool(spoken)


def pieces_of_words(words: Iterable[SpokenWord], left_out: Tally) -> Iterator[Piece]:
    """Yield a piece for each word, with the space in front of it."""
    before = " "
    for word, speaker, attached in words:
        text = word.text.strip()
        if not _says_something(text, left_out):
            continue
        told = (word.start, word.end, word.confidence)
        gap = "" if attached else gap_between(before, text)
        yield Piece(gap + text, word.place, speaker, *told, words=() if attached else (word,), joined=True)
        before = text
