"""The search index: add sources, search them, and show the context of a passage."""

import contextlib
import sqlite3
from collections.abc import Callable, Generator, Iterable, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from core.answers.query_terms import Synonyms, read_question
from core.answers.records import Passage
from workbench.search.find_files import SUFFIXES, as_text
from workbench.search.index_errors import DamagedIndex, UnknownIndexEntry
from workbench.search.index_file import PATIENCE, IndexFile
from workbench.search.index_records import (
    NO_TIME,
    IndexedSource,
    IndexedSourceKind,
    IngestReport,
    SearchHit,
    SearchScope,
    SourceCollection,
    SourceMetadata,
)
from workbench.search.ingest import Check, Progress, ReadAll, take_files, take_text
from workbench.search.passages import around, find, speeches_of, text_behind
from workbench.search.read_source import read_source_file, tiers_of
from workbench.search.search import SearchFilter, search
from workbench.search.speech.spoken_passages import SpokenSources
from workbench.search.talk_facts import IndexedTalk, read_facts
from workbench.search.write_sources import as_listed, known_source, known_sources, remove

if TYPE_CHECKING:
    from workbench.search.vector_search import Embedder, VectorQuery, VectorSearchResult

MOST_HITS = 1_000
_ANEW = (
    "The index was damaged, or made by another version of this program, and was rebuilt. It holds only the sources "
    "that were added just now; add the others again."
)

_ONE_BY_ONE: ReadAll = partial(map, read_source_file)


def _nothing(*_: object) -> None:
    """Report nothing and stop nothing: the default of `progress` and `check`."""


