"""What every reader hands over: the pieces of a file in the order they were said, and what it left out."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from core.transcripts.transcript import LeftOut
from core.transcripts.units import Place


class TimedWord(NamedTuple):
    """One word of a piece, as the file writes it; seconds, and a confidence between 0 and 1."""

    text: str
    place: Place | None = None
    start: float | None = None
    end: float | None = None
    confidence: float | None = None


class Piece(NamedTuple):
    """One unit of a file: its words with the escapes of the file resolved, and who says them.

    `place` is in characters of the file's text where the form is text; the door turns it into bytes. `speaker` is the
    label as the file writes it, None where it names nobody. `inherited` says that the label stands at an earlier piece,
    `new_turn` that another person begins, whatever the label. `joined` pieces bring their own spaces.
    """

    text: str
    place: Place | None = None
    speaker: str | None = None
    start: float | None = None
    end: float | None = None
    confidence: float | None = None
    words: Sequence[TimedWord] = ()
    inherited: bool = False
    new_turn: bool = False
    joined: bool = False


class Tally:
    """Counts what a reader leaves out while it reads."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str], int] = {}

    def add(self, what: str, why: str, count: int = 1) -> None:
        """Count something that was left out."""
        if count:
            self._counts[what, why] = self._counts.get((what, why), 0) + count

    def records(self) -> tuple[LeftOut, ...]:
        """Return what was counted, in the order it was first seen."""
        return tuple(LeftOut(what=what, count=count, why=why) for (what, why), count in self._counts.items())


class Given(NamedTuple):
    """A file at the door of a reader: its name, bytes and text (empty for a zip), and what a person chose of it."""

    name: str
    data: bytes
    text: str
    chosen: Sequence[str] = ()


class Reading(NamedTuple):
    """What a reader makes of a file. The pieces are read once, and only then `left_out` is complete.

    `form` is the kind of file ("webvtt"), `dialect` whose kind of it ("zoom"). `sure` is False where the reader had to
    guess. `units_are_words` says that each piece is one word.
    """

    form: str
    dialect: str
    pieces: Iterable[Piece]
    left_out: Tally
    notices: Sequence[str] = ()
    sure: bool = True
    units_are_words: bool = False
