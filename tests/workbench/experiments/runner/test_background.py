"""Experiments in the background: begun, looked at, stopped, resumed, removed; two programs, and a disk that refuses."""

import json
import sqlite3
import subprocess
import sys
import time
from _thread import interrupt_main
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from signal import SIGINT, default_int_handler, signal
from threading import Event, Thread

import pytest

from core.errors import BadInput
from core.llm.client import GenerationRequest, Reply, RetryWait
from tests.conftest import SAMPLE
from tests.workbench.experiments.runner.making import GOOD, JUDGE, client_kind, noted, plan_of, table, variant, worked
from tests.workbench.jobs.runs.acting import until
from workbench.experiments import runner
from workbench.experiments.runner import ExperimentStatus
from workbench.jobs.calls import CallEvent
from workbench.jobs.runs import JobLimits
from workbench.store import (
    CachedCall,
    CallRecord,
    ClientChoice,
    Conflict,
    ExperimentPlan,
    ExperimentProgress,
    ExperimentState,
    LockedDatabase,
    PlanSubject,
    Store,
    UnitPosition,
    UnknownRecord,
)

GEMINI = ClientChoice(kind="gemini", model="m")
SHORT = JobLimits(lease_seconds=0.2)


class Held:
    """A model whose calls wait until a test lets them go on; while they wait they show that they live."""

    name, model = "gemini", "m"

    def __init__(self) -> None:
        self.asked = 0
        self.has_written = self.has_ended = False
        self.go_on, self.closed = Event(), Event()

    def generate(self, request: GenerationRequest) -> Reply:
        """Return the whole reply."""
        return next(came for came in self.stream(request) if isinstance(came, Reply))

    def stream(self, request: GenerationRequest) -> Iterator[CallEvent]:
        """Write, wait, end."""
        del request
        self.asked += 1
        yield "## It\n\n"
        self.has_written = True
        while not self.go_on.wait(0.01):
            yield RetryWait(seconds=2, why="It is busy.")
        yield "Nothing more.\n"
        try:
            yield Reply(text="## It\n\nNothing more.\n", requests=1)
        finally:  # whoever listens has it
            self.has_ended = True

    def close(self) -> None:
        """Note that."""
        self.closed.set()


@pytest.fixture
def held() -> Generator[Held]:
    """The model, which is let go in the end."""
    model = Held()
    with client_kind("gemini", {"m": model}):
        yield model
        model.go_on.set()


@pytest.fixture
def plan(talks: list[PlanSubject]) -> ExperimentPlan:
    """Two variants, of which the first waits."""
    return plan_of(talks[:1], [variant(GEMINI), variant(GOOD)])


def ended(store: Store, experiment_id: str) -> ExperimentProgress:
    """Wait until nobody works on an experiment here, and return how it stands."""
    until(lambda: runner.experiment_status(store, experiment_id) is None)
    return store.experiments.progress(experiment_id)


def seen(store: Store, experiment_id: str) -> ExperimentStatus:
    """Return what this process does."""
    live = runner.experiment_status(store, experiment_id)
    assert live is not None
    return live


def test_an_experiment_goes_on_in_the_background(store: Store, plan: ExperimentPlan, held: Held) -> None:
    """Whoever looks sees what it does; a second begin, or a removal, is refused as long."""
    begun = runner.start(store, plan)
    assert begun.state is ExperimentState.RUNNING
    name = begun.experiment_id
    until(lambda: seen(store, name).notice)
    live = seen(store, name)
    assert live.cell is not None
    assert (live.owner, live.cell.variant, live.position) == (begun.owner, 0, 0)
    assert live.activity == "m / quote: Talk 0, Talk 0, part 1"
    assert "It is busy." in live.notice
    assert live.seconds > 0
    acts: tuple[Callable[[], object], ...] = (
        lambda: runner.start(store, plan),
        lambda: runner.resume(store, name),
        lambda: runner.delete(store, name),
    )
    for act in acts:
        with pytest.raises(Conflict, match="worked on here"):
            act()
    held.go_on.set()
    stands = ended(store, name)
    assert (stands.state, stands.units, stands.all_units) == (ExperimentState.DONE, 4, 4)
    assert held.closed.is_set()
    assert runner.start(store, plan) == stands == runner.resume(store, name)
    assert runner.experiment_status(store, name) is None
    runner.delete(store, name)
    assert store.experiments.list() == ()
    with pytest.raises(UnknownRecord):
        runner.resume(store, name)


