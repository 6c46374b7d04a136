"""What goes wrong with an experiment: what it costs, what is said, and what is left."""

from pathlib import Path

import pytest

from core.errors import BadInput, ClientError, KeyRefused, ModelUnknown, ServiceTrouble
from core.evaluation.records import Amount
from core.llm.client import Outcome
from tests.workbench.experiments.runner.making import (
    GOOD,
    JUDGE,
    Model,
    client_kind,
    never,
    noted,
    plan_of,
    variant,
    work,
)
from workbench.experiments import runner
from workbench.experiments.runner import UnitReport
from workbench.store import ClientChoice, ExperimentState, JudgeChoice, PlanSubject, Store

GEMINI = ClientChoice(kind="gemini", model="m")

FATAL: dict[str, tuple[Exception, str]] = {
    "the key is refused": (KeyRefused("The key is refused."), "The key is refused."),
    "the model is unknown": (ModelUnknown("There is no model m."), "There is no model m."),
}


@pytest.mark.parametrize(("error", "says"), FATAL.values(), ids=FATAL)
def test_a_variant_that_cannot_go_on_leaves_the_others(
    store: Store, talks: list[PlanSubject], notes: Path, error: Exception, says: str
) -> None:
    """It asks no more, and says why; once a person mended it, what is missing is written, and nothing else."""
    model = Model(lambda _: error)
    plan = plan_of(talks, [variant(GEMINI), variant(GOOD)])
    told: list[UnitReport] = []
    with client_kind("gemini", {"m": model}):
        stands = work(store, plan, on_unit=told.append)
        assert stands.state is ExperimentState.FAILED
        assert (stands.units, stands.all_units, stands.owner) == (6, 12, "")
        assert list(stands.troubles) == ["m / quote"]
        assert says in stands.troubles["m / quote"]
        assert "Resume" in stands.message
        assert len(model.asked) == 1
        assert [(one.is_over, bool(one.trouble)) for one in told] == [(True, True)] + [(False, False)] * 6
        model.fails = never
        stands = work(store, plan)
    assert (stands.state, stands.units, stands.troubles, stands.message) == (ExperimentState.DONE, 12, {}, "")
    assert len(model.asked) == 7
    assert len(noted(notes)) == 6
    first = store.experiments.get(stands.experiment_id).units[0]
    assert [call.outcome for call in first.calls] == [Outcome.FATAL, Outcome.COMPLETE]
    assert [call.number for call in first.calls] == [1, 2]
    assert (first.paid, first.unit.amounts[Amount.CALLS]) == (2, 2)
    assert (first.unit.amounts[Amount.INPUT_TOKENS], first.unit.amounts[Amount.OUTPUT_TOKENS]) == (100, 25)


def test_a_call_that_fails_for_now_costs_one_unit(store: Store, talks: list[PlanSubject]) -> None:
    """The variant goes on with the next; after three in a row it is over for this time."""
    busy = ServiceTrouble("It is busy.", requests=4)
    model = Model(lambda number: busy if number in (1, 2, 4, 5, 6) else None)
    plan = plan_of(talks, [variant(GEMINI)], repeats=2)
    with client_kind("gemini", {"m": model}):
        stands = work(store, plan)
        assert (stands.state, stands.units, len(model.asked)) == (ExperimentState.FAILED, 2, 7)
        model.fails = never
        assert work(store, plan).state is ExperimentState.DONE
    assert len(model.asked) == 7 + 10
    experiment = store.experiments.get(stands.experiment_id)
    assert [len(done.calls) for done in experiment.units] == [1, 2, 2, 1, 2, 2, 2, 1, 1, 1, 1, 1]
    failed = experiment.units[1]
    assert (failed.calls[0].trouble, failed.calls[0].requests) == ("It is busy.", 4)
    assert Amount.COST not in failed.unit.amounts  # nobody knows what the failed one cost


def test_a_script_that_runs_out_ends_its_variant(store: Store, talks: list[PlanSubject]) -> None:
    """In the middle of a cell; the first unit is there, and the message says what to give."""
    short = ClientChoice(kind="scripted", name="short.json", replies=GOOD.replies[:1])
    stands = work(store, plan_of(talks, [variant(short), variant(GOOD)]))
    assert (stands.state, stands.units) == (ExperimentState.FAILED, 7)
    assert "short.json: the script has 1 replies, and reply 2 was asked for" in stands.troubles["short.json / quote"]
    assert stands.troubles["short.json / quote"].startswith("Talk 0, Talk 0, part 2: ")


