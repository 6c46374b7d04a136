"""whisper.cpp: segments with milliseconds, tokens in the full output, channels or marks where the speaker changes."""

import re
from collections.abc import Iterator, Sequence

from core.transcripts.readers.pieces import Piece, Reading, Tally, TimedWord
from core.transcripts.readers.services.parts.json_fields import (
    JsonObject,
    Listed,
    ParsedJson,
    confidence_of,
    fields_of,
    label_of_number,
    objects_of,
    place_of,
    pointer_to,
    seconds_of,
    text_of,
)
from core.transcripts.readers.services.parts.segments import SegmentReader, write_their_spaces

_MILLISECONDS = 1000
_NOBODY = "?"
_MARK = re.compile(r"\[_.*\]")
_SPEAKER_IN_TEXT = re.compile(r"\s*\(speaker (?P<name>\d{1,2}|\?)\)", re.IGNORECASE)


def _is_own(file: ParsedJson, segments: Sequence[Listed]) -> bool:
    return bool({"systeminfo", "params"} & file.top.keys()) or any("offsets" in one.fields for one in segments)


def _times(fields: JsonObject) -> tuple[float | None, float | None]:
    """Return the times of a segment or token; the clock times beside the offsets say the same."""
    offsets, stamps = fields_of(fields.get("offsets")), fields_of(fields.get("timestamps"))
    start, end = (seconds_of(offsets.get(name), _MILLISECONDS) for name in ("from", "to"))
    return (
        seconds_of(stamps.get("from")) if start is None else start,
        seconds_of(stamps.get("to")) if end is None else end,
    )


def _least(first: float | None, second: float | None) -> float | None:
    known = [one for one in (first, second) if one is not None]
    return min(known, default=None)


def _words(segment: Listed) -> Sequence[TimedWord]:
    """Return the words of a segment from its tokens; a word is as certain as the least certain of them."""
    words: list[TimedWord] = []
    for token in objects_of(segment.fields.get("tokens"), segment.pointer + "/tokens"):
        text = text_of(token.fields.get("text"))
        if not text.strip() or _MARK.fullmatch(text.strip()):
            continue
        start, end = _times(token.fields)
        sure = confidence_of(token.fields.get("p")) if any(map(str.isalnum, text)) else None
        if words and not text[0].isspace():
            last = words[-1]
            sure = _least(last.confidence, sure)
            words[-1] = TimedWord(last.text + text, None, last.start, end, sure)
        else:
            words.append(TimedWord(text, place_of(token.pointer, "text"), start, end, sure))
    return words


def _speaker(fields: JsonObject, in_text: re.Match[str] | None) -> str | None:
    name = in_text["name"] if in_text else fields.get("speaker")
    return None if name == _NOBODY else label_of_number(name)


def _pieces(segments: Sequence[Listed], left_out: Tally) -> Iterator[Piece]:
    reader = SegmentReader(left_out, joined=write_their_spaces(text_of(one.fields["text"]) for one in segments))
    for segment in segments:
        text = text_of(segment.fields["text"])
        in_text = _SPEAKER_IN_TEXT.match(text)
        speaker = _speaker(segment.fields, in_text)
        place = place_of(segment.pointer, "text")
        yield from reader.pieces(
            Piece(
                text[in_text.end() :] if in_text else text,
                place,
                speaker,
                *_times(segment.fields),
                words=_words(segment),
            )
        )
        if segment.fields.get("speaker_turn_next") is True:
            reader.end_turn()


def read(file: ParsedJson) -> Reading | None:
    """Read what whisper.cpp writes; None for any other file."""
    listed = objects_of(file.top.get("transcription"), pointer_to("transcription"))
    segments = [one for one in listed if isinstance(one.fields.get("text"), str)]
    if not segments or not _is_own(file, segments):
        return None
    left_out = Tally()
    return Reading("json", "whisper.cpp", _pieces(segments, left_out), left_out)
