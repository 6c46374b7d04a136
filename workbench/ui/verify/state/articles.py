"""An article that a person gives, the transcript it is checked against, and the report on it, computed once.

Nothing here is stored: an article, and a transcript that is brought for it, live in the tab that has them.
"""

from collections import defaultdict
from hashlib import sha256
from pathlib import PurePath

import streamlit as st

from core.editions.article_check import ArticleForm, ArticleReport, TimedPassage, check_article, check_document
from core.errors import BadInput, Problem
from core.record import Record
from core.span import Span
from core.transcripts.readers import read_transcript
from core.transcripts.readers.binary_kinds import binary_kind_of
from core.transcripts.readers.decoding import decode
from core.transcripts.transcript import TranscriptPair
from core.verify.reading.documents.read_document import read_document
from workbench.file_types import form_of, is_data, is_zip
from workbench.files.names import clean_name
from workbench.sessions.recognise_file import AcceptedSource
from workbench.store import Session, hash_of
from workbench.ui.common import cache, heard_recording, page_context, urls
from workbench.ui.common.heard_words import heard_words

MAX_BYTES = 2_000_000
PASTED = "Pasted article"
_REMEDY = "Save it as plain text, Markdown or a web page (.txt, .md, .html) in UTF-8, or paste its words."


class Article(Record):
    """What a person wants to have checked: its text, decoded, how it is read, and its bytes as they were given.

    Of a document the text is what is read in it, paragraph by paragraph.
    """

    name: str
    text: str
    form: ArticleForm
    data: bytes = b""


class ReferenceTranscript(Record):
    """The transcript an article is checked against, and the session it is of; one that was brought has none."""

    name: str
    transcript: TranscriptPair
    session: Session | None = None


def _refuse(name: str, message: str, remedy: str = _REMEDY) -> BadInput:
    return BadInput(Problem(place=name, message=message, remedy=remedy))


def _decoded(name: str, data: bytes) -> str:
    if not data.strip():
        raise _refuse(name, "there are no words in it.", "Paste an article, or choose a file that holds one.")
    if len(data) > MAX_BYTES:
        message = f"this has {len(data):,} bytes; an article may have {MAX_BYTES:,} (2 MB)."
        raise _refuse(name, message, "Check it in parts.")
    container = binary_kind_of(data)
    if container is not None:
        raise _refuse(name, f"this is {container.what}, not a text.")
    try:
        return decode(data, name).text
    except BadInput as error:
        raise BadInput(*(problem.model_copy(update={"remedy": _REMEDY}) for problem in error.problems)) from error


def _document(name: str, data: bytes) -> Article:
    """Return a Word document or an EPUB. Raises BadInput where it is neither, damaged, or too long."""
    lines: defaultdict[int, list[str]] = defaultdict(list)
    for block in read_document(data, name).blocks:
        lines[block.line_at(0)].append(" ".join(block.text.split()))
    last = max(lines, default=0)
    size = last + sum(len(one) for line in lines.values() for one in line)
    if size > MAX_BYTES:
        message = f"this has {size:,} characters; an article may have {MAX_BYTES:,}."
        raise _refuse(name, message, "Check it in parts.")
    text = "\n".join(" ".join(lines.get(number, ())) for number in range(1, last + 1))
    return Article(name=name, text=text, form="document", data=data)


def take_article(name: str, data: bytes) -> Article:
    """Return what a person gave as an article; `name` is what the browser sent, whatever it holds. Raises BadInput."""
    name = clean_name(name)
    if is_zip(data):
        return _document(name, data)
    text = _decoded(name, data)
    path = PurePath(name)
    if is_data(path, text):
        remedy = "Give the edition.md or edition.html that was written with it, or paste the words."
        raise _refuse(name, "this is JSON, not an article.", remedy)
    return Article(name=name, text=text, form=form_of(path, text), data=data)


def with_transcripts(current: Session | None) -> tuple[Session, ...]:
    """Return the sessions that have a transcript, the open one first, then by their last change."""
    every = [summary.session for summary in page_context.store().sessions.list()]
    first = current.session_id if current else ""
    return tuple(sorted((one for one in every if one.transcript), key=lambda one: one.session_id != first))


def against_session(session: Session) -> ReferenceTranscript:
    """Return the transcript of a session. Raises BadInput where it cannot be read."""
    transcript = cache.transcript_of(cache.material(session))
    return ReferenceTranscript(name=transcript.source.name, transcript=transcript, session=session)


@st.cache_resource(max_entries=2, show_spinner=False)
def _brought(key: str, name: str, chosen: tuple[str, ...], _data: bytes) -> TranscriptPair:
    del key
    return read_transcript(_data, name, chosen=chosen)


def against_brought(taken: AcceptedSource) -> ReferenceTranscript:
    """Return a transcript that was brought for this check alone."""
    transcript = _brought(sha256(taken.data).hexdigest(), taken.name, taken.chosen, taken.data)
    return ReferenceTranscript(name=taken.name, transcript=transcript)


@st.cache_resource(max_entries=8, show_spinner="Looking for every quotation")
def _report(key: str, _article: Article, _transcript: TranscriptPair) -> ArticleReport:
    del key
    if _article.form == "document":
        return check_document(_article.data, _article.name, _transcript)
    return check_article(_article.text, _article.form, _transcript)


def key_of(article: Article, against: ReferenceTranscript) -> str:
    """Return the key of a check: the same bytes, read in the same way, against the same transcript."""
    source, words = against.transcript.source, f"{sha256(article.data).hexdigest()}\0{article.text}"
    return hash_of("\0".join((article.form, source.reader, source.sha256, repr(source.chosen), words)))


def report_of(article: Article, against: ReferenceTranscript) -> ArticleReport:
    """Return the report on an article; the same words against the same transcript are checked once."""
    return _report(key_of(article, against), article, against.transcript)


def _whitelisted(against: ReferenceTranscript) -> list[tuple[Span, str]]:
    """Return the places of proven quotes in the transcript with their ids, where its session has an evidence map."""
    if against.session is None:
        return []
    material = cache.material(against.session)
    if not material.complete:
        return []
    try:
        whitelist = cache.line_of(material).whitelist
    except BadInput:  # an evidence map that cannot be read proves nothing
        return []
    return sorted((Span(*span), quote.quote_id) for quote in whitelist for span in quote.raw_spans)


class PassageLinks:
    """Where passages can be opened in the view of the whitelist: those that share words with a proven quote. `heard`
    tells whether they can be played, `said` what somebody heard there."""

    def __init__(self, against: ReferenceTranscript) -> None:
        self._quotes = _whitelisted(against)
        self.said = heard_words(against.session)
        self.heard = bool(against.session and heard_recording.address_in(against.session))
        self._link = urls.quote_link(against.session.session_id) if against.session else ""

    def address_of(self, passage: TimedPassage) -> str:
        """Return the address, relative to the app, that opens the first proven quote there, "" where there is none."""
        found = next((quote_id for span, quote_id in self._quotes if span.overlaps(passage.raw_span)), None)
        return f"whitelist{self._link}{found}" if found else ""
