"""What is kept and logged of each reply: how it could be used, in none of its words."""

from core.llm.client import GenerationRequest, Outcome, Purpose, Reply
from core.llm.reply import NoChapterReason, apologises, is_refusal_text, unwrap_reply
from core.llm.reply_faults import (
    FALLBACK_GENERATION_USED,
    Artifact,
    Repair,
    ReplyReading,
    in_order,
    log_event,
    log_reading,
)
from core.record import Record

_OF_REASONS = {NoChapterReason.APOLOGY: Artifact.CONTENT_FILTER, NoChapterReason.EMPTY: Artifact.EMPTY}
_OF_OUTCOMES = {Outcome.REFUSED: Artifact.CONTENT_FILTER, Outcome.TRUNCATED: Artifact.TRUNCATED}


def _of_markdown(text: str) -> ReplyReading:
    unwrapped = unwrap_reply(text)
    reason = unwrapped.reason or (NoChapterReason.APOLOGY if is_refusal_text(unwrapped.text or "") else "")
    fault = _OF_REASONS.get(reason) if reason else None
    artifacts = {*unwrapped.artifacts, *((fault,) if fault else ())}
    repairs = in_order(unwrapped.repairs, Repair)
    return ReplyReading(ok=not reason, artifacts=in_order(artifacts, Artifact), repairs=repairs)


def _of_continuation(text: str) -> ReplyReading:
    """Return the reading of a rest, which is unwrapped with what it continues."""
    fault = Artifact.CONTENT_FILTER if apologises(text) or is_refusal_text(text) else Artifact.EMPTY
    is_used = bool(text.strip()) and fault is Artifact.EMPTY
    return ReplyReading(ok=is_used, artifacts=() if is_used else (fault,))


def _of_json(reply: Reply, form: type[Record]) -> ReplyReading:
    from core.llm.json_output.examine import examine

    return examine(reply.text, form, reply.finish_reason or None).extraction.reading


def _reading(request: GenerationRequest, reply: Reply) -> ReplyReading:
    if request.answer_as is not None:
        found = _of_json(reply, request.answer_as)
    elif request.purpose is Purpose.CONTINUATION:
        found = _of_continuation(reply.text)
    else:
        found = _of_markdown(reply.text)
    ending = _OF_OUTCOMES.get(reply.outcome)
    if ending is None:
        return found
    artifacts = in_order({*found.artifacts, ending}, Artifact)
    return found.model_copy(update={"ok": False, "artifacts": artifacts, "valid": None})


def read_call(request: GenerationRequest, reply: Reply) -> ReplyReading | None:
    """Return how a reply could be used, None where its client had nothing to write; log it by seed 5's names.

    Total. A continuation's wrapping is that of the reply it continues. What is logged is neither the reply nor the
    prompt, but kinds of faults, that a filter stopped it, and that the simpler prompt was used.
    Source: decisions.md#seed-5.
    """
    if request.purpose is Purpose.SIMPLER:
        log_event(FALLBACK_GENERATION_USED, "the simplified prompt is used")
    if reply.missing:
        return None
    reading = _reading(request, reply)
    log_reading(reading)
    return reading
