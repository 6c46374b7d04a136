"""Ask a question in the background, read its status, stop it, forget one that was lost.

The workers of this process are known here, by their sessions; that a question is being asked is noted in the store, so
that one whose program ended can be told from one that another program asks.
"""

from workbench.jobs.answers.answer_worker import AnswerWorker
from workbench.jobs.answers.question import AnswerStatus, PendingQuestion, QuestionRequest
from workbench.jobs.limits import LIMITS, JobLimits
from workbench.jobs.worker import WorkerRegistry, new_owner
from workbench.providers import client_of
from workbench.search import SearchIndex
from workbench.store import Conflict, OpenQuestion, Store, check_question
from workbench.store.database.clock import now
from workbench.store.database.clock import seconds as time_of_leases
from workbench.store.database.leases import leased_until
from workbench.store.sessions.sessions import new_id

_PROCESS = new_owner()
_workers = WorkerRegistry[AnswerWorker]()


def _key(store: Store, session_id: str) -> str:
    return f"{session_id} in {store.path}"


def _worker(store: Store, session_id: str) -> AnswerWorker | None:
    return _workers.get(_key(store, session_id))


def store_again(store: Store, session_id: str) -> None:
    """Store an answer that could not be stored. Raises StoreError."""
    worker = _worker(store, session_id)
    if worker is not None and not worker.is_working:
        worker.store_again()
        _workers.forget(_key(store, session_id), worker)


def begin(
    store: Store, library: SearchIndex, session_id: str, asked: QuestionRequest, *, limits: JobLimits = LIMITS
) -> OpenQuestion:
    """Ask a question in the background; returns it as it is noted. Its answer will have its `answer_id`.

    An answer of this session that could not be stored is stored first. Raises BadInput for a question or a client that
    is none, Conflict where a question of the session is being asked, here or elsewhere, StoreError. Nothing is begun
    then.
    """
    asked = asked.model_copy(update={"text": check_question(asked.text)})
    client_of(asked.client)
    store_again(store, session_id)
    question = OpenQuestion(
        answer_id=new_id(),
        question=asked.text,
        asked_at=now(),
        owner=_PROCESS,
        leased_until=leased_until(limits.lease_seconds),
    )

    def make(before: AnswerWorker | None) -> AnswerWorker:
        if before is not None:
            message = "A question of this session is being asked at the moment. Wait for its answer, or stop it."
            raise Conflict(message, before.question)
        store.answers.begin(session_id, question)
        return AnswerWorker(store, library, session_id, question, asked=asked, limits=limits)

    _workers.begin(_key(store, session_id), make)
    return question


def answer_status(store: Store, session_id: str) -> AnswerStatus | None:
    """Return what this process does for a session's question, None where it does nothing; the store is not asked."""
    worker = _worker(store, session_id)
    return None if worker is None else worker.look()


def pending_question(store: Store, session_id: str) -> PendingQuestion | None:
    """Return the session's question that has no answer yet, None where there is none. Raises StoreError."""
    worker = _worker(store, session_id)
    if worker is not None:
        return PendingQuestion(question=worker.question, live=worker.look())
    stored = store.answers.open_question(session_id)
    if stored is None:
        return None
    if stored.owner == _PROCESS:
        # Its worker may have begun since, or begun and ended.
        worker = _worker(store, session_id)
        if worker is not None:
            return PendingQuestion(question=stored, live=worker.look())
        return (
            PendingQuestion(question=stored, lost=True) if store.answers.open_question(session_id) == stored else None
        )
    return PendingQuestion(question=stored, lost=stored.leased_until < time_of_leases())


def stop(store: Store, session_id: str) -> bool:
    """Ask the worker of a session's question to stop; tell whether it has ended.

    What was found is kept as an answer of excerpts; where nothing was found yet, nothing is.
    """
    worker = _worker(store, session_id)
    return worker is None or worker.stop()


def dismiss(store: Store, session_id: str) -> None:
    """Forget a question that was lost, or one that ended in trouble, with its answer. Raises StoreError."""
    pending = pending_question(store, session_id)
    if pending is None:
        return
    worker = _worker(store, session_id)
    has_ended = worker is not None and not worker.is_working
    if has_ended:
        _workers.forget(_key(store, session_id), worker)
    if has_ended or pending.lost:
        store.answers.end(session_id, pending.question.answer_id)
