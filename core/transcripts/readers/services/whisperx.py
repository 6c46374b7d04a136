"""WhisperX: Whisper's segments with aligned words, each of which may name its speaker."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.transcripts.readers.lay_out import gap_between
from core.transcripts.readers.pieces import Piece, Reading, Tally, TimedWord
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
from core.transcripts.readers.services.parts.segments import SegmentReader, WordFields, word_of, write_their_spaces

_WORD = WordFields(("word", "text"), confidence="score")
_LABEL = "SPEAKER_"


def _is_aligned(fields: JsonObject) -> bool:
    return isinstance(fields.get("text"), str) and (
        "chars" in fields or any("score" in fields_of(word) for word in items_of(fields.get("words")))
    )


def _is_own(file: ParsedJson, segments: Sequence[Listed]) -> bool:
    if "word_segments" in file.top or any(_is_aligned(one.fields) for one in segments):
        return True
    labels = (one.fields.get("speaker") for one in segments if file.top and "start" in one.fields)
    return any(isinstance(label, str) and label.startswith(_LABEL) for label in labels)


class _Run(NamedTuple):
    """Words of one speaker that follow each other in a segment."""

    speaker: str | None
    words: Sequence[TimedWord]


def _runs(segment: Listed) -> Sequence[_Run]:
    """Return the words of a segment by speaker; a word that names nobody goes on with the one before."""
    spoken = [
        (word, label_of_number(one.fields.get("speaker")))
        for one in objects_of(segment.fields.get("words"), segment.pointer + "/words")
        if (word := word_of(one, _WORD)) is not None
    ]
    speaker = next((label for _, label in spoken if label), label_of_number(segment.fields.get("speaker")))
    runs: list[tuple[str | None, list[TimedWord]]] = []
    for word, label in spoken:
        speaker = label or speaker
        if not runs or speaker != runs[-1][0]:
            runs.append((speaker, []))
        runs[-1][1].append(word)
    return [_Run(speaker, run) for speaker, run in runs] or [_Run(speaker, ())]


def _cut(text: str, runs: Sequence[_Run]) -> Sequence[str]:
    """Return the part of a segment's text for each run, nothing where its words are not found there in order."""
    starts: list[int] = []
    done = 0
    for run in runs:
        for number, word in enumerate(run.words):
            found = text.find(word.text.strip(), done)
            if found < 0:
                return ()
            if not number:
                starts.append(found)
            done = found + len(word.text.strip())
    starts = [0, *starts[1:]]
    return [text[start:stop] for start, stop in zip(starts, [*starts[1:], len(text)], strict=True)]


def _word_by_word(runs: Sequence[_Run]) -> Iterator[Piece]:
    before = ""
    for run in runs:
        for word in run.words:
            text = word.text.strip()
            yield Piece(
                gap_between(before, text) + text,
                word.place,
                run.speaker,
                word.start,
                word.end,
                word.confidence,
                (word,),
            )
            before = text


def _segment_pieces(segment: Listed) -> Iterator[Piece]:
    """Yield a segment, or its parts by speaker; word by word where they cannot be found in its text."""
    runs = _runs(segment)
    start, end = (seconds_of(segment.fields.get(name)) for name in ("start", "end"))
    text, place = text_of(segment.fields["text"]), place_of(segment.pointer, "text")
    parts = _cut(text, runs) if len(runs) > 1 else (text,)
    if not parts:
        yield from _word_by_word(runs)
    for run, part in zip(runs, parts, strict=False):
        begins = start if run is runs[0] else run.words[0].start
        ends = end if run is runs[-1] else run.words[-1].end
        yield Piece(part, place, run.speaker, begins, ends, words=run.words)


def _pieces(segments: Sequence[Listed], left_out: Tally) -> Iterator[Piece]:
    reader = SegmentReader(left_out, joined=write_their_spaces(text_of(one.fields["text"]) for one in segments))
    for segment in segments:
        for piece in _segment_pieces(segment):
            yield from reader.pieces(piece)


def read(file: ParsedJson) -> Reading | None:
    """Read what WhisperX writes; None for any other file."""
    under = () if items_of(file.value) else ("segments",)
    found = items_of(file.value) or items_of(file.top.get("segments"))
    segments = [one for one in objects_of(found, pointer_to(*under)) if isinstance(one.fields.get("text"), str)]
    if not segments or not _is_own(file, segments):
        return None
    left_out = Tally()
    if "word_segments" in file.top:
        left_out.add("a second copy of the words", 'the list "word_segments" says what the segments say')
    return Reading("json", "whisperx", _pieces(segments, left_out), left_out)
