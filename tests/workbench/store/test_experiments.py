import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest

from core.errors import BadInput
from core.generation.settings import Settings
from tests.workbench.store import making
from tests.workbench.store.conftest import Query
from workbench.store import (
    ClientChoice,
    Conflict,
    ExperimentPlan,
    ExperimentProgress,
    ExperimentState,
    FailedCall,
    LostLease,
    PlanCell,
    PlanSubject,
    PlanVariant,
    Session,
    SessionMaterial,
    Store,
    StoredUnit,
    SubjectQuestion,
    UnitPosition,
    UnknownRecord,
    experiment_id_of,
)
from workbench.store.database.clock import seconds

HERE: UnitPosition = (PlanCell(variant=0, subject=0), 0)
OFFLINE = ClientChoice(kind="offline")
ASKED = SubjectQuestion(text="What was lost?", citations=())


def unit(variant: int = 0, position: int = 0, *, title: str = "It") -> StoredUnit:
    """Return a unit that is done."""
    measured = making.UNIT.unit.model_copy(update={"key": f"chapter {position + 1}", "title": title})
    cell = PlanCell(variant=variant, subject=0)
    return making.UNIT.model_copy(update={"cell": cell, "position": position, "unit": measured})


@pytest.fixture
def begun(store: Store, ready: Session) -> ExperimentProgress:
    """An experiment that "one" works on."""
    return store.experiments.begin(making.plan(ready), "one", 60)


def test_an_experiment_is_read_as_it_was_stored(store: Store, begun: ExperimentProgress, ready: Session) -> None:
    """Its plan, how far it is, what is done; half characters included."""
    name = begun.experiment_id
    assert name == experiment_id_of(making.plan(ready))
    assert (begun.title, begun.variants, begun.subjects, begun.repeats) == ("Which is best?", 2, 1, 1)
    assert (begun.state, begun.owner, begun.units, begun.all_units) == (ExperimentState.RUNNING, "one", 0, 0)
    assert begun.is_held(seconds())
    done = [unit(1), unit(0, title="half \ufffd"), unit(0, position=1)]
    store.experiments.put_unit_count(name, "one", 4)
    for one in done:
        store.experiments.put_unit(name, "one", one, answers=1)
    experiment = store.experiments.get(name)
    assert experiment.plan == making.plan(ready) == store.experiments.plan(name)
    assert experiment.units == (done[1], done[2], done[0])
    assert (experiment.summary.units, experiment.summary.all_units, experiment.owner) == (3, 4, "one")
    assert store.experiments.answered_calls(name) == {(one.cell, one.position): 1 for one in done}


def test_the_same_plan_is_the_same_experiment(store: Store, begun: ExperimentProgress, ready: Session) -> None:
    """Beginning it again goes on with it; one that is done stays done; another title is another experiment."""
    store.experiments.release(begun.experiment_id, "one", ExperimentState.FAILED, "Odd.", troubles={"two": "No key."})
    failed = store.experiments.progress(begun.experiment_id)
    assert (failed.state, failed.message, failed.troubles, failed.finished_at) == (
        ExperimentState.FAILED,
        "Odd.",
        {"two": "No key."},
        "",
    )
    again = store.experiments.begin(making.plan(ready), "two", 60)
    assert (again.experiment_id, again.owner, again.message, again.troubles) == (begun.experiment_id, "two", "", {})
    assert again.begun_at == begun.begun_at
    store.experiments.release(begun.experiment_id, "two", ExperimentState.DONE, "")
    done = store.experiments.begin(making.plan(ready), "three", 60)
    assert (done.state, done.owner, done.finished_at > begun.begun_at) == (ExperimentState.DONE, "", True)
    assert store.experiments.lease(begun.experiment_id, "three", 60) == done
    other = store.experiments.begin(making.plan(ready, title="Another"), "one", 60)
    assert [one.experiment_id for one in store.experiments.list()] == [other.experiment_id, begun.experiment_id]


