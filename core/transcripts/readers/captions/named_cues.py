"""Cues with a name below their time, as Teams writes them into Word documents and people copy them from there."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

from core.transcripts.readers.captions.cue_lines import seconds_of_cue
from core.transcripts.readers.captions.cues import (
    MAX_CUES,
    FileLine,
    counts_thousandths,
    lines_of,
    refuse_too_many,
    timing_lines,
)
from core.transcripts.readers.label_names import LabelGrade, grade_name
from core.transcripts.readers.lay_out import gap_between
from core.transcripts.readers.pieces import Given, Piece, Reading, Tally
from core.transcripts.readers.turn_labels import MAX_LABEL
from core.transcripts.units import Place

DIALECT = "teams"
_ENOUGH = 2


class NamedCue(NamedTuple):
    """A cue: its times in seconds, who speaks, and the lines of words, in characters of the text."""

    start: float
    end: float
    name: str
    lines: Sequence[FileLine]

    @property
    def words(self) -> str:
        """The words of the cue as one line."""
        joined = ""
        for line in self.lines:
            joined += gap_between(joined, line.text.strip()) + line.text.strip()
        return joined


def _timed(text: str) -> Iterator[tuple[re.Match[str], list[FileLine]]]:
    """Yield each time of a cue with the lines below it that are not blank."""
    for timing, following in pairwise(chain(timing_lines(text), (None,))):
        if timing is not None:
            below = text[timing.end() : following.start() if following else len(text)]
            lines = (line for line in lines_of(below) if line.text.strip())
            at = timing.end()
            yield timing, [FileLine(line.text, line.first + at, line.stop + at) for line in lines]


def find_named_cues(text: str, file: str) -> Sequence[NamedCue]:
    """Return the cues of a text; () where not below each time a name stands alone, with words below it. Raises
    TranscriptError for too many; `file` is its name."""
    counted = counts_thousandths(text)
    cues: list[NamedCue] = []
    grades: list[LabelGrade] = []
    for timing, lines in _timed(text):
        name = lines[0].text.strip() if len(lines) > 1 else ""
        grades.append(LabelGrade.NONE if len(name) > MAX_LABEL else grade_name(name))
        if "," in timing.group() or grades[-1] == LabelGrade.NONE:
            return ()
        start, end = (seconds_of_cue(time, counted=counted) for time in timing.group("start", "end"))
        cues.append(NamedCue(start, end, name, lines[1:]))
        if len(cues) == MAX_CUES:
            refuse_too_many(text, file)
    repeated = len({cue.name for cue in cues}) < len(cues)
    return cues if len(cues) >= _ENOUGH and (repeated or min(grades) >= LabelGrade.FULL) else ()


def read(given: Given) -> Reading | None:
    """Read a text of such cues; None where it is none. Raises TranscriptError for too many."""
    first = next(timing_lines(given.text), None)
    above = given.text[: first.start()].split("\n") if first else []
    # A number before the time is SubRip's.
    if (
        first is None
        or any(line.strip().isdecimal() for line in above)
        or not (cues := find_named_cues(given.text, given.name))
    ):
        return None
    left_out = Tally()
    left_out.add("lines above the first time", "they are a title", sum(1 for line in above if line.strip()))
    pieces = (
        Piece(cue.words, Place("", cue.lines[0].first, cue.lines[-1].stop), cue.name, cue.start, cue.end)
        for cue in cues
    )
    return Reading("text", DIALECT, pieces, left_out)
