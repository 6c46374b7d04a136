"""Answers by claims (seed 2): factual sentences, each carried by exact words of one of the passages.

The way of a question through the room: `prompts` (what is sent) → `replies` (what came, read) → `judging` (which claims
stand) and `bridging` (the sentences around them) → `checking` (a stranger reads it) → `results` (the answer, or
excerpts) → `steps` (what is asked for next) → `asking` (the doors).
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
