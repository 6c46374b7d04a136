"""For each fault of a service, a run in which it strikes: the real clients, against servers that speak as they do."""

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from typing import NamedTuple

import pytest

from core.generation.line import Line
from core.llm.client import GenerationRequest, Outcome, Purpose, Reply, StreamingClient
from tests.wire.server import Request, Script, Server, nobody
from tests.workbench.jobs.runs.acting import (
    SAID,
    TITLES,
    Work,
    calling,
    registered,
    tiny_line,
    until,
    work_on,
    working,
)
from tests.workbench.jobs.runs.faults import (
    AWAY,
    GEMINI,
    IMPATIENT,
    OF_GEMINI,
    OF_OPENAI,
    OPENAI,
    SILENT,
    Asked,
    Ends,
    Fails,
    Play,
)
from workbench.jobs import runs
from workbench.jobs.calls import CallEvent
from workbench.providers.gemini.gemini_client import GeminiClient
from workbench.providers.openai.openai_client import OpenAIClient
from workbench.providers.transport.retry import RetryPolicy
from workbench.store import ClientChoice, RunState, Store

GOOD = tuple(f"## On it\n\nThat was how they had it then: “{said}” says Ada.\n" for said in SAID)
PATIENT = RetryPolicy(attempts=3, first_delay=0.01, longest_delay=0.02, deadline=60, read_seconds=20, connect_seconds=5)
IN_A_HURRY = PATIENT.model_copy(update={"read_seconds": 0.15, "attempts": 2})

CANARY = "canary-0123456789"

MAKERS: Mapping[str, Callable[[str, RetryPolicy], GeminiClient | OpenAIClient]] = {
    "gemini": lambda url, patience: GeminiClient("gemini-3.8-flash", base_url=url, patience=patience),
    "openai": lambda url, patience: OpenAIClient(f"{url}/v1", "m", patience=patience),
}
PLAYS = {"gemini": GEMINI, "openai": OPENAI}
BECOMES = {"gemini": OF_GEMINI, "openai": OF_OPENAI}
CASES = [(service, fault) for service, faults in BECOMES.items() for fault in faults]


class Struck(NamedTuple):
    """A client whose calls for some chapters are made by another one."""

    usual: StreamingClient
    other: StreamingClient
    chapters: set[int]

    @property
    def name(self) -> str:
        """The name of both."""
        return self.usual.name

    @property
    def model(self) -> str | None:
        """The model of both."""
        return self.usual.model

    def _of(self, request: GenerationRequest) -> StreamingClient:
        return self.other if request.chapter_index in self.chapters else self.usual

    def generate(self, request: GenerationRequest) -> Reply:
        """Write."""
        return self._of(request).generate(request)

    def stream(self, request: GenerationRequest) -> Iterator[CallEvent]:
        """Write."""
        return self._of(request).stream(request)


class Service:
    """A service, and the clients that ask it; `fault` is what strikes the calls for `chapters`."""

    def __init__(self, name: str, stack: ExitStack) -> None:
        self.name = name
        self.chapters: set[int] = set()
        self.play: Play = PLAYS[name]["normal"]
        self.asked: Counter[int] = Counter()
        self.server = stack.enter_context(Server(self._answer))
        make = MAKERS[name]
        self._patient = stack.enter_context(closing(make(self.server.url, PATIENT)))
        self._hurried = stack.enter_context(closing(make(self.server.url, IN_A_HURRY)))
        self._astray = stack.enter_context(closing(make(stack.enter_context(nobody()), PATIENT)))

    def _answer(self, request: Request) -> Script:
        (chapter,) = (index for index, title in enumerate(TITLES) if title.encode() in request.body)
        self.asked[chapter] += 1
        play = self.play if chapter in self.chapters else PLAYS[self.name]["normal"]
        return play(GOOD[chapter], self.asked[chapter])

    def strike(self, fault: str, chapters: set[int]) -> Struck:
        """Let a fault strike some chapters from now on; return the client for a run."""
        self.play, self.chapters = PLAYS[self.name][fault], chapters
        self.asked.clear()
        other = self._astray if fault in AWAY else self._hurried if fault in IMPATIENT else self._patient
        return Struck(self._patient, other, chapters)


@pytest.fixture(scope="module")
def services() -> Generator[dict[str, Service]]:
    """Both services."""
    with ExitStack() as stack:
        yield {name: Service(name, stack) for name in MAKERS}


@pytest.fixture(autouse=True)
def _a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GEMINI_API_KEY", CANARY)


@pytest.fixture(scope="module")
def line() -> Line:
    """Three short chapters of one quote each."""
    return tiny_line()


def work_of(service: str, line: Line, folder: Path) -> Work:
    """Return a session whose runs are written by a service."""
    choice = ClientChoice(kind=service, model="m", base_url="http://127.0.0.1:1/v1")
    return work_on(Store(folder / "workbench.db"), line, None, choice)


