"""The next call for a question, or its answer; the same for the command and for a worker."""

from collections.abc import Sequence

from core.answers.excerpts import excerpt_answer
from core.answers.inline import InlineGate, inline_answer
from core.answers.passage_transcript import Ground
from core.answers.prompts import inline_request
from core.answers.records import AnswerMode, Citation, CitedAnswer
from core.answers.synthesis import answer_without_retry, next_step
from core.llm.client import Answer as Came
from core.llm.client import GenerationRequest, Outcome, Reply
from core.prose.render import unmarked
from core.record import Record
from workbench.jobs.answers.answer_usage import tokens_of
from workbench.jobs.answers.question import QuestionRequest, SearchResult
from workbench.jobs.calls import MakeGate
from workbench.providers import provider_of
from workbench.store import AnswerSettings, ClientChoice

_LONGEST_TROUBLE = 600
NOTHING_FOUND = "Nothing in these sources has the words of this question."
_EMPTY = "The reply was empty."
_REFUSED = "The model, or the service it runs on, would not answer."
_CUT = "The reply ended too early, before anything of it could be used."


def can_answer(choice: ClientChoice) -> bool:
    """Tell whether a client can answer a question; with the others the answer is the passages that were found."""
    return provider_of(choice.kind).can_answer


def mode_for(choice: ClientChoice, mode: AnswerMode) -> AnswerMode:
    """Return the mode in which a client answers where this one is wanted."""
    return mode if can_answer(choice) else AnswerMode.EXCERPTS


def _why_not(reply: Reply) -> str:
    """Return why a reply is not an answer, "" where it is one."""
    if reply.text.strip() and reply.outcome is not Outcome.REFUSED and not reply.missing:
        return ""
    what = {Outcome.COMPLETE: _EMPTY, Outcome.TRUNCATED: _CUT}.get(reply.outcome, _REFUSED)
    return f"{what} {(reply.missing or reply.trouble)[:_LONGEST_TROUBLE]}".strip()


class AnswerSteps(Record):
    """The steps from a question and its passages to an answer; the same replies always lead to the same step."""

    question: str
    citations: tuple[Citation, ...]
    settings: AnswerSettings
    mode: AnswerMode

    def next(self, came: Sequence[Came]) -> GenerationRequest | CitedAnswer:
        """Return the call to make after these replies, or the answer."""
        if self.mode is AnswerMode.EXCERPTS:
            return excerpt_answer(self.question, self.citations)
        if not self.citations:
            return self.without(NOTHING_FOUND)
        if self.mode is AnswerMode.SYNTHESIS:
            policy, sampling = self.settings.policy, self.settings.sampling
            return next_step(self.question, self.citations, came, policy, sampling=sampling)
        return self._inline(came)

    def _inline(self, came: Sequence[Came]) -> GenerationRequest | CitedAnswer:
        if not came:
            return self._request(self.settings)
        reply = came[0].reply
        why = _why_not(reply)
        if why:
            return self.without(why)
        return inline_answer(self.question, self.citations, reply.text, self.settings.policy, mode=self.mode)

    def _request(self, settings: AnswerSettings) -> GenerationRequest:
        request = inline_request(self.question, self.citations, settings.policy, mode=self.mode)
        return request.model_copy(update={"sampling": settings.sampling})

    def watch(self) -> MakeGate | None:
        """Return the factory of the streaming gate of a reply; None where only a whole reply can be judged."""
        if self.mode not in (AnswerMode.INLINE, AnswerMode.BASELINE):
            return None
        return lambda: InlineGate(Ground(self.citations), self.settings.policy)

    @property
    def tokens_saved(self) -> int:
        """About how many tokens less are sent than with the texts of all passages."""
        saves = self.mode is AnswerMode.BASELINE or self.settings.raw_records is not None
        if not self.citations or not saves or self.mode in (AnswerMode.EXCERPTS, AnswerMode.SYNTHESIS):
            return 0
        whole = self.settings.model_copy(update={"raw_records": None})
        texts = inline_request(self.question, self.citations, whole.policy, mode=AnswerMode.INLINE)
        return max(0, tokens_of(texts.prompt) - tokens_of(self._request(self.settings).prompt))

    def without(self, why: str, came: Sequence[Came] = ()) -> CitedAnswer:
        """Return the answer where nothing more can be asked; `why` says so to people."""
        why = unmarked(why)  # a service may quote, and nobody proved that
        if self.mode is AnswerMode.SYNTHESIS:
            return answer_without_retry(self.question, self.citations, why, came, self.settings.policy)
        return excerpt_answer(self.question, self.citations, reason=why)


def steps_of(asked: QuestionRequest, found: SearchResult) -> AnswerSteps:
    """Return the steps to the answer of a question, from the passages that were found for it."""
    return AnswerSteps(
        question=asked.text,
        citations=found.citations,
        settings=asked.settings,
        mode=mode_for(asked.client, asked.settings.mode),
    )
