"""The speech pipeline of Hugging Face: chunks with a pair of times, whole phrases or single words."""

from collections.abc import Iterator, Sequence

from core.transcripts.readers.pieces import Piece, Reading, Tally
from core.transcripts.readers.services.parts.json_fields import (
    Listed,
    ParsedJson,
    items_of,
    label_of_number,
    objects_of,
    place_of,
    pointer_to,
    seconds_of,
    text_of,
)
from core.transcripts.readers.services.parts.segments import SegmentReader, write_their_spaces


def _is_chunk(chunk: Listed) -> bool:
    return isinstance(chunk.fields.get("text"), str) and len(items_of(chunk.fields.get("timestamp"))) == 2


def _pieces(chunks: Sequence[Listed], left_out: Tally) -> Iterator[Piece]:
    texts = [text_of(one.fields["text"]) for one in chunks]
    reader = SegmentReader(left_out, joined=write_their_spaces(texts))
    for (pointer, fields), text in zip(chunks, texts, strict=True):
        start, end = map(seconds_of, items_of(fields["timestamp"]))
        place = place_of(pointer, "text")
        yield from reader.pieces(Piece(text, place, label_of_number(fields.get("speaker")), start, end))


def read(file: ParsedJson) -> Reading | None:
    """Read the chunks of the pipeline; None for any other file."""
    under = () if items_of(file.value) else ("chunks",)
    found = items_of(file.value) or items_of(file.top.get("chunks"))
    chunks = [one for one in objects_of(found, pointer_to(*under)) if _is_chunk(one)]
    if not chunks:
        return None
    left_out = Tally()
    if isinstance(file.top.get("text"), str):
        left_out.add("a second copy of the words", 'the text under "text" says what the chunks say')
    return Reading("json", "huggingface", _pieces(chunks, left_out), left_out)
