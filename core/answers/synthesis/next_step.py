"""The calls for an answer by claims: which request comes next, and what is kept in the end.

At most two calls are made. The replies so far decide everything, so after an interruption no call is made twice.
"""

from collections.abc import Iterable, Sequence

from core.answers.passage_transcript import Ground
from core.answers.records import AnswerPolicy, Citation, CitedAnswer
from core.answers.synthesis.check_claims import SynthesisCheck, check_claims
from core.answers.synthesis.log import log_event
from core.answers.synthesis.outcome import SynthesisOutcome, answer_of, verified_parts
from core.answers.synthesis.read_reply import read_reply
from core.answers.synthesis.synthesis_prompts import first_request, second_request
from core.llm.client import Answer as Answered
from core.llm.client import GenerationRequest, Outcome, Purpose, Reply, Sampling
from core.llm.reply import apologises, is_refusal_text
from core.prose.render import unmarked
from core.text.safe_html import counted

LEAST_PASSAGES = 5
INSUFFICIENT = "Insufficient sources for synthesis"

_LONGEST_TROUBLE = 600
_TRUNCATED = "The model’s reply ended too early."
_REFUSED = "The model, or the service it runs on, would not write this answer."
_APOLOGY = "The model apologised or refused instead of answering."
_NO_JSON = "The model’s reply is not the JSON that was asked for."
_NOT_PASSED = "The finished answer did not pass verification."
_NO_CLAIMS = "The model’s answer makes no claim that rests on a quote."


def _trouble(reply: Reply) -> str:
    """Return why an incomplete reply is no answer."""
    what = _TRUNCATED if reply.outcome is Outcome.TRUNCATED else _REFUSED
    trouble = unmarked(reply.trouble[:_LONGEST_TROUBLE])
    return f"{what} {trouble}".rstrip()


def _why_no_answer(reply: Reply) -> str:
    """Return why a reply is no answer, "" if it may be one."""
    if reply.missing:
        return reply.missing
    return "" if reply.outcome is Outcome.COMPLETE else _trouble(reply)


def _check_reply(reply: Reply, ground: Ground, policy: AnswerPolicy) -> SynthesisCheck | str:
    """Return the check of a reply, or why it is no answer."""
    why = _why_no_answer(reply)
    output = None if why else read_reply(reply.text, reply.finish_reason)
    if output is None:
        log_event(f"the reply ({reply.outcome}) holds no claims as JSON")
        return why or (_APOLOGY if apologises(reply.text) or is_refusal_text(reply.text) else _NO_JSON)
    check = check_claims(output, ground, policy)
    if not (check.claims or check.errors):
        log_event("the reply makes no claim")
        return _NO_CLAIMS
    checked = verified_parts(check, ground)
    if not (checked.claims or checked.errors):
        log_event("the finished answer did not pass verification")
        return _NOT_PASSED
    return checked


def _best(attempts: Iterable[SynthesisCheck | str], policy: AnswerPolicy) -> SynthesisCheck | None:
    """Return the attempt whose claims are kept: the one with most valid claims, the later of equals, if any."""
    checks = [one for one in attempts if isinstance(one, SynthesisCheck) and one.claims] if policy.keep_valid else []
    return max(reversed(checks), key=lambda one: len(one.claims), default=None)


def _why_not(second: SynthesisCheck) -> str:
    failed, total = len(second.errors), len(second.errors) + len(second.claims)
    return f"In the second attempt, too, {failed:,} of {total:,} claims had no quote that stands."


def _of_two(first: SynthesisCheck, second: SynthesisCheck | str, policy: AnswerPolicy) -> SynthesisOutcome:
    """Return the outcome after a second attempt, or after the reason why there was none; the first had errors."""
    if isinstance(second, SynthesisCheck) and not second.errors:
        return SynthesisOutcome(check=second, refused=second.refused)
    stands = _best((first, second), policy)
    last = stands or (second if isinstance(second, SynthesisCheck) else first)
    why = second if isinstance(second, str) else _why_not(second)
    log_event(f"after two attempts {len(last.claims)} claims stand and {len(last.errors)} do not")
    return SynthesisOutcome(check=stands, why="" if stands else why, refused=last.refused)


def next_synthesis_step(
    question: str,
    ground: Ground,
    answers: Sequence[Answered],
    policy: AnswerPolicy,
    *,
    sampling: Sampling | None = None,
    failed: str = "",
) -> GenerationRequest | SynthesisOutcome:
    """Return the call to make after these answers, or the outcome of the question.

    `failed` says why no further call can be made, "" where one can.
    """
    replies = {answer.purpose: answer.reply for answer in answers}
    if sum(any(map(str.isalnum, citation.text)) for citation in ground.citations) < LEAST_PASSAGES:
        log_event(INSUFFICIENT)
        return SynthesisOutcome(why=INSUFFICIENT)
    request = first_request(question, ground, policy, sampling or Sampling())
    if Purpose.FIRST not in replies:
        return SynthesisOutcome(why=failed) if failed else request
    first = _check_reply(replies[Purpose.FIRST], ground, policy)
    if isinstance(first, str):
        return SynthesisOutcome(why=first)
    if not first.errors:
        return SynthesisOutcome(check=first, refused=first.refused)
    second = _check_reply(replies[Purpose.SECOND], ground, policy) if Purpose.SECOND in replies else failed
    if second:
        return _of_two(first, second, policy)
    log_event(f"asked again, because {counted(len(first.errors), 'claim')} had no quote that stands")
    return second_request(request, first.errors)


def next_step(
    question: str,
    citations: Sequence[Citation],
    answers: Sequence[Answered],
    policy: AnswerPolicy | None = None,
    *,
    sampling: Sampling | None = None,
) -> GenerationRequest | CitedAnswer:
    """Return the call to make for a question after these answers, or the finished answer.

    `answers` are all its answers so far, in order; the same answers always give the same step, and after two there is
    no further call. The usage has the counts only; the caller knows client, model and times.
    Source: decisions.md#seed-2.
    """
    policy = policy or AnswerPolicy()
    ground = Ground(citations, first=0)
    step = next_synthesis_step(question, ground, answers, policy, sampling=sampling)
    return step if isinstance(step, GenerationRequest) else answer_of(question, ground, step, answers)


def answer_without_retry(
    question: str,
    citations: Sequence[Citation],
    why: str,
    answers: Sequence[Answered] = (),
    policy: AnswerPolicy | None = None,
) -> CitedAnswer:
    """Return the answer if no further call can be made: the claims so far if the policy keeps them, else labelled
    excerpts with the reason `why`."""
    policy = policy or AnswerPolicy()
    ground = Ground(citations, first=0)
    step = next_synthesis_step(question, ground, answers, policy, failed=why)
    if isinstance(step, GenerationRequest):
        raise AssertionError("nothing is asked for where no call can be made")
    log_event("no further call could be made")
    return answer_of(question, ground, step, answers)