@pytest.mark.parametrize("elsewhere", [False, True])
def test_a_stop_ends_the_call_under_way(store: Store, plan: ExperimentPlan, held: Held, elsewhere: bool) -> None:  # noqa: FBT001
    """Asked for here, or by another program with the next beat; the call counts, and whoever resumes makes it again."""
    begun = runner.start(store, plan, limits=SHORT)
    until(lambda: held.asked)
    if elsewhere:
        store.experiments.request_stop(begun.experiment_id)
    else:
        runner.stop(store, begun.experiment_id)
    stands = ended(store, begun.experiment_id)
    assert (stands.state, stands.units, stands.owner) == (ExperimentState.STOPPED, 0, "")
    assert "stopped by hand" in stands.message
    assert held.closed.is_set()
    held.go_on.set()
    runner.resume(store, begun.experiment_id)
    assert ended(store, begun.experiment_id).state is ExperimentState.DONE
    first = store.experiments.get(begun.experiment_id).units[0]
    assert [call.trouble for call in first.calls] == ["It was stopped.", ""]
    assert first.paid == 2


def test_a_lease_is_kept_over_a_long_call_and_lost_to_whoever_takes_it(
    store: Store, plan: ExperimentPlan, held: Held
) -> None:
    """Then nothing more is stored, nor said, but that a call was made; the other goes on."""
    begun = runner.start(store, plan, limits=SHORT)
    name = begun.experiment_id
    until(lambda: held.asked)
    until(lambda: store.experiments.progress(name).leased_until > begun.leased_until)
    store.experiments.lease(name, "another", 60, instead_of=begun.owner)
    until(lambda: runner.experiment_status(store, name) is None)
    stands = store.experiments.progress(name)
    assert (stands.owner, stands.state, stands.units, stands.message) == ("another", ExperimentState.RUNNING, 0, "")
    assert [len(failed) for failed in store.experiments.failed_calls(name).values()] == [1]


def test_an_experiment_that_is_removed_meanwhile_is_left(store: Store, plan: ExperimentPlan, held: Held) -> None:
    """By another program: nothing of it comes back."""
    begun = runner.start(store, plan)
    until(lambda: held.asked)
    store.experiments.delete(begun.experiment_id, instead_of=begun.owner)
    held.go_on.set()
    until(lambda: runner.experiment_status(store, begun.experiment_id) is None)
    assert store.experiments.list() == ()
    with closing(sqlite3.connect(store.path)) as connection:
        for table_name in ("experiment_calls", "experiment_units", "experiment_failures"):
            found = connection.execute(f"SELECT count(*) FROM {table_name}").fetchone()  # noqa: S608 - a table's name
            assert found == (0,)


@pytest.fixture
def _heard() -> Generator[None]:
    """An interrupt is heard, also where the tests were started in the background of a shell, which turns that off."""
    usual = signal(SIGINT, default_int_handler)
    yield
    signal(SIGINT, usual)


@pytest.mark.usefixtures("_heard")
def test_a_person_interrupts_a_call_in_the_foreground(store: Store, plan: ExperimentPlan, held: Held) -> None:
    """It is left and counts; all that was done is kept."""
    owner = runner.new_owner()
    begun = store.experiments.begin(plan, owner, 60)

    looks: list[bool] = []

    def interrupt() -> None:
        until(lambda: looks.count(True) > 1)  # after the first of them what was written is taken
        interrupt_main()

    Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        runner.run_experiment(store, begun.experiment_id, owner, check=lambda: looks.append(held.has_written))
    stands = store.experiments.progress(begun.experiment_id)
    assert (stands.state, stands.owner, stands.units) == (ExperimentState.STOPPED, "", 0)
    ((failed,),) = store.experiments.failed_calls(begun.experiment_id).values()
    assert (failed.call.trouble, failed.call.reply, failed.by_judge) == ("It was stopped.", "## It\n\n", False)
    assert held.closed.is_set()


def test_what_another_version_had_begun_is_measured_anew(store: Store, plan: ExperimentPlan, held: Held) -> None:
    """Its id is another's; its plan is begun again out of the calls that were answered, and it stays as it was."""
    held.go_on.set()
    begun = runner.start(store, plan)
    assert ended(store, begun.experiment_id).state is ExperimentState.DONE
    with closing(sqlite3.connect(store.path)) as connection, connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            columns = [column for _, column, *_ in connection.execute(f"PRAGMA table_info({name})")]
            if "experiment_id" in columns:
                connection.execute(f"UPDATE {name} SET experiment_id = 'older'")  # noqa: S608 - our own names
    asked = held.asked
    anew = runner.resume(store, "older")
    assert anew.experiment_id == begun.experiment_id
    assert ended(store, anew.experiment_id).state is ExperimentState.DONE
    assert (held.asked, len(store.experiments.list())) == (asked, 2)


def test_a_key_in_a_name_is_not_stored(store: Store, plan: ExperimentPlan, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is begun."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-not-a-real-key-1234567890")
    named = plan.model_copy(update={"title": "With sk-not-a-real-key-1234567890"})
    with pytest.raises(BadInput, match="holds a key"):
        runner.start(store, named)
    assert store.experiments.list() == ()


