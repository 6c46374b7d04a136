"""A stored transcript, read as it was read when it was given."""

from hashlib import sha256

from core.enforcement.results import Edition
from core.errors import TranscriptError
from core.transcripts.readers import AS_WORDS, read_transcript
from core.transcripts.transcript import TranscriptPair
from workbench.store import SourceFile


def read_stored(data: bytes, source: SourceFile) -> TranscriptPair:
    """Return the transcript of a session from the bytes it keeps. Raises TranscriptError."""
    return read_transcript(data, source.name, form=source.form or None, chosen=source.chosen)


def read_for_edition(data: bytes, edition: Edition) -> TranscriptPair:
    """Return the transcript that an edition was made from: what its content is, or what it was to an earlier version.

    Raises TranscriptError where it is neither.
    """
    name, chosen = edition.transcript_name, edition.transcript_chosen
    try:
        read = read_transcript(data, name, chosen=chosen)
    except TranscriptError:
        return read_transcript(data, name, form=AS_WORDS)
    if edition.raw_sha256 in ("", sha256(read.raw.encode()).hexdigest()):
        return read
    before = read_transcript(data, name, form=AS_WORDS)
    return before if edition.raw_sha256 == sha256(before.raw.encode()).hexdigest() else read
