"""Amazon Transcribe: items of one word or stop, whose times are texts; speakers by time; channels."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from core.transcripts.readers.pieces import Piece, Reading, Tally, TimedWord
from core.transcripts.readers.refusal import refusal
from core.transcripts.readers.services.parts.channels import Channel, read_channels
from core.transcripts.readers.services.parts.json_fields import (
    JsonObject,
    ParsedJson,
    confidence_of,
    fields_of,
    items_of,
    label_of_number,
    objects_of,
    place_of,
    pointer_to,
    seconds_of,
    text_of,
)
from core.transcripts.readers.services.parts.segments import SegmentReader
from core.transcripts.readers.services.parts.word_list import SpokenWord, pieces_of_words

_PUNCTUATION = "punctuation"


class _ItemList(NamedTuple):
    """A list of items, who says them by their start, and whose they are where nothing else says it."""

    items: Sequence[object]
    pointer: str
    speakers: Mapping[str, str]
    owner: str | None = None


def _is_item(value: object) -> bool:
    item = fields_of(value)
    first = next(iter(items_of(item.get("alternatives"))), None)
    return "content" in fields_of(first) and ("start_time" in item or item.get("type") == _PUNCTUATION)


def _speakers(results: JsonObject) -> Mapping[str, str]:
    """Return who speaks at each start of a word."""
    found: dict[str, str] = {}
    for _, segment in objects_of(fields_of(results.get("speaker_labels")).get("segments")):
        for _, item in objects_of(segment.get("items")):
            label = label_of_number(item.get("speaker_label") or segment.get("speaker_label"))
            if label:
                found[str(item.get("start_time"))] = label
    return found


def _words(listed: _ItemList) -> Iterator[SpokenWord]:
    speaker = listed.owner
    for pointer, item in objects_of(listed.items, listed.pointer):
        first = next(objects_of(item.get("alternatives"), pointer + "/alternatives"), None)
        content = text_of(first.fields.get("content")) if first else ""
        if first is None or not content.strip():
            continue
        attached = item.get("type") == _PUNCTUATION
        if not attached:
            label = label_of_number(item.get("speaker_label"))
            speaker = listed.owner or label or listed.speakers.get(str(item.get("start_time")))
        start, end = seconds_of(item.get("start_time")), seconds_of(item.get("end_time"))
        sure = None if attached else confidence_of(first.fields.get("confidence"))
        yield SpokenWord(TimedWord(content, place_of(first.pointer, "content"), start, end, sure), speaker, attached)


def _pieces(listed: _ItemList, left_out: Tally) -> Iterator[Piece]:
    return pieces_of_words(_words(listed), left_out)


def _lists(results: JsonObject) -> Sequence[tuple[str, _ItemList]]:
    """Return the lists of a file with their names: one for each channel where there are several."""
    channels = items_of(fields_of(results.get("channel_labels")).get("channels"))
    if len(channels) > 1:
        at = pointer_to("results", "channel_labels", "channels")
        return [
            (name, _ItemList(items_of(channel.get("items")), pointer + "/items", {}, name))
            for pointer, channel in objects_of(channels, at)
            if (name := text_of(channel.get("channel_label")) or pointer.rpartition("/")[2])
        ]
    listed = _ItemList(items_of(results.get("items")), pointer_to("results", "items"), _speakers(results))
    return [("ch_0", listed)]


def _transcript_alone(results: JsonObject, left_out: Tally) -> Reading | None:
    """Read a file whose items were taken out."""
    at = pointer_to("results", "transcripts")
    for pointer, fields in objects_of(results.get("transcripts"), at):
        text = text_of(fields.get("transcript"))
        if text.strip():
            pieces = SegmentReader(left_out).pieces(Piece(text, place_of(pointer, "transcript")))
            notice = "The file has the whole text in one piece, without any time."
            return Reading("json", "amazon", pieces, left_out, (notice,))
    return None


def _refuse_unfinished(file: ParsedJson) -> None:
    if "TranscriptionJob" in file.top or "CallAnalyticsJob" in file.top:
        message = "this JSON of Amazon describes a job; the transcript is in another file."
        raise refusal(file.given.name, message, "Use the file that the job wrote (TranscriptFileUri).")


def read(file: ParsedJson) -> Reading | None:
    """Read what Amazon Transcribe writes; None for any other file.

    Raises TranscriptError for the description of a job, and where channels must be chosen.
    """
    _refuse_unfinished(file)
    left_out = Tally()
    top = items_of(file.value)
    results = fields_of(file.top.get("results"))
    lists: Sequence[tuple[str, _ItemList]]
    if top:
        lists = [("", _ItemList(top, "", {}))] if all(map(_is_item, top)) else []
    else:
        lists = _lists(results) if "transcripts" in results or "items" in results else []
    if not any(_is_item(item) for _, listed in lists for item in listed.items):
        return _transcript_alone(results, left_out)
    for name in ("transcripts", "audio_segments", "segments"):
        left_out.add(f"copies under {name}", "the same words stand once more", len(items_of(results.get(name))))
    channels = [Channel(name, partial(_pieces, listed)) for name, listed in lists]
    if len(channels) == 1 and not file.given.chosen:
        return Reading("json", "amazon", channels[0].pieces(left_out), left_out)
    return Reading("json", "amazon", read_channels(channels, file.given, left_out), left_out)