class SearchIndex:
    """Passages of transcripts and feedback records in one searchable SQLite file.

    It is built from the sources alone and can be rebuilt from them. Every operation opens the file for itself, so one
    object may be used from any thread. `patience` is the number of seconds to wait for another program.
    """

    def __init__(self, path: Path, *, patience: float = PATIENCE) -> None:
        self._file = IndexFile(path, patience=patience)

    @property
    def path(self) -> Path:
        """The path of the index file."""
        return self._file.path

    def take_rights_from_others(self) -> tuple[str, ...]:
        """Let only its owner read the file; returns what was done, and what could not be done. To be called before
        anything else is done with the index: what looks into the file otherwise ends its locks."""
        return self._file.take_rights_from_others()

    def take_in(
        self,
        paths: Iterable[Path],
        *,
        collection: str | None = None,
        mapping: Mapping[str, str] | None = None,
        progress: Progress = _nothing,
        check: Check = _nothing,
        read_all: ReadAll = _ONE_BY_ONE,
        rehash: bool = False,
    ) -> IngestReport:
        """Index files and folders with all their contents: new or changed files are read, missing ones removed.

        A file of the same size and time is not opened; one with the same bytes is not read further. Unreadable files
        are listed and do not stop the others. `collection` names the collection of all of them; `mapping` (field to
        column; empty: the usual names) says how feedback is read, and under the names in `read_source.OF_TRANSCRIPTS`
        how transcripts are. None keeps both as they were, a mapping only if the file could be read with it; new files
        then belong to the collection of their folder. `progress` gets the number done, the number of all and the name
        of the next; `check` is called before each file and may raise to stop, and what was read until then is stored.
        `read_all` reads the files that are new or changed, one after the other or elsewhere; `rehash` has those of the
        same size and time read, too. A damaged index, or one of another version, is rebuilt, with a `notice`.
        Raises SearchIndexError.
        """
        given = list(paths)
        belongs = None if collection is None else as_text(collection)
        return self._or_anew(
            lambda: take_files(
                self._file,
                given,
                collection=belongs,
                mapping=mapping,
                progress=progress,
                check=check,
                read_all=read_all,
                rehash=rehash,
            )
        )

    def take_text(
        self,
        name: str,
        data: bytes,
        *,
        key: str,
        collection: str | None = None,
        kind: IndexedSourceKind | None = None,
        mapping: Mapping[str, str] | None = None,
    ) -> IngestReport:
        """Index a source that is not a file on this disk: a session's transcript, an upload.

        `key` identifies it from now on, `name` is shown to people. Its suffix decides the kind, unless `kind` is given.
        Everything else is as in `take_in`.
        """
        kind = kind or SUFFIXES.get(Path(name).suffix.lower(), IndexedSourceKind.TRANSCRIPT)
        given = SourceMetadata(as_text(key), as_text(name), "", kind, len(data), NO_TIME)
        belongs = None if collection is None else as_text(collection)
        return self._or_anew(lambda: take_text(self._file, given, data, collection=belongs, mapping=mapping))

    def search(
        self,
        question: str,
        *,
        sources: Iterable[str] | None = None,
        collections: Iterable[str] | None = None,
        most: int = 50,
        search_in: SearchScope | str = SearchScope.BOTH,
        synonyms: Synonyms = MappingProxyType({}),
    ) -> tuple[SearchHit, ...]:
        """Return the passages with words of the question, the best first, equal ones by their record ids.

        BM25 finds the best hundred (or `most`). These are ranked again: the words themselves count more than other
        words of their stem, and adjacent words as in the question, longer passages, and at most three with the same
        text count more. Any text is a question. If it has phrases in double quotation marks, only passages with all of
        them are returned, if there are any. `sources` (keys) and `collections` limit the search to their union; the
        rarity of a word counts over the whole index. `synonyms` are found in place of their word. `confidence` is 1 for
        the best and falls in proportion. At most 1,000. Raises SearchIndexError.
        """
        within = SearchFilter(
            sources=None if sources is None else frozenset(map(as_text, sources)),
            collections=None if collections is None else frozenset(map(as_text, collections)),
        )
        with self._file.reading() as connection:
            if connection is None:
                return ()
            asked = read_question(question, synonyms)
            return search(connection, asked, within, most=min(most, MOST_HITS), search_in=SearchScope(search_in))

    def search_with_vectors(self, query: "VectorQuery", embedder: "Embedder") -> "VectorSearchResult":
        """Return the passages for a question by its words and by vectors that a service makes, the best first.

        Every passage that is searched gets a vector, of its summary or of what else is searched, which is kept in the
        index; of more than 10,000, and for a question with phrases, only those found by words are compared. Where the
        service fails, what the words find is returned, with a notice. `confidence` falls along the ranking. Else as
        `search`. Raises SearchIndexError. Source: decisions.md#dense-vectors.
        """
        from workbench.search.vector_search import search_with_vectors

        return search_with_vectors(self._file, query, embedder)

    def context(self, record_id: str, before: int = 1, after: int = 1) -> tuple[Passage, ...]:
        """Return a passage with its neighbours in its source; a feedback record has none.

        Raises UnknownIndexEntry, SearchIndexError.
        """
        with self._found(record_id) as (connection, row):
            return around(connection, row, before, after)

    def source_text(self, record_id: str) -> str:
        """Return the text that the offset of a passage refers to: its transcript's raw, or the record's own text.

        Raises UnknownIndexEntry, SearchIndexError.
        """
        with self._found(record_id) as (connection, row):
            return text_behind(connection, row)

    def sources(self) -> tuple[IndexedSource, ...]:
        """Return all sources in the order of their keys. Raises SearchIndexError."""
        with self._file.reading() as connection:
            known = known_sources(connection) if connection is not None else {}
        return tuple(map(as_listed, known.values()))

    def talks(self, keys: Iterable[str]) -> tuple[IndexedTalk, ...]:
        """Return the transcripts among these sources with their facts, in the order of their keys.

        Raises SearchIndexError.
        """
        query = "SELECT key, name, sha256, mapping, facts FROM talks JOIN sources USING (source_id) ORDER BY key"
        wanted = frozenset(keys)
        with self._file.reading() as connection:
            rows = connection.execute(query).fetchall() if connection is not None else []
        return tuple(
            IndexedTalk(
                key=row["key"],
                name=row["name"],
                sha256=row["sha256"],
                tiers=tiers_of(row["mapping"]),
                facts=read_facts(row["facts"]),
            )
            for row in rows
            if row["key"] in wanted
        )

    def speeches(self, keys: Iterable[str]) -> dict[str, str]:
        """Return the canonical form of the transcripts among these sources, by key; to be asked for some at a time, as
        all of them are large. Raises SearchIndexError."""
        with self._file.reading() as connection:
            return {} if connection is None else speeches_of(connection, keys)

    @contextlib.contextmanager
    def spoken(self, keys: Iterable[str]) -> Generator[SpokenSources]:
        """Open what was said in the transcripts with these keys. Raises SearchIndexError."""
        with self._file.reading() as connection:
            if connection is None:
                raise UnknownIndexEntry(str(self.path))
            yield SpokenSources(connection, keys)

    def collections(self) -> tuple[SourceCollection, ...]:
        """Return all collections by name, with their sizes. Raises SearchIndexError."""
        query = "SELECT collection, count(*), sum(passages) FROM sources GROUP BY collection ORDER BY collection"
        with self._file.reading() as connection:
            rows = connection.execute(query).fetchall() if connection is not None else []
        return tuple(
            SourceCollection(name=name, sources=sources, passages=passages) for name, sources, passages in rows
        )

    def forget(self, key: str) -> None:
        """Remove a source from the index; its file stays. Raises UnknownIndexEntry, SearchIndexError."""
        with self._file.reading() as connection:
            known = known_source(connection, as_text(key)) if connection is not None else None
        if known is None:
            raise UnknownIndexEntry(key)
        with self._file.writing() as connection:
            remove(connection, known.source_id)

    def _or_anew(self, take: Callable[[], IngestReport]) -> IngestReport:
        """Index sources; if the index is damaged or of another version, try again with a new one."""
        try:
            return take()
        except DamagedIndex:
            self._file.throw_away()
            return take().model_copy(update={"notice": _ANEW})

    @contextlib.contextmanager
    def _found(self, record_id: str) -> Generator[tuple[sqlite3.Connection, sqlite3.Row]]:
        with self._file.reading() as connection:
            row = find(connection, as_text(record_id)) if connection is not None else None
            if connection is None or row is None:
                raise UnknownIndexEntry(record_id)
            yield connection, row
