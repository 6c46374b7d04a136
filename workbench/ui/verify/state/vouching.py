"""The receipt or the certificate that a person gives beside an article, and what it says of that file."""

import streamlit as st

from core.editions.comparison import EditionText
from core.record import Record
from core.transcripts.transcript import TranscriptPair
from core.verify import verify_document, verify_edition
from workbench.files.names import clean_name
from workbench.sessions.exporting.vouching import VerifiedFile, Vouched, Vouching, read_vouching, vouch
from workbench.store import hash_of
from workbench.ui.verify.state.articles import Article, ReferenceTranscript, key_of

PASTED_VOUCHING = "Pasted receipt or certificate"


class GivenVouching(Record):
    """What was given beside an article, as it was read."""

    name: str
    vouching: Vouching


def _file(article: Article) -> VerifiedFile:
    text = None if article.form == "document" else EditionText(article.text, article.form)
    return VerifiedFile(article.name, article.data, text)


def take_vouching(name: str, data: bytes, article: Article) -> GivenVouching:
    """Return what a person gave beside an article; `name` is what the browser sent. Raises BadInput."""
    name = clean_name(name)
    return GivenVouching(name=name, vouching=read_vouching(data, name, _file(article)))


@st.cache_resource(max_entries=8, show_spinner="Comparing the file")
def _vouched(key: str, _given: Vouching, _article: Article, _transcript: TranscriptPair) -> Vouched:
    del key
    file = _file(_article)
    if file.text is None:
        found = verify_document(file.data, file.name, _transcript)
    else:
        found = verify_edition(file.text.text, _transcript, form=file.text.form)
    return vouch(_given, file, found, _transcript)


def vouched_of(given: GivenVouching, article: Article, against: ReferenceTranscript) -> Vouched:
    """Return what a receipt or a certificate says of an article, compared once."""
    key = hash_of(f"{key_of(article, against)}\0{given.vouching.model_dump_json()}")
    return _vouched(key, given.vouching, article, against.transcript)
