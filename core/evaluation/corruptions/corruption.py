"""The classes of corruptions, and a corrupted quote as a value."""

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import NamedTuple

from core.evaluation.corruptions.corruption_material import CorruptionSource
from core.evaluation.corruptions.seeded_choice import SeededChoice
from core.record import Record
from core.transcripts.speakers import SpeakerRef


class CorruptionClass(StrEnum):
    """What is done to a quote. Typography is the same quote in other characters; everything else is another one."""

    TYPOGRAPHY = "typography"
    NEGATION = "negation flipped"
    FILLER = "filler or hedge dropped"
    WORD = "one content word swapped"
    LETTER = "one letter changed"
    NUMBER = "number changed"
    STITCHED = "two sentences stitched"
    REORDERED = "clauses reordered"
    ELIDED = "elided"
    RANDOM = "two or three random words"
    WRONG_SPEAKER = "wrong speaker"
    CUT = "cut in mid-word"
    TWO_TURNS = "run across two turns"


class Corruption(Record):
    """A corrupted quote: what was done, the words to write, and the speaker to name.

    `original` is the slice on one line, `quote_id` its quote. `is_markup` says that the words contain HTML entities or
    Markdown escapes; else they are as a reader sees them.
    """

    corruption_class: CorruptionClass
    kind: str
    words: str
    speaker: SpeakerRef
    quote_id: str
    original: str
    is_markup: bool = False


class CorruptionVariant(NamedTuple):
    """Words that may become a corruption; `speaker` if they are attributed to another speaker than the quote's."""

    words: str
    speaker: SpeakerRef | None = None


class CorruptionMethod(NamedTuple):
    """One way to corrupt within a class; `vary` yields variants of a source, the same for the same seed."""

    corruption_class: CorruptionClass
    name: str
    vary: Callable[[CorruptionSource, SeededChoice], Iterator[CorruptionVariant]]
    is_markup: bool = False