def test_the_lease_is_one_workers(store: Store, begun: ExperimentProgress, ready: Session) -> None:
    """Nobody else begins, goes on with or removes it; whoever lives keeps it after it ran out, whoever gave up does
    not."""
    name = begun.experiment_id
    acts: tuple[Callable[[], object], ...] = (
        lambda: store.experiments.begin(making.plan(ready), "two", 60),
        lambda: store.experiments.lease(name, "two", 60),
        lambda: store.experiments.delete(name),
    )
    for act in acts:
        with pytest.raises(Conflict, match="worked on in another tab or program") as caught:
            act()
        assert isinstance(caught.value.stored, ExperimentProgress)
    store.experiments.renew(name, "one", 0)
    with pytest.raises(Conflict, match="worked on here"):
        store.experiments.lease(name, "two", 60, living="one")
    store.experiments.renew(name, "one", 60)
    assert store.experiments.lease(name, "two", 60, instead_of="one").owner == "two"
    store.experiments.request_stop(name)
    assert store.experiments.renew(name, "two", 60)
    assert store.experiments.progress(name).stop_requested
    store.experiments.renew(name, "two", 0)
    assert not store.experiments.lease(name, "three", 60).stop_requested


LOSSES: dict[str, Callable[[Store, str], object]] = {
    "another took it": lambda store, name: store.experiments.lease(name, "two", 60),
    "it was given back": lambda store, name: store.experiments.release(name, "one", ExperimentState.STOPPED, ""),
    "it was removed": lambda store, name: store.experiments.delete(name),
}
WRITES: dict[str, Callable[[Store, str, str], object]] = {
    "renew": lambda store, name, owner: store.experiments.renew(name, owner, 60),
    "all units": lambda store, name, owner: store.experiments.put_unit_count(name, owner, 9),
    "unit": lambda store, name, owner: store.experiments.put_unit(name, owner, unit(1), answers=1, keys=("a",)),
    "release": lambda store, name, owner: store.experiments.release(name, owner, ExperimentState.DONE, "late"),
}


@pytest.mark.parametrize("lose", LOSSES.values(), ids=LOSSES)
def test_who_lost_the_lease_writes_nothing(
    store: Store, ready: Session, query: Query, lose: Callable[[Store, str], object]
) -> None:
    """Whatever it wants to write, and however it lost it. Nobody is no owner."""
    name = store.experiments.begin(making.plan(ready), "one", 0).experiment_id
    store.experiments.put_unit(name, "one", unit(), answers=1)
    lose(store, name)
    tables = ("experiments", "experiment_units", "experiment_uses")
    before = [query(f"SELECT * FROM {table}") for table in tables]  # noqa: S608 - names of tables
    for write in WRITES.values():
        for owner in ("one", "", "three"):
            with pytest.raises(LostLease, match="This experiment was stopped, taken over or removed"):
                write(store, name, owner)
    assert [query(f"SELECT * FROM {table}") for table in tables] == before  # noqa: S608 - names of tables


def test_a_unit_is_stored_once(store: Store, begun: ExperimentProgress) -> None:
    """The same again is the same; another in its place is refused."""
    for _ in range(2):
        store.experiments.put_unit(begun.experiment_id, "one", unit(), answers=1)
    with pytest.raises(Conflict, match="“Other” is stored already"):
        store.experiments.put_unit(begun.experiment_id, "one", unit(title="Other"), answers=1)
    assert store.experiments.get(begun.experiment_id).units == (unit(),)


def test_progress_and_storing_read_no_unit(store: Store, begun: ExperimentProgress, query: Query) -> None:
    """However many there are, and whatever they hold."""
    name = begun.experiment_id
    store.experiments.put_unit(name, "one", unit(), answers=2)
    query("UPDATE experiment_units SET content = 'no JSON at all'")
    store.experiments.put_unit(name, "one", unit(position=1), answers=0)
    assert store.experiments.progress(name).units == 2
    assert store.experiments.list()[0].units == 2
    assert sorted(store.experiments.answered_calls(name).values()) == [0, 2]
    store.experiments.release(name, "one", ExperimentState.STOPPED, "")
    assert store.experiments.lease(name, "two", 60).units == 2


def test_a_call_is_kept_for_whoever_asks_the_same(store: Store, begun: ExperimentProgress, ready: Session) -> None:
    """Under its key, with the unit it was made for; the first of two that were made at the same moment stays."""
    assert store.experiments.find_call("asked") is None
    kept = store.experiments.keep_call("asked", making.call(0), begun.experiment_id, HERE)
    assert (kept.call, kept.experiment_id, kept.place) == (making.call(0), begun.experiment_id, HERE)
    assert store.experiments.find_call("asked") == kept
    other = store.experiments.begin(making.plan(ready, title="Another"), "one", 60)
    elsewhere = (PlanCell(variant=1, subject=0), 1)
    late = making.call(0, text="another reply")
    assert store.experiments.keep_call("asked", late, other.experiment_id, elsewhere) == kept
    assert store.experiments.known_calls(("asked", "never")) == {"asked"}


