"""One call: what comes of it in one form for every client, what is measured, and how it is kept."""

from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar, NamedTuple

import pytest
from pydantic import ValidationError

from core.enforcement.streaming import ReplyGate
from core.errors import ClientError, KeyRefused, QuotaExceeded
from core.generation.line import Line
from core.generation.requests import request_of
from core.generation.retries import gate_of
from core.llm.client import GenerationRequest, Outcome, Purpose, Reply, ReplyRestart, RetryWait, ScriptedClient, Usage
from tests.workbench.jobs.runs.acting import SAID, TINY_REPLIES, tiny_line
from workbench.cli.calls.terminal_progress import ProgressClient
from workbench.jobs.calls import (
    CallEvent,
    CallPosition,
    answers_of,
    chapter_gate,
    events_of,
    make_call,
    write_with_calls,
)
from workbench.jobs.runs.write_now import write_run
from workbench.store import CallRecord, ClientChoice, Store
from workbench.store.database.clock import is_time

BEGUN = "## Brass\n\nIt was so: "
QUOTED = f"“{SAID[0]}” says Ada."
ENDED = "\n\nShe said more.\n"
PLAIN = "## Brass\n\nNobody asked.\n"
PLACE = CallPosition(position=4, chapter_index=0, number=3)
CHOICE = ClientChoice(kind="openai", model="m", base_url="http://127.0.0.1:1/v1")
MODEL_ELSEWHERE = CHOICE.model_copy(update={"base_url": "https://models.example/v1"})
USAGE = Usage(input_tokens=10, output_tokens=5)
WAITING = RetryWait(seconds=0.2, why="The service is busy.")


class Plain(NamedTuple):
    """A client that cannot be watched."""

    text: str
    name: str = "openai"
    model: str | None = "m"

    def generate(self, request: GenerationRequest) -> Reply:
        """Answer."""
        del request
        return Reply(text=self.text)


class Acting(NamedTuple):
    """A client that yields what it is told to, and raises what is an error."""

    events: tuple[object, ...]
    name: str = "openai"
    model: str | None = "m"

    def generate(self, request: GenerationRequest) -> Reply:
        """Answer in one piece."""
        del request
        (reply,) = (one for one in self.events if isinstance(one, Reply))
        return reply

    def stream(self, request: GenerationRequest) -> Iterator[CallEvent]:
        """Yield them."""
        del request
        for one in self.events:
            if isinstance(one, BaseException):
                raise one
            yield one  # pyright: ignore[reportReturnType] - a client may do what it should not


@pytest.fixture(scope="module")
def line() -> Line:
    """Three chapters of one quote each."""
    return tiny_line()


