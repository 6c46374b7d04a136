import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from core.errors import BadInput
from core.evaluation.records import Amount, Metric
from core.llm.client import Outcome, Sampling
from tests.workbench.experiments.runner.making import (
    BAD,
    GOOD,
    JUDGE,
    TALKS,
    grid,
    noted,
    places,
    plan_of,
    questions,
    session_in,
    table,
    variant,
    work,
    worked,
)
from workbench.experiments import runner
from workbench.experiments.runner import UnitReport
from workbench.store import ClientChoice, Experiment, ExperimentPlan, ExperimentState, JudgeChoice, PlanSubject, Store

OFFLINE = ClientChoice(kind="offline")


def test_work_goes_by_repeat_then_subject_then_variant(store: Store, talks: list[PlanSubject], notes: Path) -> None:
    """So that whoever stops it has something to compare; within a cell unit by unit. Each script begins anew there."""
    plan = plan_of(talks[:2], [variant(GOOD), variant(BAD)], repeats=2)
    experiment = worked(store, plan)
    assert experiment.summary.state is ExperimentState.DONE
    assert (experiment.summary.units, experiment.summary.all_units) == (16, 16)
    expected = [(r, s, v, p) for r in (0, 1) for s in (0, 1) for v in (0, 1) for p in (0, 1)]
    assert places(experiment) == expected
    calls = [line.split()[:3] for line in noted(notes)]
    assert calls == [[("good.json", "bad.json")[v], str(p), str(7 + r)] for r, _, v, p in expected]
    assert list(runner.cells_of(plan)) == [done.cell for done in experiment.units if done.position == 0]


def test_a_repeat_is_made_with_the_next_seed(store: Store, talks: list[PlanSubject], notes: Path) -> None:
    """Of answers too; the highest seed is followed by the lowest."""
    last = variant(GOOD)
    settings = last.settings.model_copy(update={"sampling": Sampling(seed=2**31 - 1)})
    worked(store, plan_of(talks[:1], [last.model_copy(update={"settings": settings})], repeats=2))
    assert [line.split()[2] for line in noted(notes)] == [str(2**31 - 1)] * 2 + ["0"] * 2
    notes.unlink()
    worked(store, plan_of([questions(1)], [variant(GOOD)], repeats=3))
    assert [line.split()[2] for line in noted(notes)] == ["7", "8", "9"]


def test_a_unit_is_measured_with_what_its_calls_took(store: Store, talks: list[PlanSubject]) -> None:
    """Words before and after enforcement, the text as it is read, the calls; a script's tokens nobody counted, and the
    offline composer asks nobody."""
    experiment = worked(store, plan_of(talks[:1], [variant(GOOD), variant(BAD), variant(OFFLINE)]))
    good, bad, offline = experiment.units[0], experiment.units[2], experiment.units[4]
    assert (good.unit.subject, good.unit.key, good.unit.title) == ("Talk 0", "chapter 1", "It")
    assert "“The box came ashore in March, and nobody asked whose it was.”" in good.text
    assert (good.unit.shares[Metric.VERBATIM_BEFORE].k, good.unit.shares[Metric.VERBATIM_BEFORE].n) == (1, 3)
    assert bad.unit.shares[Metric.VERBATIM_BEFORE].k == 0
    assert bad.unit.amounts[Amount.FABRICATED_BEFORE] == 1
    assert all(done.unit.amounts[Amount.FABRICATED_AFTER] == 0 for done in experiment.units)
    (call,) = good.calls
    assert (call.position, call.number, call.client, call.outcome) == (0, 1, "scripted", Outcome.COMPLETE)
    assert (good.unit.amounts[Amount.CALLS], good.unit.amounts[Amount.COST], good.paid) == (1, 0, 1)
    assert good.unit.amounts[Amount.CHARACTERS] > len(GOOD.replies[0])
    assert Amount.INPUT_TOKENS not in good.unit.amounts
    assert (offline.unit.amounts[Amount.CALLS], offline.unit.amounts[Amount.INPUT_TOKENS], offline.paid) == (0, 0, 0)
    assert TALKS[0][0] in offline.text
    assert offline.unit.amounts[Amount.SECONDS] > 0
    assert offline.calls == ()


