"""Write one unit: a chapter or the answer to a question, with as many calls as it takes."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from core.answers.records import CitedAnswer
from core.evaluation.measure_answer import measure_answer
from core.evaluation.measure_chapter import measure_chapter
from core.evaluation.records import Unit
from core.generation.line import Line
from core.generation.retries import Written, gate_of, next_step
from core.llm.client import Answer, GenerationRequest
from core.prose.render import write_blocks
from workbench.jobs.answers import QuestionRequest, SearchResult, steps_of
from workbench.jobs.calls import MakeGate, answers_of, asks_again
from workbench.store import CallRecord, PlanVariant, SubjectQuestion

AskUnitCall = Callable[[GenerationRequest, MakeGate | None], CallRecord]
"""Returns the answered call for a request, from the cache or made now."""


class WrittenUnit(NamedTuple):
    """A unit with its measures, but without the usage of its calls, and its finished text as Markdown."""

    unit: Unit
    text: str


class ChapterTask(NamedTuple):
    """A chapter of a subject, by the evidence map's index."""

    line: Line
    chapter_index: int
    variant: PlanVariant
    subject: str

    @property
    def effective_index(self) -> int:
        """The chapter's index after merging."""
        return self.line.effective_index(self.chapter_index)

    @property
    def title(self) -> str:
        """What people call it."""
        return self.line.merged.evidence_map.chapters[self.effective_index].title

    def write(self, ask: AskUnitCall) -> WrittenUnit:
        """Write the chapter. Raises what `ask` raises."""
        line, index, again = self.line, self.chapter_index, asks_again(self.variant.client)
        answers: tuple[Answer, ...] = ()
        while not isinstance(step := next_step(line, index, answers, again=again), Written):
            answers += answers_of((ask(step, partial(gate_of, line, index, answers)),))
        return WrittenUnit(measure_chapter(line, step.draft, subject=self.subject), step.draft.text)


class QuestionTask(NamedTuple):
    """A question with its passages."""

    question: SubjectQuestion
    variant: PlanVariant
    subject: str
    effective_index: int = 0

    @property
    def title(self) -> str:
        """What people call it."""
        return self.question.text

    def write(self, ask: AskUnitCall) -> WrittenUnit:
        """Answer the question. Raises what `ask` raises."""
        asked = QuestionRequest(text=self.question.text, client=self.variant.client, settings=self.variant.asking)
        steps = steps_of(asked, SearchResult(citations=self.question.citations, found=self.question.found))
        came: tuple[Answer, ...] = ()
        while not isinstance(step := steps.next(came), CitedAnswer):
            came += answers_of((ask(step, steps.watch()),))
        unit = measure_answer(step, subject=self.subject, policy=self.variant.asking.policy)
        return WrittenUnit(unit, write_blocks(step.blocks))


WritingTask = ChapterTask | QuestionTask
