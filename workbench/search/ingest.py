"""Add sources to the index: new or changed ones are read, one at a time; missing ones are removed."""

import json
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from core.answers.record_ids import record_stems
from core.errors import Problem
from workbench.search.batches import ChangeBatch, SourceInsert, SourceRemoval, SourceTouch
from workbench.search.find_files import FileListing, find_files
from workbench.search.index_errors import SearchIndexError
from workbench.search.index_file import IndexFile
from workbench.search.index_records import IndexedSourceKind, IngestReport, SourceMetadata, UnreadableFile
from workbench.search.read_source import (
    OF_TRANSCRIPTS,
    SourceContents,
    SourceReading,
    SourceToRead,
    read_source,
)
from workbench.search.write_sources import SourceRecord, known_sources

Progress = Callable[[int, int, str], object]
Check = Callable[[], object]
ReadAll = Callable[[Iterator[SourceToRead]], Iterator[SourceReading]]
"""Reads files, wherever that is done; each is asked for when the one before it may be taken."""


@dataclass
class _IngestCounts:
    """The report so far."""

    added: list[str] = field(default_factory=list[str])
    changed: list[str] = field(default_factory=list[str])
    unchanged: list[str] = field(default_factory=list[str])
    removed: list[str] = field(default_factory=list[str])
    unreadable: list[UnreadableFile] = field(default_factory=list[UnreadableFile])
    notes: list[Problem] = field(default_factory=list[Problem])
    opened: int = 0
    passages: int = 0

    def frozen(self) -> IngestReport:
        return IngestReport.model_validate(vars(self))


class Ingest:
    """One ingest: sources are read one after the other, and their changes are stored in batches."""

    def __init__(self, file: IndexFile, *, rehash: bool = False) -> None:
        self._rehash = rehash
        with file.reading() as connection:
            self._known = known_sources(connection) if connection is not None else {}
        self._batch = ChangeBatch(file)
        self._stems: dict[str, str] = {}
        self._outcome = _IngestCounts()

    def expect(self, found: FileListing) -> None:
        """Remove sources whose files no longer exist, and choose the id stems of new ones."""
        keys = {file.key for file in found.files}
        for key, known in list(self._known.items()):
            if key not in keys and found.is_gone(key):
                self._remove(known)
                self._outcome.removed.append(key)
        self._outcome.unreadable += found.unreadable
        self._outcome.notes += found.left_out
        self.name([file.key for file in found.files])

    def name(self, paths: Iterable[str], *, key: str = "") -> None:
        """Choose the id stems of new sources; `key` identifies the source if its path does not."""
        new = [path for path in paths if (key or path) not in self._known]
        stems = record_stems(new, [known.stem for known in self._known.values()]) if new else {}
        self._stems |= {key or path: stem for path, stem in stems.items()}

    def collection_of(self, key: str, otherwise: str) -> str:
        """Return the collection of a known source, `otherwise` for a new one."""
        known = self._known.get(key)
        return known.given.collection if known is not None else otherwise

    def look_at(self, given: SourceMetadata, mapping: Mapping[str, str] | None) -> SourceMetadata | None:
        """Return how one source is to be read, None where its size and time say that nothing changed."""
        known = self._known.get(given.key)
        if mapping is not None and given.kind is not IndexedSourceKind.FEEDBACK:
            mapping = {field: value for field, value in mapping.items() if field in OF_TRANSCRIPTS} or None
        # A mapping with which the file could not be read is not kept.
        before = known.given.mapping if known is not None and not known.problems else given.mapping
        given = given._replace(mapping=before if mapping is None else json.dumps(mapping or None, sort_keys=True))
        if known is not None and known.looks_like(given) and not self._rehash:
            self._note_same(known, given._replace(sha256=known.given.sha256))
            return None
        return given

    def task_of(self, given: SourceMetadata, path: Path) -> SourceToRead:
        """Return what a file is read by; the bytes that were read before in the same way need not be read further."""
        known = self._known.get(given.key)
        same = (
            known.given.sha256 if known is not None and known.is_of(given._replace(sha256=known.given.sha256)) else ""
        )
        return SourceToRead(given, self.stem_of(given.key), str(path), same)

    def stem_of(self, key: str) -> str:
        """Return what the record ids of a source begin with."""
        known = self._known.get(key)
        return known.stem if known is not None else self._stems[key]

    def take(self, given: SourceMetadata, contents: SourceContents | None) -> None:
        """Take in what was read of a source; None where its bytes are those that were read before."""
        self._outcome.opened += 1
        known = self._known.get(given.key)
        if contents is None and known is not None:
            self._note_same(known, given)
        elif contents is not None:
            self._add(given, known, contents)

    def leave_out(self, given: SourceMetadata, problems: tuple[Problem, ...]) -> None:
        """Note a source that cannot be opened; what was known of it goes."""
        self._note_unreadable(given, problems)
        if given.key in self._known:
            self._remove(self._known[given.key])

    @contextmanager
    def keeping(self) -> Generator[None]:
        """Store what was read so far where anything but the index itself ends the work, and let the exception pass."""
        try:
            yield
        except SearchIndexError:
            raise
        except BaseException:
            self._batch.store()
            raise

    def finish(self) -> IngestReport:
        """Store the waiting changes, and return the report."""
        self._batch.store()
        return self._outcome.frozen()

    def _add(self, given: SourceMetadata, known: SourceRecord | None, contents: SourceContents) -> None:
        stem = self.stem_of(given.key)
        self._batch.add(SourceInsert(given, stem, contents))
        if contents.problems:
            self._note_unreadable(given, contents.problems)
            return
        (self._outcome.added if known is None else self._outcome.changed).append(given.key)
        self._outcome.notes += contents.notes
        self._outcome.passages += len(contents.passages)

    def _remove(self, known: SourceRecord) -> None:
        del self._known[known.given.key]
        self._batch.add(SourceRemoval(known))

    def _note_same(self, known: SourceRecord, given: SourceMetadata) -> None:
        given = given._replace(mapping=known.given.mapping)
        if known.given != given:
            self._batch.add(SourceTouch(known, given))
        if known.problems:
            self._note_unreadable(given, known.problems)
        else:
            self._outcome.unchanged.append(given.key)

    def _note_unreadable(self, given: SourceMetadata, problems: tuple[Problem, ...]) -> None:
        self._outcome.unreadable.append(UnreadableFile(key=given.key, name=given.name, problems=problems))


