"""An edition written with stored calls, and the messages about them while it runs and at the end."""

from collections.abc import Sequence
from typing import NamedTuple

from core.enforcement.results import ChapterDraft, Edition
from core.errors import WorkbenchError
from core.generation.line import Line
from core.generation.pipeline import bind_edition, chapters_to_write
from core.generation.retries import Written, next_step
from workbench.cli.calls.call_messages import say_failures, say_stopped, sum_up
from workbench.cli.calls.calls_folder import CallFolder, CallFolderPaths, CallTarget
from workbench.cli.calls.folder_lock import lock_folder
from workbench.cli.calls.run_chapters import ChapterWriter, WrittenChapter
from workbench.cli.calls.run_progress import report
from workbench.cli.exit_codes import INTERRUPTED
from workbench.cli.output import say
from workbench.jobs.calls import asks_again
from workbench.jobs.usage import sum_in_words, sum_of
from workbench.providers import client_of
from workbench.store import ClientChoice


class ModelCallOptions(NamedTuple):
    """The client, the chapters to write (the evidence map's, from 0; None means all), and the folders of calls."""

    choice: ClientChoice
    chapters: list[int] | None
    places: CallFolderPaths
    streaming: bool


def _report(number: int, total: int, chapter: WrittenChapter) -> None:
    report(number, total, chapter.draft)
    if chapter.made:
        say(f"  {sum_in_words(sum_of(chapter.made))}", error=True)


def _say_where_none_fits(line: Line, to_write: Sequence[int], asking: ModelCallOptions, calls: CallFolder) -> None:
    """Print why no earlier call can be used, before calls are paid for again."""
    again = asks_again(asking.choice)
    steps = (next_step(line, chapter_index, (), again=again) for chapter_index in to_write)
    why = calls.why_none_fits(step for step in steps if not isinstance(step, Written))
    if why:
        say(f"Note: no call in {asking.places.found_in} can be used, so all calls are made again: {why}.", error=True)


class WrittenEdition(NamedTuple):
    """An edition, whether every call succeeded, and the calls."""

    edition: Edition
    complete: bool
    calls: CallFolder


def _write(line: Line, asking: ModelCallOptions) -> WrittenEdition:
    client = client_of(asking.choice)
    asked = CallTarget(client.name, client.model, asking.choice.base_url)
    calls = CallFolder(asking.places, line.settings.sampling, asked)
    writing = ChapterWriter(line, client, asking.choice, calls, streaming=asking.streaming)
    to_write = chapters_to_write(line, asking.chapters)
    _say_where_none_fits(line, to_write, asking, calls)
    drafts: list[ChapterDraft] = []
    unsaid: list[tuple[int, WrittenChapter]] = []  # until it is known that there will be an edition
    try:
        for number, chapter_index in enumerate(to_write, start=1):
            chapter = writing.write(number - 1, chapter_index, f"Chapter {number} of {len(to_write)}")
            drafts.append(chapter.draft)
            unsaid.append((number, chapter))
            if writing.answered or not writing.failures:
                for at, one in unsaid:
                    _report(at, len(to_write), one)
                unsaid.clear()
    except KeyboardInterrupt:
        say_stopped(calls)
        if not writing.answered:
            sum_up(calls)
        raise SystemExit(INTERRUPTED) from None
    finally:
        getattr(client, "close", lambda: None)()
        if writing.answered:
            sum_up(calls)
    if writing.failures:
        if not writing.answered:
            raise WorkbenchError(f"{writing.failures[0].trouble} Nothing was written.")
        say_failures(writing.failures, calls.path)
    return WrittenEdition(bind_edition(line, client.name, client.model, drafts), not writing.failures, calls)


def write_by_asking(line: Line, asking: ModelCallOptions) -> WrittenEdition:
    """Return the edition; a chapter whose call failed holds its key excerpts and the reason.

    Raises WorkbenchError if calls failed and none was answered, OutOfReplies, BadInput for the folders of calls, and
    SystemExit if the person interrupts.
    """
    with lock_folder(asking.places.kept_in or asking.places.found_in, make=asking.places.kept_in is not None):
        return _write(line, asking)
