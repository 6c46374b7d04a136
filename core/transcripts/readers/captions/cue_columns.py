"""The cues of a caption file with their lines, as columns: a file may have hundreds of thousands."""

import math
from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from core.record import Columns
from core.transcripts.readers.captions.cue_lines import CaptionText, CueLine
from core.transcripts.readers.captions.cues import Cue, refuse_too_long


class SpokenCue(NamedTuple):
    """A cue with its lines."""

    cue: Cue
    lines: Sequence[CueLine]


class CueColumns(Columns[SpokenCue]):
    """The cues of a file as columns; the lines of each are read when it is asked for."""

    def __init__(self, cues: Iterable[Cue], source: CaptionText, file: str) -> None:
        self._source = source
        self._begins, self._ends = array("d"), array("d")
        self._firsts, self._stops = array("I"), array("I")
        self._idents: dict[int, str] = {}
        for cue in cues:
            refuse_too_long(source.text, cue, file)
            if cue.ident:
                self._idents[len(self)] = cue.ident
            for column, value in ((self._begins, cue.start), (self._ends, cue.end)):
                column.append(math.nan if value is None else value)
            self._firsts.append(cue.first)
            self._stops.append(cue.stop)

    @property
    def idents(self) -> Iterator[str]:
        """The names of the cues, empty where one has none; no line is read."""
        return (self._idents.get(index, "") for index in range(len(self)))

    def __len__(self) -> int:
        return len(self._firsts)

    def _record(self, index: int) -> SpokenCue:
        start, end = (None if math.isnan(time) else time for time in (self._begins[index], self._ends[index]))
        cue = Cue(start, end, self._firsts[index], self._stops[index], self._idents.get(index, ""))
        return SpokenCue(cue, tuple(self._source.lines(cue.first, cue.stop)))
