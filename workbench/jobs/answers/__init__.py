"""Questions answered from many passages: searched, asked, judged, and kept in the session's history.

A question of the app lives in a worker of its process; what a page or a tab does meanwhile does not matter to it.
"""

from workbench.jobs.answers.control import answer_status, begin, dismiss, pending_question, stop, store_again
from workbench.jobs.answers.next_step import AnswerSteps, can_answer, mode_for, steps_of
from workbench.jobs.answers.question import AnswerStage, AnswerStatus, PendingQuestion, QuestionRequest, SearchResult
from workbench.jobs.answers.select_passages import choose_passages, find_passages
from workbench.jobs.answers.write_answer import AnswerWriter, AskQuestionCall

__all__ = [
    "AnswerStage",
    "AnswerStatus",
    "AnswerSteps",
    "AnswerWriter",
    "AskQuestionCall",
    "PendingQuestion",
    "QuestionRequest",
    "SearchResult",
    "answer_status",
    "begin",
    "can_answer",
    "choose_passages",
    "dismiss",
    "find_passages",
    "mode_for",
    "pending_question",
    "steps_of",
    "stop",
    "store_again",
]