def test_a_reply_that_was_whole_when_a_person_interrupts_is_not_paid_twice(
    store: Store, plan: ExperimentPlan, held: Held
) -> None:
    """It had come and nobody had looked yet: it is kept, and the experiment goes on with it."""
    owner = runner.new_owner()
    begun = store.experiments.begin(plan, owner, 60)

    def interrupt_when_it_came() -> None:
        if held.has_written:
            held.go_on.set()
            until(lambda: held.has_ended)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        runner.run_experiment(store, begun.experiment_id, owner, check=interrupt_when_it_came)
    assert held.asked == 1
    runner.run_experiment(store, begun.experiment_id, runner.new_owner())
    of_held = [done for done in store.experiments.get(begun.experiment_id).units if done.cell.variant == 0]
    assert held.asked == sum(len(done.calls) for done in of_held)
    assert store.experiments.failed_calls(begun.experiment_id) == {}


class Hindered(Store):
    """A store that another program keeps locked while its calls are to be kept, until that ends."""

    def __init__(self, path: Path, calls: int) -> None:
        super().__init__(path, patience=0.05)
        self.is_free = Event()
        self._calls = calls
        self._keep, self.experiments.keep_call = self.experiments.keep_call, self._keep_call

    def _keep_call(self, key: str, call: CallRecord, experiment_id: str, place: UnitPosition) -> CachedCall:
        """Keep a call, if nobody is in the way."""
        self._calls -= 1
        if self._calls >= 0 or self.is_free.is_set():
            return self._keep(key, call, experiment_id, place)
        with self._locked():
            return self._keep(key, call, experiment_id, place)

    @contextmanager
    def _locked(self) -> Generator[None]:
        with closing(sqlite3.connect(self.path, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            yield


def test_a_call_that_cannot_be_stored_is_not_paid_twice(
    store: Store, talks: list[PlanSubject], notes: Path, tmp_path: Path
) -> None:
    """A file that another program keeps locked: the experiment says so, what came waits in this process, and whoever
    resumes here stores it first."""
    plan = plan_of(talks, [variant(GOOD)], judge=JUDGE)
    hindered = Hindered(store.path, 4)
    begun = runner.start(hindered, plan)
    until(lambda: runner.experiment_status(hindered, begun.experiment_id) is None)
    stands = store.experiments.progress(begun.experiment_id)
    assert (stands.state, stands.units) == (ExperimentState.FAILED, 1)
    assert "another program is writing to this file" in stands.message
    assert "Talk 0, part 2" in stands.message
    assert len(noted(notes)) == 5
    hindered.is_free.set()
    runner.resume(hindered, begun.experiment_id)
    assert ended(hindered, begun.experiment_id).state is ExperimentState.DONE
    assert len(noted(notes)) == len(set(noted(notes))) == 18
    experiment = store.experiments.get(begun.experiment_id)
    assert [done.paid for done in experiment.units] == [3] * 6
    store.experiments.delete(begun.experiment_id)
    notes.unlink()
    assert table(worked(store, plan)) == table(experiment)
    assert len(noted(notes)) == 18


def test_what_cannot_even_say_why_it_gave_up_is_seen_here(store: Store, plan: ExperimentPlan, held: Held) -> None:
    """The whole file stays locked: a page of this process is told, and it can be resumed from here at once."""
    patient = Store(store.path, patience=0.05)
    begun = runner.start(patient, plan)
    until(lambda: held.asked)
    with closing(sqlite3.connect(store.path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        held.go_on.set()
        until(lambda: seen(patient, begun.experiment_id).trouble)
    assert "another program is writing to this file" in seen(patient, begun.experiment_id).trouble
    assert store.experiments.progress(begun.experiment_id).is_held(time.time())
    runner.resume(patient, begun.experiment_id)
    assert ended(patient, begun.experiment_id).state is ExperimentState.DONE
    assert held.asked == 2


def test_whoever_waits_hears_of_a_locked_file(store: Store, talks: list[PlanSubject]) -> None:
    """In the foreground it is raised."""
    plan = plan_of(talks, [variant(GOOD)])
    owner = runner.new_owner()
    begun = store.experiments.begin(plan, owner, 60)
    with pytest.raises(LockedDatabase):
        runner.run_experiment(Hindered(store.path, 1), begun.experiment_id, owner)
    assert store.experiments.progress(begun.experiment_id).state is ExperimentState.FAILED


LOADED = "import json, sys, workbench.experiments.runner\nprint(json.dumps(sorted(sys.modules)))"


def test_working_loads_no_screen_and_no_data_frames() -> None:
    """Nor the database library, nor anything of the network."""
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, check=True, cwd=SAMPLE.parent)
    loaded = set(json.loads(done.stdout))
    assert {
        "streamlit",
        "pandas",
        "numpy",
        "plotly",
        "sqlite_utils",
        "asyncio",
        "workbench.ui.common.page_context",
    } & loaded == set()
    assert "workbench.experiments.runner.experiment_worker" in loaded
