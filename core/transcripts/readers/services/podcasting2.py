"""Podcasting 2.0: segments with `body`, of a phrase or of a single word."""

from collections.abc import Iterator, Sequence

from core.transcripts.readers.pieces import Piece, Reading, Tally
from core.transcripts.readers.services.parts.json_fields import (
    Listed,
    ParsedJson,
    label_of_number,
    objects_of,
    place_of,
    pointer_to,
    seconds_of,
    text_of,
)
from core.transcripts.readers.services.parts.segments import SegmentReader


def _pieces(segments: Sequence[Listed], left_out: Tally) -> Iterator[Piece]:
    reader = SegmentReader(left_out)
    for pointer, fields in segments:
        start, end = seconds_of(fields.get("startTime")), seconds_of(fields.get("endTime"))
        speaker = label_of_number(fields.get("speaker"))
        yield from reader.pieces(Piece(text_of(fields["body"]), place_of(pointer, "body"), speaker, start, end))


def read(file: ParsedJson) -> Reading | None:
    """Read the segments of Podcasting 2.0; None for any other file."""
    listed = objects_of(file.top.get("segments"), pointer_to("segments"))
    segments = [one for one in listed if isinstance(one.fields.get("body"), str)]
    if not segments:
        return None
    left_out = Tally()
    words = len(segments) > 1 and all(len(text_of(one.fields["body"]).split()) < 2 for one in segments)
    return Reading("json", "podcasting2", _pieces(segments, left_out), left_out, units_are_words=words)
