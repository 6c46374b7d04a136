"""One attempt as its answers leave it: the text that came, and whether that is a chapter."""

from collections.abc import Sequence
from typing import NamedTuple

from core.generation.retries.messages import incomplete_continuation_reason, incomplete_reason
from core.generation.retries.refusals import is_refusal_text
from core.generation.simple_reply import write_simple_chapter
from core.llm.client import Answer, Outcome, Purpose, Reply
from core.llm.continuation import ContinuationJoiner
from core.llm.reply import NoChapterReason, unwrap_reply
from core.transcripts.speakers import Roster

_NOTHING_CAME = "Nothing came when its rest was asked for."


class AttemptResult(NamedTuple):
    """What became of one way of asking.

    `came` is what was received, joined with its continuation; `text` the Markdown in it. `outcome` is COMPLETE only
    where that is a chapter, else `why` says what happened; `came_whole` where what came is at least all that a client
    had to say. `goes_on` where its continuation is to be asked for.
    """

    came: str
    text: str
    outcome: Outcome
    why: str = ""
    came_whole: bool = False
    continued: bool = False
    goes_on: bool = False


def _why_no_chapter(text: str) -> NoChapterReason | None:
    """Return why a text is no chapter, None where it is one."""
    unwrapped = unwrap_reply(text)
    if unwrapped.text is None:
        return unwrapped.reason or NoChapterReason.EMPTY
    return NoChapterReason.APOLOGY if is_refusal_text(unwrapped.text) else None


def _judged(came: str, purpose: Purpose, roster: Roster, *, continued: bool) -> AttemptResult:
    """Return a complete attempt, or a refused one where what came holds no chapter."""
    text = write_simple_chapter(came, roster) if purpose is Purpose.SIMPLER else came
    reason = NoChapterReason.JSON if text is None else _why_no_chapter(text)
    outcome, why = (Outcome.COMPLETE, "") if reason is None else (Outcome.REFUSED, reason.message)
    return AttemptResult(came, came if text is None else text, outcome, why, came_whole=True, continued=continued)


def _continued(first: Reply, purpose: Purpose, rest: Reply, roster: Roster) -> AttemptResult:
    """Return an attempt whose first reply ended too early, with its continuation."""
    joiner = ContinuationJoiner(first.text)
    came = joiner.so_far + joiner.feed(rest.text) + joiner.finish()
    if rest.outcome is Outcome.COMPLETE and rest.text.strip():
        # What goes on with the last words that came is no answer of its own.
        if not joiner.has_joined and _why_no_chapter(rest.text) is NoChapterReason.APOLOGY:
            return AttemptResult(
                first.text, first.text, Outcome.REFUSED, NoChapterReason.APOLOGY.message, continued=True
            )
        return _judged(came, purpose, roster, continued=True)
    if rest.outcome is Outcome.COMPLETE:
        why = f"{incomplete_reason(first)} {_NOTHING_CAME}"
        return AttemptResult(first.text, first.text, Outcome.TRUNCATED, why, continued=True)
    if rest.outcome is Outcome.TRUNCATED:
        return AttemptResult(came, came, Outcome.TRUNCATED, incomplete_continuation_reason(first, rest), continued=True)
    return AttemptResult(first.text, first.text, Outcome.REFUSED, incomplete_reason(rest), continued=True)


def read_attempt(answers: Sequence[Answer], purpose: Purpose, roster: Roster) -> AttemptResult | None:
    """Return what became of the attempt that was made for a purpose; None where it was not made yet.

    Its continuation is the answer right behind its own. `roster` are the persons of the transcript and the map.
    """
    at = next((number for number, answer in enumerate(answers) if answer.purpose is purpose), None)
    if at is None:
        return None
    reply = answers[at].reply
    if reply.missing:
        return AttemptResult(reply.text, reply.text, Outcome.REFUSED, reply.missing)
    if reply.outcome is Outcome.COMPLETE:
        return _judged(reply.text, purpose, roster, continued=False)
    if reply.outcome is Outcome.TRUNCATED:
        if answers[at + 1 : at + 2] and answers[at + 1].purpose is Purpose.CONTINUATION:
            return _continued(reply, purpose, answers[at + 1].reply, roster)
        return AttemptResult(
            reply.text, reply.text, Outcome.TRUNCATED, incomplete_reason(reply), goes_on=bool(reply.text.strip())
        )
    return AttemptResult(reply.text, reply.text, Outcome.REFUSED, incomplete_reason(reply))
