"""The calls for a chapter: which request comes next, and which attempt is used in the end.

At most four calls are made for a chapter: two attempts, each with one continuation. The answers so far decide
everything, so a resumed run makes no call twice.
"""

from collections.abc import Sequence

from core.enforcement.results import ChapterDraft, Decision
from core.generation.finish_chapter import excerpts_only_chapter, finish_chapter, unwritten_chapter
from core.generation.line import Line
from core.generation.requests import continuation_request, request_of, retry_request, simpler_request
from core.generation.retries.attempt import AttemptResult, read_attempt
from core.generation.retries.messages import (
    NO_ATTEMPT_USED,
    refusal_messages,
    unreadable_note,
    without_unreadable_note,
)
from core.generation.retries.second_attempt import compare_attempts, is_better, is_worth_second_attempt
from core.generation.retries.stream_gates import simple_policy
from core.llm.client import Answer, GenerationRequest, Outcome, Purpose
from core.record import Record

_NOTHING_PROVEN = "No quote of this chapter could be proven against the transcript, so nothing was written."
_NO_NARRATIVE = "The reply has no narrative, or nothing of it could stand."
_CONTINUED = "ended too early and was continued"


class Written(Record):
    """A finished chapter; `reply` is the text it is made of, with its continuation, None if nothing was received.

    If no attempt is used, it is the last text received. For the simpler prompt it is the Markdown made of the reply.
    """

    draft: ChapterDraft
    reply: str | None


class _Steps:
    """Decides the next step from the answers of one chapter; `request` is that of the first attempt."""

    def __init__(self, line: Line, chapter_index: int, request: GenerationRequest, answers: Sequence[Answer]) -> None:
        self._line = line
        self._chapter_index = chapter_index
        self._request = request
        self._answers = answers

    def _finish(self, text: str, request: GenerationRequest) -> ChapterDraft:
        policy = simple_policy(self._line.settings) if request.purpose is Purpose.SIMPLER else None
        draft = finish_chapter(self._line, self._chapter_index, text, prompt=request.prompt, policy=policy)
        if draft.fallback or draft.narrative:
            return draft
        return self._only(_NO_NARRATIVE, request, draft.enforcement.decisions)

    def _only(self, why: str, request: GenerationRequest, decisions: tuple[Decision, ...]) -> ChapterDraft:
        return excerpts_only_chapter(self._line, self._chapter_index, why, prompt=request.prompt, decisions=decisions)

    def _no_chapter(
        self,
        attempts: Sequence[AttemptResult],
        why: str,
        request: GenerationRequest,
        decisions: tuple[Decision, ...] = (),
    ) -> Written:
        draft = self._only(why, request, decisions)
        if len(self._answers) > 1:
            draft = draft.model_copy(update={"attempt": NO_ATTEMPT_USED})
        texts = [attempt.text for attempt in attempts if attempt.text]
        return Written(draft=draft, reply=texts[-1] if texts else None)

    def finish_without_retry(self, first: AttemptResult) -> Written:
        """Return the chapter of a client that gets no further request."""
        if not first.is_whole:
            return self._no_chapter((first,), first.why, self._request)
        draft = finish_chapter(self._line, self._chapter_index, first.text, prompt=self._request.prompt)
        if not (draft.fallback or draft.narrative or draft.core_claims):
            draft = self._only(_NO_NARRATIVE, self._request, draft.enforcement.decisions)
        return Written(draft=draft, reply=first.text)

    def after(self, first: AttemptResult) -> GenerationRequest | Written:
        """Return what follows the first attempt."""
        if first.needs_continuation:
            return continuation_request(self._request, first.received)
        if first.outcome is Outcome.REFUSED:
            return self._simpler(first)
        if first.outcome is not Outcome.COMPLETE:
            return self._no_chapter((first,), first.why, self._request)
        draft = self._finish(first.text, self._request)
        if is_worth_second_attempt(draft, self._line.settings):
            return self._second(first, draft)
        return self._accept(draft, first, f"The reply {_CONTINUED}." if first.continued else "")

    def _accept(self, draft: ChapterDraft, attempt: AttemptResult, note: str) -> Written:
        return Written(draft=draft.model_copy(update={"attempt": note}), reply=attempt.text)

    def _simpler(self, first: AttemptResult) -> GenerationRequest | Written:
        request = simpler_request(self._request, self._line.transcript)
        simpler = read_attempt(self._answers, Purpose.SIMPLER, self._line.roster)
        if simpler is None:
            return request
        if simpler.needs_continuation:
            return continuation_request(request, simpler.received)
        why, decisions = simpler.why, tuple[Decision, ...]()
        if simpler.outcome is Outcome.COMPLETE:
            draft = self._finish(simpler.text, request)
            if not draft.fallback:
                more = f" Its reply {_CONTINUED}." if simpler.continued else ""
                note = f"This chapter is written by a simpler prompt, which shows no transcript. {first.why}{more}"
                return self._accept(draft, simpler, note)
            why, decisions = draft.fallback, draft.enforcement.decisions
        both = f"{first.why} A simpler prompt did not help: {why}"
        return self._no_chapter((first, simpler), both, request, decisions)

    def _second(self, first: AttemptResult, draft: ChapterDraft) -> GenerationRequest | Written:
        request = retry_request(self._request, first.text, refusal_messages(draft))
        second = read_attempt(self._answers, Purpose.SECOND, self._line.roster)
        if second is None:
            return request
        if second.needs_continuation:
            return continuation_request(request, second.received)
        if second.outcome is not Outcome.COMPLETE:
            note = f"The first attempt stands. Of the second: {second.why}"
            return self._accept(draft, first, NO_ATTEMPT_USED if draft.fallback else note)
        other = self._finish(second.text, request)
        counts = compare_attempts(draft, other)
        if is_better(other, draft):
            more = f" Its reply {_CONTINUED}." if second.continued else ""
            return self._accept(other, second, f"The second attempt stands: {counts}{more}")
        note = f"The first attempt stands, because the second is no better: {counts}"
        return self._accept(draft, first, NO_ATTEMPT_USED if draft.fallback else note)


