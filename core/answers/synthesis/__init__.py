"""Answers by claims (seed 2): factual sentences, each carried by exact words of one of the passages.

The way of a question through the room: `prompts` (what is sent) → `replies` (what came, read) → `judging` (which claims
stand) and `bridging` (the sentences around them) → `checking` (a stranger reads it) → `results` (the answer, or
excerpts) → `steps` (what is asked for next) → `asking` (the doors).
"""

from core.answers.synthesis.answer_question import answer_question, synthesize_answer, trouble_of
from core.answers.synthesis.google_client import GoogleLike
from core.answers.synthesis.next_step import INSUFFICIENT, LEAST_PASSAGES, next_step, what_stands

__all__ = [
    "INSUFFICIENT",
    "LEAST_PASSAGES",
    "GoogleLike",
    "answer_question",
    "next_step",
    "synthesize_answer",
    "trouble_of",
    "what_stands",
]
