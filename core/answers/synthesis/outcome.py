"""The outcome of a question: the valid claims, as an answer or in seed 2's form; or excerpts and the reason."""

from collections.abc import Sequence

from core.answers.excerpts import excerpt_answer
from core.answers.inline import quotes_in, verify_answer, with_source_spans
from core.answers.passage_transcript import Ground, message_of
from core.answers.records import (
    AnsweredClaim,
    AnswerMode,
    AnswerUsage,
    CitationRef,
    CitedAnswer,
    Claim,
    RefusalReason,
    Refused,
    SynthesisOutput,
)
from core.answers.synthesis.check_claims import FramingSentence, SupportedClaim, SynthesisCheck, blocks_of
from core.answers.synthesis.log import log_event
from core.llm.client import Answer as Answered
from core.prose.model import Block
from core.record import Record
from core.verify import Verdict

_PASSING = frozenset((Verdict.VERIFIED, Verdict.NOTHING_TO_VERIFY))
_NOT_FOUND_AGAIN = (
    "The words are in the record, but beside this claim a reader could have taken them for another's, or the claim's "
    "own words for a quotation."
)


def _passes(blocks: Sequence[Block], ground: Ground) -> bool:
    found = verify_answer(blocks, ground)
    return found.verdict in _PASSING and found.quotations == sum(1 for _ in quotes_in(blocks))


def _bridge(bridge: FramingSentence, ground: Ground) -> FramingSentence:
    """Return a framing sentence; left out if anything in it reads as a quotation."""
    if _passes(bridge.blocks, ground):
        return bridge
    reason = RefusalReason.QUOTATION_IN_BRIDGE
    return FramingSentence(refused=Refused(words=bridge.text, reason=reason, message=message_of(reason)))


def _refused(claim: SupportedClaim) -> Refused:
    return Refused(
        words=claim.answer_quote.text,
        reason=RefusalReason.OTHER_RECORD,
        message=_NOT_FOUND_AGAIN,
        claim_text=claim.claim_text,
        record_id=claim.answer_quote.record_id,
    )


def verified_parts(check: SynthesisCheck, ground: Ground) -> SynthesisCheck:
    """Return the part of an answer that passes `core.verify`: all, the parts that pass by themselves, or no claim."""
    if _passes(blocks_of(check), ground):
        return check
    alone = tuple(claim for claim in check.claims if _passes(blocks_of(SynthesisCheck(claims=(claim,))), ground))
    intro, conclusion = _bridge(check.intro, ground), _bridge(check.conclusion, ground)
    left = SynthesisCheck(claims=alone, intro=intro, conclusion=conclusion)
    if not _passes(blocks_of(left), ground):
        left = SynthesisCheck(claims=())
    refused = [_refused(claim) for claim in check.claims if claim not in left.claims]
    refused += (bridge.refused for bridge in (intro, conclusion) if bridge.refused is not None)
    return left.model_copy(
        update={
            "errors": check.errors,
            "refused": tuple(dict.fromkeys((*check.refused, *refused))),
            "corrections": check.corrections,
        }
    )


class SynthesisOutcome(Record):
    """The outcome of a question: the valid claims, or None and the reason; and what was refused."""

    check: SynthesisCheck | None = None
    why: str = ""
    refused: tuple[Refused, ...] = ()


def usage_of(answers: Sequence[Answered]) -> AnswerUsage:
    """Return the usage of some calls together; tokens that were not counted are None."""
    usages = [answer.reply.usage for answer in answers]

    def total(field: str) -> int | None:
        counted = [getattr(usage, field) for usage in usages if getattr(usage, field) is not None]
        return sum(counted) if counted else None

    return AnswerUsage(
        calls=len(answers),
        requests=sum(answer.reply.requests for answer in answers),
        input_tokens=total("input_tokens"),
        output_tokens=total("output_tokens"),
        thinking_tokens=total("thinking_tokens"),
        cached_tokens=total("cached_tokens"),
    )


def answer_of(question: str, ground: Ground, settled: SynthesisOutcome, answers: Sequence[Answered]) -> CitedAnswer:
    """Return the answer for an outcome: its claims, or labelled excerpts and the reason."""
    check = settled.check
    if check is None:
        log_event("excerpts take its place")
        answer = excerpt_answer(question, ground.citations, reason=settled.why)
        return answer.model_copy(update={"refused": settled.refused, "usage": usage_of(answers)})
    blocks = blocks_of(check)
    return CitedAnswer(
        question=question,
        mode=AnswerMode.SYNTHESIS,
        blocks=with_source_spans(blocks, ground),
        claims=tuple(AnsweredClaim(claim_text=one.claim_text, quote=one.answer_quote) for one in check.claims),
        quotes=tuple(ground.quote_at(quote.raw_span) for quote in quotes_in(blocks)),
        refused=settled.refused,
        corrections=check.corrections,
        citations=ground.citations,
        usage=usage_of(answers),
    )


def output_of(ground: Ground, settled: SynthesisOutcome) -> SynthesisOutput | None:
    """Return the valid claims in seed 2's form, every quote in its passage's own words; None if there are none."""
    check = settled.check
    if check is None:
        return None
    return SynthesisOutput(
        claims=[
            Claim(
                claim_text=one.claim_text,
                citation=CitationRef(
                    file_id=ground.citations[one.index].file, passage_id=str(one.index), quote=one.answer_quote.text
                ),
            )
            for one in check.claims
        ],
        bridging_intro=check.intro.text or None,
        bridging_conclusion=check.conclusion.text or None,
    )
