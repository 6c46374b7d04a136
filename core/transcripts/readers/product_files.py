"""The product's own text files, which are no transcripts, and the log of a chat: refused by name."""

import re

from core.transcripts.readers.pieces import Given, Reading
from core.transcripts.readers.refusal import refusal

_TRANSCRIPT = "Choose the transcript that it was made from."
_MAP = re.compile(r"^chapters:[ \t]*\r?$", re.MULTILINE)
_CLAIMS = re.compile(r"^[ \t]*(?:- )?(?:claims|core_claims|support):[ \t]*\r?$", re.MULTILINE)
_EDITION = re.compile(r"\s*<")
_CERTIFICATE = re.compile(r"<script\b[^<>]{0,200}\bid=\"certificate\"")
_FEEDBACK = re.compile(r"\s*\"?feedback_record_id\"?[,;\t]")
_CHAT = re.compile(r"[0-9]{2}:[0-9]{2}:[0-9]{2}\t[^\t\r\n]{1,120}:\t")


def _kind(text: str) -> tuple[str, str] | None:
    if _FEEDBACK.match(text):
        return "this is a table of feedback records, not a transcript.", _TRANSCRIPT
    if _CHAT.match(text):
        what = "this is the log of a chat: its words were typed, not spoken."
        return what, "Choose the transcript of the recording (in Zoom, the audio transcript)."
    if _EDITION.match(text) and _CERTIFICATE.search(text):
        return "this is an edition that this program wrote, not a transcript.", _TRANSCRIPT
    if _MAP.search(text) and _CLAIMS.search(text):
        return "this is an evidence map, not a transcript.", _TRANSCRIPT
    return None


def read(given: Given) -> Reading | None:
    """Refuse what is no transcript: raises TranscriptError for it, returns None for any other file."""
    kind = _kind(given.text)
    if kind is not None:
        raise refusal(given.name, *kind)
    return None
