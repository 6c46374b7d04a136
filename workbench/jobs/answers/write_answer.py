"""One answer while it is written: its calls, made one after the other, and their records."""

import logging
from collections.abc import Callable, Sequence
from time import monotonic

from core.answers.excerpts import excerpt_answer
from core.answers.records import AnswerMode, CitedAnswer
from core.answers.synthesis import INSUFFICIENT
from core.errors import WorkbenchError
from core.generation.offline_client import OfflineComposer
from core.generation.retries.messages import unreadable_note
from core.llm.client import Answer as Came
from core.llm.client import GenerationRequest, Outcome, Purpose
from core.prose.render import unmarked
from core.text.punctuation import UNREADABLE
from workbench.jobs.answers.answer_usage import usage_of
from workbench.jobs.answers.next_step import AnswerSteps, steps_of
from workbench.jobs.answers.question import QuestionRequest, SearchResult
from workbench.jobs.calls import CallPosition, MakeGate, answers_of
from workbench.jobs.watched_call import CallCancellation, CallError
from workbench.store import AnswerContents, CallRecord, ClientChoice
from workbench.store.database.clock import now

AskQuestionCall = Callable[[GenerationRequest, CallPosition, MakeGate | None], CallRecord]
"""Makes a call. Raises CallError where its client fails, and CallCancellation where nobody wants it any more."""

_log = logging.getLogger(__name__)
_BUG = "The workbench itself made a mistake with this answer: {}. Its log has the details."
_SECOND = "The model was asked a second time, with what was wrong with its first answer."
_CUT = "The reply ended too early, so the answer may lack its end."


def _notice(calls: Sequence[CallRecord]) -> str:
    """Return a notice about the calls of an answer, where they did not go as usual."""
    received = " ".join(call.reply or "" for call in calls)
    unreadable = unreadable_note(received) if UNREADABLE in received else ""
    second = _SECOND if any(call.purpose is Purpose.SECOND for call in calls) else ""
    last = calls[-1] if calls else None
    cut = f"{_CUT} {unmarked(last.trouble)}".strip() if last is not None and last.outcome is Outcome.TRUNCATED else ""
    return " ".join(part for part in (second, cut, unreadable) if part)


def _who(asked: ClientChoice, mode: AnswerMode, calls: Sequence[CallRecord]) -> tuple[str, str | None]:
    """Return who wrote an answer, or was to write it: its client and its model."""
    if mode is AnswerMode.EXCERPTS:
        return OfflineComposer.name, None
    return (calls[-1].client, calls[-1].model) if calls else (asked.kind, asked.model)


class AnswerWriter:
    """Writes the answer to a question; `made` are the calls so far, failed ones too.

    `failed` tells whether the answer is without a model because a call failed.
    """

    def __init__(self, asked: QuestionRequest, *, asked_at: str = "") -> None:
        self.made: tuple[CallRecord, ...] = ()
        self.failed = False
        self._asked = asked
        self._asked_at = asked_at or now()
        self._began = monotonic()
        self._waited: tuple[float, ...] = ()
        self._found = SearchResult()

    @property
    def seconds(self) -> float:
        """The time since the question was asked."""
        return monotonic() - self._began

    def _keep(self, call: CallRecord, waited: float) -> None:
        self.made += (call,)
        self._waited += (waited,)

    def _next(self, steps: AnswerSteps, came: tuple[Came, ...]) -> GenerationRequest | CitedAnswer:
        try:
            return steps.next(came)
        except Exception as error:
            # A paid call is kept with the passages, even after a bug of ours.
            logging.getLogger(__name__).log(logging.ERROR, "a bug of the workbench", exc_info=True)
            self.failed = True
            return excerpt_answer(self._asked.text, self._found.citations, reason=_BUG.format(type(error).__name__))

    def _written(self, steps: AnswerSteps, ask: AskQuestionCall) -> CitedAnswer:
        came: tuple[Came, ...] = ()
        while not isinstance(step := self._next(steps, came), CitedAnswer):
            place, waited = CallPosition(position=0, chapter_index=0, number=len(self.made) + 1), self.seconds
            try:
                call = ask(step, place, steps.watch())
            except CallError as failure:
                self._keep(failure.call, waited)
                self.failed = True
                return steps.without(str(failure), came)
            except CallCancellation as left:
                self._keep(left.call, waited)
                raise left.why from None
            self._keep(call, waited)
            came += answers_of((call,))
        return step

    def _contents(self, answer: CitedAnswer) -> AnswerContents:
        steps = steps_of(self._asked, self._found)
        saved = steps.tokens_saved if self.made else 0
        usage = usage_of(self.made, seconds=self.seconds, waited=self._waited, tokens_saved=saved)
        if answer.fallback_reason == INSUFFICIENT and self._found.limited:
            answer = answer.model_copy(update={"fallback_reason": f"{INSUFFICIENT}: {self._found.limited}"})
        client, model = _who(self._asked.client, steps.mode, self.made)
        if answer.fallback_reason:
            _log.warning("an answer is made of excerpts alone: %s", answer.fallback_reason)
        return AnswerContents(
            asked_at=self._asked_at,
            answer=answer.model_copy(update={"usage": usage, "client": client, "model": model}),
            settings=self._asked.settings,
            found=self._found.found,
            left_out=self._found.left_out,
            notice=" ".join(filter(None, (self._found.notice, _notice(self.made)))),
            calls=self.made,
        )

    def write(self, found: SearchResult, ask: AskQuestionCall) -> AnswerContents:
        """Return the answer, made of these passages; where a model cannot give one, of the passages alone.

        Raises what ends a call that nobody wants any more.
        """
        self._found = found
        steps = steps_of(self._asked, self._found)
        try:
            answer = self._written(steps, ask)
        except WorkbenchError as error:
            self.failed = True
            answer = steps.without(str(error))
        return self._contents(answer)

    def give_up(self, found: SearchResult, why: str) -> AnswerContents:
        """Return the answer where the model's is no longer awaited: the passages."""
        self._found = found
        return self._contents(excerpt_answer(self._asked.text, found.citations, reason=why))
