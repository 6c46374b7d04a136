"""The worker: answers one question of a session, in a thread of its own, and stores the answer."""

from contextlib import suppress
from functools import partial

from core.llm.client import Client, GenerationRequest
from workbench.jobs.answers.question import AnswerStage, AnswerStatus, QuestionRequest, SearchResult
from workbench.jobs.answers.select_passages import find_passages
from workbench.jobs.answers.write_answer import AnswerWriter
from workbench.jobs.call_status import SECOND_ANSWER
from workbench.jobs.calls import CallPosition, MakeGate, end_calls, make_ready
from workbench.jobs.heartbeat import Heartbeat
from workbench.jobs.limits import JobLimits
from workbench.jobs.pending_calls import PendingCalls
from workbench.jobs.watched_call import CallWatcher, FailureRemedies
from workbench.jobs.worker import StopRequest, Worker
from workbench.providers import client_of
from workbench.search import SearchIndex
from workbench.store import AnswerContents, CallRecord, Conflict, OpenQuestion, Store
from workbench.store.database.leases import leased_until

_BY_HAND = "It was stopped by hand, so these are the passages that were found."
_NOT_STORED = "The answer is there, but could not be stored."
_REMEDIES = FailureRemedies(
    again="Ask again, or choose another client.",
    shorter="Give a shorter reply, then ask again.",
    faster="Give a shorter reply, or choose a faster pace, then ask again.",
    others="Give another file of replies, then ask again.",
)


class AnswerWorker(Worker):
    """Answers a question that is stored as pending; an answer that cannot be stored waits here."""

    stopped = "It was stopped by hand."

    def __init__(
        self,
        store: Store,
        library: SearchIndex,
        session_id: str,
        question: OpenQuestion,
        *,
        asked: QuestionRequest,
        limits: JobLimits,
    ) -> None:
        heartbeat = Heartbeat(self._renew, limits.lease_seconds)
        title = f"The question “{question.question}”"
        super().__init__(store, question.owner, heartbeat, name=f"answer {question.answer_id}", title=title)
        self.question = question
        self._store = store
        self._library = library
        self._session_id = session_id
        self._asked = asked
        self._writing = AnswerWriter(asked, asked_at=question.asked_at)
        self._watcher = CallWatcher(asked.client, limits, self._check, _REMEDIES)
        self._found = SearchResult()
        self._stage = AnswerStage.SEARCHING
        self._pending = PendingCalls[AnswerContents]()

    def look(self) -> AnswerStatus:
        """Return its present status."""
        seen = self._watcher.look(SECOND_ANSWER).model_copy(update={"seconds": self._writing.seconds})
        return AnswerStatus(
            **dict(seen),
            answer_id=self.question.answer_id,
            question=self._asked.text,
            stage=self._stage,
            citations=self._found.citations,
            calls=len(self._writing.made) + (self._stage is AnswerStage.ASKING),
            trouble=self.trouble,
        )

    def write(self) -> None:
        """Find the passages, ask, and store the answer; one that is stopped early is made of the passages found."""
        self._put(self._answer())

    def release(self, *, failed: bool, message: str) -> None:
        """Keep the reason why there is no answer, and forget the question; where the answer waits to be stored, the
        question stays. Raises StoreError."""
        if self._pending:
            message = f"{_NOT_STORED} {message}"
        self.trouble = message if failed else ""
        if not self._pending:
            self._store.answers.end(self._session_id, self.question.answer_id)

    def store_again(self) -> None:
        """Store an answer that could not be stored; one that was, or is none, stays so. Raises StoreError."""
        for contents in self._pending:
            self._put(contents)

    def _put(self, contents: AnswerContents) -> None:
        def add() -> None:
            with suppress(Conflict):  # it is stored: what failed was what came after
                self._store.answers.add(self._session_id, self.question.answer_id, contents)

        self._pending.store(contents, add)

    def _renew(self, seconds: float) -> bool:
        self._store.answers.renew(self._session_id, self.question.answer_id, leased_until(seconds))
        return False  # another program cannot ask for a stop

    def _answer(self) -> AnswerContents:
        """Return the answer. Raises StopRequest where it was stopped before there was anything to show."""
        client = client_of(self._asked.client)
        try:
            self._found = find_passages(self._library, self._asked)
            self._check()
            return self._writing.write(self._found, partial(self._ask, client))
        except StopRequest:
            if not self._found.citations:
                raise
            return self._writing.give_up(self._found, _BY_HAND)
        finally:
            end_calls(client)  # and with it a call that was left and hangs

    def _ask(
        self, client: Client, request: GenerationRequest, place: CallPosition, watch: MakeGate | None
    ) -> CallRecord:
        self._stage = AnswerStage.ASKING
        make_ready(client)  # which may take seconds, in which it may be stopped
        self._check()
        call = self._watcher.ask(client, request, place, watch)
        self._stage = AnswerStage.CHECKING
        return call

    def _check(self) -> None:
        self.check_lease(self.question.answer_id, "question")
