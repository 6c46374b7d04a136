"""From a transcript file to a `TranscriptPair`: one reader for each form; `formats` knows them all."""

from core.transcripts.readers.formats import AS_WORDS, FORMS, SUFFIXES, read_transcript
from core.transcripts.transcript import READER_VERSION

__all__ = ["AS_WORDS", "FORMS", "READER_VERSION", "SUFFIXES", "read_transcript"]
