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
    JudgeChoice,
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
    return store.begin_experiment(making.plan(ready), "one", 60)


def test_an_experiment_is_read_as_it_was_stored(store: Store, begun: ExperimentProgress, ready: Session) -> None:
    """Its plan, how far it is, what is done; half characters included."""
    name = begun.experiment_id
    assert name == experiment_id_of(making.plan(ready))
    assert (begun.title, begun.variants, begun.subjects, begun.repeats) == ("Which is best?", 2, 1, 1)
    assert (begun.state, begun.owner, begun.units, begun.all_units) == (ExperimentState.RUNNING, "one", 0, 0)
    assert begun.is_held(seconds())
    done = [unit(1), unit(0, title="half \ud800"), unit(0, position=1)]
    store.note_all_units(name, "one", 4)
    for one in done:
        store.put_unit(name, "one", one, answers=1)
    experiment = store.experiment(name)
    assert experiment.plan == making.plan(ready) == store.experiment_plan(name)
    assert experiment.units == (done[1], done[2], done[0])
    assert (experiment.summary.units, experiment.summary.all_units, experiment.owner) == (3, 4, "one")
    assert store.answered_calls(name) == {(one.cell, one.position): 1 for one in done}


def test_the_same_plan_is_the_same_experiment(store: Store, begun: ExperimentProgress, ready: Session) -> None:
    """Beginning it again goes on with it; one that is done stays done; another title is another experiment."""
    store.release_experiment(begun.experiment_id, "one", ExperimentState.FAILED, "Odd.", troubles={"two": "No key."})
    failed = store.experiment_progress(begun.experiment_id)
    assert (failed.state, failed.message, failed.troubles, failed.finished_at) == (
        ExperimentState.FAILED,
        "Odd.",
        {"two": "No key."},
        "",
    )
    again = store.begin_experiment(making.plan(ready), "two", 60)
    assert (again.experiment_id, again.owner, again.message, again.troubles) == (begun.experiment_id, "two", "", {})
    assert again.begun_at == begun.begun_at
    store.release_experiment(begun.experiment_id, "two", ExperimentState.DONE, "")
    done = store.begin_experiment(making.plan(ready), "three", 60)
    assert (done.state, done.owner, done.finished_at > begun.begun_at) == (ExperimentState.DONE, "", True)
    assert store.lease_experiment(begun.experiment_id, "three", 60) == done
    other = store.begin_experiment(making.plan(ready, title="Another"), "one", 60)
    assert [one.experiment_id for one in store.experiments()] == [other.experiment_id, begun.experiment_id]


def test_the_lease_is_one_workers(store: Store, begun: ExperimentProgress, ready: Session) -> None:
    """Nobody else begins, goes on with or removes it; whoever lives keeps it after it ran out, whoever gave up does
    not."""
    name = begun.experiment_id
    acts: tuple[Callable[[], object], ...] = (
        lambda: store.begin_experiment(making.plan(ready), "two", 60),
        lambda: store.lease_experiment(name, "two", 60),
        lambda: store.delete_experiment(name),
    )
    for act in acts:
        with pytest.raises(Conflict, match="worked on in another tab or program") as caught:
            act()
        assert isinstance(caught.value.stored, ExperimentProgress)
    store.renew_experiment(name, "one", 0)
    with pytest.raises(Conflict, match="worked on here"):
        store.lease_experiment(name, "two", 60, living="one")
    store.renew_experiment(name, "one", 60)
    assert store.lease_experiment(name, "two", 60, instead_of="one").owner == "two"
    store.stop_experiment(name)
    assert store.renew_experiment(name, "two", 60)
    assert store.experiment_progress(name).stop_requested
    store.renew_experiment(name, "two", 0)
    assert not store.lease_experiment(name, "three", 60).stop_requested


LOSSES: dict[str, Callable[[Store, str], object]] = {
    "another took it": lambda store, name: store.lease_experiment(name, "two", 60),
    "it was given back": lambda store, name: store.release_experiment(name, "one", ExperimentState.STOPPED, ""),
    "it was removed": lambda store, name: store.delete_experiment(name),
}
WRITES: dict[str, Callable[[Store, str, str], object]] = {
    "renew": lambda store, name, owner: store.renew_experiment(name, owner, 60),
    "all units": lambda store, name, owner: store.note_all_units(name, owner, 9),
    "unit": lambda store, name, owner: store.put_unit(name, owner, unit(1), answers=1, keys=("a",)),
    "release": lambda store, name, owner: store.release_experiment(name, owner, ExperimentState.DONE, "late"),
}


@pytest.mark.parametrize("lose", LOSSES.values(), ids=LOSSES)
def test_who_lost_the_lease_writes_nothing(
    store: Store, ready: Session, query: Query, lose: Callable[[Store, str], object]
) -> None:
    """Whatever it wants to write, and however it lost it. Nobody is no owner."""
    name = store.begin_experiment(making.plan(ready), "one", 0).experiment_id
    store.put_unit(name, "one", unit(), answers=1)
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
        store.put_unit(begun.experiment_id, "one", unit(), answers=1)
    with pytest.raises(Conflict, match="“Other” is stored already"):
        store.put_unit(begun.experiment_id, "one", unit(title="Other"), answers=1)
    assert store.experiment(begun.experiment_id).units == (unit(),)


