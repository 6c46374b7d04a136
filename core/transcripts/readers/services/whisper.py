"""Whisper's JSON: OpenAI's program and service, faster-whisper, whisper-timestamped; an object, or its list alone."""

from collections.abc import Iterator, Sequence

from core.transcripts.readers.pieces import Piece, Reading, Tally
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
    words_of,
    write_their_spaces,
)

_OF_A_SEGMENT = frozenset("avg_logprob compression_ratio no_speech_prob seek tokens temperature".split())
_OF_FASTER = frozenset("language_probability duration_after_vad transcription_options all_language_probs".split())
_OF_TEXT_ALONE = frozenset(
    "text segments words language duration task usage logprobs language_probs x_groq request_id".split()
)
_WORD = WordFields(("word", "text"), confidence="probability")
_TIMESTAMPED_WORD = WordFields(("text", "word"))


def _is_segment(fields: object) -> bool:
    return isinstance(fields_of(fields).get("text"), str) and "start" in fields_of(fields)


def _dialect(file: ParsedJson, segments: Sequence[object]) -> str:
    """Return whose file it is, "" where it is none of Whisper's."""
    if not segments or not all(map(_is_segment, segments)):
        return ""
    typical = any(_OF_A_SEGMENT & fields_of(one).keys() for one in segments)
    if not typical and not isinstance(file.top.get("text"), str):
        return ""
    first = (next(iter(items_of(fields_of(one).get("words"))), None) for one in segments)
    if any("text" in fields_of(word) for word in first):
        return "whisper-timestamped"
    return "faster-whisper" if not file.top or _OF_FASTER & file.top.keys() else "whisper"


def _pieces(file: ParsedJson, segments: Sequence[Listed], dialect: str, left_out: Tally) -> Iterator[Piece]:
    names = _TIMESTAMPED_WORD if dialect == "whisper-timestamped" else _WORD
    reader = SegmentReader(left_out, joined=write_their_spaces(text_of(one.fields["text"]) for one in segments))
    beside = WordsBeside(words_of(file.top, "", _WORD))
    for pointer, fields in segments:
        start, end = seconds_of(fields.get("start")), seconds_of(fields.get("end"))
        words = words_of(fields, pointer, names) or beside.until(end)
        speaker = label_of_number(fields.get("speaker"))
        yield from reader.pieces(
            Piece(text_of(fields["text"]), place_of(pointer, "text"), speaker, start, end, words=words)
        )


def _text_alone(file: ParsedJson) -> Reading | None:
    """Read a file that holds the text in one piece, with a list of words or without."""
    text = text_of(file.top.get("text"))
    if not text.strip() or not file.top.keys() <= _OF_TEXT_ALONE or text.lstrip().startswith("<"):
        return None
    words = words_of(file.top, "", _WORD)
    start, end = (words[0].start, words[-1].end) if words else (None, None)
    piece = Piece(text, place_of("", "text"), None, start, end, words=words)
    left_out = Tally()
    notices = () if words else ("The file has the whole text in one piece, without any time.",)
    return Reading("json", "whisper", SegmentReader(left_out).pieces(piece), left_out, notices)


def read(file: ParsedJson) -> Reading | None:
    """Read what Whisper and its kin write; None for any other file."""
    under = () if items_of(file.value) else ("segments",)
    found = items_of(file.value) or items_of(file.top.get("segments"))
    dialect = _dialect(file, found)
    if not dialect:
        return None if found else _text_alone(file)
    segments = tuple(objects_of(found, pointer_to(*under)))
    left_out = Tally()
    if isinstance(file.top.get("text"), str):
        left_out.add("a second copy of the words", 'the text under "text" says what the segments say')
    return Reading("json", dialect, _pieces(file, segments, dialect, left_out), left_out)
