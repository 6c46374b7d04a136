"""The worker: answers one question of a session, in a thread of its own, and stores the answer."""

import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Event, Thread
from time import monotonic

from core.errors import WorkbenchError
from core.llm.client import Client, GenerationRequest
from workbench.jobs.answers.answer_notice import notice_of
from workbench.jobs.answers.question import AnswerStage, AnswerStatus, QuestionRequest, SearchResult
from workbench.jobs.answers.select_passages import find_passages
from workbench.jobs.answers.write_answer import AnswerWriter
from workbench.jobs.calls import CallPosition, MakeGate, make_ready
from workbench.jobs.limits import LEASE_SECONDS, JobLimits
from workbench.jobs.watched_call import CallWatcher, FailureRemedies
from workbench.providers import client_of
from workbench.search import SearchIndex
from workbench.store import AnswerContents, CallRecord, Conflict, OpenQuestion, Store, StoreError
from workbench.store.database.clock import seconds as time_of_leases

_BEATS = 4  # in the time of a lease
_BY_HAND = "It was stopped by hand, so these are the passages that were found."
_NOT_STORED = "The answer is there, but could not be stored."
_BUG = "The workbench itself made a mistake: {}. Its terminal has the details."
_REMEDIES = FailureRemedies(
    again="Ask again, or choose another client.",
    shorter="Give a shorter reply, then ask again.",
    faster="Give a shorter reply, or let it come faster, then ask again.",
    others="Give another file of replies, then ask again.",
)


class AnswerStopRequest(Exception):
    """Somebody asked for a stop."""


class _AnswerCalls(CallWatcher):
    """The calls of one answer; another thread may look at the one that is under way."""

    def look(self, live: AnswerStatus) -> AnswerStatus:
        """Return what can be seen now, with what of it is known already."""
        with self._looking:
            call, gate = self._call, self._call and self._call.gate
            if call is None:
                return live
            seen = {
                "received": gate.received if gate else call.received,
                "text": gate.text if gate else "",
                "held": gate.held if gate else call.received,
                "proven": gate.proven if gate else 0,
                "tokens_per_second": call.tokens_per_second,
                "notice": notice_of(call),
            }
        return live.model_copy(update=seen)


class AnswerWorker:
    """Answers a question that is noted as being asked."""

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
        self.question = question
        self._store = store
        self._library = library
        self._session_id = session_id
        self._asked = asked
        self._writing = AnswerWriter(asked, asked_at=question.asked_at)
        self._watched = _AnswerCalls(asked.client, limits, self._check, _REMEDIES)
        self._found = SearchResult()
        self._stage = AnswerStage.SEARCHING
        self._stop = Event()
        self._ended = Event()
        self._beaten = monotonic()
        self._contents: AnswerContents | None = None
        self._trouble = ""

    @property
    def is_working(self) -> bool:
        """Whether it has not ended."""
        return not self._ended.is_set()

    @property
    def has_trouble(self) -> bool:
        """Whether it ended with something that a person has to be told."""
        return self._trouble != ""

    def start(self, at_end: Callable[["AnswerWorker"], None]) -> None:
        """Begin; `at_end` is called in the worker's thread as the last thing."""
        Thread(target=self._work, args=(at_end,), name=f"answer {self.question.answer_id}", daemon=True).start()

    def stop(self, seconds: float) -> bool:
        """Ask it to stop and wait so long for that; tell whether it has. A call that is under way is left."""
        self._stop.set()
        return self._ended.wait(seconds)

    def look(self) -> AnswerStatus:
        """Return what can be seen of it now."""
        live = AnswerStatus(
            answer_id=self.question.answer_id,
            question=self._asked.text,
            stage=self._stage,
            citations=self._found.citations,
            calls=len(self._writing.made) + (self._stage is AnswerStage.ASKING),
            seconds=self._writing.seconds,
            trouble=self._trouble,
        )
        return self._watched.look(live)

    def store_again(self) -> None:
        """Store an answer that could not be stored; one that was, or is none, stays so. Raises StoreError."""
        if self._contents is None:
            return
        with suppress(Conflict):  # it is stored: what failed was what came after
            self._store.add_answer(self._session_id, self.question.answer_id, self._contents)
        self._contents, self._trouble = None, ""

    def _work(self, at_end: Callable[["AnswerWorker"], None]) -> None:
        try:
            self._contents = self._answer()
            if self._contents is None:
                self._store.forget_question(self._session_id, self.question.answer_id)
            else:
                self.store_again()
        except StoreError as error:
            self._trouble = f"{_NOT_STORED} {error}"
        except WorkbenchError as error:
            self._end_without(str(error))
        except Exception as error:
            logging.getLogger(__name__).log(logging.ERROR, "a bug of the workbench", exc_info=True)
            self._end_without(_BUG.format(type(error).__name__))
        finally:
            self._ended.set()
            at_end(self)

    def _end_without(self, trouble: str) -> None:
        """Say why there is no answer, to whoever looks; nothing of it is stored."""
        self._trouble = trouble
        with suppress(StoreError):
            self._store.forget_question(self._session_id, self.question.answer_id)

    def _answer(self) -> AnswerContents | None:
        """Return the answer, None where it was stopped before there was anything to show."""
        client = client_of(self._asked.client)
        try:
            self._check()
            self._found = find_passages(self._library, self._asked)
            self._check()
            return self._writing.write(self._found, partial(self._ask, client))
        except AnswerStopRequest:
            return self._writing.give_up(self._found, _BY_HAND) if self._found.citations else None
        finally:
            getattr(client, "close", lambda: None)()  # and with it a call that was left and hangs

    def _ask(
        self, client: Client, request: GenerationRequest, place: CallPosition, watch: MakeGate | None
    ) -> CallRecord:
        self._stage = AnswerStage.ASKING
        make_ready(client)  # which may take seconds, in which somebody may stop it
        self._check()
        call = self._watched.ask(client, request, place, watch)
        self._stage = AnswerStage.CHECKING
        return call

    def _check(self) -> None:
        """Keep the lease of the question, and end where somebody asked for that."""
        if monotonic() - self._beaten > LEASE_SECONDS / _BEATS:
            self._beaten = monotonic()
            with suppress(StoreError):  # the next beat may be in time
                until = time_of_leases() + LEASE_SECONDS
                self._store.renew_question(self._session_id, self.question.answer_id, until)
        if self._stop.is_set():
            raise AnswerStopRequest
