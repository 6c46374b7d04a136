"""An answer by claims, written with a client: whatever goes wrong, the valid claims are returned."""

from collections.abc import Sequence
from typing import cast

from core.answers.passage_transcript import Ground
from core.answers.records import AnswerPolicy, Citation, CitedAnswer, SynthesisOutput
from core.answers.synthesis.google_client import GenaiClient, GoogleWriter
from core.answers.synthesis.log import log_event
from core.answers.synthesis.next_step import next_synthesis_step
from core.answers.synthesis.outcome import SynthesisOutcome, answer_of, output_of
from core.errors import ClientError
from core.llm.client import Answer as Answered
from core.llm.client import Client, GenerationRequest, Reply, Sampling
from core.llm.read_call import read_call

_MODEL = "gemini-3.8-flash"


def failure_message(error: Exception) -> str:
    """Return for people why a call failed; of a foreign error only its type, because its message may hold anything."""
    message = str(error) if isinstance(error, ClientError) else ""
    return message or f"The model could not be asked ({type(error).__name__})."


def _writer(client: Client | GenaiClient, model: str) -> Client:
    # One of our own clients has a method of the same name, which lists models.
    if hasattr(getattr(client, "models", None), "generate_content"):
        return GoogleWriter(cast("GenaiClient", client), model)
    return cast("Client", client)


class _QuestionCalls:
    """One question and the answers to its calls so far."""

    def __init__(self, question: str, ground: Ground, policy: AnswerPolicy, sampling: Sampling | None) -> None:
        self.question = question
        self.ground = ground
        self.answers: list[Answered] = []
        self._policy = policy
        self._sampling = sampling

    def _step(self, failed: str = "") -> GenerationRequest | SynthesisOutcome:
        ground, policy, sampling = self.ground, self._policy, self._sampling
        return next_synthesis_step(self.question, ground, self.answers, policy, sampling=sampling, failed=failed)

    def through(self, writer: Client) -> SynthesisOutcome:
        """Make calls until none is needed, or one fails."""
        failed = ""
        while True:
            step = self._step(failed)
            if isinstance(step, SynthesisOutcome):
                return step
            try:
                reply = Reply.model_validate(writer.generate(step))
            except Exception as error:  # noqa: BLE001 - a foreign client may raise anything
                log_event(f"the call failed ({type(error).__name__})")
                failed = failure_message(error)
            else:
                read_call(step, reply)  # logs what is wrong with it
                self.answers.append(Answered(purpose=step.purpose, reply=reply))


def synthesize_answer(
    client: Client | GenaiClient,
    query: str,
    citations: Sequence[Citation],
    model: str = _MODEL,
    *,
    policy: AnswerPolicy | None = None,
    sampling: Sampling | None = None,
) -> SynthesisOutput | None:
    """Return claims with quotes that stand in the passages word for word, or None if there are none.

    None for fewer than five passages, after a second attempt with errors (unless the policy keeps the valid claims),
    and after any error of the client; the reason is logged, and `answer_question` returns it. A quote is
    `citation.text` of its passage from one offset to another; `passage_id` is the passage's place in `citations`.
    `client` is a `core.llm.client.Client`, which knows its model itself, or has `models.generate_content` as
    `google.genai.Client`. Without a policy the model writes out its quotes. Source: decisions.md#seed-2.
    """
    asked = _QuestionCalls(query, Ground(citations, first=0), policy or AnswerPolicy(by_reference=False), sampling)
    return output_of(asked.ground, asked.through(_writer(client, model)))


def answer_question(
    client: Client | GenaiClient,
    question: str,
    citations: Sequence[Citation],
    *,
    model: str = _MODEL,
    policy: AnswerPolicy | None = None,
    sampling: Sampling | None = None,
) -> CitedAnswer:
    """Return the answer to a question by claims, each with its quote; or labelled excerpts of the passages and why.

    Any exception of a client becomes a reason, except those that end the program. `model` is for a client with
    `models.generate_content`. Source: decisions.md#seed-2.
    """
    asked = _QuestionCalls(question, Ground(citations, first=0), policy or AnswerPolicy(), sampling)
    writer = _writer(client, model)
    answer = answer_of(question, asked.ground, asked.through(writer), asked.answers)
    return answer.model_copy(update={"client": getattr(writer, "name", ""), "model": getattr(writer, "model", None)})
