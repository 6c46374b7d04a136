"""The progress of an open run: the status of each chapter and of the whole."""

from collections.abc import Iterable, Set
from enum import StrEnum

from core.enforcement.results import ChapterDraft
from core.record import Record
from workbench.jobs.call_status import CallStatus
from workbench.labels import RECORDED_NAME, count
from workbench.providers import provider_of
from workbench.store import ClientChoice, OpenRun, OpenRunProgress, RunState


class RunStatus(CallStatus):
    """What this process's worker is doing now, with the call that it makes.

    `owner` is the name it took the lease under, `position` the chapter's in the run. `trouble`, "" where all is well,
    is why the worker gave up where even that could not be stored; the run waits to be resumed then.
    """

    run_id: str
    owner: str
    position: int
    trouble: str = ""


class ChapterStatus(StrEnum):
    """The status of a chapter."""

    DONE = "done"
    WRITING = "being written"
    BROKEN = "unfinished"
    FAILED = "failed"
    WAITING = "waiting"


class RunSnapshot(Record):
    """What a page shows of an open run beside the text; when it changes, the page is drawn again."""

    owner: str
    state: RunState
    held: bool
    stop_requested: bool
    message: str
    done: tuple[int, ...]


def pulse_of(open_run: OpenRun | OpenRunProgress, now: float, *, live: RunStatus | None = None) -> RunSnapshot:
    """Return what is to be shown of an open run; `now` is in seconds since the epoch.

    `live` is this process's worker of it. Why that gave up counts for as long as the run is still its own.
    """
    own = live if live is not None and live.owner == open_run.owner else None
    trouble = own.trouble if own else ""
    return RunSnapshot(
        owner=open_run.owner,
        state=RunState.FAILED if trouble else open_run.state,
        # A lease may expire while nothing could be stored; a worker that is still running was not interrupted.
        held=(own is not None or open_run.is_held(now)) and not trouble,
        stop_requested=open_run.stop_requested,
        message=trouble or open_run.message,
        done=tuple(chapter.position for chapter in open_run.chapters if chapter.done),
    )


def steps_of(open_run: OpenRun | OpenRunProgress, pulse: RunSnapshot) -> tuple[ChapterStatus, ...]:
    """Return the status of each chapter; they are written one after the other, in order."""
    ended = ChapterStatus.FAILED if pulse.state is RunState.FAILED else ChapterStatus.BROKEN
    here = ChapterStatus.WRITING if pulse.held else ended
    steps: list[ChapterStatus] = []
    for chapter in open_run.chapters:
        if chapter.done:
            steps.append(ChapterStatus.DONE)
        elif here is ChapterStatus.BROKEN and not chapter.calls:
            steps.append(ChapterStatus.WAITING)
        else:
            steps.append(here)
            here = ChapterStatus.WAITING
    return tuple(steps)


def writer_of(choice: ClientChoice) -> str:
    """Return who writes, in words."""
    if choice.name == RECORDED_NAME:
        return RECORDED_NAME
    title, which = provider_of(choice.kind).title, choice.name or choice.model
    return f"{title} ({which})" if which else title


def replaced_chapter_notice(drafts: Iterable[ChapterDraft], watched: Set[int]) -> str:
    """Say that the words of a chapter were replaced by its fallback after a person saw them: of the last such one; ""
    for none.

    `watched` are the evidence map's chapters whose words they saw. Source: decisions.md#streaming.
    """
    replaced = [draft for draft in drafts if draft.fallback and draft.chapter_index in watched]
    if not replaced:
        return ""
    instead = "its key excerpts" if replaced[-1].key_excerpts else "a note"
    number = replaced[-1].chapter_index + 1
    return f"The words you saw of chapter {number} were replaced by {instead}. {replaced[-1].fallback}"


def status_in_words(open_run: OpenRun | OpenRunProgress, pulse: RunSnapshot) -> str:
    """Return the state of an open run in one sentence."""
    number, every = open_run.number, len(open_run.chapters)
    far = f"{len(pulse.done)} of {count(every, 'chapter')} {'is' if 1 in (every, len(pulse.done)) else 'are'} done"
    if pulse.held:
        return f"Run {number} is being stopped; {far}." if pulse.stop_requested else f"Run {number} is being written."
    match pulse.state:
        case RunState.STOPPED:
            return f"Run {number} was stopped; {far}."
        case RunState.FAILED:
            return f"Run {number} could not go on; {far}."
        case RunState.RUNNING:
            return f"Run {number} was interrupted, because the program ended while it was written; {far}."