def test_progress_and_storing_read_no_unit(store: Store, begun: ExperimentProgress, query: Query) -> None:
    """However many there are, and whatever they hold."""
    name = begun.experiment_id
    store.put_unit(name, "one", unit(), answers=2)
    query("UPDATE experiment_units SET content = 'no JSON at all'")
    store.put_unit(name, "one", unit(position=1), answers=0)
    assert store.experiment_progress(name).units == 2
    assert store.experiments()[0].units == 2
    assert sorted(store.answered_calls(name).values()) == [0, 2]
    store.release_experiment(name, "one", ExperimentState.STOPPED, "")
    assert store.lease_experiment(name, "two", 60).units == 2


def test_a_call_is_kept_for_whoever_asks_the_same(store: Store, begun: ExperimentProgress, ready: Session) -> None:
    """Under its key, with the unit it was made for; the first of two that were made at the same moment stays."""
    assert store.find_call("asked") is None
    kept = store.keep_call("asked", making.call(0), begun.experiment_id, HERE)
    assert (kept.call, kept.experiment_id, kept.place) == (making.call(0), begun.experiment_id, HERE)
    assert store.find_call("asked") == kept
    other = store.begin_experiment(making.plan(ready, title="Another"), "one", 60)
    elsewhere = (PlanCell(variant=1, subject=0), 1)
    late = making.call(0, text="another reply")
    assert store.keep_call("asked", late, other.experiment_id, elsewhere) == kept
    assert store.known_calls(("asked", "never")) == {"asked"}


def test_a_call_that_failed_counts_and_answers_nobody(store: Store, begun: ExperimentProgress) -> None:
    """In the order they were made, with the unit, and whether it was the judge's."""
    made = [FailedCall(making.failed(0), by_judge=False), FailedCall(making.failed(0, 2), by_judge=True)]
    for one in made:
        store.note_failed_call(begun.experiment_id, HERE, one)
    assert store.failed_calls(begun.experiment_id) == {HERE: tuple(made)}


def test_of_an_experiment_that_is_removed_nothing_stays(
    store: Store, begun: ExperimentProgress, ready: Session, query: Query
) -> None:
    """But for what another needs: its calls, and the sources; and for whom it was made is forgotten."""
    name = begun.experiment_id
    other = store.begin_experiment(making.plan(ready, title="Another"), "one", 60)
    for key in ("mine", "ours"):
        store.keep_call(key, making.call(0), name, HERE)
    store.put_unit(other.experiment_id, "one", unit(), answers=1, keys=("ours", "gone since"))
    store.put_unit(name, "one", unit(), answers=1, keys=("mine", "ours"))
    store.note_failed_call(name, HERE, FailedCall(making.failed(0), by_judge=False))
    store.delete(ready)
    query("DELETE FROM sessions")
    store.delete_experiment(name, instead_of="one")
    found = store.find_call("ours")
    assert found is not None
    assert (found.call, found.experiment_id) == (making.call(0), None)
    assert store.find_call("mine") is None
    assert len(query("SELECT * FROM sources")) == 2
    for act in (store.experiment, store.experiment_plan, store.experiment_progress, store.stop_experiment):
        with pytest.raises(UnknownRecord):
            act(name)
    with pytest.raises(UnknownRecord):
        store.keep_call("late", making.call(0), name, HERE)
    store.note_failed_call(name, HERE, FailedCall(making.failed(0), by_judge=False))
    store.delete_experiment(other.experiment_id, instead_of="one")
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
        elsewhere.begin_experiment(given, "one", 60, files=files[:1])
    assert elsewhere.experiments() == ()
    elsewhere.begin_experiment(given, "one", 60, files=[*files, ("idle.md", b"Nobody needs this.")])
    elsewhere.delete(elsewhere.create("Whoever deletes cleans up"))
    assert ready.transcript is not None
    assert elsewhere.source_bytes(ready.transcript.sha256) == b"Ada: So it is."
    with closing(sqlite3.connect(elsewhere.path)) as connection:
        assert connection.execute("SELECT count(*) FROM sources").fetchone() == (2,)


def test_a_plan_that_is_none_is_refused(store: Store, ready: Session) -> None:
    """With all that is wrong with it, each with its place."""
    one = making.subject(ready)
    assert one.material is not None
    half = SessionMaterial(transcript=None, evidence=None, casts=(), mends=(), settings=Settings())
    listed = JudgeChoice(client=ClientChoice(kind="scripted", replies=("a", "b")), support=True)
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
        judge=listed,
    )
    with pytest.raises(BadInput) as caught:
        store.begin_experiment(wrong, "one", 60)
    assert [problem.place for problem in caught.value.problems] == [
        "title",
        "variant one",
        "subject nothing",
        "subject both",
        "subject half",
        "subject An interview",
        "subject twice",
        "judge",
        "reference",
    ]
    with pytest.raises(BadInput, match="offline cannot judge a text"):
        store.begin_experiment(making.plan(ready, judge=JudgeChoice(client=OFFLINE)), "one", 60)
    assert store.experiments() == ()
