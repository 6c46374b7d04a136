"""JSON of no known service: a list of words or segments with start and text, read only where exactly one qualifies."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from core.transcripts.readers.pieces import Piece, Reading, Tally, TimedWord
from core.transcripts.readers.services.general_fields import confidence_in, speaker_of, text_field, time_fields
from core.transcripts.readers.services.general_lists import FoundList, lists_of
from core.transcripts.readers.services.parts.channels import Channel, together
from core.transcripts.readers.services.parts.json_fields import (
    JsonObject,
    ParsedJson,
    fields_of,
    items_of,
    objects_of,
    place_of,
    seconds_of,
    text_of,
)
from core.transcripts.readers.services.parts.segments import SegmentReader, write_their_spaces
from core.transcripts.readers.services.parts.word_list import SpokenWord, is_stop, pieces_of_words
from core.transcripts.readers.tier_choice import ask_for, chosen_of

_NEARLY = 1e-6  # seconds


class _Item(NamedTuple):
    """An item of a list: its words, its own speaker, the words within it."""

    word: TimedWord
    speaker: str | None
    within: Sequence[TimedWord] = ()


class _Spans:
    """Who speaks when, from a list of its own."""

    def __init__(self, lists: Iterable[FoundList]) -> None:
        found: list[tuple[float, float | None, str | None]] = []
        for one in lists:
            for item in map(fields_of, one.items):
                start, end = one.times.times(item) if one.times else (None, None)
                if start is not None:
                    found.append((start, end, speaker_of(item)))
        found.sort(key=lambda span: span[0])
        self._spans = found
        self._starts = [start for start, _, _ in found]

    def __bool__(self) -> bool:
        return bool(self._spans)

    def at(self, time: float) -> str | None:
        """Return who speaks at a time."""
        number = bisect_right(self._starts, time + _NEARLY) - 1
        if number < 0:
            return None
        _, end, speaker = self._spans[number]
        return speaker if end is None or time < end else None


def _words_within(fields: JsonObject, pointer: str) -> Sequence[TimedWord]:
    listed = list(objects_of(fields.get("words"), pointer + "/words"))
    records = [one.fields for one in listed]
    times, name = time_fields(records), text_field(records, of_words=True)
    if times is None or not name:
        return ()
    return [
        TimedWord(text_of(word[name]), place_of(place, name), *times.times(word), confidence_in(word))
        for place, word in listed
    ]


def _items(found: FoundList) -> Iterator[_Item]:
    for number, item in enumerate(found.items):
        pointer = f"{found.pointer}/{number}"
        if found.times is None:
            text, start, end = items_of(item)
            word = TimedWord(text_of(text), place_of(pointer, "0"), seconds_of(start), seconds_of(end))
            yield _Item(word, found.owner)
            continue
        fields = fields_of(item)
        text, place = text_of(fields.get(found.text)), place_of(pointer, found.text)
        told = (*found.times.times(fields), confidence_in(fields))
        speaker = speaker_of(fields, found.text) or found.owner
        yield _Item(TimedWord(text, place, *told), speaker, _words_within(fields, pointer))


def _with_speakers(items: Iterable[_Item], spans: _Spans, owner: str | None) -> Iterator[_Item]:
    """Yield items with who says them: the item itself, else the spans at its start, else the owner of the list."""
    before: str | None = None
    for item in items:
        speaker = item.speaker
        if speaker is None and spans:
            goes_on = item.word.start is None or is_stop(item.word.text)
            speaker = before if goes_on else spans.at(item.word.start or 0)
        before = speaker or owner
        yield item._replace(speaker=before)


def _are_words(lists: Sequence[FoundList]) -> bool:
    texts = [item.word.text for one in lists for item in _items(one)]
    return not write_their_spaces(texts) and all(len(text.split()) < 2 for text in texts) and len(texts) > 1


class _Speech(NamedTuple):
    """Lists that go on with each other, the spans of speakers, and whose they are where nothing says it."""

    lists: Sequence[FoundList]
    spans: _Spans
    owner: str | None = None

    def pieces(self, left_out: Tally) -> Iterator[Piece]:
        items = (item for one in self.lists for item in _items(one))
        spoken = _with_speakers(items, self.spans, self.owner)
        if _are_words(self.lists):
            words = (SpokenWord(word, speaker, is_stop(word.text)) for word, speaker, _ in spoken)
            yield from pieces_of_words(words, left_out)
            return
        texts = (item.word.text for one in self.lists for item in _items(one))
        reader = SegmentReader(left_out, joined=write_their_spaces(texts))
        for word, speaker, within in spoken:
            yield from reader.pieces(Piece(word.text, word.place, speaker, word.start, word.end, words=within))


def _notice(name: str, found: FoundList) -> str:
    """Say which fields were taken."""
    if found.times is None:
        return f'This JSON is of no known service: the list "{name}" was read, of words with their start and end.'
    unit = " in milliseconds" if found.times.per_second > 1 else ""
    return (
        f'This JSON is of no known service: the list "{name}" was read, its words from "{found.text}", their start '
        f'from "{found.times.start}"{unit}.'
    )


def _chosen(file: ParsedJson, speech: Mapping[str, Sequence[FoundList]]) -> Sequence[str]:
    if len(speech) > 1:
        return ask_for(list(speech), file.given, f"{len(speech)} lists of this JSON could be what was said.")
    return chosen_of(list(speech), file.given)


def read(file: ParsedJson) -> Reading | None:
    """Read the one list of a file that holds words with times; None where there is none.

    Raises TranscriptError where several lists qualify and nobody chose. The reading says which fields it took.
    """
    left_out = Tally()
    speech, spans = lists_of(file.value, left_out)
    if file.of_lines:
        speech = {name: lists for name, lists in speech.items() if not lists[0].path}
    if not speech:
        return None
    chosen = _chosen(file, speech)
    for name, lists in speech.items():
        left_out.add(f'the list "{name}"', "another list was chosen", 0 if name in chosen else len(lists[0].items))
    timed = _Spans(spans)
    several = len(chosen) > 1
    channels = [
        Channel(name, partial(_Speech.pieces, _Speech(speech[name], timed, name if several else None)))
        for name in chosen
    ]
    notices = [_notice(name, speech[name][0]) for name in chosen]
    return Reading("json", "general", together(channels, left_out), left_out, notices, sure=False)
