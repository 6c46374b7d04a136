"""The door to questions in the background: ask one, look at it, stop it, forget one that was lost.

The workers of this process are known here, by their sessions; that a question is being asked is noted in the store, so
that one whose program ended can be told from one that another program asks.
"""

from secrets import token_urlsafe
from threading import Lock

from workbench.jobs.answers.answer_worker import AnswerWorker
from workbench.jobs.answers.question import AnswerStatus, PendingQuestion, QuestionRequest
from workbench.jobs.limits import LEASE_SECONDS, LIMITS, JobLimits
from workbench.providers import client_of
from workbench.search import SearchIndex
from workbench.store import Conflict, OpenQuestion, Store, check_question
from workbench.store.database.clock import now
from workbench.store.database.clock import seconds as time_of_leases

_PATIENCE = 2.0  # seconds that a stop waits for a worker that has just something to finish
_PROCESS = token_urlsafe(9)

_changing = Lock()
_workers: dict[tuple[str, str], AnswerWorker] = {}


def _key(store: Store, session_id: str) -> tuple[str, str]:
    return str(store.path), session_id


def _worker(store: Store, session_id: str) -> AnswerWorker | None:
    with _changing:
        return _workers.get(_key(store, session_id))


def _forget(store: Store, session_id: str, worker: AnswerWorker) -> None:
    with _changing:
        if _workers.get(_key(store, session_id)) is worker:
            del _workers[_key(store, session_id)]


def _ended(store: Store, session_id: str, worker: AnswerWorker) -> None:
    # One that has something to say stays, so that a page can say it; and its answer with it.
    if not worker.has_trouble:
        _forget(store, session_id, worker)


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
    before = _worker(store, session_id)
    if before is not None and before.is_working:
        raise Conflict(
            "A question of this session is being asked at the moment. Wait for its answer, or stop it.", before.question
        )
    if before is not None:
        before.store_again()
        _forget(store, session_id, before)
    question = OpenQuestion(
        answer_id=token_urlsafe(9),
        question=asked.text,
        asked_at=now(),
        owner=_PROCESS,
        leased_until=time_of_leases() + LEASE_SECONDS,
    )
    worker = AnswerWorker(store, library, session_id, question, asked=asked, limits=limits)
    with _changing:
        if _key(store, session_id) in _workers:
            raise Conflict("A question of this session was asked at the same moment. Wait for its answer.", None)
        store.begin_question(session_id, question)
        _workers[_key(store, session_id)] = worker
    worker.start(lambda ended: _ended(store, session_id, ended))
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
    stored = store.open_question(session_id)
    if stored is None:
        return None
    if stored.owner == _PROCESS:
        # Its worker may have begun since, or begun and ended.
        worker = _worker(store, session_id)
        if worker is not None:
            return PendingQuestion(question=stored, live=worker.look())
        return PendingQuestion(question=stored, lost=True) if store.open_question(session_id) == stored else None
    return PendingQuestion(question=stored, lost=stored.leased_until < time_of_leases())


def stop(store: Store, session_id: str) -> bool:
    """Ask the worker of a session's question to stop; tell whether it has ended.

    What was found is kept as an answer of excerpts; where nothing was found yet, nothing is.
    """
    worker = _worker(store, session_id)
    return worker is None or worker.stop(_PATIENCE)


def store_again(store: Store, session_id: str) -> None:
    """Store an answer that could not be stored. Raises StoreError."""
    worker = _worker(store, session_id)
    if worker is not None and not worker.is_working:
        worker.store_again()
        _forget(store, session_id, worker)


def dismiss(store: Store, session_id: str) -> None:
    """Forget a question that was lost, or one that ended in trouble, with its answer. Raises StoreError."""
    under_way = pending_question(store, session_id)
    if under_way is None:
        return
    worker = _worker(store, session_id)
    if worker is not None and not worker.is_working:
        _forget(store, session_id, worker)
    if under_way.lost or (worker is not None and not worker.is_working):
        store.forget_question(session_id, under_way.question.answer_id)
