"""Recognise the type of a file: binary files by their first bytes, text by its name and its beginning."""

import json
from pathlib import PurePath

from core.transcripts.readers.binary_kinds import DATABASE
from core.transcripts.readers.decoding import ZIP
from core.verify import Form

_FORMS: dict[str, Form] = {".html": "html", ".htm": "html", ".md": "markdown", ".markdown": "markdown", ".txt": "text"}


def is_database(data: bytes) -> bool:
    """Tell whether `data` begins like a SQLite file."""
    return data.startswith(DATABASE)


def is_zip(data: bytes) -> bool:
    """Tell whether `data` begins like a zip file: a Word document or an EPUB."""
    return data.startswith(ZIP)


def form_of(path: PurePath, text: str) -> Form:
    """Return the format of an edition, by its file name, else by its beginning."""
    known = _FORMS.get(path.suffix.lower())
    if known is not None:
        return known
    return "html" if text.lstrip()[:15].casefold().startswith(("<!doctype html", "<html")) else "markdown"


def is_data(path: PurePath, text: str) -> bool:
    """Tell whether a file is JSON, which is data for programs and not an edition for readers."""
    if path.suffix.lower() == ".json":
        return True
    if not text.lstrip().startswith("{"):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
