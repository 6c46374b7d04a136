"""Answers by claims (seed 2): factual sentences, each carried by exact words of one of the passages.

The steps: `synthesis_prompts` (what is sent) → `read_reply` (the claims of a reply) → `check_claims` (which claims and
framing sentences are kept) → `outcome` (checked by `core.verify`; the answer, or excerpts) → `next_step` (the next
request) → `answer_question` (all of it with a client).
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