def over(work: Work) -> RunState | None:
    """Wait until nobody writes the run; return how it stands, None where it is finished."""
    until(lambda: not working())
    opened = work.store.runs.open_run(work.session_id)
    return opened and opened.state


def kept(work: Work, run_id: str, position: int) -> tuple[Asked, ...]:
    """Return the calls that are kept of a chapter, which are numbered in their order."""
    calls = work.store.calls.list(run_id, position)
    assert [call.number for call in calls] == list(range(1, len(calls) + 1))
    return tuple((call.purpose, call.outcome, call.requests) for call in calls)


@pytest.mark.parametrize(("name", "fault"), CASES, ids=[" ".join(case) for case in CASES])
def test_a_run_that_a_fault_strikes_ends_with_every_chapter(
    services: dict[str, Service], line: Line, tmp_path: Path, name: str, fault: str
) -> None:
    """Proven, or its key excerpts and why: by itself, by being resumed once the fault is gone, or by a person who goes
    on without it; nothing that was answered is asked or paid for twice."""
    service, becomes = services[name], BECOMES[name][fault]
    fails = isinstance(becomes, Fails)
    client = service.strike(fault, {1, 2} if fails else {1})
    work = work_of(name, line, tmp_path)
    with registered(name, lambda _client: client):
        run = runs.start(work.store, work.session_id, line, work.recipe, number=1)
        if isinstance(becomes, Fails):
            assert over(work) is RunState.FAILED
            assert work.open_run().message.startswith("Chapter 2: ")
            assert becomes.says in work.open_run().message
            service.chapters.remove(1)
            runs.resume(work.store, work.open_run(), line)
            assert over(work) is RunState.FAILED
            assert work.open_run().message.startswith("Chapter 3: ")
            runs.resume_without_chapter(work.store, work.open_run(), line)
        assert over(work) is None
    expected = _with(becomes)
    finished = work.store.runs.get(run.run_id)
    assert finished.summary.verdict == "verified"
    for position, (draft, ends) in enumerate(zip(finished.edition.chapters, expected, strict=True)):
        assert SAID[position] in draft.text
        assert (ends.fallback in draft.fallback, bool(draft.fallback)) == (True, bool(ends.fallback))
        assert kept(work, run.run_id, position) == ends.calls
    sent = [sum(requests for *_, requests in ends.calls) for ends in expected]
    if fault in AWAY:
        sent = [1, 1, 0]
    assert CANARY.encode() not in work.store.path.read_bytes()
    until(lambda: [service.asked[position] for position in range(3)] == sent)  # a server may read what was left


def _with(becomes: Ends | Fails) -> tuple[Ends, Ends, Ends]:
    """Return what becomes of each chapter."""
    well = BECOMES["gemini"]["normal"]
    assert isinstance(well, Ends)
    if isinstance(becomes, Ends):
        return well, becomes, well
    return well, Ends((becomes.call, *well.calls)), Ends((becomes.call,), "It could not be written: ")


@pytest.mark.parametrize("name", MAKERS)
def test_a_stop_ends_a_request_that_hangs(services: dict[str, Service], line: Line, tmp_path: Path, name: str) -> None:
    """The server sees the connection go, and nothing else comes."""
    service = services[name]
    service.strike(SILENT, {1})
    client = MAKERS[name](service.server.url, PATIENT)
    work = work_of(name, line, tmp_path)
    with registered(name, lambda _client: client):
        run = runs.start(work.store, work.session_id, line, work.recipe, number=1)
        until(lambda: service.asked[1] == 1)
        runs.stop(work.store, run.run_id)
        assert service.server.requests[-1].gone.wait(120)
        assert over(work) is RunState.STOPPED
    assert service.asked == {0: 1, 1: 1}
    assert kept(work, run.run_id, 1) == ((Purpose.FIRST, Outcome.TRANSIENT, 1),)
    until(lambda: not calling())


@pytest.mark.parametrize("name", MAKERS)
def test_nothing_is_sent_after_a_stop(services: dict[str, Service], line: Line, tmp_path: Path, name: str) -> None:
    """However soon the client would have asked again."""
    service = services[name]
    service.strike("500 as HTML", {1})
    pauses = {"attempts": 1_000, "first_delay": 0.06, "longest_delay": 0.06}
    client = MAKERS[name](service.server.url, PATIENT.model_copy(update=pauses))
    work = work_of(name, line, tmp_path)
    with registered(name, lambda _client: client):
        run = runs.start(work.store, work.session_id, line, work.recipe, number=1)
        until(lambda: service.asked[1] > 3)
        runs.stop(work.store, run.run_id)
        sent = service.asked[1]
        assert over(work) is RunState.STOPPED
    until(lambda: not calling())
    assert service.asked[1] <= sent + 1  # one may have been on its way
