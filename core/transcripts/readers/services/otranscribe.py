"""oTranscribe (.otr): a text of HTML in JSON, with marks of time and names before a colon."""

import html
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.transcripts.readers.label_choice import find_labels
from core.transcripts.readers.pieces import Piece, Reading, Tally
from core.transcripts.readers.services.parts.json_fields import ParsedJson, place_of, seconds_of

_TIME = re.compile(r"<span\b[^<>]{0,200}\bdata-timestamp=[\"']?(?P<time>[\d:.]{1,20})[^<>]{0,200}>[^<>]{0,40}</span>")
_BREAK = re.compile(r"</?(?:p|div|br|li|ul|ol|h[1-6]|blockquote)\b[^<>]*>", re.IGNORECASE)
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_PLACE = place_of("", "text")


class _Line(NamedTuple):
    """A line of the text without its tags, or what stands behind a mark of time in it."""

    text: str
    start: float | None


def _plain(markup: str) -> str:
    return " ".join(html.unescape(_TAG.sub("", markup)).split())


def _lines(markup: str) -> Iterator[_Line]:
    for line in _BREAK.split(markup):
        done, start = 0, None
        for mark in _TIME.finditer(line):
            before = _plain(line[done : mark.start()])
            if before:
                yield _Line(before, start)
            done, start = mark.end(), seconds_of(mark["time"])
        text = _plain(line[done:])
        if text:
            yield _Line(text, start)


def _pieces(lines: Sequence[_Line]) -> Iterator[Piece]:
    """Yield a piece for each line; a line without a name goes on with the person before."""
    starts: list[int] = []
    at = 0
    for text, _ in lines:
        starts.append(at)
        at += len(text) + 1
    found = find_labels("\n".join(line.text for line in lines))
    labels = {span.start: (name, span.end - span.start) for name, span, _ in found}
    speaker: str | None = None
    for (text, start), begins in zip(lines, starts, strict=True):
        name, length = labels.get(begins, ("", 0))
        speaker = name or speaker
        yield Piece(text[length:], _PLACE, speaker, start, inherited=not name and speaker is not None)


def read(file: ParsedJson) -> Reading | None:
    """Read a file of oTranscribe; None for any other file."""
    markup = file.top.get("text")
    if not isinstance(markup, str) or not ("media-time" in file.top or "data-timestamp" in markup):
        return None
    lines = tuple(_lines(markup))
    left_out = Tally()
    marks = sum(one.start is not None for one in lines)
    left_out.add("marks of time", "they are no words; their times are kept", marks)
    return Reading("json", "otranscribe", _pieces(lines), left_out)
