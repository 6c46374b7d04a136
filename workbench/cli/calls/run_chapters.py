"""Chapters written with stored calls: as many calls as each chapter needs, none made twice, and what happens if one
fails."""

from typing import NamedTuple

from core.enforcement.results import ChapterDraft
from core.errors import OutOfReplies
from core.generation.line import Line
from core.generation.retries import Written, next_step
from core.llm.client import Answer, Client, StreamingClient
from workbench.cli.calls.call_failures import CallFailures
from workbench.cli.calls.calls_folder import CallFolder
from workbench.cli.calls.terminal_progress import ProgressClient
from workbench.jobs.calls import CallPosition, answers_of, asks_again, has_failed, write_with_calls
from workbench.jobs.runs.skip_chapter import chapter_without_reply, reason_of
from workbench.store import CallRecord, ClientChoice


class WrittenChapter(NamedTuple):
    """A chapter, the calls that this run made for it, and the one among them that failed."""

    draft: ChapterDraft
    made: tuple[CallRecord, ...] = ()
    failure: CallRecord | None = None


class ChapterWriter:
    """Writes one chapter after the other, and stops calling the service when further calls would fail too.

    `answered` says whether any call was answered, in this run or before.
    """

    def __init__(self, line: Line, client: Client, choice: ClientChoice, calls: CallFolder, *, streaming: bool) -> None:
        self._failing = CallFailures()
        self.answered = False
        self._line = line
        self._client = client
        self._choice = choice
        self._again = asks_again(choice)
        self._calls = calls
        self._streaming = streaming

    @property
    def failures(self) -> list[CallRecord]:
        """The calls that failed for good."""
        return self._failing.calls

    def _known(self, chapter_index: int) -> tuple[Answer, ...]:
        """Return the stored answers of a chapter."""
        answers: tuple[Answer, ...] = ()
        while not isinstance(step := next_step(self._line, chapter_index, answers, again=self._again), Written):
            call = self._calls.find(step)
            if call is None:
                break
            answers += answers_of((call,))
        return answers

    def _without(self, chapter_index: int, answers: tuple[Answer, ...]) -> ChapterDraft:
        why = reason_of(self.failures[-1:])
        return chapter_without_reply(self._line, chapter_index, answers, why, again=self._again).draft

    def _ask(self, place: CallPosition, answers: tuple[Answer, ...], where: str) -> WrittenChapter:
        """Return a chapter; `answers` are there already, the rest is asked for. Raises errors that no call caused."""
        made: list[CallRecord] = []

        def keep(call: CallRecord) -> None:
            made.append(call)
            self.answered |= not has_failed(call)
            self._calls.keep(call)

        client = self._client
        if isinstance(client, StreamingClient):
            client = ProgressClient(client, where)
        try:
            written = write_with_calls(
                self._line, client, place, self._choice, answers=answers, streaming=self._streaming, keep=keep
            )
        except OutOfReplies:
            raise
        except Exception as error:
            if not made or not has_failed(made[-1]):
                raise
            self._failing.note(made[-1], error)
            draft = self._without(place.chapter_index, (*answers, *answers_of(made)))
            return WrittenChapter(draft, tuple(made), made[-1])
        self._failing.succeed()
        return WrittenChapter(written.draft, tuple(made))

    def write(self, position: int, chapter_index: int, where: str) -> WrittenChapter:
        """Return a chapter, made from stored answers and new calls.

        `position` is its place in the run, from 0; `where` names it in messages. If a call fails, the chapter is made
        from the answers that it has, else from its key excerpts with the reason. After an error that every call would
        have, or two failures in a row, no more calls are made. Raises UnknownChapter, OutOfReplies.
        """
        answers = self._known(chapter_index)
        self.answered |= bool(answers)
        step = next_step(self._line, chapter_index, answers, again=self._again)
        if isinstance(step, Written):
            return WrittenChapter(step.draft)
        if self._failing.hopeless:
            return WrittenChapter(self._without(chapter_index, answers))
        number = self._calls.next_number(chapter_index)
        return self._ask(CallPosition(position=position, chapter_index=chapter_index, number=number), answers, where)
