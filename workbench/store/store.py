"""The store: every operation opens the database, does one thing in one transaction, and closes it.

A page may hold a Store for as long as it likes, in any thread: it keeps nothing but the path.
"""

from core.coverage.levels import CoverageThresholds
from core.evidence.speaker_mapping import Cast
from core.generation.settings import Settings
from core.whitelist.additions import Addition
from core.whitelist.corrections import Mend
from workbench.store.answers.answer_store import AnswerStore
from workbench.store.experiments.experiment_store import ExperimentStore
from workbench.store.records import (
    LineSummary,
    Preset,
    Session,
    SessionSummary,
    StoredAddition,
    StoredCorrection,
    StoredSpeakerMapping,
)
from workbench.store.runs import open_runs
from workbench.store.runs.run_store import RunStore
from workbench.store.session_file import session_contents, session_export
from workbench.store.session_file.read_session_file import read_session_file
from workbench.store.session_file.session_export import Accept, Review
from workbench.store.sessions import (
    additions as promotions,
)
from workbench.store.sessions import (
    corrections as mends,
)
from workbench.store.sessions import (
    presets,
    session_list,
    sessions,
    sources,
)
from workbench.store.sessions import (
    speaker_mappings as casts,
)


class Store(RunStore, AnswerStore, ExperimentStore):
    """The sessions in a database file, which is made where there is none.

    `patience` is how many seconds an operation waits for another program. Everything here raises DatabaseTrouble where
    the file cannot be used, UnknownSession for a session that is not there (or was deleted), BadInput for what cannot
    be stored as it is; where it raises, nothing has changed.
    """

    def sessions(self, search: str = "") -> tuple[SessionSummary, ...]:
        """Return the sessions whose title or sources hold `search` (case ignored), the newest change first."""
        with self._database.reading() as connection:
            return session_list.find(connection, search)

    def deleted(self) -> tuple[SessionSummary, ...]:
        """Return the sessions that can be restored, the one deleted last first."""
        with self._database.reading() as connection:
            return session_list.find(connection, deleted=True)

    def create(self, title: str, *, session_id: str | None = None) -> Session:
        """Make an empty session; it gets an id where none is given. Raises Conflict where the id is taken."""
        with self._database.writing() as connection:
            return sessions.add(connection, title, session_id=session_id)

    def session(self, session_id: str) -> Session:
        """Return a session as it is stored now."""
        with self._database.reading() as connection:
            return sessions.get(connection, session_id)

    def rename(self, session: Session, title: str) -> Session:
        """Give a session another title. Raises Conflict where `session` is not its last version."""
        with self._database.writing() as connection:
            return sessions.rename(connection, session, title)

    def duplicate(self, session_id: str, title: str) -> Session:
        """Make a new session that holds all that this one holds, runs included."""
        with self._database.writing() as connection:
            return session_contents.place(connection, session_contents.collect(connection, session_id), title)

    def delete(self, session: Session) -> None:
        """Delete a session; it can be restored for 30 days. Raises Conflict where it is not the last version."""
        with self._database.writing() as connection:
            sessions.delete(connection, session)
            open_runs.stop_with_session(connection, session.session_id)

    def restore(self, session_id: str) -> Session:
        """Bring a deleted session back as it was."""
        with self._database.writing() as connection:
            return sessions.restore(connection, session_id)

    def put_transcript(self, session: Session, name: str, data: bytes) -> Session:
        """Give a session a transcript, at most 20 MB. Raises Conflict where `session` is not its last version."""
        with self._database.writing() as connection:
            return sessions.put_source(connection, session, "transcript", name, data)

    def put_evidence(self, session: Session, name: str, data: bytes) -> Session:
        """Give a session an evidence map, at most 20 MB. Raises Conflict where `session` is not its last version."""
        with self._database.writing() as connection:
            return sessions.put_source(connection, session, "evidence", name, data)

    def put_settings(self, session: Session, settings: Settings) -> Session:
        """Give a session other settings. Raises Conflict where `session` is not its last version."""
        with self._database.writing() as connection:
            return sessions.put_settings(connection, session, settings)

    def source_bytes(self, sha256: str) -> bytes:
        """Return the bytes of a source. Raises NotStored where no session uses it any more."""
        with self._database.reading() as connection:
            return sources.read(connection, sha256)

    def casts(self, session_id: str) -> tuple[StoredSpeakerMapping, ...]:
        """Return what was decided about labels, in order of the labels."""
        with self._database.reading() as connection:
            return casts.read(connection, session_id)

    def put_cast(self, session_id: str, cast: Cast, *, version: int | None) -> StoredSpeakerMapping:
        """Store what was decided about a label over the version that was seen, None for none. Raises Conflict."""
        with self._database.writing() as connection:
            return casts.put(connection, session_id, cast, version=version)

    def mends(self, session_id: str) -> tuple[StoredCorrection, ...]:
        """Return the mends by number, those taken back too."""
        with self._database.reading() as connection:
            return mends.read(connection, session_id)

    def add_mend(self, session_id: str, mend: Mend) -> StoredCorrection:
        """Store a mend. Raises Conflict where one of the same evidence stands already."""
        with self._database.writing() as connection:
            return mends.add(connection, session_id, mend)

    def replace_mend(self, session_id: str, number: int, mend: Mend) -> StoredCorrection:
        """Take a mend back and store another in its place. Raises NotStored, and Conflict where a third one stands."""
        with self._database.writing() as connection:
            return mends.replace(connection, session_id, number, mend)

    def undo_mend(self, session_id: str, number: int) -> StoredCorrection:
        """Take a mend back. Raises NotStored where there is none of this number."""
        with self._database.writing() as connection:
            return mends.mark(connection, session_id, number, undone=True)

    def redo_mend(self, session_id: str, number: int) -> StoredCorrection:
        """Make a mend again. Raises NotStored, and Conflict where another of the same evidence stands meanwhile."""
        with self._database.writing() as connection:
            return mends.mark(connection, session_id, number, undone=False)

    def promotions(self, session_id: str) -> tuple[StoredAddition, ...]:
        """Return the passages taken into the evidence map by number, those taken back too."""
        with self._database.reading() as connection:
            return promotions.read(connection, session_id)

    def add_promotion(self, session_id: str, promotion: Addition) -> StoredAddition:
        """Store a promotion. Raises Conflict where one of the same passage stands already."""
        with self._database.writing() as connection:
            return promotions.add(connection, session_id, promotion)

    def undo_promotion(self, session_id: str, number: int) -> StoredAddition:
        """Take a promotion back. Raises NotStored where there is none of this number."""
        with self._database.writing() as connection:
            return promotions.mark(connection, session_id, number, undone=True)

    def redo_promotion(self, session_id: str, number: int) -> StoredAddition:
        """Make a promotion again. Raises NotStored, and Conflict where another of the same passage stands meanwhile."""
        with self._database.writing() as connection:
            return promotions.mark(connection, session_id, number, undone=False)

    def presets(self, session_id: str) -> tuple[Preset, ...]:
        """Return the presets in order of their names."""
        with self._database.reading() as connection:
            return presets.read(connection, session_id)

    def put_preset(self, session_id: str, name: str, thresholds: CoverageThresholds, *, version: int | None) -> Preset:
        """Store thresholds under a name over the version that was seen, None for none. Raises Conflict."""
        with self._database.writing() as connection:
            return presets.put(connection, session_id, name, thresholds, version=version)

    def delete_preset(self, session_id: str, preset: Preset) -> None:
        """Remove a preset. Raises Conflict where it is not the one that is stored."""
        with self._database.writing() as connection:
            presets.delete(connection, session_id, preset)

    def note_glance(self, session_id: str, glance: LineSummary) -> None:
        """Keep what the list shows of a session; derived, so neither a change nor a version."""
        with self._database.writing() as connection:
            session_list.note_glance(connection, session_id, glance)

    def export(self, session_id: str) -> bytes:
        """Return a session as one file (its form: `session_contents`); the same session, the same bytes."""
        with self._database.reading() as connection:
            return session_export.export(connection, session_id)

    def import_session(
        self, data: bytes, name: str = "", *, review: Review | None = None, accept: Accept | None = None
    ) -> Session:
        """Store an exported session as a new one. Raises BadInput with all problems of the file called `name`.

        With `review`, its editions have the verdicts that this gives, whatever the file says of them; with `accept`,
        sources of which this has something to say are refused.
        """
        file = read_session_file(data, name)
        if accept is not None:
            session_export.check_sources(file, accept, name)
        if review is not None:
            file = session_export.reviewed(file, review, name)
        with self._database.writing() as connection:
            return session_export.import_session(connection, file)
