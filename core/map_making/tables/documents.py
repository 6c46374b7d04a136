"""Which rows of a table are about this transcript: by the names of their documents, else by their words."""

import re
from collections.abc import Sequence

from core.map_making.tables.table_rows import QuoteRow
from core.transcripts.transcript import TranscriptPair
from core.whitelist.occurrences import find_all_of_many
from core.whitelist.quote_key import quote_key, resolve_markup

_ENDING = re.compile(r"\.[0-9A-Za-z]{1,8}$")


def _stem(name: str) -> str:
    """Return the name of a file without folders, ending and case."""
    return " ".join(re.split(r"[\s_-]+", _ENDING.sub("", re.split(r"[/\\]", name.strip())[-1]).casefold())).strip()


def _with_words(rows: Sequence[QuoteRow], transcript: TranscriptPair) -> set[str]:
    """Return the documents of which any quote stands in the transcript."""
    quotes = [row for row in rows if row.document and row.quote.strip()]
    keys = [quote_key(resolve_markup(row.quote)) for row in quotes]
    found = find_all_of_many(transcript.canonical, keys)
    return {
        row.document
        for row, key, places in zip(quotes, keys, found, strict=True)
        if key and next(iter(places), None) is not None
    }


def documents_of_talk(rows: Sequence[QuoteRow], transcript: TranscriptPair) -> set[str]:
    """Return the documents that are this transcript.

    Those of its name, whatever the ending; else the only one; else those whose words stand in it. A row that names no
    document is of this talk.
    """
    documents = {row.document for row in rows if row.document and row.says_where}
    stem = _stem(transcript.source.name)
    named = {document for document in documents if stem and _stem(document) == stem}
    if named or len(documents) < 2:
        return named or documents
    return _with_words(rows, transcript)
