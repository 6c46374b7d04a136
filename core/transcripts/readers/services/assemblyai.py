"""AssemblyAI: utterances, sentences or paragraphs with their words, or words alone; milliseconds."""

from collections.abc import Iterator

from core.transcripts.readers.pieces import Piece, Reading, Tally
from core.transcripts.readers.refusal import refusal
from core.transcripts.readers.services.parts.json_fields import (
    ParsedJson,
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

_MILLISECONDS = 1000
_WORD = WordFields(("text", "word"), per_second=_MILLISECONDS)
_SIGNS = frozenset("acoustic_model audio_url audio_duration utterances".split())
_SEGMENTS = ("utterances", "sentences", "paragraphs")
# Sentences and paragraphs are asked for by themselves, and come with nothing else.
_PARTED = tuple({"id", "confidence", "audio_duration", one} for one in _SEGMENTS[1:])
_MACHINE = {
    "summary": "the summary",
    "chapters": "chapters",
    "auto_highlights_result": "highlights",
    "sentiment_analysis_results": "sentiments",
    "entities": "entities",
    "iab_categories_result": "topics",
}


def _segments(file: ParsedJson, under: str, left_out: Tally) -> Iterator[Piece]:
    reader = SegmentReader(left_out)
    for pointer, fields in objects_of(file.top.get(under), pointer_to(under)):
        start, end = (seconds_of(fields.get(name), _MILLISECONDS) for name in ("start", "end"))
        speaker, words = label_of_number(fields.get("speaker")), words_of(fields, pointer, _WORD)
        text, place = text_of(fields.get("text")), place_of(pointer, "text")
        yield from reader.pieces(Piece(text, place, speaker, start, end, words=words))


def _words(file: ParsedJson) -> Iterator[SpokenWord]:
    for one in objects_of(file.top.get("words"), pointer_to("words")):
        word = word_of(one, _WORD)
        if word is not None:
            yield SpokenWord(word, label_of_number(one.fields.get("speaker")))


def _is_own(file: ParsedJson) -> bool:
    return (
        len(_SIGNS & file.top.keys()) > 1
        or (bool(_SIGNS & file.top.keys()) and ("words" in file.top or "status" in file.top))
        or set(file.top) in _PARTED
    )


def read(file: ParsedJson) -> Reading | None:
    """Read what AssemblyAI answers; None for any other file. Raises TranscriptError for a job without words."""
    if not _is_own(file):
        return None
    left_out = Tally()
    for name, what in _MACHINE.items():
        left_out.add(what, "a machine wrote them about the talk", int(bool(file.top.get(name))))
    for under in _SEGMENTS:
        if any(text_of(one.fields.get("text")).strip() for one in objects_of(file.top.get(under))):
            return Reading("json", "assemblyai", _segments(file, under, left_out), left_out)
    if items_of(file.top.get("words")):
        return Reading("json", "assemblyai", pieces_of_words(_words(file), left_out), left_out)
    text = text_of(file.top.get("text"))
    if text.strip():
        piece = Piece(text, place_of("", "text"))
        return Reading("json", "assemblyai", SegmentReader(left_out).pieces(piece), left_out)
    message = "this JSON of AssemblyAI holds no words; the job failed, has not ended, or heard nobody."
    raise refusal(file.given.name, message, "Ask the service for the finished transcript, and use that file.")