def test_a_judge_that_cannot_go_on_ends_the_experiment(store: Store, talks: list[PlanSubject], notes: Path) -> None:
    """Nothing would be whole without it; what was written is not written again."""
    judge = JUDGE.model_copy(update={"client": GEMINI})
    model = Model(lambda _: KeyRefused("The key is refused."))
    plan = plan_of(talks[:1], [variant(GOOD)], judge=judge)
    with client_kind("gemini", {"m": model}):
        with pytest.raises(runner.JudgeError, match="The key is refused"):
            work(store, plan)
        (stands,) = store.experiments.list()
        assert (stands.state, stands.units, stands.owner) == (ExperimentState.FAILED, 0, "")
        assert "The judge could not go on: The key is refused." in stands.message
        model.fails = (None, ServiceTrouble("It is busy.", requests=3), None, None, None, None).__getitem__
        stands = work(store, plan)
        assert (stands.units, "The judge: It is busy." in stands.troubles["good.json / quote"]) == (1, True)
        assert work(store, plan).state is ExperimentState.DONE
    assert len(noted(notes)) == 2
    (first, _) = store.experiments.get(stands.experiment_id).units
    assert [call.outcome for call in first.judging] == [Outcome.FATAL, Outcome.TRANSIENT, *[Outcome.COMPLETE] * 2]
    assert [call.outcome for call in first.calls] == [Outcome.COMPLETE]
    assert first.paid == 5


def test_what_a_check_raises_ends_the_work(store: Store, talks: list[PlanSubject]) -> None:
    """As a stop: all that is done is kept, and whoever checks hears of it."""

    class Enough(Exception):
        """Whoever waits has had enough."""

    done: list[UnitReport] = []

    def check() -> None:
        if len(done) == 2:
            raise Enough

    with pytest.raises(Enough):
        work(store, plan_of(talks, [variant(GOOD)]), on_unit=done.append, check=check)
    (stands,) = store.experiments.list()
    assert (stands.state, stands.units, stands.owner) == (ExperimentState.STOPPED, 2, "")


def test_a_source_that_cannot_be_read_is_said_before_anything_is_asked(
    store: Store, talks: list[PlanSubject], notes: Path
) -> None:
    """With the subject's name; nobody has paid for half an experiment then."""
    session = store.sessions.put_evidence(store.sessions.create("Broken"), "broken.json", b"{]")
    assert talks[0].material is not None
    material = talks[0].material.model_copy(update={"evidence": session.evidence})
    plan = plan_of([talks[1], PlanSubject(name="Broken", material=material)], [variant(GOOD)])
    with pytest.raises(BadInput, match=r"subject Broken: broken\.json"):
        work(store, plan)
    (stands,) = store.experiments.list()
    assert (stands.state, stands.units) == (ExperimentState.FAILED, 0)
    assert "subject Broken: broken.json" in stands.message
    assert noted(notes) == []


def test_a_client_that_is_none_is_said_before_anything_is_begun(store: Store, talks: list[PlanSubject]) -> None:
    """A judge too."""
    nobody = ClientChoice(kind="openai", base_url="http://127.0.0.1:1/v1")
    for plan in (
        plan_of(talks, [variant(nobody)]),
        plan_of(talks, [variant(GOOD)], judge=JudgeChoice(client=nobody)),
    ):
        with pytest.raises(BadInput, match="model: none is chosen"):
            runner.start(store, plan)
        assert store.experiments.list() == ()
    with pytest.raises(BadInput, match="model: none is chosen"):
        work(store, plan_of(talks, [variant(nobody)]))
    (stands,) = store.experiments.list()
    assert (stands.state, stands.owner, "model: none is chosen" in stands.message) == (ExperimentState.FAILED, "", True)


@pytest.mark.parametrize(
    ("judge", "says"),
    [
        (JudgeChoice(client=ClientChoice(kind="offline")), "judge: offline cannot judge a text"),
        (JudgeChoice(client=ClientChoice(kind="pasted")), "judge: pasted cannot judge a text"),
        (
            JudgeChoice(client=ClientChoice(kind="scripted", replies=("a", "b")), support=True),
            "judge: a list of replies cannot judge what citations support: the number of calls is not known",
        ),
    ],
)
def test_who_cannot_judge_is_said_before_anything_is_begun(
    store: Store, talks: list[PlanSubject], judge: JudgeChoice, says: str
) -> None:
    """Whoever reads no question, and a list of which nobody knows which reply is for which."""
    with pytest.raises(BadInput, match=says):
        runner.start(store, plan_of(talks, [variant(GOOD)], judge=judge))
    assert store.experiments.list() == ()


def test_a_bug_ends_the_experiment_and_says_so(store: Store, talks: list[PlanSubject]) -> None:
    """What is done is kept; the terminal has the details."""

    def stumble(_: UnitReport) -> None:
        raise RuntimeError("by hand")

    with pytest.raises(RuntimeError, match="by hand"):
        work(store, plan_of(talks, [variant(GOOD)]), on_unit=stumble)
    (stands,) = store.experiments.list()
    assert (stands.state, stands.units) == (ExperimentState.FAILED, 1)
    assert "made a mistake: RuntimeError" in stands.message
    assert "Talk 0, part 1" in stands.message


def test_a_failure_of_no_service_costs_one_unit(store: Store, talks: list[PlanSubject]) -> None:
    """Whatever a client raises."""
    model = Model(lambda number: (ClientError("Odd."), ValueError("odder"))[number] if number < 2 else None)
    with client_kind("gemini", {"m": model}):
        stands = work(store, plan_of(talks[:2], [variant(GEMINI)]))
        assert (stands.state, stands.units) == (ExperimentState.FAILED, 2)
        assert "ValueError: odder" in stands.troubles["m / quote"]