def take_files(
    file: IndexFile,
    paths: Iterable[Path],
    *,
    collection: str | None,
    mapping: Mapping[str, str] | None,
    progress: Progress,
    check: Check,
    read_all: ReadAll,
    rehash: bool,
) -> IngestReport:
    """Index files and folders; see `SearchIndex.take_in`."""
    taking = Ingest(file, rehash=rehash)
    found = find_files(paths, check)
    taking.expect(found)

    def to_read() -> Iterator[SourceToRead]:
        for number, one in enumerate(found.files):
            check()
            progress(number, len(found.files), one.name)
            belongs = taking.collection_of(one.key, one.folder) if collection is None else collection
            given = SourceMetadata(one.key, one.name, belongs, one.kind, one.size, one.mtime_ns)
            read_as = taking.look_at(given, mapping)
            if read_as is not None:
                yield taking.task_of(read_as, one.path)

    with taking.keeping():
        for reading in read_all(to_read()):
            if reading.cannot_open:
                taking.leave_out(reading.given, reading.cannot_open)
            else:
                taking.take(reading.given, reading.contents)
    progress(len(found.files), len(found.files), "")
    return taking.finish()


def take_text(
    file: IndexFile, given: SourceMetadata, data: bytes, *, collection: str | None, mapping: Mapping[str, str] | None
) -> IngestReport:
    """Index a source that is not a file; see `SearchIndex.take_text`."""
    taking = Ingest(file)
    taking.name([given.name], key=given.key)
    belongs = taking.collection_of(given.key, given.collection) if collection is None else collection
    read_as = taking.look_at(given._replace(collection=belongs), mapping)
    if read_as is not None:
        task = taking.task_of(read_as, Path())
        reading = read_source(task, data)
        taking.take(reading.given, reading.contents)
    return taking.finish()
