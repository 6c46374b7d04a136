"""A chapter that a person skips: its earlier replies count, and nothing more is asked."""

import re
from collections.abc import Sequence

from core.generation.finish_chapter import excerpts_only_chapter
from core.generation.line import Line
from core.generation.retries import Written, next_step
from core.llm.client import Answer, Outcome, Purpose, Reply
from core.prose.render import unmarked
from workbench.jobs.calls import STOPPED, has_failed
from workbench.store import CallRecord

_LONGEST_REASON = 280  # characters
_ADDRESS = re.compile(r"https?://\S+|[\w.-]+:[0-9]{2,5}\b")
_ALONE = "The run went on without it."


def reason_of(calls: Sequence[CallRecord]) -> str:
    """Return why a chapter was left out, as its readers are told: the last call says it, where that failed.

    Only what happened is said, not what could have been done or at which address; marks would make quotations of a
    service's words.
    """
    failed = [call.trouble for call in calls[-1:] if has_failed(call) and call.trouble != STOPPED]
    if not failed:
        return f"It was not written when the run was stopped. {_ALONE}"
    happened = _ADDRESS.sub("the service", unmarked(failed[0]).partition(". ")[0].rstrip("."))[:_LONGEST_REASON]
    return f"It could not be written: {happened}. {_ALONE}"


def _given_up(purpose: Purpose, why: str) -> Answer:
    """Return the substitute for a call that is not made: a missing continuation, or a refusal."""
    if purpose is Purpose.CONTINUATION:
        return Answer(purpose=purpose, reply=Reply(text=""))
    return Answer(purpose=purpose, reply=Reply(text="", outcome=Outcome.REFUSED, trouble=why))


def chapter_without_reply(
    line: Line, chapter_index: int, answers: Sequence[Answer], why: str, *, again: bool
) -> Written:
    """Return a chapter as it is where nothing more is asked for it.

    So a first version stands without its second attempt; a chapter for which nothing came is its key excerpts and says
    why. Raises UnknownChapter.
    """
    known = list(answers)
    while not isinstance(step := next_step(line, chapter_index, known, again=again), Written):
        if not known:
            return Written(draft=excerpts_only_chapter(line, chapter_index, why), reply=None)
        known.append(_given_up(step.purpose, why))
    return step