def test_a_call_that_failed_counts_and_answers_nobody(store: Store, begun: ExperimentProgress) -> None:
    """In the order they were made, with the unit, and whether it was the judge's."""
    made = [FailedCall(making.failed(0), by_judge=False), FailedCall(making.failed(0, 2), by_judge=True)]
    for one in made:
        store.experiments.add_failed_call(begun.experiment_id, HERE, one)
    assert store.experiments.failed_calls(begun.experiment_id) == {HERE: tuple(made)}


def test_of_an_experiment_that_is_removed_nothing_stays(
    store: Store, begun: ExperimentProgress, ready: Session, query: Query
) -> None:
    """But for what another needs: its calls, and the sources; and for whom it was made is forgotten."""
    name = begun.experiment_id
    other = store.experiments.begin(making.plan(ready, title="Another"), "one", 60)
    for key in ("mine", "ours"):
        store.experiments.keep_call(key, making.call(0), name, HERE)
    store.experiments.put_unit(other.experiment_id, "one", unit(), answers=1, keys=("ours", "gone since"))
    store.experiments.put_unit(name, "one", unit(), answers=1, keys=("mine", "ours"))
    store.experiments.add_failed_call(name, HERE, FailedCall(making.failed(0), by_judge=False))
    store.sessions.delete(ready)
    query("DELETE FROM sessions")
    store.experiments.delete(name, instead_of="one")
    found = store.experiments.find_call("ours")
    assert found is not None
    assert (found.call, found.experiment_id) == (making.call(0), None)
    assert store.experiments.find_call("mine") is None
    assert len(query("SELECT * FROM sources")) == 2
    for act in (
        store.experiments.get,
        store.experiments.plan,
        store.experiments.progress,
        store.experiments.request_stop,
    ):
        with pytest.raises(UnknownRecord):
            act(name)
    with pytest.raises(UnknownRecord):
        store.experiments.keep_call("late", making.call(0), name, HERE)
    store.experiments.add_failed_call(name, HERE, FailedCall(making.failed(0), by_judge=False))
    store.experiments.delete(other.experiment_id, instead_of="one")
    tables = [name for (name,) in query("SELECT name FROM sqlite_master WHERE type = 'table'")]
    ours = [name for name in tables if name.startswith("experiment")]
    assert len(ours) == 7
    for table in (*ours, "sources"):
        assert query(f"SELECT * FROM {table}") == [], table  # noqa: S608 - names of tables


def test_sources_come_with_the_plan(store: Store, elsewhere: Store, ready: Session, query: Query) -> None:
    """From files, in the same transaction: all or nothing. They stay though no session has them."""
    given = making.plan(ready)
    files = [("a.md", b"Ada: So it is."), ("a.json", b"{}")]
    with pytest.raises(UnknownRecord, match=r"“a\.json” is no longer kept"):
        elsewhere.experiments.begin(given, "one", 60, files=files[:1])
    assert elsewhere.experiments.list() == ()
    elsewhere.experiments.begin(given, "one", 60, files=[*files, ("idle.md", b"Nobody needs this.")])
    elsewhere.sessions.delete(elsewhere.sessions.create("Whoever deletes cleans up"))
    assert ready.transcript is not None
    assert elsewhere.sources.get(ready.transcript.sha256) == b"Ada: So it is."
    with closing(sqlite3.connect(elsewhere.path)) as connection:
        assert connection.execute("SELECT count(*) FROM sources").fetchone() == (2,)


def test_a_plan_that_is_none_is_refused(store: Store, ready: Session) -> None:
    """With all that is wrong with it, each with its place."""
    one = making.subject(ready)
    assert one.material is not None
    half = SessionMaterial(transcript=None, evidence=None, casts=(), settings=Settings())
    wrong = ExperimentPlan(
        title=" ",
        variants=(PlanVariant(name="one", client=OFFLINE), PlanVariant(name="one", client=OFFLINE)),
        subjects=(
            PlanSubject(name="nothing"),
            PlanSubject(name="both", material=one.material, questions=(ASKED,)),
            PlanSubject(name="half", material=half),
            one.model_copy(update={"chapters": ()}),
            PlanSubject(name="twice", questions=(ASKED, ASKED)),
        ),
        reference="three",
    )
    with pytest.raises(BadInput) as caught:
        store.experiments.begin(wrong, "one", 60)
    assert [problem.place for problem in caught.value.problems] == [
        "title",
        "variant one",
        "subject nothing",
        "subject both",
        "subject half",
        "subject An interview",
        "subject twice",
        "reference",
    ]
    assert store.experiments.list() == ()
