"""The index: what is taken in, what is found, and what stands around it."""

import contextlib
import sqlite3
from collections.abc import Callable, Generator, Iterable, Mapping
from pathlib import Path

from core.answers.records import Passage
from workbench.search.find_files import SUFFIXES, as_text
from workbench.search.index_errors import DamagedIndex, UnknownIndexEntry
from workbench.search.index_file import PATIENCE, IndexFile
from workbench.search.index_records import (
    IndexedSource,
    IndexedSourceKind,
    IngestReport,
    SearchHit,
    SearchScope,
    SourceCollection,
)
from workbench.search.ingest import Check, Progress, take_files, take_text
from workbench.search.passages import around, find, text_behind
from workbench.search.search import SearchFilter, search
from workbench.search.write_sources import NO_TIME, SourceMetadata, as_listed, known_source, known_sources, remove

MOST_HITS = 1_000
_ANEW = (
    "The index was damaged, or made by another version of this program, and was made anew. It holds what was taken in "
    "just now; take other sources in again."
)


def _nothing(*_: object) -> None:
    """Neither tell nor stop anything."""


class SearchIndex:
    """Passages of transcripts and feedback records in one SQLite file, to be searched.

    All of it is made from the sources and can be made again. Every operation opens the file for itself, so one library
    may be used from any thread. `patience` is how many seconds it waits for another program.
    """

    def __init__(self, path: Path, *, patience: float = PATIENCE) -> None:
        self._file = IndexFile(path, patience=patience)

    @property
    def path(self) -> Path:
        """Where the index is."""
        return self._file.path

    def take_in(
        self,
        paths: Iterable[Path],
        *,
        collection: str | None = None,
        mapping: Mapping[str, str] | None = None,
        progress: Progress = _nothing,
        check: Check = _nothing,
    ) -> IngestReport:
        """Take in files and folders with all that is inside: what is new or changed is read, what is gone goes.

        A file of the same size and time is not opened, one with the same bytes not read further. What cannot be read is
        listed and holds nothing up. `collection` names where all of them belong, `mapping` (field to column; an empty
        one: the usual names) how feedback is read; None leaves both as they were, a mapping only where it was of use,
        and new files belong to their folder. `progress` is told the number done, the number of all and the name of the
        next; `check` is asked before each file and may raise to stop: what was read till then is stored. A damaged
        index, or one of another version, is made anew, with a `notice`. Raises IndexTrouble.
        """
        given = list(paths)
        belongs = None if collection is None else as_text(collection)
        return self._or_anew(
            lambda: take_files(self._file, given, collection=belongs, mapping=mapping, progress=progress, check=check)
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
        """Take in what is no file on this disk: a session's transcript, an upload.

        `key` names it from now on, `name` is what people call it; its suffix says what it is, unless `kind` does.
        Otherwise as `take_in`.
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
    ) -> tuple[SearchHit, ...]:
        """Return the passages with words of the question, the best first, equals by their record ids.

        BM25 finds the best hundred (or `most`). These are ranked by it and by what else a reader looks for: the words
        themselves rather than others of their stem, words together as they were asked for, more than a few words, and
        no more than three times the same ones. Any text is a question. Where it has phrases between double marks,
        passages that have them all, if there are any. `sources` (keys) and `collections` hold the search to those,
        together; how rare a word is counts over the whole index. `confidence` is 1 for the best and falls in
        proportion. At most 1,000. Raises IndexTrouble.
        """
        within = SearchFilter(
            sources=None if sources is None else frozenset(map(as_text, sources)),
            collections=None if collections is None else frozenset(map(as_text, collections)),
        )
        with self._file.reading() as connection:
            if connection is None:
                return ()
            return search(connection, question, within, most=min(most, MOST_HITS), search_in=SearchScope(search_in))

    def context(self, record_id: str, before: int = 1, after: int = 1) -> tuple[Passage, ...]:
        """Return a passage between its neighbours in its source; a feedback record has none.

        Raises NotIndexed, IndexTrouble.
        """
        with self._found(record_id) as (connection, row):
            return around(connection, row, before, after)

    def source_text(self, record_id: str) -> str:
        """Return the text in which the offset of a passage counts: its transcript's raw, or the record's own.

        Raises NotIndexed, IndexTrouble.
        """
        with self._found(record_id) as (connection, row):
            return text_behind(connection, row)

    def sources(self) -> tuple[IndexedSource, ...]:
        """Return all sources by key. Raises IndexTrouble."""
        with self._file.reading() as connection:
            known = known_sources(connection) if connection is not None else {}
        return tuple(map(as_listed, known.values()))

    def collections(self) -> tuple[SourceCollection, ...]:
        """Return all collections by name, with how much each holds. Raises IndexTrouble."""
        query = "SELECT collection, count(*), sum(passages) FROM sources GROUP BY collection ORDER BY collection"
        with self._file.reading() as connection:
            rows = connection.execute(query).fetchall() if connection is not None else []
        return tuple(
            SourceCollection(name=name, sources=sources, passages=passages) for name, sources, passages in rows
        )

    def forget(self, key: str) -> None:
        """Take a source out of the index; it stays where it is. Raises NotIndexed, IndexTrouble."""
        with self._file.reading() as connection:
            known = known_source(connection, as_text(key)) if connection is not None else None
        if known is None:
            raise UnknownIndexEntry(key)
        with self._file.writing() as connection:
            remove(connection, known.source_id)

    def _or_anew(self, take: Callable[[], IngestReport]) -> IngestReport:
        """Take sources in; where the index is damaged or of another version, once more into a new one."""
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
