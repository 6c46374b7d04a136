"""The formats of transcripts: how each is recognised, which reader reads it, and one function for all of them."""

import re

from core.errors import Problem, TranscriptError
from core.transcripts.readers.decoding import decode, refuse_invisible
from core.transcripts.readers.markdown import read_markdown
from core.transcripts.readers.text import read_text
from core.transcripts.transcript import TranscriptPair, TranscriptSource

READER_VERSION = "1"
FORMS = ("text", "markdown")

_FORM_BY_EXTENSION = {"md": "markdown", "markdown": "markdown", "txt": "text", "text": "text"}
_BOLD_LABEL = re.compile(r"^ {0,3}(?:\*\*[^*\r\n]{1,80}:\*\*|\*\*[^*\r\n]{1,80}\*\*:)", re.MULTILINE)


def _form_of(text: str, name: str) -> str:
    known = _FORM_BY_EXTENSION.get(name.lower().rpartition(".")[2])
    return known or ("markdown" if _BOLD_LABEL.search(text) else "text")


def read_transcript(data: bytes, name: str = "", *, form: str | None = None) -> TranscriptPair:
    """Read a transcript file: its text, decoded once, and who speaks from where to where.

    `name` is the file's name, for its extension and for messages; `form` ("text", "markdown") overrules the extension
    and the content. All offsets are code points of `raw`, half-open. Raises TranscriptError where the file is empty,
    too big, binary or in no recognisable encoding. Source: decisions.md#readers.
    """
    if form is not None and form not in FORMS:
        raise TranscriptError(
            Problem(
                place=name, message=f'there is no reader for the form "{form}".', remedy=f"Use {' or '.join(FORMS)}."
            )
        )
    text, encoding, sha256 = decode(data, name)
    del data
    form = form or _form_of(text, name)
    try:
        raw, turns = read_markdown(text) if form == "markdown" else (text, read_text(text))
    except TranscriptError as error:
        problems = (problem.model_copy(update={"place": name or problem.place}) for problem in error.problems)
        raise TranscriptError(*problems) from error
    del text
    refuse_invisible(raw, name)
    source = TranscriptSource(name=name, sha256=sha256, encoding=encoding, reader=form, reader_version=READER_VERSION)
    return TranscriptPair.from_raw(raw, turns=turns, source=source)
