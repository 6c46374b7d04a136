"""Deepgram: utterances where the file has them, else words; several channels."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from core.transcripts.readers.pieces import Piece, Reading, Tally
from core.transcripts.readers.services.parts.channels import Channel, read_channels
from core.transcripts.readers.services.parts.json_fields import (
    JsonObject,
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
from core.transcripts.readers.services.parts.segments import SegmentReader, WordFields, word_of, words_of
from core.transcripts.readers.services.parts.word_list import SpokenWord, pieces_of_words

_WORD = WordFields(("punctuated_word", "word"))
_COPIES = "the same words stand once more"


class _Talk(NamedTuple):
    """The results of a file; `several` says that more than one channel is read."""

    results: JsonObject
    several: bool

    def speaker(self, value: object, channel: int) -> str | None:
        """Return the label of a person; in several channels the same number is another person in each."""
        label = label_of_number(value)
        if not self.several:
            return label
        return f"Channel {channel} {label}" if label else f"Channel {channel}"


def _utterances(talk: _Talk, channel: int, left_out: Tally) -> Iterator[Piece]:
    reader = SegmentReader(left_out)
    for pointer, fields in objects_of(talk.results.get("utterances"), pointer_to("results", "utterances")):
        if fields.get("channel", channel) == channel:
            text, place = text_of(fields.get("transcript")), place_of(pointer, "transcript")
            speaker = talk.speaker(fields.get("speaker"), channel)
            start, end = seconds_of(fields.get("start")), seconds_of(fields.get("end"))
            words = words_of(fields, pointer, _WORD)
            yield from reader.pieces(Piece(text, place, speaker, start, end, words=words))


def _words(talk: _Talk, alternative: Listed, channel: int) -> Iterator[SpokenWord]:
    for one in objects_of(alternative.fields.get("words"), alternative.pointer + "/words"):
        word = word_of(one, _WORD)
        if word is not None:
            yield SpokenWord(word, talk.speaker(one.fields.get("speaker"), channel))


def _pieces(talk: _Talk, alternative: Listed, channel: int, left_out: Tally) -> Iterator[Piece]:
    utterances = items_of(talk.results.get("utterances"))
    if any(fields_of(one).get("channel", channel) == channel for one in utterances):
        return _utterances(talk, channel, left_out)
    if items_of(alternative.fields.get("words")):
        return pieces_of_words(_words(talk, alternative, channel), left_out)
    text, place = text_of(alternative.fields.get("transcript")), place_of(alternative.pointer, "transcript")
    return SegmentReader(left_out).pieces(Piece(text, place, talk.speaker(None, channel)))


def _alternatives(results: JsonObject) -> Sequence[Listed]:
    """Return the first reading of each channel."""
    found: list[Listed] = []
    for pointer, channel in objects_of(results.get("channels"), pointer_to("results", "channels")):
        found += list(objects_of(channel.get("alternatives"), pointer + "/alternatives"))[:1]
    return found


def read(file: ParsedJson) -> Reading | None:
    """Read what Deepgram answers; None for any other file. Raises TranscriptError where channels must be chosen."""
    results = fields_of(file.top.get("results"))
    alternatives = _alternatives(results)
    if not alternatives:
        return None
    left_out = Tally()
    count = len(file.given.chosen) if file.given.chosen else len(alternatives)
    talk = _Talk(results, several=count > 1)
    channels = [
        Channel(f"Channel {number}", partial(_pieces, talk, one, number)) for number, one in enumerate(alternatives)
    ]
    for name in ("transcript", "paragraphs"):
        left_out.add(f"copies under {name}", _COPIES, sum(name in one.fields for one in alternatives))
    return Reading("json", "deepgram", read_channels(channels, file.given, left_out), left_out)
