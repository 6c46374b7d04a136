"""Interviews with hanging indents: `Name:` and words, every further line below the words; a title, ends of tapes."""

import re

from core.transcripts.readers.captions.cues import FileLine, lines_of
from core.transcripts.readers.label_choice import find_labels
from core.transcripts.readers.pieces import Given, Reading, Tally
from core.transcripts.readers.texts.paragraphs import TimedParagraphs, pieces_with_names

_TAPE = re.compile(
    r"[ \t]*[\[(](?:(?:end|beginning|begin|start) of )?(?:tape|side|cassette|disc|reel|track|audio|recording|file)\b"
    r"[^\[\]()]{0,40}[\])][ \t]*",
    re.IGNORECASE,
)
_INDENT = re.compile(r"[ \t]*")
_LEAST_INDENT = 3
_ENOUGH = 2


class _Hanging:
    """The paragraphs of the text as they are collected: a label begins one, lines below its words go on with it."""

    def __init__(self, text: str) -> None:
        self.paragraphs = TimedParagraphs(text)
        self.left_out = Tally()
        self.indented = self.others = 0
        self._starts = set(find_labels(text).starts)
        self._goes_on = self._begun = False
        for line in lines_of(text) if len(self._starts) >= _ENOUGH else ():
            self._take(line)

    def _take(self, line: FileLine) -> None:
        if not line.text.strip():
            self._goes_on = False
        elif _TAPE.fullmatch(line.text):
            self.left_out.add("marks of tapes", "a transcriber wrote them")
            self._goes_on = False
        elif line.first in self._starts:
            self.paragraphs.add(line.first, line.stop)
            self._goes_on = self._begun = True
        elif not self._begun:
            self.left_out.add("lines above the first label", "they are a title")
        else:
            self._below(line)

    def _below(self, line: FileLine) -> None:
        """Take a line that has no label."""
        indent = _INDENT.match(line.text)
        is_indented = indent is not None and len(indent.group().expandtabs()) >= _LEAST_INDENT
        self.indented += is_indented
        self.others += not is_indented
        if self._goes_on:
            self.paragraphs.go_on(line.stop)
        else:
            self.paragraphs.add(line.first, line.stop)
            self._goes_on = True


def read(given: Given) -> Reading | None:
    """Read an interview with hanging indents; None where the lines without a label are not indented."""
    hanging = _Hanging(given.text)
    if hanging.indented < _ENOUGH or hanging.indented <= hanging.others:
        return None
    return Reading("text", "hanging", pieces_with_names(hanging.paragraphs), hanging.left_out)
