"""Azure's speech service: the phrases of a batch (ticks of 100 ns) and of the fast transcription (milliseconds)."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from core.transcripts.readers.pieces import Piece, Reading, Tally, TimedWord
from core.transcripts.readers.services.parts.channels import Channel, read_channels
from core.transcripts.readers.services.parts.json_fields import (
    JsonObject,
    Listed,
    ParsedJson,
    confidence_of,
    items_of,
    label_of_number,
    objects_of,
    place_of,
    pointer_to,
    seconds_of,
    text_in,
    text_of,
)
from core.transcripts.readers.services.parts.segments import SegmentReader, in_time_order

_UNITS = (("offsetInTicks", "durationInTicks", 10_000_000), ("offsetMilliseconds", "durationMilliseconds", 1000))
# The words under "words" of a batch are the bare form; these are what a person reads.
_WORD_LISTS = ("displayWords", "words")


class _Phrase(NamedTuple):
    """A phrase with the reading of it that counts, and the name of the field that a person reads."""

    phrase: Listed
    reading: Listed
    field: str


def _times(fields: JsonObject) -> tuple[float | None, float | None]:
    for offset, duration, per_second in _UNITS:
        start, length = seconds_of(fields.get(offset), per_second), seconds_of(fields.get(duration), per_second)
        if start is not None:
            return start, None if length is None else round(start + length, 7)
    return None, None


def _phrases(file: ParsedJson) -> Sequence[_Phrase]:
    """Return the phrases by time; one that was not recognised has no reading."""
    found: list[_Phrase] = []
    for phrase in objects_of(file.top.get("recognizedPhrases"), pointer_to("recognizedPhrases")):
        best = list(objects_of(phrase.fields.get("nBest"), phrase.pointer + "/nBest"))[:1]
        found += [_Phrase(phrase, one, "display") for one in best]
    if not found and "combinedPhrases" in file.top:
        found = [_Phrase(one, one, "text") for one in objects_of(file.top.get("phrases"), pointer_to("phrases"))]
    return in_time_order(found, lambda one: _times(one.phrase.fields)[0])


def _words(phrase: _Phrase) -> Sequence[TimedWord]:
    words: list[TimedWord] = []
    lists = _WORD_LISTS if phrase.field == "text" else _WORD_LISTS[:1]
    name = next((one for one in lists if items_of(phrase.reading.fields.get(one))), lists[0])
    for pointer, word in objects_of(phrase.reading.fields.get(name), f"{phrase.reading.pointer}/{name}"):
        field, text = text_in(word, "displayText", "text", "word")
        if text.strip():
            sure = confidence_of(word.get("confidence"))
            words.append(TimedWord(text, place_of(pointer, field), *_times(word), sure))
    return words


def _pieces(phrases: Sequence[_Phrase], channel: str | None, left_out: Tally) -> Iterator[Piece]:
    reader = SegmentReader(left_out)
    for one in phrases:
        text, place = text_of(one.reading.fields.get(one.field)), place_of(one.reading.pointer, one.field)
        label = label_of_number(one.phrase.fields.get("speaker"))
        speaker = " ".join(filter(None, (channel, label))) or None
        yield from reader.pieces(Piece(text, place, speaker, *_times(one.phrase.fields), words=_words(one)))


def read(file: ParsedJson) -> Reading | None:
    """Read what Azure writes; None for any other file. Raises TranscriptError where channels must be chosen."""
    phrases = _phrases(file)
    if not phrases:
        return None
    left_out = Tally()
    for name in ("combinedRecognizedPhrases", "combinedPhrases"):
        left_out.add("combined phrases", "the same words stand once more", len(items_of(file.top.get(name))))
    numbers = list(dict.fromkeys(str(one.phrase.fields.get("channel", 0)) for one in phrases))
    if len(numbers) < 2 and not file.given.chosen:
        return Reading("json", "azure", _pieces(phrases, None, left_out), left_out)
    several = len(file.given.chosen or numbers) > 1
    channels: list[Channel] = []
    for number in numbers:
        own = [one for one in phrases if str(one.phrase.fields.get("channel", 0)) == number]
        named = any(label_of_number(one.phrase.fields.get("speaker")) for one in own)
        name = f"Channel {number}"
        channels.append(Channel(name, partial(_pieces, own, name if several or not named else None)))
    return Reading("json", "azure", read_channels(channels, file.given, left_out), left_out)
