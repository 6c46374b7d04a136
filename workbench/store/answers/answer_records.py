"""Questions and answers as stored: the settings of an answer, the answer itself, and its calls."""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from core.answers.records import AnswerMode, AnswerPolicy, CitedAnswer
from core.llm.client import Sampling
from core.record import Record
from workbench.store.runs.call_records import CallRecord

MAX_QUESTION = 4_000
"""Characters of a question."""


class PassageDiversity(StrEnum):
    """How the passages to send are chosen from those found."""

    SIMILARITY = "similarity"  # without passages too similar to a better one
    COURSES = "courses"  # one of each course first, then the rest (seed 2)


class AnswerSettings(Record):
    """What a person may choose about an answer.

    Of `candidates` passages that were found at most `most` are sent, and where they are of several files at most
    `max_per_file` of each, with None two, or more where that leaves fewer than five; `lambda_` weighs relevance against
    difference, 1 for relevance alone. `search_in` says where the words are searched: in the summary if there is one, or
    in summary and text. `domain`, `least_words`, `by_reference`, `keep_valid` and `raw_records` are those of
    `AnswerPolicy`.
    """

    mode: AnswerMode = AnswerMode.INLINE
    most: Annotated[int, Field(ge=1, le=50)] = 10
    candidates: Annotated[int, Field(ge=1, le=500)] = 50
    max_per_file: Annotated[int, Field(ge=1, le=50)] | None = None
    diversity: PassageDiversity = PassageDiversity.SIMILARITY
    lambda_: Annotated[float, Field(ge=0, le=1)] = 0.7
    search_in: Literal["summaries", "both"] = "summaries"
    domain: Annotated[str, Field(max_length=200)] = ""
    least_words: Annotated[int, Field(ge=0, le=100)] = 8
    by_reference: bool = True
    keep_valid: bool = False
    raw_records: Annotated[int, Field(ge=0, le=50)] | None = None
    sampling: Sampling = Sampling()

    @property
    def policy(self) -> AnswerPolicy:
        """The part of the settings that decides how an answer is written and checked."""
        return AnswerPolicy(**{name: getattr(self, name) for name in AnswerPolicy.model_fields})


class OmittedPassage(Record):
    """A passage that was found and not sent; `why` is the reason for people."""

    record_id: str
    source: str
    why: str


class AnswerSummary(Record):
    """What a list of answers shows; `number` counts from 1 in the session."""

    answer_id: str
    number: int
    asked_at: str
    question: str
    mode: AnswerMode
    client: str
    model: str | None
    quotes: int
    refused: int
    fallback_reason: str


class AnswerContents(Record):
    """An answer with everything it was made from, stored or exported.

    `found` counts the passages that the search returned, `left_out` are those of them that were not sent. `notice`
    reports anything unusual, "" for nothing. `calls` are all its calls, in order.
    """

    asked_at: str
    answer: CitedAnswer
    settings: AnswerSettings
    found: Annotated[int, Field(ge=0)] = 0
    left_out: tuple[OmittedPassage, ...] = ()
    notice: str = ""
    calls: tuple[CallRecord, ...] = ()


class StoredAnswer(AnswerContents):
    """An answer of a session's history."""

    answer_id: str
    number: int

    @property
    def summary(self) -> AnswerSummary:
        """What a list shows of it."""
        answer = self.answer
        return AnswerSummary(
            answer_id=self.answer_id,
            number=self.number,
            asked_at=self.asked_at,
            question=answer.question,
            mode=answer.mode,
            client=answer.client,
            model=answer.model,
            quotes=len(answer.quotes),
            refused=len(answer.refused),
            fallback_reason=answer.fallback_reason,
        )


class OpenQuestion(Record):
    """A question that is being answered, or was when its program ended: then `leased_until` is not renewed any more.

    `owner` names its worker; `leased_until` is in seconds since the epoch.
    """

    answer_id: str
    question: str
    asked_at: str
    owner: str
    leased_until: float