def test_an_answer_is_a_unit(store: Store, notes: Path) -> None:
    """Every variant answers from the same passages; the client that cannot shows them, and asks nobody."""
    said = "“The box came ashore in March, and nobody in the harbour asked whose it was or what it held.”"
    answers = ClientChoice(kind="scripted", name="answers.json", replies=(f"It came.\n\n> {said} — log-1", "None."))
    plan = plan_of([questions()], [variant(answers, by_reference=False), variant(OFFLINE)])
    experiment = worked(store, plan)
    first, _, found, _ = experiment.units
    assert first.unit.shares[Metric.VERBATIM_BEFORE].k == 1
    assert "The box came ashore in March" in first.text
    assert (first.unit.title, found.unit.title) == ("What came ashore, 0?", "What came ashore, 0?")
    assert len(noted(notes)) == 2
    assert found.unit.amounts[Amount.CALLS] == 0


def test_the_same_call_is_made_once_for_all_experiments(store: Store, talks: list[PlanSubject], notes: Path) -> None:
    """Another experiment that asks the same finds it; what it took counts as what the unit takes, and nothing is paid.
    Another seed, prompt, script or place in a script is another call."""
    first = worked(store, plan_of(talks[:1], [variant(GOOD)]))
    assert [done.paid for done in first.units] == [1, 1]
    second = worked(store, grid(talks[:2], [GOOD], repeats=2))
    assert [done.paid for done in second.units if done.cell == second.units[2].cell] == [0, 0]
    assert sum(done.paid for done in second.units) == 22
    assert len(noted(notes)) == len(set(noted(notes))) == 24
    (found,) = (done for done in second.units if done.unit == first.units[0].unit and not done.cell.repeat)
    assert found.calls == first.units[0].calls


def test_variants_that_ask_the_same_pay_once(store: Store, talks: list[PlanSubject], notes: Path) -> None:
    """Two names for one way of writing; the judge reads the same text once."""
    twin = variant(GOOD).model_copy(update={"name": "twin"})
    experiment = worked(store, plan_of(talks[:1], [variant(GOOD), twin], judge=JUDGE))
    assert [done.paid for done in experiment.units] == [3, 3, 0, 0]
    assert len(noted(notes)) == 6
    one, other = experiment.units[0], experiment.units[2]
    assert (one.unit, one.text, one.calls, one.judging) == (other.unit, other.text, other.calls, other.judging)


def test_the_judge_has_its_place_in_a_script_whatever_becomes_of_others(
    store: Store, talks: list[PlanSubject], notes: Path
) -> None:
    """One list for all: as many replies for each unit, in the order of work, as there are samples. A variant that wrote
    nothing leaves its places unused."""
    scores = tuple(f'{{"score": {number % 5 + 1}, "reason": "{number}"}}' for number in range(16))
    judge = JudgeChoice(client=ClientChoice(kind="scripted", name="judge.json", replies=scores), samples=2)
    silent = ClientChoice(kind="scripted", name="none.json", replies=("", "{}"))
    short = ClientChoice(kind="scripted", name="short.json", replies=GOOD.replies[:1])
    plan = plan_of(talks[:1], [variant(one) for one in (GOOD, silent, short, BAD)], judge=judge)
    experiment = worked(store, plan)
    assert experiment.summary.state is ExperimentState.FAILED
    reasons = {
        (done.cell.variant, done.position): [sample.reason for sample in done.unit.coherence.samples]
        for done in experiment.units
        if done.unit.coherence is not None
    }
    assert reasons == {
        (0, 0): ["0", "1"],
        (0, 1): ["2", "3"],
        (2, 0): ["8", "9"],
        (3, 0): ["12", "13"],
        (3, 1): ["14", "15"],
    }
    judged = experiment.units[0]
    assert judged.unit.coherence is not None
    assert (judged.unit.coherence.judge, judged.unit.coherence.scores) == ("judge.json", (1, 2))
    assert len(judged.judging) == 2
    assert judged.paid == 3
    assert judged.unit.amounts[Amount.CALLS] == 1
    seeds = [line.split()[2] for line in noted(notes) if line.startswith("judge.json")]
    assert seeds == ["7", "8"] * 5


