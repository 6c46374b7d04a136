"""The answers' part of the store: the history of a session's questions, and the question that is being asked."""

from workbench.store.answers import answers
from workbench.store.answers.answer_records import AnswerContents, AnswerSummary, OpenQuestion, StoredAnswer
from workbench.store.base import StoreBase


class AnswerStore(StoreBase):
    """The answers in a database file; see `Store`, which is this and the rest."""

    def answers(self, session_id: str) -> tuple[AnswerSummary, ...]:
        """Return what a list shows of the answers, by number."""
        with self._database.reading() as connection:
            return answers.summaries(connection, session_id)

    def answer(self, answer_id: str) -> StoredAnswer:
        """Return an answer; it never changes. Raises NotStored."""
        with self._database.reading() as connection:
            return answers.read(connection, answer_id)

    def add_answer(self, session_id: str, answer_id: str, contents: AnswerContents) -> StoredAnswer:
        """Store an answer as the session's last one, and forget its question. Raises Conflict where it is stored."""
        with self._database.writing() as connection:
            return answers.add(connection, session_id, answer_id, contents)

    def delete_answer(self, session_id: str, answer_id: str) -> None:
        """Remove an answer for good. Raises NotStored where it is not there."""
        with self._database.writing() as connection:
            answers.delete(connection, session_id, answer_id)

    def open_question(self, session_id: str) -> OpenQuestion | None:
        """Return the question that is being asked, or whose program ended; None where there is none."""
        with self._database.reading() as connection:
            return answers.open_question(connection, session_id)

    def begin_question(self, session_id: str, question: OpenQuestion) -> None:
        """Note that a question is being asked until its lease ends. Raises Conflict where another one is."""
        with self._database.writing() as connection:
            answers.begin_question(connection, session_id, question)

    def renew_question(self, session_id: str, answer_id: str, leased_until: float) -> None:
        """Keep the lease of a question; one that was forgotten stays so."""
        with self._database.writing() as connection:
            answers.renew_question(connection, session_id, answer_id, leased_until)

    def forget_question(self, session_id: str, answer_id: str) -> None:
        """Note that a question is asked no more."""
        with self._database.writing() as connection:
            answers.forget_question(connection, session_id, answer_id)
