"""A question, the passages found for it, and its status while it is answered."""

from enum import StrEnum

from pydantic import Field

from core.answers.records import Citation
from core.record import Record
from workbench.jobs.call_status import CallStatus
from workbench.store import AnswerSettings, ClientChoice, OmittedPassage, OpenQuestion


class QuestionRequest(Record):
    """A question with who is asked and what was chosen.

    `sources` (their keys) and `collections` are what to look in, together; where both are None, everything.
    `synonyms` (word: other words) are found in place of their word.
    """

    text: str
    client: ClientChoice
    settings: AnswerSettings = AnswerSettings()
    sources: tuple[str, ...] | None = None
    collections: tuple[str, ...] | None = None
    synonyms: dict[str, tuple[str, ...]] = Field(default_factory=dict[str, tuple[str, ...]])


class SearchResult(Record):
    """The passages for a question: those that are sent, in order, those that are not and why, and how many the search
    brought in all.

    `notice` says that more of one file are sent than usual; `limited` what a limit somebody set leaves out.
    """

    citations: tuple[Citation, ...] = ()
    left_out: tuple[OmittedPassage, ...] = ()
    found: int = 0
    notice: str = ""
    limited: str = ""


class AnswerStage(StrEnum):
    """What is being done for a question."""

    SEARCHING = "searching"
    ASKING = "asking"
    CHECKING = "checking"


class AnswerStatus(CallStatus):
    """What this process's worker is doing now, with the last call that it began; `seconds` is the time since the
    question was asked.

    `citations` are the passages that are sent, none until they are found. `calls` counts the calls that were begun.
    `trouble`, "" where all is well, is why there is no answer, or why it, which is there, could not be stored.
    """

    answer_id: str
    question: str
    stage: AnswerStage
    citations: tuple[Citation, ...] = ()
    calls: int = 0
    trouble: str = ""


class PendingQuestion(Record):
    """A session's question that has no answer yet.

    `live` is what this process does for it. Where that is None, another program is asking it, or, with `lost`, was:
    it ended, and nothing of the answer was kept.
    """

    question: OpenQuestion
    live: AnswerStatus | None = None
    lost: bool = False
