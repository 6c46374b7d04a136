"""The product's own text files, which are no transcripts: refused by name."""

import re

from core.transcripts.readers.pieces import Given, Reading
from core.transcripts.readers.refusal import refusal_of_other
from core.transcripts.readers.tables.columns import is_quote_table

_TRANSCRIPT = "Choose the transcript that it was made from."
_A_MAP = "this is an evidence map, not a transcript."
_MAP = re.compile(r"^chapters:[ \t]*\r?$", re.MULTILINE)
_CLAIMS = re.compile(r"^[ \t]*(?:- )?(?:claims|core_claims|support):[ \t]*(?:\[[^\r\n]*)?\r?$", re.MULTILINE)
_EDITION = re.compile(r"\s*<")
_CERTIFICATE = re.compile(r"<script\b[^<>]{0,200}\bid=\"certificate\"")
_EDITION_AS_MARKDOWN = re.compile(r"^## About this edition[ \t]*\r?$", re.MULTILINE)
_FEEDBACK = re.compile(r"\s*\"?feedback_record_id\"?[,;\t]")
_ROW_OF_NAMES = re.compile(r"\s*([^\r\n]{0,2000})")
QUOTE_TABLE = (
    "this is an evidence map as a table, not a transcript.",
    f"{_TRANSCRIPT} The command map from-table makes an evidence map of the table.",
)
"""What is said of a table of quotes, and what to do."""
REFI_FILE = (
    "this is a project or a codebook of text analysis (REFI-QDA), not a transcript.",
    "Export the transcript from it as .docx or .txt; the command map from-table makes an evidence map of the project.",
)
"""The same of a REFI-QDA file."""
_SOUNDBITES = re.compile(r"\s*<\?xml [^<>]{0,100}>\s*<!-- Quotes of an (?:edition|evidence map) of Quote Workbench,")
_REFI = re.compile(r"\s*<[^\0]{0,4000}?urn:QDA-XML:")


_BY_BEGINNING = (
    (_FEEDBACK, ("this is a table of feedback records, not a transcript.", _TRANSCRIPT)),
    (
        _SOUNDBITES,
        ("these are exported quotes as soundbites of a podcast, not a transcript.", _TRANSCRIPT),
    ),
)


def _kind(text: str) -> tuple[str, str] | None:
    names = _ROW_OF_NAMES.match(text)
    if names and is_quote_table(name.strip('"') for name in re.split(r"[,;\t|]", names[1])):
        return QUOTE_TABLE
    for beginning, said in _BY_BEGINNING:
        if beginning.match(text):
            return said
    if (_EDITION.match(text) and _CERTIFICATE.search(text)) or _EDITION_AS_MARKDOWN.search(text):
        return "this is an edition that this program wrote, not a transcript.", _TRANSCRIPT
    if _MAP.search(text) and _CLAIMS.search(text):
        return _A_MAP, _TRANSCRIPT
    return None


def read(given: Given) -> Reading | None:
    """Refuse what is no transcript: raises NoTranscript for it, returns None for any other file."""
    kind = REFI_FILE if _REFI.match(given.text) else _kind(given.text)
    if kind is not None:
        raise refusal_of_other(given.name, *kind, is_map=kind[0] == _A_MAP, is_table=kind in (QUOTE_TABLE, REFI_FILE))
    return None
