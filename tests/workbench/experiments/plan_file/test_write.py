"""A plan of the page as a file: read back, it is the same plan."""

from itertools import product

import pytest

from core.coverage.levels import CoverageThresholds, LevelPlan
from core.errors import BadInput
from core.generation.prompt import IDEAS_PROMPT_TEMPLATE
from core.generation.settings import Settings
from core.llm.client import Sampling, WritingMode
from tests.conftest import SAMPLE
from tests.workbench.experiments.plan_file.conftest import Read
from workbench.experiments.plan_file import experiment_file_of
from workbench.sessions.session_material import material_of
from workbench.store import ClientChoice, Store
from workbench.store.experiments.experiment_records import ExperimentPlan, JudgeChoice, PlanSubject, PlanVariant

WEAK = LevelPlan(target_words=90, generation_mode="excerpt_only", excerpts=1)
SETTINGS = (
    Settings(),
    Settings(mode=WritingMode.FREE, second_attempt=False),
    Settings(thresholds=CoverageThresholds(strong_quotes=7, weak=WEAK), prompt_template=IDEAS_PROMPT_TEMPLATE),
    Settings(sampling=Sampling(temperature=1.5, seed=3), strict_narrative=True, allow_fragments=True),
)
CLIENTS = (
    ClientChoice(kind="offline"),
    ClientChoice(kind="gemini", model="gemini-x"),
    ClientChoice(kind="openai", model="local: 7b", base_url="http://127.0.0.1:9/v1"),
    ClientChoice(kind="scripted", name="a model that misbehaves", replies=("# yes: no\n- 'x'\n", "", "\u2028 “ß”"),
                 words_per_second=40),
    ClientChoice(kind="scripted", replies=("one for all",), every_call=True),
)  # fmt: skip
TALK = "a-talk"
ODD = "a: b # [c] {d} 'e' \"f\" – 東京"


@pytest.fixture
def plan(store: Store) -> ExperimentPlan:
    """A plan about a session, as the page makes one."""
    session = store.sessions.create("A talk", session_id=TALK)
    session = store.sessions.put_transcript(session, "interview.md", (SAMPLE / "interview.md").read_bytes())
    session = store.sessions.put_evidence(session, "evidence.json", (SAMPLE / "evidence.json").read_bytes())
    material = material_of(store, session, settings=Settings())
    subjects = (PlanSubject(name=ODD, material=material), PlanSubject(name="null", material=material, chapters=(0, 3)))
    variants = (PlanVariant(name="offline", client=CLIENTS[0]),)
    return ExperimentPlan(title="An experiment", subjects=subjects, variants=variants, reference="offline")


def again(plan: ExperimentPlan, read: Read) -> ExperimentPlan:
    """Write a plan and read it again."""
    return read(experiment_file_of(plan, {subject.name: TALK for subject in plan.subjects})).plan


def test_variants_are_read_as_they_were_written(plan: ExperimentPlan, read: Read) -> None:
    """Whoever writes, with whatever settings, under whatever name."""
    variants = tuple(
        PlanVariant(name=f"{ODD} {number}", client=client, settings=settings)
        for number, (client, settings) in enumerate(product(CLIENTS, SETTINGS))
    )
    plan = plan.model_copy(update={"variants": variants, "reference": variants[3].name})
    assert again(plan, read) == plan


@pytest.mark.parametrize(
    ("title", "judge"),
    [
        ("2026-01-01", None),
        ("yes", JudgeChoice(client=CLIENTS[1], samples=5, support=True)),
        ("1.5", JudgeChoice(client=CLIENTS[4], sampling=Sampling(temperature=0.7, seed=11))),
        (ODD, JudgeChoice(client=CLIENTS[3], sampling=Sampling())),
        ("x" * 200, None),
    ],
    ids=range(5),
)
def test_an_experiment_is_read_as_it_was_written(
    title: str, judge: JudgeChoice | None, plan: ExperimentPlan, read: Read
) -> None:
    """Titles that YAML would take for something else, repeats, seed and judge."""
    plan = plan.model_copy(update={"title": title, "judge": judge, "repeats": 3, "seed": 0})
    assert again(plan, read) == plan


def test_what_is_no_session_cannot_be_written(plan: ExperimentPlan) -> None:
    """A file could not say where its transcript is."""
    with pytest.raises(BadInput) as refused:
        experiment_file_of(plan, {ODD: TALK})
    assert [problem.place for problem in refused.value.problems] == ["null"]
