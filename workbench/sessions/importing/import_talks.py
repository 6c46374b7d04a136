"""Import transcripts: one session for each talk, with its map; no session that is there is changed."""

from collections.abc import Callable, Sequence
from hashlib import sha256

from core.errors import BadInput, Problem
from core.transcripts.readers.decoding import MAX_BYTES
from workbench.sessions.importing.find_given import GivenFiles
from workbench.sessions.importing.given_files import GivenFile, by_stem, stem_of
from workbench.sessions.importing.import_report import CopiedFile, ImportReport, MadeSession, RefusedFile, SkippedFile
from workbench.sessions.importing.known_talks import KnownTalks
from workbench.sessions.importing.made_map import MadeMap, map_of_talk
from workbench.sessions.importing.sort_files import MapFile, SortedFiles, TableFile, TalkFile, refused_file, sort_files
from workbench.sessions.titles import UNTITLED
from workbench.store import Session, Store, as_title, free_title

_LONGEST_MARK = 60
Progress = Callable[[int, int], object]
"""Takes how many files have been looked at, and of how many; it may raise to stop between two talks."""

_NO_TALK = "this is an evidence map, and no session was made of a transcript of its name beside it."
_OTHER_MAP = "this is an evidence map; the session has the one of {}."


def _title(talk: TalkFile, evidence: MadeMap | None, taken: set[str]) -> str:
    """Return a free title: the map's or the file's own, marked with the stem or the folder where another has it."""
    stem = as_title(stem_of(talk.name))
    of_map = as_title(evidence.title) if evidence is not None else ""
    title = of_map or stem or UNTITLED
    mark = (stem if of_map else as_title(talk.file.inside))[:_LONGEST_MARK].replace("{", "{{").replace("}", "}}")
    if title not in taken:
        return title
    return free_title(title, taken, f" ({mark}{{}})" if mark else "{}")


class _Importer:
    """Makes sessions, and keeps the lists."""

    def __init__(self, store: Store, refused: Sequence[RefusedFile]) -> None:
        self._store = store
        self._known = KnownTalks(store)
        self._titles = {summary.session.title for summary in store.sessions.list()}
        self._made: list[MadeSession] = []
        self._copies: list[CopiedFile] = []
        self._skipped: list[SkippedFile] = []
        self._refused = list(refused)

    def report(self) -> ImportReport:
        return ImportReport(
            made=tuple(self._made),
            skipped=tuple(self._skipped),
            copies=tuple(self._copies),
            refused=tuple(self._refused),
        )

    def has(self, file: GivenFile) -> bool:
        """Tell whether a session has these very bytes, and note that: such a file need not be read as a transcript."""
        try:
            known = self._known.session_of_file(sha256(file.read(MAX_BYTES)).hexdigest())
        except BadInput:
            return False
        if known is not None:
            self._skip(file, known)
        return known is not None

    def _skip(self, file: GivenFile, known: Session) -> None:
        why = f"the session “{known.title}” has the same words."
        self._skipped.append(SkippedFile(file=file.shown, why=why, session=known.session_id))

    def take(self, files: SortedFiles) -> None:
        """Make the sessions of one stem."""
        self._skipped += files.skipped
        self._refused += files.refused
        evidence = files.maps[0] if files.maps else None
        made = [self._take_talk(talk, evidence) for talk in files.talks]
        self._skipped += (
            SkippedFile(file=one.file.shown, why=_OTHER_MAP.format(files.maps[0].file.name) if any(made) else _NO_TALK)
            for one in files.maps[any(made) :]
        )

    def _take_talk(self, alike: Sequence[TalkFile], found: MapFile | TableFile | None) -> bool:
        """Make the session of a talk, or say which one has it; tell whether it was made."""
        best, *others = alike
        self._copies += (CopiedFile(file=one.file.shown, of=best.file.shown) for one in others)
        words = best.facts.words_sha256
        known = self._known.session_of(words, (one.sha256 for one in alike))
        if known is not None:
            self._skip(best.file, known)
            return False
        try:
            data = _unchanged(best.file, best.sha256)
            evidence = self._map_of(best, data, found)
            title = _title(best, evidence, self._titles)
            given_map = (evidence.name, evidence.data) if evidence is not None else None
            session = self._store.sessions.create_with(title, (best.name, data), given_map)
        except BadInput as error:
            self._refused.append(refused_file(best.file, error.problems))
            return False
        self._titles.add(session.title)
        self._known.add(session, words)
        made = MadeSession(file=best.file.shown, session=session.session_id, title=session.title)
        if evidence is not None:
            made = made.model_copy(update={"map": evidence.shown, "notes": evidence.notes})
        self._made.append(made)
        return True

    def _map_of(self, talk: TalkFile, data: bytes, found: MapFile | TableFile | None) -> MadeMap | None:
        """Return the map of a talk; a table that cannot be read is in the report once."""
        made = map_of_talk(found, talk, data) if found is not None else None
        if not isinstance(made, RefusedFile):
            return made
        if made not in self._refused:
            self._refused.append(made)
        return None


def _unchanged(file: GivenFile, was: str) -> bytes:
    """Return a file's bytes once more: those of one talk, not of a folder, are held. Raises BadInput."""
    data = file.read(MAX_BYTES)
    if sha256(data).hexdigest() != was:
        raise BadInput(Problem(place="", message="it was changed while it was read.", remedy="Import it again."))
    return data


def import_talks(store: Store, given: GivenFiles, progress: Progress = lambda done, of: None) -> ImportReport:
    """Make one session for each talk in the given files, and return what came of each file.

    Each session is stored whole or not at all; one that cannot be stored for the file's sake is in the report. Raises
    StoreError where the database fails; the sessions that were made before stay.
    """
    importer, done = _Importer(store, given.refused), 0
    try:
        for files in by_stem(given.files):
            progress(done, len(given.files))
            if len(files) > 1 or not importer.has(files[0]):
                importer.take(sort_files(files))
            done += len(files)
    finally:
        given.release()
    return importer.report()
