"""The talks that a database has: an import makes none of them twice."""

from collections.abc import Iterable

from core.errors import BadInput
from workbench.sessions.recognise_file import transcript_facts
from workbench.sessions.stored_transcript import read_stored
from workbench.store import Session, SourceFile, Store, UnknownRecord


class KnownTalks:
    """The sessions of a store by what is said in them; their transcripts are read when one is asked for that is not
    there in the same bytes."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._unread = [summary.session for summary in store.sessions.list()]
        self._by_file: dict[str, Session] = {}
        self._by_words: dict[str, Session] = {}
        for session in reversed(self._unread):  # of several the one that was changed last
            source = session.transcript
            if source is not None and not source.form and not source.chosen:
                self._by_file[source.sha256] = session

    def session_of_file(self, sha256: str) -> Session | None:
        """Return the session whose transcript has these bytes, by their hash."""
        return self._by_file.get(sha256)

    def session_of(self, words: str, files: Iterable[str]) -> Session | None:
        """Return the session that has a file with one of these hashes as its transcript, or says these words."""
        same = next((self._by_file[sha256] for sha256 in files if sha256 in self._by_file), None)
        if same is not None or not words:
            return same
        if words not in self._by_words:
            self._read_all()
        return self._by_words.get(words)

    def add(self, session: Session, words: str) -> None:
        """Note a session that was made."""
        if words:
            self._by_words.setdefault(words, session)

    def _read_all(self) -> None:
        while self._unread:
            session = self._unread.pop(0)
            if session.transcript is not None:
                self.add(session, self._words_in(session.transcript))

    def _words_in(self, source: SourceFile) -> str:
        try:
            return transcript_facts(read_stored(self._store.sources.get(source.sha256), source)).words_sha256
        except (BadInput, UnknownRecord):
            return ""  # it cannot be read, or was deleted meanwhile
