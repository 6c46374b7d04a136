"""Calls made one after the other, without a thread."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from functools import partial

from core.generation.line import Line
from core.generation.retries import WholeGate, Written, gate_of, next_step
from core.llm.client import Answer, Client, GenerationRequest, Reply, StreamingClient
from workbench.jobs.calls.call import ActiveCall, CallPosition, MakeGate
from workbench.jobs.calls.events import events_of
from workbench.providers.registry import provider_of
from workbench.store import CallRecord, ClientChoice, answer_of
from workbench.store.runs.call_records import has_failed


def answers_of(calls: Iterable[CallRecord]) -> tuple[Answer, ...]:
    """Return the calls that were answered, without those that failed."""
    return tuple(answer_of(call, call.reply) for call in calls if not has_failed(call))


def asks_again(choice: ClientChoice) -> bool:
    """Tell whether a client can be asked again for a chapter; the others answer as they answered."""
    return provider_of(choice.kind).is_service


def make_ready(client: Client) -> None:
    """Let a client load what its calls need, if it has a `load` for that: it is no part of a call's time."""
    load = getattr(client, "load", None)
    if load is not None:
        load()


def end_calls(client: Client) -> None:
    """End whatever a client has under way, also in another thread."""
    getattr(client, "close", lambda: None)()


def chapter_gate(line: Line, client: Client, chapter_index: int, answers: Sequence[Answer]) -> MakeGate:
    """Return what makes the gate for the next reply of a client for a chapter, after these answers.

    A reply that comes in one piece is enforced once, for the gate and for the chapter.
    """
    if answers or isinstance(client, StreamingClient):
        return partial(gate_of, line, chapter_index, answers)
    return partial(WholeGate, line, chapter_index)


def make_call(
    client: Client,
    request: GenerationRequest,
    place: CallPosition,
    choice: ClientChoice,
    *,
    gate: MakeGate | None = None,
    streaming: bool = True,
    failed: Callable[[CallRecord], None],
) -> CallRecord:
    """Make a call and return its record; the reply is unchanged.

    `gate` makes the streaming gate that notices the first proven quotation, None where that is not needed. Where the
    client raises, `failed` is given the call, and the error is raised again; so it is where a person interrupts.
    """
    make_ready(client)
    call = ActiveCall(client, request, place, choice, gate)
    try:
        with closing(events_of(client, request, streaming=streaming)) as events:
            for came in events:
                if isinstance(came, Reply):
                    return call.end(came)
                if isinstance(came, str):
                    call.take(came)
                else:
                    call.note(came)
    except KeyboardInterrupt:
        failed(call.leave())
        raise
    except Exception as error:
        failed(call.fail(error))
        raise
    raise AssertionError("a call ends with its reply or an error")


def write_with_calls(
    line: Line,
    client: Client,
    place: CallPosition,
    choice: ClientChoice,
    *,
    answers: Sequence[Answer] = (),
    streaming: bool = True,
    keep: Callable[[CallRecord], None],
) -> Written:
    """Write one chapter, with as many calls as it takes; `keep` is given each before anything is done to its reply,
    failed ones too.

    `place` is that of the next call; `answers` are those that are known already, which are not asked for again. Raises
    UnknownChapter, and what the client raises.
    """
    again = asks_again(choice)
    while not isinstance(step := next_step(line, place.chapter_index, answers, again=again), Written):
        gate = chapter_gate(line, client, place.chapter_index, answers)
        call = make_call(client, step, place, choice, gate=gate, streaming=streaming, failed=keep)
        keep(call)
        answers, place = (*answers, *answers_of((call,))), place.after
    return step
