"""How far an open run is: what was done with each of its chapters, and what there is to say of the whole."""

from enum import StrEnum

from core.record import Record
from workbench.store import ClientChoice, OpenChapter, OpenRun, RunState
from workbench.wording import count
from workbench.writers import RECORDED_NAME


class Step(StrEnum):
    """What became of a chapter so far."""

    DONE = "done"
    WRITING = "being written"
    BROKEN = "unfinished"
    FAILED = "failed"
    WAITING = "waiting"


class Pulse(Record):
    """What a page shows of an open run beside the words that come; another pulse, another page."""

    state: RunState
    held: bool
    stop_requested: bool
    message: str
    done: tuple[int, ...]


def done_of(open_run: OpenRun) -> tuple[OpenChapter, ...]:
    """Return the chapters that are finished."""
    return tuple(chapter for chapter in open_run.chapters if chapter.draft is not None)


def pulse_of(open_run: OpenRun, now: float, *, trouble: str = "") -> Pulse:
    """Return what is to be shown of an open run; `now` is in seconds since the epoch.

    `trouble` is why its worker gave up where not even that could be stored.
    """
    return Pulse(
        state=RunState.FAILED if trouble else open_run.state,
        held=open_run.is_held(now) and not trouble,
        stop_requested=open_run.stop_requested,
        message=trouble or open_run.message,
        done=tuple(chapter.position for chapter in done_of(open_run)),
    )


def steps_of(open_run: OpenRun, pulse: Pulse) -> tuple[Step, ...]:
    """Return what became of each chapter; they are written one after the other, in order."""
    ended = Step.FAILED if pulse.state is RunState.FAILED else Step.BROKEN
    here = Step.WRITING if pulse.held else ended
    steps: list[Step] = []
    for chapter in open_run.chapters:
        if chapter.draft is not None:
            steps.append(Step.DONE)
        elif here is Step.BROKEN and not chapter.calls:
            steps.append(Step.WAITING)
        else:
            steps.append(here)
            here = Step.WAITING
    return tuple(steps)


def writer_of(choice: ClientChoice) -> str:
    """Return who writes, in words."""
    match choice.kind:
        case "offline":
            return "the offline composer"
        case "pasted":
            return "your own model, by copy and paste"
        case "scripted":
            return choice.name if choice.name == RECORDED_NAME else f"replies written beforehand ({choice.name})"
        case _:
            return " ".join(part for part in (choice.kind, choice.model) if part)


def said_of(open_run: OpenRun, pulse: Pulse) -> str:
    """Say in one sentence how an open run stands."""
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