def test_a_judge_that_cannot_be_read_leaves_its_sample_out(store: Store, talks: list[PlanSubject]) -> None:
    """It is asked once all the same, and said why."""
    client = ClientChoice(kind="scripted", name="j", replies=("I would say four.",), every_call=True)
    experiment = worked(store, plan_of(talks[:1], [variant(GOOD)], judge=JudgeChoice(client=client, samples=3)))
    assert experiment.summary.state is ExperimentState.DONE
    for done in experiment.units:
        assert done.unit.coherence is not None
        assert done.unit.coherence.mean is None
        assert [bool(sample.why) for sample in done.unit.coherence.samples] == [True] * 3


def test_a_judge_says_what_citations_support(store: Store, talks: list[PlanSubject]) -> None:
    """In place of the words alone; each question is a call of its own, after the samples."""
    reply = "## It\n\nText.\n\n### Core Claims\n\n- Nobody asked: “{}” (Ada)\n"
    client = GOOD.model_copy(update={"replies": tuple(reply.format(said) for said in TALKS[0])})
    no = ClientChoice(kind="scripted", name="no", replies=('{"supported": "no"}',), every_call=True)
    judge = JudgeChoice(client=no, samples=1, support=True)
    experiment = worked(store, plan_of(talks[:1], [variant(client)], judge=judge))
    for done in experiment.units:
        assert [statement.supported for statement in done.unit.statements] == [False]
        assert done.unit.shares[Metric.CITATION_RECALL].k == 0
        assert len(done.judging) == 2
        assert done.unit.coherence is not None
        assert done.unit.coherence.mean is None


def test_an_experiment_that_is_done_stays_as_it_is(store: Store, talks: list[PlanSubject], notes: Path) -> None:
    """The same plan is the same experiment: nothing is asked, nothing changes."""
    plan = plan_of(talks, [variant(GOOD)])
    first = worked(store, plan)
    assert worked(store, plan) == first
    assert len(noted(notes)) == 6
    assert worked(store, plan.model_copy(update={"title": "Another"})).summary.experiment_id != (
        first.summary.experiment_id
    )
    assert len(noted(notes)) == 6


def test_what_is_planned_needs_its_session_no_more(store: Store, talks: list[PlanSubject], notes: Path) -> None:
    """The session is deleted, for good, in the middle: the plan has all that it needs, and its sources stay."""
    plan = plan_of(talks[:1], [variant(GOOD), variant(BAD)])

    def leave(_: UnitReport) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work(store, plan, on_unit=leave)
    (stands,) = store.experiments.list()
    assert (stands.state, stands.units, stands.message) == (
        ExperimentState.STOPPED,
        1,
        "It was stopped by hand. Resume it to go on.",
    )
    for summary in store.sessions.list():
        store.sessions.delete(summary.session)
    with closing(sqlite3.connect(store.path)) as connection, connection:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("DELETE FROM sessions")
    store.sessions.delete(store.sessions.create("Whoever deletes cleans up"))
    with closing(sqlite3.connect(store.path)) as connection:
        assert connection.execute("SELECT count(*) FROM sources").fetchone() == (2,)
    assert work(store, plan).state is ExperimentState.DONE
    assert len(noted(notes)) == 4


def test_only_the_chapters_that_are_named_are_written(store: Store, talks: list[PlanSubject], notes: Path) -> None:
    """One that there is not is said first."""
    one = talks[0].model_copy(update={"chapters": (1,)})
    experiment = worked(store, plan_of([one], [variant(GOOD)]))
    assert [(done.position, done.unit.key) for done in experiment.units] == [(0, "chapter 2")]
    none = talks[0].model_copy(update={"chapters": (7,)})
    with pytest.raises(BadInput, match="subject Talk 0: chapter 8"):
        work(store, plan_of([none], [variant(GOOD)]))
    assert len(noted(notes)) == 1


def tables(store: Store, plan: ExperimentPlan) -> list[object]:
    """Return what an experiment comes to."""
    found: Experiment = worked(store, plan)
    return [found.summary.state, found.troubles, table(found)]


def test_the_same_plan_comes_to_the_same_anywhere(tmp_path: Path, store: Store, talks: list[PlanSubject]) -> None:
    """In another database too, field by field, but for times."""
    other = Store(tmp_path / "other.db")
    plan = grid(talks[:2], [GOOD, BAD], judge=JUDGE)
    assert [session_in(other, number) for number in range(2)] == talks[:2]
    assert tables(store, plan) == tables(other, plan)
