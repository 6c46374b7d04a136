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
    NO_ATTEMPT_STANDS,
    count_proven_quotes,
    narrative_words,
    refusal_messages,
    retryable_decisions,
)
from core.generation.retries.stream_gates import gate_of, simple_policy
from core.llm.client import Answer, GenerationRequest, Outcome, Purpose, WritingMode
from core.record import Record
from core.text.safe_html import counted

__all__ = ["Written", "gate_of", "is_of_one_attempt", "next_step"]

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

    def _nothing_stands(
        self,
        attempts: Sequence[AttemptResult],
        why: str,
        request: GenerationRequest,
        decisions: tuple[Decision, ...] = (),
    ) -> Written:
        draft = self._only(why, request, decisions)
        if len(self._answers) > 1:
            draft = draft.model_copy(update={"attempt": NO_ATTEMPT_STANDS})
        texts = [attempt.text for attempt in attempts if attempt.text]
        return Written(draft=draft, reply=texts[-1] if texts else None)

    def finish_without_retry(self, first: AttemptResult) -> Written:
        """Return the chapter of a client that gets no further request."""
        if not first.came_whole:
            return self._nothing_stands((first,), first.why, self._request)
        draft = finish_chapter(self._line, self._chapter_index, first.text, prompt=self._request.prompt)
        if not (draft.fallback or draft.narrative or draft.core_claims):
            draft = self._only(_NO_NARRATIVE, self._request, draft.enforcement.decisions)
        return Written(draft=draft, reply=first.text)

    def after(self, first: AttemptResult) -> GenerationRequest | Written:
        """Return what follows the first attempt."""
        if first.goes_on:
            return continuation_request(self._request, first.came)
        if first.outcome is Outcome.REFUSED:
            return self._simpler(first)
        if first.outcome is not Outcome.COMPLETE:
            return self._nothing_stands((first,), first.why, self._request)
        draft = self._finish(first.text, self._request)
        if self._line.settings.second_attempt and self._is_worth_another(draft):
            return self._second(first, draft)
        return self._stands(draft, first, f"The reply {_CONTINUED}." if first.continued else "")

    def _is_worth_another(self, draft: ChapterDraft) -> bool:
        """Tell whether a chapter lost something worth a call. Free writing is compared as it was written."""
        is_free = self._line.settings.mode is WritingMode.FREE
        return not is_free and (draft.fallback != "" or bool(retryable_decisions(draft)))

    def _stands(self, draft: ChapterDraft, attempt: AttemptResult, said: str) -> Written:
        return Written(draft=draft.model_copy(update={"attempt": said}), reply=attempt.text)

    def _simpler(self, first: AttemptResult) -> GenerationRequest | Written:
        request = simpler_request(self._request, self._line.transcript)
        simpler = read_attempt(self._answers, Purpose.SIMPLER, self._line.roster)
        if simpler is None:
            return request
        if simpler.goes_on:
            return continuation_request(request, simpler.came)
        why, decisions = simpler.why, tuple[Decision, ...]()
        if simpler.outcome is Outcome.COMPLETE:
            draft = self._finish(simpler.text, request)
            if not draft.fallback:
                more = f" Its reply {_CONTINUED}." if simpler.continued else ""
                said = f"This chapter is written by a simpler prompt, which shows no transcript. {first.why}{more}"
                return self._stands(draft, simpler, said)
            why, decisions = draft.fallback, draft.enforcement.decisions
        both = f"{first.why} A simpler prompt did not help: {why}"
        return self._nothing_stands((first, simpler), both, request, decisions)

    def _second(self, first: AttemptResult, draft: ChapterDraft) -> GenerationRequest | Written:
        request = retry_request(self._request, first.text, refusal_messages(draft))
        second = read_attempt(self._answers, Purpose.SECOND, self._line.roster)
        if second is None:
            return request
        if second.goes_on:
            return continuation_request(request, second.came)
        if second.outcome is not Outcome.COMPLETE:
            said = f"The first attempt stands. Of the second: {second.why}"
            return self._stands(draft, first, NO_ATTEMPT_STANDS if draft.fallback else said)
        other = self._finish(second.text, request)
        counts = (
            f"{counted(len(retryable_decisions(other)), 'quotation')} fell in the second, and "
            f"{count_proven_quotes(other):,} different quotes stand in its {counted(narrative_words(other), 'word')}; "
            f"in the first {len(retryable_decisions(draft)):,} fell, and "
            f"{count_proven_quotes(draft):,} stand in {counted(narrative_words(draft), 'word')}."
        )
        if _is_better(other, draft):
            more = f" Its reply {_CONTINUED}." if second.continued else ""
            return self._stands(other, second, f"The second attempt stands: {counts}{more}")
        said = f"The first attempt stands, because the second is no better: {counts}"
        return self._stands(draft, first, NO_ATTEMPT_STANDS if draft.fallback else said)


def _is_better(second: ChapterDraft, first: ChapterDraft) -> bool:
    """Tell whether a second chapter is better than the first: fewer unproven quotations, no fewer different quotes
    proven in its narrative, and that no shorter than half the first one's.

    Any chapter is better than one that fell back to its excerpts.
    """
    if second.fallback or first.fallback:
        return not second.fallback
    if 2 * narrative_words(second) < narrative_words(first):
        return False
    fewer_fell = len(retryable_decisions(second)) < len(retryable_decisions(first))
    return fewer_fell and count_proven_quotes(second) >= count_proven_quotes(first)


def is_of_one_attempt(draft: ChapterDraft) -> bool:
    """Tell whether a chapter is made of all that the model wrote for it; a reply may have been continued."""
    return draft.attempt in ("", f"The reply {_CONTINUED}.")


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
    return steps.after(first) if again else steps.finish_without_retry(first)
