"""Amazon's Call Analytics and data automation: segments with milliseconds beside much that a machine wrote."""

from collections.abc import Iterator

from core.transcripts.readers.pieces import Piece, Reading, Tally
from core.transcripts.readers.refusal import refusal
from core.transcripts.readers.services.parts.json_fields import (
    Listed,
    ParsedJson,
    fields_of,
    items_of,
    label_of_number,
    objects_of,
    place_of,
    pointer_to,
    seconds_of,
    text_of,
)
from core.transcripts.readers.services.parts.segments import (
    SegmentReader,
    WordFields,
    WordsBeside,
    in_time_order,
    words_of,
)

_MILLISECONDS = 1000
_CALL_WORD = WordFields(("Content",), "BeginOffsetMillis", "EndOffsetMillis", "Confidence", _MILLISECONDS)
_AUDIO_WORD = WordFields(("content",), "start_timestamp_millis", "end_timestamp_millis", per_second=_MILLISECONDS)
_WRITTEN_BY_A_MACHINE = "a machine wrote them about the talk"


def _begins(segment: Listed) -> float | None:
    return seconds_of(segment.fields.get("BeginOffsetMillis"), _MILLISECONDS)


def _call(file: ParsedJson, left_out: Tally) -> Iterator[Piece]:
    reader = SegmentReader(left_out)
    segments = [
        one
        for one in objects_of(file.top.get("Transcript"), pointer_to("Transcript"))
        if isinstance(one.fields.get("Content"), str)
    ]
    for pointer, fields in in_time_order(segments, _begins):
        start, end = (seconds_of(fields.get(name), _MILLISECONDS) for name in ("BeginOffsetMillis", "EndOffsetMillis"))
        speaker = label_of_number(fields.get("ParticipantRole")) or label_of_number(fields.get("ParticipantId"))
        words = words_of(fields, pointer, _CALL_WORD, under="Items")
        yield from reader.pieces(
            Piece(text_of(fields["Content"]), place_of(pointer, "Content"), speaker, start, end, words=words)
        )


def _audio(file: ParsedJson, left_out: Tally) -> Iterator[Piece]:
    reader = SegmentReader(left_out)
    beside = WordsBeside(words_of(file.top, "", _AUDIO_WORD, under="audio_items"))
    for pointer, fields in objects_of(file.top.get("audio_segments"), pointer_to("audio_segments")):
        start, end = (
            seconds_of(fields.get(name), _MILLISECONDS) for name in ("start_timestamp_millis", "end_timestamp_millis")
        )
        speaker = label_of_number(fields_of(fields.get("speaker")).get("speaker_label"))
        text, place = text_of(fields.get("text")), place_of(pointer, "text")
        yield from reader.pieces(Piece(text, place, speaker, start, end, words=beside.until(end)))


def _call_analytics(file: ParsedJson) -> Reading:
    left_out = Tally()
    summary = fields_of(file.top.get("ConversationCharacteristics")).get("ContactSummary")
    left_out.add("the summary", _WRITTEN_BY_A_MACHINE, int(bool(summary)))
    return Reading("json", "amazon-call-analytics", _call(file, left_out), left_out)


def _data_automation(file: ParsedJson) -> Reading:
    left_out = Tally()
    audio = fields_of(file.top.get("audio"))
    left_out.add("the summary", _WRITTEN_BY_A_MACHINE, int(bool(audio.get("summary"))))
    topics = len(items_of(audio.get("topics"))) + len(items_of(file.top.get("topics")))
    left_out.add("topics", _WRITTEN_BY_A_MACHINE, topics)
    left_out.add("a second copy of the words", "the whole transcript stands once more", int("transcript" in audio))
    if not any(text_of(one.fields.get("text")).strip() for one in objects_of(file.top.get("audio_segments"))):
        message = "this JSON of Amazon's data automation holds no words that were said."
        raise refusal(file.given.name, message, "Use a result that has audio segments with their text.")
    return Reading("json", "amazon-data-automation", _audio(file, left_out), left_out)


def read(file: ParsedJson) -> Reading | None:
    """Read a call or the audio of data automation; None for any other file.

    Raises TranscriptError for a result of data automation without speech.
    """
    segments = [one.fields for one in objects_of(file.top.get("Transcript"))]
    if any("Content" in one and ("ParticipantRole" in one or "ParticipantId" in one) for one in segments):
        return _call_analytics(file)
    if "audio_segments" in file.top and ("metadata" in file.top or "audio" in file.top):
        return _data_automation(file)
    return None
