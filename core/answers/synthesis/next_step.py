"""How an answer by claims comes about: what is asked for next, and what stands in the end.

At most two calls are made. The replies so far decide everything, so whoever is interrupted asks for nothing twice.
"""

from collections.abc import Iterable, Sequence

from core.answers.passage_transcript import Ground
from core.answers.records import AnswerPolicy, Citation, CitedAnswer
from core.answers.synthesis.check_claims import Judged, judge_reply
from core.answers.synthesis.log import tell
from core.answers.synthesis.outcome import Settled, answer_of
from core.answers.synthesis.read_reply import read_reply
from core.answers.synthesis.synthesis_prompts import first_request, second_request
from core.answers.synthesis.verify_answer import verified
from core.generation.retries.refusals import declines
from core.llm.client import Answer as Answered
from core.llm.client import GenerationRequest, Outcome, Purpose, Reply, Sampling
from core.llm.reply import apologises
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
    """Return why a reply that is not whole is none."""
    what = _TRUNCATED if reply.outcome is Outcome.TRUNCATED else _REFUSED
    trouble = unmarked(reply.trouble[:_LONGEST_TROUBLE])
    return f"{what} {trouble}".rstrip()


def _why_no_answer(reply: Reply) -> str:
    """Return why a reply is no answer at all, "" where it may be one."""
    if reply.missing:
        return reply.missing
    return "" if reply.outcome is Outcome.COMPLETE else _trouble(reply)


def _judge(reply: Reply, ground: Ground, policy: AnswerPolicy) -> Judged | str:
    """Return what of a reply stands, or why it is no answer at all."""
    why = _why_no_answer(reply)
    said = None if why else read_reply(reply.text, reply.finish_reason)
    if said is None:
        tell(f"the reply ({reply.outcome}) holds no claims as JSON")
        return why or (_APOLOGY if apologises(reply.text) or declines(reply.text) else _NO_JSON)
    judged = judge_reply(said, ground, policy)
    if not (judged.claims or judged.errors):
        tell("the reply makes no claim")
        return _NO_CLAIMS
    checked = verified(judged, ground)
    if not (checked.claims or checked.errors):
        tell("the finished answer did not pass verification")
        return _NOT_PASSED
    return checked


def _best(attempts: Iterable[Judged | str], policy: AnswerPolicy) -> Judged | None:
    """Return the attempt whose claims are kept: the one with most of them, the later of equals; None for none."""
    judged = [one for one in attempts if isinstance(one, Judged) and one.claims] if policy.keep_valid else []
    return max(reversed(judged), key=lambda one: len(one.claims), default=None)


def _why_not(second: Judged) -> str:
    fell, all_of_them = len(second.errors), len(second.errors) + len(second.claims)
    return (
        f"In the second attempt, too, {fell:,} of {all_of_them:,} claims quoted words that their passage does not have."
    )


def _of_two(first: Judged, second: Judged | str, policy: AnswerPolicy) -> Settled:
    """Return what stands after a second attempt, or after what kept one from being made; the first had errors."""
    if isinstance(second, Judged) and not second.errors:
        return Settled(judged=second, refused=second.refused)
    stands = _best((first, second), policy)
    last = stands or (second if isinstance(second, Judged) else first)
    why = second if isinstance(second, str) else _why_not(second)
    tell(f"after two attempts {len(last.claims)} claims stand and {len(last.errors)} do not")
    return Settled(judged=stands, why="" if stands else why, refused=last.refused)


def settle(
    question: str,
    ground: Ground,
    answers: Sequence[Answered],
    policy: AnswerPolicy,
    *,
    sampling: Sampling | None = None,
    failed: str = "",
) -> GenerationRequest | Settled:
    """Return the call to make after these answers, or what became of the question.

    `failed` says why no further call can be made, "" where one can.
    """
    replies = {answer.purpose: answer.reply for answer in answers}
    if sum(any(map(str.isalnum, citation.text)) for citation in ground.citations) < LEAST_PASSAGES:
        tell(INSUFFICIENT)
        return Settled(why=INSUFFICIENT)
    request = first_request(question, ground, policy, sampling or Sampling())
    if Purpose.FIRST not in replies:
        return Settled(why=failed) if failed else request
    first = _judge(replies[Purpose.FIRST], ground, policy)
    if isinstance(first, str):
        return Settled(why=first)
    if not first.errors:
        return Settled(judged=first, refused=first.refused)
    second = _judge(replies[Purpose.SECOND], ground, policy) if Purpose.SECOND in replies else failed
    if second:
        return _of_two(first, second, policy)
    tell(f"asked again, because {counted(len(first.errors), 'claim')} had no quote that stands")
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

    `answers` are all that came for it, in order; the same answers always give the same step, and after two there is no
    further call. Of the usage the counts are filled in; client, model and times are the caller's to know. Source: seed
    2 (`synthesize_answer`).
    """
    policy = policy or AnswerPolicy()
    ground = Ground(citations, first=0)
    step = settle(question, ground, answers, policy, sampling=sampling)
    return step if isinstance(step, GenerationRequest) else answer_of(question, ground, step, answers)


def what_stands(
    question: str,
    citations: Sequence[Citation],
    why: str,
    answers: Sequence[Answered] = (),
    policy: AnswerPolicy | None = None,
) -> CitedAnswer:
    """Return the answer where no further call can be made: the claims so far where the policy keeps them, else labelled
    excerpts with the reason `why`."""
    policy = policy or AnswerPolicy()
    ground = Ground(citations, first=0)
    step = settle(question, ground, answers, policy, failed=why)
    if isinstance(step, GenerationRequest):
        raise AssertionError("nothing is asked for where no call can be made")
    tell("no further call could be made")
    return answer_of(question, ground, step, answers)