@pytest.fixture(scope="module")
def request_(line: Line) -> GenerationRequest:
    """What is sent for the first of them."""
    request = request_of(line, 0)
    assert request is not None
    return request


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second passes with each look at the clock."""
    ticks = iter(range(1_000))
    monkeypatch.setattr("workbench.jobs.calls.call.monotonic", lambda: float(next(ticks)))


def reply_of(*pieces: str, **more: object) -> Reply:
    """Return the reply that these pieces are."""
    return Reply.model_validate({"text": "".join(pieces), **more})


COMING: dict[str, tuple[tuple[object, ...], list[object]]] = {
    "in pieces": (("a", "b", reply_of("ab")), ["a", "b", reply_of("ab")]),
    "anew": (("a", ReplyRestart(), "b", reply_of("b")), ["a", ReplyRestart(), "b", reply_of("b")]),
    "late": ((WAITING, "a", reply_of("a")), [WAITING, "a", reply_of("a")]),
    "as a whole alone": ((reply_of("ab"),), ["ab", reply_of("ab")]),
    "as nothing": ((reply_of(""),), [reply_of("")]),
    "otherwise than it was shown": (("a", reply_of("b")), ["a", ReplyRestart(), "b", reply_of("b")]),
    "with something after its end": ((reply_of("a"), "b"), ["a", reply_of("a")]),
}


@pytest.mark.parametrize(("acts", "comes"), COMING.values(), ids=COMING)
def test_a_reply_comes(request_: GenerationRequest, acts: tuple[object, ...], comes: list[object]) -> None:
    """In pieces that are its text, and then as what it is, however a client yields it."""
    assert list(events_of(Acting(acts), request_)) == comes


@pytest.mark.parametrize("streaming", [True, False])
def test_a_client_that_cannot_be_watched_answers_in_one_piece(request_: GenerationRequest, *, streaming: bool) -> None:
    """And so does one that nobody wants to watch."""
    client = Acting(("a", "b", reply_of("ab"))) if not streaming else Plain("ab")
    assert list(events_of(client, request_, streaming=streaming)) == ["ab", reply_of("ab")]


@pytest.mark.parametrize(
    ("acts", "says"),
    [(("a", None), r"no text \(NoneType\)"), (("a",), "ended without its reply"), ((), "ended without its reply")],
)
def test_a_client_keeps_to_its_protocol(request_: GenerationRequest, acts: tuple[object, ...], says: str) -> None:
    """It is told apart from a service that fails."""
    with pytest.raises(ClientError, match=says):
        list(events_of(Acting(acts), request_))


def made(line: Line, request: GenerationRequest, *events: object, choice: ClientChoice = CHOICE) -> CallRecord:
    """Make a call that is to succeed."""
    failed: list[CallRecord] = []
    client = Acting(events)
    call = make_call(client, request, PLACE, choice, gate=lambda: gate_of(line, 0, ()), failed=failed.append)
    assert failed == []
    return call


def test_a_call_is_kept_as_it_was_made(line: Line, request_: GenerationRequest) -> None:
    """Where it stands, what was sent, what came, and what it took."""
    reply = reply_of(BEGUN, QUOTED, ENDED, usage=USAGE, requests=2, finish_reason="stop")
    call = made(line, request_, BEGUN, QUOTED, ENDED, reply)
    assert (call.position, call.chapter_index, call.number) == (4, 0, 3)
    assert (call.client, call.model, call.purpose) == ("openai", "m", Purpose.FIRST)
    assert (call.system, call.prompt, call.reply) == (request_.system, request_.prompt, reply.text)
    assert (call.outcome, call.usage, call.requests, call.cost) == (Outcome.COMPLETE, USAGE, 2, "0")
    assert is_time(call.started_at)
    (answer,) = answers_of((call,))
    assert (answer.purpose, answer.reply) == (Purpose.FIRST, reply)


# In looks at the clock: the first is the beginning, one is taken at the first characters, one where a quotation is
# proven, one at the end. A quotation is decided when its paragraph is closed.
TIMES: dict[str, tuple[tuple[object, ...], tuple[float | None, ...]]] = {
    "with a quotation": ((BEGUN, QUOTED, ENDED), (1, 2, 3)),
    "in one piece": ((BEGUN + QUOTED + ENDED,), (1, 2, 3)),
    "that is proven with the end": ((BEGUN, QUOTED), (1, 2, 2)),
    "without a quotation": ((PLAIN,), (1, None, 2)),
    "with nothing": ((), (None, None, 1)),
    "that began anew": ((BEGUN + QUOTED + ENDED, ReplyRestart(), BEGUN, QUOTED + ENDED), (3, 4, 5)),
    "that began anew without a quotation": ((BEGUN + QUOTED + ENDED, ReplyRestart(), PLAIN), (3, None, 4)),
    "after a wait": ((WAITING, "", PLAIN), (1, None, 2)),
}


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize(("events", "times"), TIMES.values(), ids=TIMES)
def test_a_reply_is_measured(
    line: Line, request_: GenerationRequest, events: tuple[object, ...], times: tuple[float | None, ...]
) -> None:
    """Until its first characters, its first proven quotation and its end; of one that began anew the text counts that
    stayed."""
    last = max((number for number, one in enumerate(events) if isinstance(one, ReplyRestart)), default=-1)
    text = "".join(one for one in events[last + 1 :] if isinstance(one, str))
    call = made(line, request_, *events, reply_of(text))
    assert (call.first_token, call.first_proven, call.seconds) == times


@pytest.mark.parametrize(
    ("choice", "usage", "cost"),
    [
        (CHOICE, Usage(), "0"),
        (MODEL_ELSEWHERE, USAGE, None),
        (ClientChoice(kind="scripted"), Usage(), "0"),
        (ClientChoice(kind="gemini", model="gemini-3.8-flash"), Usage(), None),
    ],
)
def test_a_cost_that_nobody_knows_is_none(
    line: Line, request_: GenerationRequest, choice: ClientChoice, usage: Usage, cost: str | None
) -> None:
    """And a model on this machine costs nothing."""
    assert made(line, request_, reply_of(PLAIN, usage=usage), choice=choice).cost == cost


class Loading(Acting):
    """One that has to load a library before its first call, which takes `clock` a minute."""

    clock: ClassVar[list[float]] = []

    def load(self) -> None:
        """Load it."""
        self.clock.append(60.0)


@pytest.mark.parametrize("told", [False, True])
def test_what_a_client_has_to_load_is_no_part_of_its_call(
    line: Line, request_: GenerationRequest, monkeypatch: pytest.MonkeyPatch, *, told: bool
) -> None:
    """Or the first chapter's times would be the library's; also where what happens is said at a terminal."""
    monkeypatch.setattr(Loading, "clock", [])
    monkeypatch.setattr("workbench.jobs.calls.call.monotonic", lambda: sum(Loading.clock))
    client = Loading((BEGUN, reply_of(BEGUN)))
    asked = ProgressClient(client, "chapter 1 of 1") if told else client
    failed: list[CallRecord] = []
    call = make_call(asked, request_, PLACE, CHOICE, gate=None, failed=failed.append)
    assert Loading.clock == [60.0]
    assert (call.first_token, call.seconds) == (0, 0)


@pytest.mark.parametrize(
    "usage",
    [
        Usage(input_tokens=2**53 - 1, output_tokens=5),
        Usage(input_tokens=2**53 - 1, output_tokens=2**53 - 1, cached_tokens=2**53 - 1),
    ],
)
def test_a_count_that_makes_no_sense_costs_no_reply(line: Line, request_: GenerationRequest, usage: Usage) -> None:
    """The price is not known then; what came is kept."""
    gemini = ClientChoice(kind="gemini", model="gemini-3.8-flash")
    call = made(line, request_, reply_of(PLAIN, usage=usage, requests=1), choice=gemini)
    assert (call.reply, call.usage, call.cost) == (PLAIN, usage, None)


@pytest.mark.parametrize("count", [-1, 2**53, 10**400])
def test_a_count_that_cannot_be_is_in_no_record(count: int) -> None:
    """An imported file may hold any number."""
    with pytest.raises(ValidationError):
        Usage(input_tokens=count)


def test_what_was_void_is_counted(line: Line, request_: GenerationRequest) -> None:
    """A part had come and was paid for, whatever the call that was answered says it took."""
    call = made(
        line, request_, "a", ReplyRestart(), "b", ReplyRestart(), PLAIN, reply_of(PLAIN, usage=USAGE, requests=3)
    )
    assert (call.restarts, call.requests, call.reply) == (2, 3, PLAIN)


FAILING: dict[str, tuple[tuple[object, ...], ClientChoice, dict[str, object]]] = {
    "for the moment": (
        (BEGUN, QuotaExceeded("Too many. Wait.", requests=4)),
        CHOICE,
        {"outcome": Outcome.TRANSIENT, "trouble": "Too many. Wait.", "requests": 4, "reply": BEGUN},
    ),
    "for good": (
        (KeyRefused("Wrong key.", requests=1),),
        CHOICE,
        {"outcome": Outcome.FATAL, "trouble": "Wrong key.", "requests": 1, "reply": None},
    ),
    "after a restart": (
        (BEGUN, ReplyRestart(), "It", QuotaExceeded("Too many.", requests=2)),
        MODEL_ELSEWHERE,
        {"outcome": Outcome.TRANSIENT, "requests": 2, "restarts": 1, "reply": "It", "cost": None},
    ),
    "with an error that nobody expects": (
        (BEGUN, ReplyRestart(), KeyError("no\nsuch")),
        CHOICE,
        {"outcome": Outcome.FATAL, "trouble": "the client failed (KeyError: 'no\\nsuch').", "requests": 2},
    ),
    "where nothing is sent": (
        (ClientError("It is odd."),),
        ClientChoice(kind="scripted"),
        {"outcome": Outcome.FATAL, "trouble": "It is odd.", "requests": 0, "reply": None, "cost": "0"},
    ),
    "because a person wanted no more": (
        (BEGUN, ReplyRestart(), "It was", KeyboardInterrupt()),
        MODEL_ELSEWHERE,
        {
            "outcome": Outcome.TRANSIENT,
            "trouble": "It was stopped.",
            "requests": 2,
            "restarts": 1,
            "reply": "It was",
            "cost": None,
        },
    ),
}


@pytest.mark.parametrize(("events", "choice", "kept"), FAILING.values(), ids=FAILING)
def test_a_call_that_fails_is_kept(
    line: Line, request_: GenerationRequest, events: tuple[object, ...], choice: ClientChoice, kept: dict[str, object]
) -> None:
    """With what came of its reply, and how it ended; then the error is raised."""
    failed: list[CallRecord] = []
    (error,) = (one for one in events if isinstance(one, BaseException))
    with pytest.raises(type(error)):
        make_call(Acting(events), request_, PLACE, choice, gate=lambda: gate_of(line, 0, ()), failed=failed.append)
    (call,) = failed
    assert {name: getattr(call, name) for name in kept} == kept
    assert call.usage == Usage()
    assert call.seconds is not None
    assert answers_of(failed) == ()


def test_what_comes_whole_is_proven_at_its_end(line: Line) -> None:
    """Its text is let through then; a client that writes in pieces, or is asked once more, has a gate for pieces."""
    kept: list[CallRecord] = []
    client, choice = ScriptedClient(f"{BEGUN}{QUOTED}{ENDED}"), ClientChoice(kind="scripted")
    write_with_calls(line, client, PLACE, choice, keep=kept.append)
    (call,) = kept
    assert call.first_proven == call.seconds
    assert isinstance(chapter_gate(line, client, PLACE.chapter_index, answers_of(kept))(), ReplyGate)
    assert isinstance(chapter_gate(line, Acting(()), PLACE.chapter_index, ())(), ReplyGate)


@pytest.mark.parametrize("between", ["", "\u200b", "\u2060\u034f", "\x00"])
def test_a_key_that_an_error_holds_is_not_kept(
    request_: GenerationRequest, monkeypatch: pytest.MonkeyPatch, between: str
) -> None:
    """Whoever raised it, also where letters that nobody sees stand in it, and where its words are cut within it."""
    key = f"canary{between}-0123456789"
    monkeypatch.setenv("GEMINI_API_KEY", "canary-0123456789")
    failed: list[CallRecord] = []
    for error in (ValueError(f"https://x/?key={key}"), ValueError("x" * 260 + key)):
        with pytest.raises(ValueError, match="canary"):
            make_call(Acting((error,)), request_, PLACE, CHOICE, gate=None, failed=failed.append)
    assert [call.trouble[:45] for call in failed] == [
        "the client failed (ValueError: https://x/?key",
        "the client failed (ValueError: xxxxxxxxxxxxxx",
    ]
    assert "cana" not in failed[0].model_dump_json() + failed[1].model_dump_json()


def test_a_chapter_is_written_with_all_its_calls(line: Line) -> None:
    """Each is kept before its reply is used, those that failed too; what is known is not asked for again."""
    kept: list[CallRecord] = []
    place = CallPosition(position=0, chapter_index=0)
    busy = Acting((QuotaExceeded("Too many.", requests=1),))
    with pytest.raises(QuotaExceeded):
        write_with_calls(line, busy, place, CHOICE, keep=kept.append)
    good = Acting((BEGUN, QUOTED, reply_of(BEGUN, QUOTED)))
    written = write_with_calls(line, good, place.after, CHOICE, keep=kept.append)
    assert [(call.number, call.outcome) for call in kept] == [(1, Outcome.TRANSIENT), (2, Outcome.COMPLETE)]
    assert (written.reply, written.draft.fallback) == (BEGUN + QUOTED, "")
    again = write_with_calls(line, busy, place, CHOICE, answers=answers_of(kept), keep=kept.append)
    assert again == written
    assert len(kept) == 2


def test_a_run_in_one_go_keeps_its_calls(line: Line, tmp_path: Path) -> None:
    """Beside the replies that its chapters are made of."""
    store = Store(tmp_path / "workbench.db")
    session = store.sessions.create("A talk")
    summary = write_run(store, session.session_id, line, ScriptedClient(TINY_REPLIES))
    calls = store.calls.list(summary.run_id)
    assert [(call.position, call.number, call.reply) for call in calls] == [
        (position, 1, reply) for position, reply in enumerate(TINY_REPLIES)
    ]
    assert store.runs.replies(summary.run_id) == TINY_REPLIES


def test_a_call_keeps_how_its_reply_could_be_used(request_: GenerationRequest) -> None:
    """Without any of its words; a call that failed has no reply to read."""
    failed: list[CallRecord] = []
    fenced = Plain(f"Here it is:\n```markdown\n{PLAIN}```")
    call = make_call(fenced, request_, PLACE, CHOICE, failed=failed.append)
    assert call.reading is not None
    assert (call.reading.ok, call.reading.artifacts) == (True, ("markdown_code_blocks", "leading_text"))
    with pytest.raises(KeyRefused):
        make_call(Acting((BEGUN, KeyRefused("no"))), request_, PLACE, CHOICE, failed=failed.append)
    assert [one.reading for one in failed] == [None]
