"""Answers by claims (seed 2): factual sentences, each carried by exact words of one of the passages.

The way of a question: `synthesis_prompts` (what is sent) → `read_reply` (what came) → `check_claims` (which claims and
which sentences around them stand) → `outcome` (checked by `core.verify`; the answer, or excerpts) → `next_step` (what
is asked for next) → `answer_question` (for whoever has a client at hand).
"""

from core.answers.synthesis.answer_question import answer_question, failure_message, synthesize_answer
from core.answers.synthesis.google_client import GenaiClient
from core.answers.synthesis.next_step import INSUFFICIENT, LEAST_PASSAGES, answer_without_retry, next_step

__all__ = [
    "INSUFFICIENT",
    "LEAST_PASSAGES",
    "GenaiClient",
    "answer_question",
    "answer_without_retry",
    "failure_message",
    "next_step",
    "synthesize_answer",
]