def is_of_one_attempt(draft: ChapterDraft) -> bool:
    """Tell whether a chapter is made of all that the model wrote for it; a reply may have been continued."""
    return without_unreadable_note(draft.attempt) in ("", f"The reply {_CONTINUED}.")


def _with_note(step: GenerationRequest | Written) -> GenerationRequest | Written:
    """Return the step; a chapter says what of its reply could not be read."""
    note = unreadable_note(step.reply or "") or unreadable_note(step.draft.text) if isinstance(step, Written) else ""
    if not isinstance(step, Written) or not note:
        return step
    attempt = " ".join(part for part in (step.draft.attempt, note) if part)
    return step.model_copy(update={"draft": step.draft.model_copy(update={"attempt": attempt})})


def next_step(
    line: Line, chapter_index: int, answers: Sequence[Answer], *, again: bool = False
) -> GenerationRequest | Written:
    """Return the call to make for a chapter after these answers, or the finished chapter.

    `answers` are all its answers so far, in order; the same answers always give the same step, and after four there is
    no further call. Without `again` there is one call, whatever its reply. `chapter_index` is the evidence map's, from
    0. Raises UnknownChapter, and SettingsError where the prompt's template lacks something.
    """
    request = request_of(line, chapter_index)
    if request is None:
        return Written(draft=unwritten_chapter(line, chapter_index, _NOTHING_PROVEN), reply=None)
    first = read_attempt(answers, Purpose.FIRST, line.roster)
    if first is None:
        return request
    reply = next(answer.reply for answer in answers if answer.purpose is Purpose.FIRST)
    if reply.missing:
        return Written(draft=excerpts_only_chapter(line, chapter_index, reply.missing), reply=None)
    steps = _Steps(line, chapter_index, request, answers)
    return _with_note(steps.after(first) if again else steps.finish_without_retry(first))
