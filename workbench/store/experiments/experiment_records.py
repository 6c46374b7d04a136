"""Experiments as stored: what is written in which ways, and the results."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from core.answers.records import Citation
from core.evaluation.records import Unit
from core.generation.settings import Settings
from core.llm.client import Sampling
from core.record import Record
from workbench.store.answers.answer_records import AnswerSettings
from workbench.store.database.clock import is_held
from workbench.store.runs.call_records import CallFacts
from workbench.store.runs.run_plans import ClientChoice, SessionMaterial


class PlanVariant(Record):
    """One way of writing: who writes, how, with which settings; `name` is unique in its experiment.

    `settings` are those for chapters (their `mode`, thresholds and prompt template), `asking` those for answers.
    """

    name: str
    client: ClientChoice
    settings: Settings = Settings()
    asking: AnswerSettings = AnswerSettings()


class SubjectQuestion(Record):
    """A question with the passages that were found for it, the same for every variant."""

    text: str
    citations: tuple[Citation, ...]
    found: Annotated[int, Field(ge=0)] = 0


class PlanSubject(Record):
    """What is written about: a session or a pair of files (`material`), or records with questions.

    One of the two is there. `name` is unique in its experiment. `chapters` are the evidence map's, from 0; None means
    all. The settings of `material` do not count: those of the variant do.
    """

    name: str
    material: SessionMaterial | None = None
    chapters: tuple[int, ...] | None = None
    questions: tuple[SubjectQuestion, ...] = ()


class JudgeChoice(Record):
    """Which model judges, how often each text, and whether it also judges what citations support."""

    client: ClientChoice
    samples: Annotated[int, Field(ge=1, le=20)] = 3
    support: bool = False
    sampling: Sampling = Sampling(temperature=0.7)


class ExperimentPlan(Record):
    """An experiment as it is asked for, with nothing left to look up: the same plan, the same experiment.

    Every variant writes every subject `repeats` times; repeat r (from 0) is made with the seed of its sampling plus r.
    `reference` names the variant that the others are compared with. `seed` is that of the bootstrap.
    """

    title: str
    variants: Annotated[tuple[PlanVariant, ...], Field(min_length=1, max_length=200)]
    subjects: Annotated[tuple[PlanSubject, ...], Field(min_length=1, max_length=2_000)]
    repeats: Annotated[int, Field(ge=1, le=50)] = 1
    reference: str = ""
    judge: JudgeChoice | None = None
    seed: Annotated[int, Field(ge=0, le=2**31 - 1)] = 7


class ExperimentState(StrEnum):
    """How far an experiment is; one that is running while nobody holds its lease was interrupted."""

    RUNNING = "running"
    STOPPED = "stopped"
    FAILED = "failed"
    DONE = "done"


class PlanCell(Record):
    """One variant writing one subject once; all count from 0."""

    variant: Annotated[int, Field(ge=0)]
    subject: Annotated[int, Field(ge=0)]
    repeat: Annotated[int, Field(ge=0)] = 0


class StoredUnit(Record):
    """One unit that was written and measured; `position` is its place in its cell, from 0.

    `text` is the finished text, as Markdown. `calls` are the calls it used, failed and cached ones included; `judging`
    are the judge's. `paid` counts those of both that were made for it. Units of the offline composer have no calls.
    """

    cell: PlanCell
    position: Annotated[int, Field(ge=0)]
    unit: Unit
    text: str = ""
    calls: tuple[CallFacts, ...] = ()
    judging: tuple[CallFacts, ...] = ()
    paid: Annotated[int, Field(ge=0)] = 0


class ExperimentSummary(Record):
    """What a list of experiments shows; `units` is how many are done, of `all_units`."""

    experiment_id: str
    title: str
    state: ExperimentState
    message: str
    begun_at: str
    finished_at: str
    variants: int
    subjects: int
    repeats: int
    units: int
    all_units: int


class ExperimentProgress(ExperimentSummary):
    """How far an experiment is and who works on it: small however many units it has, so that a page may read it twice a
    second.

    `owner` and `leased_until` are those of its worker, as for runs. `troubles` say which variants could not go on and
    why, by their names. `all_units` is 0 until they are counted.
    """

    troubles: dict[str, str] = Field(default_factory=dict[str, str])
    owner: str = ""
    leased_until: float = 0.0
    stop_requested: bool = False

    def is_held(self, now: float) -> bool:
        """Tell whether somebody holds a lease that has not run out."""
        return is_held(self.owner, self.leased_until, now)


class Experiment(Record):
    """A stored experiment: its plan, how far it is, and its units, in the order of the plan.

    `owner` and `leased_until` are those of its worker, as for runs. `troubles` say which variants could not go on and
    why, by their names.
    """

    summary: ExperimentSummary
    plan: ExperimentPlan
    units: tuple[StoredUnit, ...] = ()
    troubles: dict[str, str] = Field(default_factory=dict[str, str])
    owner: str = ""
    leased_until: float = 0.0
    stop_requested: bool = False
