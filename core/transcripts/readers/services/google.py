"""Google's Speech-to-Text, both versions: results in order, or the last one alone where it repeats all words."""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, islice
from typing import NamedTuple

from core.text.documents import is_object
from core.transcripts.readers.pieces import Piece, Reading, Tally, TimedWord
from core.transcripts.readers.services.parts.channels import Channel, read_channels
from core.transcripts.readers.services.parts.json_fields import (
    JsonObject,
    Listed,
    ParsedJson,
    confidence_of,
    fields_of,
    items_of,
    label_of_number,
    number_of,
    objects_of,
    place_of,
    pointer_to,
    text_of,
)
from core.transcripts.readers.services.parts.segments import SegmentReader
from core.transcripts.readers.services.parts.word_list import SpokenWord, pieces_of_words

_SECONDS = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)s")
_NANOS = 1_000_000_000
_STARTS, _ENDS = ("startTime", "startOffset", "start_time"), ("endTime", "endOffset", "end_time")
_OF_OTHERS = frozenset(("timestamps", "word_confidence"))  # IBM's alternatives look like these
_WHERE = ((), ("response",), ("result",), ("inlineResult", "transcript"))


def _seconds(fields: JsonObject, names: Sequence[str]) -> float | None:
    """Return a time: "1.5s", or seconds and nanoseconds, of which what is 0 may be missing."""
    value = next((fields[name] for name in names if name in fields), None)
    match = _SECONDS.fullmatch(value.strip()) if isinstance(value, str) else None
    if match:
        return float(match[1])
    if not is_object(value):
        return None
    seconds, nanos = (number_of(value.get(name, 0)) for name in ("seconds", "nanos"))
    return None if seconds is None or nanos is None else seconds + nanos / _NANOS


def _label(word: JsonObject) -> str | None:
    """Return who says a word; a tag of 0 is nobody."""
    tag = word.get("speakerTag", word.get("speaker_tag"))
    return label_of_number(word.get("speakerLabel") or tag or None)


class _Result(NamedTuple):
    """The first reading of a result, with the channel it comes from."""

    reading: Listed
    channel: object

    @property
    def words(self) -> Sequence[object]:
        return items_of(self.reading.fields.get("words"))

    @property
    def names_speakers(self) -> bool:
        return any(_label(fields_of(word)) for word in self.words)


def _results(file: ParsedJson) -> Sequence[_Result]:
    for steps in _WHERE:
        holder: JsonObject = file.top
        for step in steps:
            holder = fields_of(holder.get(step))
        found: list[_Result] = []
        for pointer, result in objects_of(holder.get("results"), pointer_to(*steps, "results")):
            channel = result.get("channelTag", result.get("channel_tag"))
            readings = objects_of(result.get("alternatives"), pointer + "/alternatives")
            found += [_Result(reading, channel) for reading in islice(readings, 1)]
        if found:
            return found
    return ()


def _is_own(results: Sequence[_Result]) -> bool:
    readings = [one.reading.fields for one in results]
    return any("transcript" in one or "words" in one for one in readings) and not any(
        _OF_OTHERS & one.keys() for one in readings
    )


def _repeats_all(results: Sequence[_Result]) -> bool:
    """Tell whether the last result repeats the words of the others with their speakers."""
    before = sum(len(one.words) for one in results[:-1])
    return before > 0 and results[-1].names_speakers and len(results[-1].words) >= before


def _words(result: _Result, owner: str | None) -> Iterator[SpokenWord]:
    for pointer, word in objects_of(result.words, result.reading.pointer + "/words"):
        text = text_of(word.get("word"))
        if text.strip():
            told = _seconds(word, _STARTS), _seconds(word, _ENDS)
            sure = confidence_of(word.get("confidence")) or None  # 0 says that none was asked for
            yield SpokenWord(TimedWord(text, place_of(pointer, "word"), *told, sure), _label(word) or owner)


def _pieces(results: Sequence[_Result], owner: str | None, left_out: Tally) -> Iterator[Piece]:
    if all(result.words for result in results):
        yield from pieces_of_words(chain.from_iterable(_words(one, owner) for one in results), left_out)
        return
    reader = SegmentReader(left_out)
    for result in results:
        if result.words:
            yield from pieces_of_words(_words(result, owner), left_out)
        else:
            text = text_of(result.reading.fields.get("transcript"))
            yield from reader.pieces(Piece(text, place_of(result.reading.pointer, "transcript"), owner))


def read(file: ParsedJson) -> Reading | None:
    """Read what Google answers; None for any other file. Raises TranscriptError where channels must be chosen."""
    results = _results(file)
    if not results or not _is_own(results):
        return None
    left_out = Tally()
    if _repeats_all(results):
        why = "the last result says the same words, with their speakers"
        left_out.add("results that are repeated", why, len(results) - 1)
        results = results[-1:]
    tags = list(dict.fromkeys(str(one.channel) for one in results))
    if len(tags) < 2 and not file.given.chosen:
        return Reading("json", "google", _pieces(results, None, left_out), left_out)
    channels = [
        Channel(name, partial(_pieces, [one for one in results if str(one.channel) == tag], name))
        for tag in tags
        for name in (f"Channel {tag}",)
    ]
    return Reading("json", "google", read_channels(channels, file.given, left_out), left_out)
