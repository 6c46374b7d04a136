"""The result of one attempt: the text received, and whether that is a chapter."""

from collections.abc import Sequence
from typing import NamedTuple

from core.generation.retries.messages import incomplete_continuation_reason, incomplete_reason
from core.generation.simple_reply import write_simple_chapter
from core.llm.client import Answer, Outcome, Purpose, Reply
from core.llm.continuation import ContinuationJoiner
from core.llm.reply import NoChapterReason, is_refusal_text, unwrap_reply
from core.transcripts.speakers import Roster

_NO_CONTINUATION = "Nothing came when its rest was asked for."


class AttemptResult(NamedTuple):
    """The result of one attempt.

    `received` is the reply, joined with its continuation; `text` the Markdown in it. `outcome` is COMPLETE only if that
    is a chapter, else `why` says what happened; `is_whole` if nothing was cut off. `needs_continuation` if the rest is
    still to be requested.
    """

    received: str
    text: str
    outcome: Outcome
    why: str = ""
    is_whole: bool = False
    continued: bool = False
    needs_continuation: bool = False


def _why_no_chapter(text: str) -> NoChapterReason | None:
    """Return why a text is no chapter, None where it is one."""
    unwrapped = unwrap_reply(text)
    if unwrapped.text is None:
        return unwrapped.reason or NoChapterReason.EMPTY
    return NoChapterReason.APOLOGY if is_refusal_text(unwrapped.text) else None


def _complete_or_refused(received: str, purpose: Purpose, roster: Roster, *, continued: bool) -> AttemptResult:
    """Return a complete attempt, or a refused one if the text received holds no chapter."""
    text = write_simple_chapter(received, roster) if purpose is Purpose.SIMPLER else received
    reason = NoChapterReason.JSON if text is None else _why_no_chapter(text)
    outcome, why = (Outcome.COMPLETE, "") if reason is None else (Outcome.REFUSED, reason.message)
    return AttemptResult(received, received if text is None else text, outcome, why, is_whole=True, continued=continued)


def _continued(first: Reply, purpose: Purpose, rest: Reply, roster: Roster) -> AttemptResult:
    """Return an attempt whose first reply ended too early, with its continuation."""
    joiner = ContinuationJoiner(first.text)
    received = joiner.so_far + joiner.feed(rest.text) + joiner.finish()
    if rest.outcome is Outcome.COMPLETE and rest.text.strip():
        # A text that begins with the last words received is no answer of its own.
        if not joiner.has_joined and _why_no_chapter(rest.text) is NoChapterReason.APOLOGY:
            return AttemptResult(
                first.text, first.text, Outcome.REFUSED, NoChapterReason.APOLOGY.message, continued=True
            )
        return _complete_or_refused(received, purpose, roster, continued=True)
    if rest.outcome is Outcome.COMPLETE:
        why = f"{incomplete_reason(first)} {_NO_CONTINUATION}"
        return AttemptResult(first.text, first.text, Outcome.TRUNCATED, why, continued=True)
    if rest.outcome is Outcome.TRUNCATED:
        return AttemptResult(
            received, received, Outcome.TRUNCATED, incomplete_continuation_reason(first, rest), continued=True
        )
    return AttemptResult(first.text, first.text, Outcome.REFUSED, incomplete_reason(rest), continued=True)


def read_attempt(answers: Sequence[Answer], purpose: Purpose, roster: Roster) -> AttemptResult | None:
    """Return the result of the attempt for a purpose; None if it was not made yet.

    Its continuation is the answer directly after its own. `roster` are the persons of the transcript and the map.
    """
    at = next((number for number, answer in enumerate(answers) if answer.purpose is purpose), None)
    if at is None:
        return None
    reply = answers[at].reply
    if reply.missing:
        return AttemptResult(reply.text, reply.text, Outcome.REFUSED, reply.missing)
    if reply.outcome is Outcome.COMPLETE:
        return _complete_or_refused(reply.text, purpose, roster, continued=False)
    if reply.outcome is Outcome.TRUNCATED:
        if answers[at + 1 : at + 2] and answers[at + 1].purpose is Purpose.CONTINUATION:
            return _continued(reply, purpose, answers[at + 1].reply, roster)
        return AttemptResult(
            reply.text,
            reply.text,
            Outcome.TRUNCATED,
            incomplete_reason(reply),
            needs_continuation=bool(reply.text.strip()),
        )
    return AttemptResult(reply.text, reply.text, Outcome.REFUSED, incomplete_reason(reply))
