from decimal import Decimal
from pathlib import Path

import pytest

from core.answers.records import AnswerMode
from core.errors import BadInput
from tests.workbench.experiments.runner.making import (
    BAD,
    GOOD,
    JUDGE,
    grid,
    noted,
    plan_of,
    questions,
    session_in,
    sources_of,
    variant,
    work,
)
from workbench.experiments import runner
from workbench.experiments.runner import UnitReport, estimate, line_of
from workbench.jobs.usage import estimate_in_words, estimate_of
from workbench.store import ClientChoice, ExperimentPlan, PlanSubject, Store, UnknownRecord

GEMINI = ClientChoice(kind="gemini", model="gemini-2.5-flash")
OFFLINE = ClientChoice(kind="offline")


def test_it_says_what_will_be_asked(store: Store, talks: list[PlanSubject], notes: Path) -> None:
    """As many calls as are made then, less those that were answered; in the middle, and at the end. The judge's are
    beside it."""
    plan = grid(talks[:1], [GOOD, BAD, OFFLINE], judge=JUDGE, repeats=2)
    before = store.path.read_bytes()
    first = estimate(store, plan)
    assert store.path.read_bytes() == before
    assert (first.units, first.done, first.answered) == (36, 0, 0)
    assert (first.calls, first.most.calls, first.judging.calls) == (24, 24, 72)
    assert {name: one.calls for name, one in first.by_variant.items()} == {
        one.name: 0 if one.client == OFFLINE else 4 for one in plan.variants
    }
    assert "at no cost" in estimate_in_words(first)

    def leave(told: UnitReport) -> None:
        if told.done == 16:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work(store, plan, on_unit=leave)
    made = sum(not line.startswith("judge") for line in noted(notes))
    middle = estimate(store, plan)
    assert (middle.done, middle.answered, middle.calls) == (16, 0, 24 - made)
    other = plan.model_copy(update={"title": "Another"})
    assert (estimate(store, other).done, estimate(store, other).answered) == (0, made)
    assert estimate(store, other).calls == 24 - made
    work(store, plan)
    assert sum(not line.startswith("judge") for line in noted(notes)) == 24
    last = estimate(store, plan)
    assert (last.done, last.calls, last.judging.calls) == (36, 0, 0)


def test_it_costs_what_the_estimate_of_a_run_says(store: Store, talks: list[PlanSubject]) -> None:
    """Chapter by chapter, with second attempts at most; what two variants ask alike is paid once."""
    one = variant(GEMINI)
    assert talks[0].material is not None
    run = estimate_of(line_of(store, talks[0].material, one.settings), None, GEMINI, again=True)
    whole = estimate(store, plan_of(talks[:1], [one], repeats=3))
    assert run.cost is not None
    assert run.most.cost is not None
    assert (whole.calls, whole.input_tokens, whole.cost) == (6, 3 * run.input_tokens, 3 * run.cost)
    assert (whole.most.calls, whole.most.cost) == (12, 3 * run.most.cost)
    twin = one.model_copy(update={"name": "twin"})
    twins = estimate(store, plan_of(talks[:1], [one, twin], repeats=3))
    assert (twins.calls, twins.cost) == (whole.calls, whole.cost)
    assert {name: amount.calls for name, amount in twins.by_variant.items()} == {one.name: 6, "twin": 0}


def test_it_knows_questions(store: Store) -> None:
    """An answer by claims may be asked for twice; excerpts ask nobody, and a model without a price has none."""
    unpriced = ClientChoice(kind="openai", model="m", base_url="https://models.example.org/v1")
    variants = [
        variant(GEMINI, mode=AnswerMode.SYNTHESIS),
        variant(OFFLINE),
        variant(unpriced, mode=AnswerMode.BASELINE),
    ]
    found = estimate(store, plan_of([questions(3)], variants))
    assert (found.units, found.calls, found.most.calls) == (9, 6, 9)
    assert [one.calls for one in found.by_variant.values()] == [3, 0, 3]
    assert (found.cost, found.by_variant[variants[1].name].cost) == (None, Decimal(0))
    assert (found.by_variant[variants[0].name].cost or 0) > 0


def test_sources_need_not_be_kept_yet(tmp_path: Path, store: Store) -> None:
    """Those of a file are given; without them it says which is missing, or what is wrong with it."""
    plan = plan_of([session_in(store, 1)], [variant(GOOD)])
    nowhere = Store(tmp_path / "other.db")
    files = [("talk.txt", sources_of(1)[0]), ("talk.json", sources_of(1)[1])]
    # The line of a plan is remembered as long as it is among the last ones: another title is another source.
    renamed = ExperimentPlan.model_validate_json(plan.model_dump_json().replace("talk.txt", "other.txt"))
    with pytest.raises(UnknownRecord):
        estimate(nowhere, renamed)
    assert estimate(nowhere, renamed, files=files).calls == 2
    assert nowhere.experiments.list() == ()
    owner = runner.new_owner()
    begun = nowhere.experiments.begin(renamed, owner, 60, files=files)
    assert runner.run_experiment(nowhere, begun.experiment_id, owner).units == 2
    with pytest.raises(BadInput, match="the evidence map has 2 chapters"):
        estimate(store, plan_of([plan.subjects[0].model_copy(update={"chapters": (2,)})], [variant(GOOD)]))
