"""What a question came to: the claims that stand, as an answer or in seed 2's form; or excerpts and the reason."""

from collections.abc import Sequence

from core.answers.excerpts import excerpt_answer
from core.answers.inline import quotes_in, with_source_spans
from core.answers.passage_transcript import Ground
from core.answers.records import (
    AnsweredClaim,
    AnswerMode,
    AnswerUsage,
    CitationRef,
    CitedAnswer,
    Claim,
    Refused,
    SynthesisOutput,
)
from core.answers.synthesis.check_claims import SynthesisCheck, blocks_of
from core.answers.synthesis.log import log_event
from core.llm.client import Answer as Answered
from core.record import Record


class SynthesisOutcome(Record):
    """What became of a question: the claims that stand, or None and why; and what was refused on the way."""

    judged: SynthesisCheck | None = None
    why: str = ""
    refused: tuple[Refused, ...] = ()


def usage_of(answers: Sequence[Answered]) -> AnswerUsage:
    """Return what some calls took together; tokens that nobody counted are None."""
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
    """Return the answer that a question came to: its claims, or labelled excerpts and the reason."""
    judged = settled.judged
    if judged is None:
        log_event("excerpts take its place")
        answer = excerpt_answer(question, ground.citations, reason=settled.why)
        return answer.model_copy(update={"refused": settled.refused, "usage": usage_of(answers)})
    blocks = blocks_of(judged)
    return CitedAnswer(
        question=question,
        mode=AnswerMode.SYNTHESIS,
        blocks=with_source_spans(blocks, ground),
        claims=tuple(AnsweredClaim(claim_text=one.claim_text, quote=one.answer_quote) for one in judged.claims),
        quotes=tuple(ground.quote_at(quote.raw_span) for quote in quotes_in(blocks)),
        refused=settled.refused,
        corrections=judged.corrections,
        citations=ground.citations,
        usage=usage_of(answers),
    )


def output_of(ground: Ground, settled: SynthesisOutcome) -> SynthesisOutput | None:
    """Return what stands in seed 2's form, every quote in its passage's own words; None where nothing does."""
    judged = settled.judged
    if judged is None:
        return None
    return SynthesisOutput(
        claims=[
            Claim(
                claim_text=one.claim_text,
                citation=CitationRef(
                    file_id=ground.citations[one.index].file, passage_id=str(one.index), quote=one.answer_quote.text
                ),
            )
            for one in judged.claims
        ],
        bridging_intro=judged.intro.text or None,
        bridging_conclusion=judged.conclusion.text or None,
    )
