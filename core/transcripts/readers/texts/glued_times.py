"""MAXQDA's focus groups: a time with tenths at the beginning of a paragraph, the name at once behind it."""

import re

from core.transcripts.readers.captions.cues import FileLine, lines_of
from core.transcripts.readers.pieces import Given, Reading, Tally
from core.transcripts.readers.texts.paragraphs import TimedParagraphs, pieces_with_names, rise, seconds_in

_OPENING = re.compile(r"[ \t]*(?P<time>[0-9]{1,3}:[0-9]{2}:[0-9]{2}\.[0-9]{1,3})(?=[^\s0-9:.,\]>-])")


class _Glued:
    """The paragraphs of the text as they are collected; counts those without a time."""

    def __init__(self, text: str) -> None:
        self.paragraphs = TimedParagraphs(text)
        self.untimed = 0
        self._goes_on = False
        for line in lines_of(text):
            self._take(line)

    def _take(self, line: FileLine) -> None:
        match = _OPENING.match(line.text)
        if match is not None:
            self.paragraphs.add(line.first + match.end(), line.stop, seconds_in(match["time"]))
        elif self._goes_on and line.text.strip():
            self.paragraphs.go_on(line.stop)
        elif line.text.strip():
            self.untimed += 1
            self.paragraphs.add(line.first, line.stop)
        self._goes_on = bool(line.text.strip())


def read(given: Given) -> Reading | None:
    """Read a focus group; None where hardly a paragraph begins with such a time."""
    glued = _Glued(given.text)
    times = glued.paragraphs.times
    if len(times) <= max(1, glued.untimed) or not rise(times):
        return None
    return Reading("text", "maxqda", pieces_with_names(glued.paragraphs), Tally())
